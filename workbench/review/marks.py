"""Who or what set the Status a case waits on, as far as the operation log tells (§7.1, §8)."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from workbench.protocol.dates import parse_date
from workbench.protocol.ids import ids_in
from workbench.store.snapshot import LogLine, Snapshot

SILENT = "the log does not say"


@dataclass(frozen=True)
class Marks:
    """The log lines that name an item, in file order. A log may have been rotated."""

    by_id: Mapping[str, tuple[LogLine, ...]]

    @classmethod
    def of(cls, snapshot: Snapshot) -> Marks:
        """Index the events that can explain a Status."""
        found: dict[str, list[LogLine]] = defaultdict(list)
        for line in snapshot.log:
            if line.event.event in ("pending-cleanup", "review"):
                for item in line.event.ids:
                    found[item].append(line)
        return cls({item: tuple(lines) for item, lines in found.items()})

    def mark(self, item: str | None, status: str) -> LogLine | None:
        """The last line that set an item to ``pending-cleanup`` or ``stale``, or None."""
        lines = [line for line in self.by_id.get(item or "", ()) if _sets(line, status)]
        return lines[-1] if lines else None

    def refuters(self, item: str | None) -> tuple[tuple[str, LogLine], ...]:
        """Item ids that the item's mark names beside it, with the line that does."""
        line = self.mark(item, "pending-cleanup")
        if line is None:
            return ()
        named = [found for key, value in line.event.fields if key == "refuted_by" for found in ids_in(value)]
        return tuple((found, line) for found in dict.fromkeys(named) if found != item)


def _sets(line: LogLine, status: str) -> bool:
    event = line.event
    if event.event == "pending-cleanup":
        return status == "pending-cleanup"
    words = {*event.rest.split(), *(value for key, value in event.fields if key in ("verdict", "status"))}
    return event.event == "review" and status in words


def said_of(line: LogLine | None) -> str:
    """A mark in words: by whom, when, where."""
    if line is None:
        return SILENT
    event = line.event
    by = event.by or f"a {event.event} event that names nobody"
    decision = f", {event.decision}" if event.decision else ""
    return f"{by}, {event.time_text}{decision}   {line.address.path}:{line.address.line}"


def age_in_days(today: dt.date, line: LogLine | None, date: str | None) -> tuple[int | None, str | None]:
    """Days since the mark where the log tells its day, else since the item's date, else ``(None, None)``."""
    marked = line.event.time.date() if line is not None and line.event.time is not None else None
    if marked is not None:
        return max((today - marked).days, 0), "mark"
    dated = parse_date(date) if date else None
    return (max((today - dated).days, 0), "date") if dated is not None else (None, None)
