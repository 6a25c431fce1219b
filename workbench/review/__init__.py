"""Cases from a snapshot: pure functions, no I/O, no clock of their own.

Controls are resolved before anything else (§12.2, §15.2 rule 1); see
:func:`workbench.review.queue.build`.
"""
