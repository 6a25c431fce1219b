"""The plan of a recorded decision as it was: from the bytes kept on this machine, else from git history.

What today's withdrawals hold back is masked, whatever was allowed to be shown on the day of the
decision (§12.2, §15.2 rule 1). Of the lines around a change nothing was kept, so none are shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from workbench.desk.preview import LOG, line_words, masked_line
from workbench.desk.views import FileDiff, PlanWas, Preview
from workbench.protocol.log import parse_line
from workbench.review.anchors import refs_in
from workbench.review.exclusions import Exclusions
from workbench.review.withheld import by_sentence, line_withheld
from workbench.store.plan import Effect
from workbench.store.snapshot import Address, LogLine
from workbench.text.diff import DiffRow, Piece, diff_rows
from workbench.text.visible import from_bytes

GONE: Final = "The bytes are not on this machine, and git history does not hold them all."
WHOLE: Final = 20
"""Unchanged lines of a span that are shown around a change in it: with them most items are shown whole."""
_SOURCE: Final = re.compile(r"\bsource:\s*(.*)", re.IGNORECASE)
_BETWEEN: Final = DiffRow("@", None, None, (Piece("…", False),))


def drawn(
    decision: str, case: str, verdict: str, effects: Sequence[Effect], log: bytes, excluded: Exclusions
) -> Preview:
    """A plan as its effects tell it: a diff a file, and the lines that it added to the log."""
    paths = dict.fromkeys(effect.path for effect in effects if effect.path != LOG)
    files = [_file(path, [one for one in effects if one.path == path], excluded) for path in paths]
    entry = from_bytes(log).replace("\r\n", "\n").split("\n")
    lines = tuple(_log_line(line, excluded) for line in entry if line.strip())
    return Preview(decision, case, verdict, tuple(files), (), lines)


def not_here(reason: str) -> PlanWas:
    """What is told where the bytes cannot be had: why."""
    return PlanWas(None, "not here", reason)


def _file(path: str, effects: Sequence[Effect], excluded: Exclusions) -> FileDiff:
    rows: list[DiffRow] = []
    for at, effect in enumerate(effects):
        found = _rows(effect, excluded)
        if rows and found:
            rows.append(_BETWEEN)
        rows += _placed(found, effect, effects[:at], effects[at + 1 :])
    added, removed = (sum(row.sign == sign for row in rows) for sign in "+-")
    return FileDiff(path, line_words(added, removed), tuple(rows), added, removed)


def _rows(effect: Effect, excluded: Exclusions) -> list[DiffRow]:
    before, after = (_ended(from_bytes(data)) for data in (effect.before, effect.after))
    by = _withheld(effect, (before, after), excluded)
    if by is not None:
        before, after = _masked(before, by), _masked(after, by)
    rows = diff_rows(before, after, first_line=effect.line or 1, context=WHOLE)
    if rows or by is None:
        return rows
    return [DiffRow("@", None, None, (Piece(f"⊘ withdrawn by {by}; text held back", False),))]


def _ended(text: str) -> str:
    """A span never holds the line end after its last line: with it, and without carriage returns."""
    return text.replace("\r\n", "\n") + "\n" if text else ""


def _masked(text: str, by: str) -> str:
    return "\n".join(masked_line(line, by) for line in text.split("\n"))


def _withheld(effect: Effect, texts: Iterable[str], excluded: Exclusions) -> str | None:
    """The withdrawal under which a span is held back: by its id, its Source, or what it repeats."""
    if not excluded.refs:
        return None
    found = [excluded.key_withheld(effect.record)]
    for text in texts:
        found.append(excluded.repeated_in(text))
        found += (excluded.repeated_in(line) for line in text.split("\n"))
        found += (
            excluded.refs.get(ref) or excluded.refs.get(ref.partition("#")[0])
            for source in _SOURCE.findall(text)
            for ref in refs_in(source)
        )
    return next((by for by in found if by is not None), None)


def _log_line(line: str, excluded: Exclusions) -> str:
    event = parse_line(line)
    if event is None:
        by = excluded.text_withheld(line)
    else:
        by = line_withheld(excluded, LogLine(event, Address(LOG, 0, 0, 1), line))
    return line if by is None else by_sentence(by)


def _placed(
    rows: Iterable[DiffRow], effect: Effect, earlier: Sequence[Effect], later: Sequence[Effect]
) -> Iterator[DiffRow]:
    """Rows numbered as in the file before and after the whole plan; without numbers where none was kept.

    The line of an effect is the one it had when the effects before it were done.
    """
    if effect.line is None or any(one.line is None for one in (*earlier, *later)):
        yield from (replace(row, old=None, new=None) for row in rows)
        return
    above = sum(_growth(one) for one in earlier if (one.line or 0) < effect.line)
    below = sum(_growth(one) for one in later if (one.line or 0) <= effect.line)
    for row in rows:
        old = None if row.old is None else row.old - above
        yield replace(row, old=old, new=None if row.new is None else row.new + below)


def _growth(effect: Effect) -> int:
    return _count(effect.after) - _count(effect.before)


def _count(data: bytes) -> int:
    return data.count(b"\n") + 1 if data else 0
