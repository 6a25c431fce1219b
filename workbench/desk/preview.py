"""A plan as a person sees it before anything is written: a diff a file, withdrawn text masked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from workbench.desk.views import FileDiff, Preview
from workbench.protocol.item import KNOWN_KEYS
from workbench.review.exclusions import Exclusions
from workbench.review.withheld import HELD_BACK, is_closed
from workbench.store.binding import Binding
from workbench.store.decision import PlanContext, Prepared
from workbench.store.plan import Effect
from workbench.store.snapshot import Snapshot
from workbench.text.diff import DiffRow, diff_rows
from workbench.text.visible import from_bytes

LOG: Final = "log.md"
_FIELD: Final = re.compile(r"(?P<head>[ \t]+[-*+][ \t]+(?P<key>[A-Za-z][A-Za-z_-]*):[ \t]*)(?P<value>.*)")


def preview(binding: Binding, snapshot: Snapshot, prepared: Prepared, excluded: Exclusions) -> Preview:
    """The diffs of every file a decision would change, and the lines it would add to the log.

    What ``excluded`` withholds is masked even where it is only the context of a change
    (§15.2 rule 1): of a withdrawn row closed words and ids are shown, and nothing else.
    """
    plan = prepared.plan
    files = [_file(binding, snapshot, prepared, path, excluded) for path in plan.paths]
    log = snapshot.files.get(LOG)
    context = PlanContext(prepared.decided_at, prepared.actor, prepared.id, frozenset())
    entry = from_bytes(binding.log_entry(log.data if log else b"", plan, context))
    return Preview(
        decision_id=prepared.id,
        case_id=prepared.case_id,
        verdict=prepared.verdict.name,
        files=tuple(files),
        notes=plan.notes,
        log_lines=tuple(line for line in entry.split("\n") if line.strip()),
    )


def _file(
    binding: Binding, snapshot: Snapshot, prepared: Prepared, path: str, excluded: Exclusions
) -> FileDiff:
    before = snapshot.files[path].data if path in snapshot.files else b""
    effects = [effect for effect in prepared.plan.effects if effect.path == path]
    after = binding.apply(path, before, effects)
    masks = _Masks(_withdrawn(binding, snapshot, path, (before, after), effects, excluded))
    if _ends_in_crlf(before) and _ends_in_crlf(after):
        before, after = before.replace(b"\r\n", b"\n"), after.replace(b"\r\n", b"\n")
    rows = diff_rows(masks.masked(from_bytes(before)), masks.masked(from_bytes(after)))
    added, removed = _count(rows, "+"), _count(rows, "-")
    return FileDiff(path, line_words(added, removed), tuple(rows), added, removed)


def _withdrawn(
    binding: Binding,
    snapshot: Snapshot,
    path: str,
    states: Iterable[bytes],
    effects: Iterable[Effect],
    excluded: Exclusions,
) -> Iterator[tuple[bytes, str]]:
    """The bytes of every withdrawn row of a file before and after, each with what withdrew it."""
    for row in excluded.rows:
        if row.address.path == path:
            yield snapshot.span(row.address), excluded.by_key[row.key]
    changed = {effect.record for effect in effects if effect.record in excluded.by_key}
    for data in states:
        for key in sorted(changed):
            yield from ((span, excluded.by_key[key]) for span in binding.spans(path, data, key))


def _ends_in_crlf(data: bytes) -> bool:
    """Whether every line ends in CRLF, so that the line ends say nothing about a change."""
    return data.count(b"\r\n") == data.count(b"\n")


class _Masks:
    """The withdrawn rows of one file, found again line by line wherever they stand whole."""

    def __init__(self, spans: Iterable[tuple[bytes, str]]) -> None:
        self._blocks: dict[str, list[tuple[list[str], str]]] = {}
        for span, by in dict(spans).items():
            lines = [_plain(line) for line in from_bytes(span).rstrip("\r\n").split("\n")]
            self._blocks.setdefault(lines[0], []).append((lines, by))

    def masked(self, text: str) -> str:
        """A text of the file with everything of those rows masked that is no closed word."""
        lines, at = text.split("\n"), 0
        while self._blocks and at < len(lines):
            block, by = self._block_at(lines, at)
            for number in range(at, at + len(block)):
                lines[number] = masked_line(lines[number], by)
            at += len(block) or 1
        return "\n".join(lines)

    def _block_at(self, lines: list[str], at: int) -> tuple[list[str], str]:
        """The longest withdrawn row that stands here, and what withdrew it; empty where none does."""
        known = self._blocks.get(_plain(lines[at]), ())
        found = [
            (block, by)
            for block, by in known
            if [_plain(line) for line in lines[at : at + len(block)]] == block
        ]
        return max(found, key=lambda one: len(one[0]), default=([], ""))


def _plain(line: str) -> str:
    return line.rstrip("\r").removeprefix("\ufeff")


def masked_line(line: str, by: str) -> str:
    """A line of a withdrawn row: a field with closed words as it stands, of another its key, else nothing."""
    if not line.strip():
        return line
    field = _FIELD.fullmatch(_plain(line))
    if field is None or field["key"].casefold() not in KNOWN_KEYS:
        return f"⊘ withdrawn by {by}; text held back"
    return line if is_closed(field["key"], field["value"].strip()) else field["head"] + HELD_BACK


def _count(rows: Iterable[DiffRow], sign: str) -> int:
    return sum(1 for row in rows if row.sign == sign)


def line_words(added: int, removed: int) -> str:
    """How many lines a plan adds to a file and removes from it."""
    parts = [f"+ {_lines(added)}" if added else "", f"− {_lines(removed)}" if removed else ""]
    return "  ".join(part for part in parts if part) or "no line changes"


def _lines(number: int) -> str:
    return f"{number} line" if number == 1 else f"{number} lines"
