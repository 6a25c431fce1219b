"""A reason written in the person's own editor: shown as a diff, and taken only after a yes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.cli.call import Call
from workbench.cli.plan_text import paint_rows
from workbench.text.errors import UsageError

if TYPE_CHECKING:
    from workbench.desk import Desk


def edited_reason(call: Call, desk: Desk, start: str, about: str) -> str | None:
    """What the person left in their editor and said yes to; None where they did not.

    ``about`` names what is decided: what was written for it and not taken comes back next time.

    Raises:
        UsageError: there is no terminal to hand over, no editor, or no reason in what came back.
        Refused, IoFailed: the editor failed, or what it left does not read.
    """
    from workbench.desk.editing import edit
    from workbench.desk.editing_run import on_the_terminal

    if not call.at_terminal or call.emit.as_json:
        raise UsageError("--edit needs a terminal.", next="Give the reason with --reason TEXT.")
    found = edit(desk.store().root, start, on_the_terminal, about=about)
    if not found.after.strip():
        raise UsageError("A decision needs a reason, and what the editor left is empty.", next="Say why.")
    if not found.changed:
        call.emit.line("Nothing was changed in the editor; the reason is the one you gave.")
        return start
    call.emit.line("The reason, from the editor:")
    paint_rows(call.emit, found.rows)
    if found.hidden:
        call.emit.line(
            (f"It holds {found.hidden} hidden character{'s' if found.hidden > 1 else ''}.", "yellow")
        )
    answer = call.emit.ask("Take this as the reason? [y/N]") or ""
    return found.after if answer.lower() in ("y", "yes") else None
