"""The one way in which a record of the protocol is refused."""

from __future__ import annotations

from workbench.text.errors import Unreadable


class RecordError(Unreadable):
    """A record is not what the protocol asks for.

    `reason` never quotes a value, `line` is the 1-based line in the text that
    was read where one is known.
    """

    default_code = "bad-record"

    def __init__(self, reason: str, *, line: int | None = None, rule: str | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}", rule=rule)
        self.line = line
