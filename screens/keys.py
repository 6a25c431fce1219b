"""Writes the page of all keys from the registry: `python -m screens.keys > docs/KEYS.md`."""

from __future__ import annotations

import sys

from screens.actions import SCOPES, Action, actions_of, grouped, key_name

HEAD = """# Keys

Every key of the screens, written from the registry by `python -m screens.keys > docs/KEYS.md`.
These are the keys as they come. An id is the name by which an action is given other keys, in your own config
file: [how](configuring.md#keys). `workbench keys` lists the keys that you have.

Verdicts are numbers, and each has the same number in every kind of case; its name stands beside it on the bar
under the case. 5 and 6 are kept free for withdraw and ask for erasure.
A number opens Decide, where nothing is written before you record the plan you see.
"""


def page() -> str:
    """The whole page as Markdown."""
    return "\n".join(
        [HEAD, *(_section(scope, title) for scope, title in SCOPES.items() if actions_of(scope))]
    )


def _section(scope: str, title: str) -> str:
    rows = [_row(group) for group in grouped(actions_of(scope))]
    return "\n".join([f"## {title}", "", "| keys | does | id |", "| --- | --- | --- |", *rows, ""])


def _row(group: tuple[Action, ...]) -> str:
    first, last = group[0], group[-1]
    keys = " ".join(f"`{key_name(key)}`" for action in group for key in action.keys)
    name = first.id if first is last else f"{first.id} … {last.id}"
    return f"| {keys} | {first.title}: {first.tooltip[0].lower()}{first.tooltip[1:]} | {name} |"


if __name__ == "__main__":
    sys.stdout.write(page())
