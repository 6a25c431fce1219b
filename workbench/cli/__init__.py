"""The command line: the verbs of the workbench without a screen, one file a verb, each with ``--json``.

A verb asks the desk and hands the answer to :mod:`workbench.cli.emit`, the only place that
writes to a stream. ``main`` dispatches and holds no verb.
"""
