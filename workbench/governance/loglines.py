"""Whether the log still holds the lines of a decision as they were recorded.

Logs are rotated, so a line that is not there tells nothing. A line that is there and
differs was altered: only ``log.md`` tells an agent who decided what.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, Literal

from workbench.governance.canonical import salted
from workbench.governance.ledger import Entry
from workbench.protocol.ids import Prefix, is_id

Standing = Literal["whole", "missing", "altered"]

_LONGEST: Final = 256
"""How many lines an entry may have: a control record stands in the log in full (§12.2)."""


class LogLines:
    """The lines of a log, found by the decisions that they name. Line ends count for nothing."""

    def __init__(self, data: bytes) -> None:
        self._lines = data.replace(b"\r\n", b"\n").split(b"\n")
        self._count = Counter(self._lines)
        self._naming: dict[bytes, list[int]] = {}
        for at, line in enumerate(self._lines):
            for word in dict.fromkeys(line.split()):
                if word.startswith(b"memdec-"):
                    self._naming.setdefault(word, []).append(at)

    def standing(self, entry: Entry, kept: bytes | None) -> Standing:
        """How the log entry of a decision stands here; ``kept`` are its bytes where this machine has them."""
        own = [at for at in self._naming.get(entry.id.encode("ascii"), ()) if self._is_of(at, entry)]
        if kept is not None:
            wanted = Counter(_solid(kept))
            stands = all(self._count[line] >= number for line, number in wanted.items())
            if stands and all(self._lines[at] in wanted for at in own):
                return "whole"
            return "altered" if own else "missing"
        if not own:
            return "missing"
        return "whole" if any(self._is_recorded(at, entry) for at in own) else "altered"

    def _is_of(self, at: int, entry: Entry) -> bool:
        """Whether a line that names a decision is, or was, its own, and not one that only speaks of it.

        Its own line ends with it, or tells its time; the line of a revert ends with another decision.
        """
        words = self._lines[at].split()
        last = words[-1].decode("utf-8", "replace")
        if last == entry.id:
            return True
        time = entry.record.decided_at.encode("ascii") if entry.record else b""
        return time in words and not is_id(last, Prefix.DECISION)

    def _is_recorded(self, first: int, entry: Entry) -> bool:
        """Whether the lines from one on are those that the record was made for."""
        record, salt = entry.record, entry.salt
        if record is None or salt is None:
            return False
        return any(salted(salt, data) == record.log for data in self._entries(first))

    def _entries(self, first: int) -> Iterator[bytes]:
        """What an entry that begins there may have been: with either line end, begun with one or not."""
        for last in range(first + 1, min(first + _LONGEST, len(self._lines)) + 1):
            for end in (b"\n", b"\r\n"):
                lines = b"".join(line + end for line in self._lines[first:last])
                yield lines
                yield end + lines


def _solid(data: bytes) -> list[bytes]:
    return [line for line in data.replace(b"\r\n", b"\n").split(b"\n") if line.strip()]
