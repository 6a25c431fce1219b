"""Which rows, archive lines and passages are withdrawn, and by which record (§12.2, §15.2 rule 1).

A scope is matched by exact reference, never by likeness. An id that is excluded in one
place is excluded in every place: its index copy and its archive line too, so that a
copy restores no influence.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from workbench.protocol.ids import ids_in
from workbench.review.anchors import canonical, ref_of, refs_in
from workbench.review.controls import Controls, Gate, resolve
from workbench.store.changed import Changed
from workbench.store.snapshot import Passage, Row, Snapshot

__all__ = ["Controls", "Exclusions", "Gate", "resolve"]

_LEAD = 8
"""How many characters of a text are looked up when it is searched for inside another."""

Span = tuple[int, int, str]
"""Byte offsets in a file, end exclusive, and the record that withholds them."""


@dataclass(frozen=True)
class Exclusions:
    """What the controls of a snapshot withhold. Built by :meth:`of`, in near linear time."""

    by_key: Mapping[str, str]
    """Row key to the withdrawal that excludes it."""
    refs: Mapping[str, str] = field(repr=False)
    segments: Mapping[str, tuple[Span, ...]] = field(repr=False)
    """Withdrawn archive passages by file, sorted, not overlapping."""
    rows: tuple[Row, ...] = field(repr=False, default=())

    @classmethod
    def of(cls, snapshot: Snapshot, controls: Controls) -> Exclusions:
        """Apply every gate to every row and passage of a snapshot."""
        refs = _selectors(controls)
        segments = _segments(snapshot.passages, refs)
        covered = _Covered(refs)
        by_key: dict[str, str] = {}
        for row in covered.some(snapshot.rows) if refs else ():
            by = covered.row(row) or _inside(segments, row)
            if by is not None:
                by_key[row.key] = min(by, by_key.get(row.key, by))
        rows = tuple(row for row in snapshot.rows if row.key in by_key) if by_key else ()
        return cls(by_key, refs, segments, rows)

    def again(self, before: Snapshot, snapshot: Snapshot, controls: Controls, changed: Changed) -> Exclusions:
        """What :meth:`of` gives for a later reading of the same store; these are of the one ``before``."""
        refs = _selectors(controls)
        if refs != dict(self.refs) or snapshot.passages is not before.passages:
            return Exclusions.of(snapshot, controls)
        if not refs or not changed.paths:
            return self
        covered = _Covered(refs)
        by_key = {key: by for key, by in self.by_key.items() if key not in changed.keys}
        for key in changed.keys:
            rows = snapshot.rows_by_key.get(key, ())
            found = [by for row in rows if (by := covered.row(row) or _inside(self.segments, row))]
            if found:
                by_key[key] = min(found)
        order = {path: at for at, path in enumerate(snapshot.files)}
        withheld = (row for key in by_key for row in snapshot.rows_by_key[key])
        placed = sorted(withheld, key=lambda row: (order[row.address.path], row.address.start))
        return Exclusions(by_key, refs, self.segments, tuple(placed))

    @property
    def keys(self) -> frozenset[str]:
        """The keys of every excluded row."""
        return frozenset(self.by_key)

    def withheld_by(self, row: Row) -> str | None:
        """The withdrawal under which a row is excluded, or None."""
        return self.by_key.get(row.key)

    def key_withheld(self, key: str | None) -> str | None:
        """The withdrawal that excludes an item id, whether or not a row of it is in the store."""
        return self.by_key.get(key or "") or self.refs.get(key or "")

    def passage_withheld(self, passage: Passage) -> str | None:
        """The withdrawal of an archive passage as a whole, or of one that holds it."""
        return self._at(passage.path, passage.address.start)

    def line_withheld(self, row: Row) -> str | None:
        """The withdrawal of an archive line: by key, by place, or by saying what an excluded row says."""
        return self.withheld_by(row) or self.text_withheld(row.text)

    def text_withheld(self, text: str) -> str | None:
        """The withdrawal of a text that repeats an excluded row or names its id."""
        return self.named_in(text) or self.repeated_in(text)

    def named_in(self, text: str) -> str | None:
        """The withdrawal of the first excluded id that a text names."""
        if not self.refs:
            return None
        return next((by for found in ids_in(text) if (by := self.key_withheld(found))), None)

    def repeated_in(self, text: str) -> str | None:
        """The withdrawal of an excluded row that a text is, or holds word for word.

        Case, runs of blanks and line breaks make no difference. A row shorter than
        :data:`_LEAD` characters is looked for as a whole text alone.
        """
        if not self.by_key:
            return None
        folded = _folded(text)
        if (by := self._texts.get(folded)) is not None:
            return by
        for at in range(len(folded) - _LEAD + 1):
            for found, by in self._leads.get(folded[at : at + _LEAD], ()):
                if folded.startswith(found, at):
                    return by
        return None

    def subject_withheld(self, subject: str | None) -> str | None:
        """The withdrawal of an excluded row that has this subject, whatever else has it."""
        return self._subjects.get(subject or "")

    def spans(self, path: str) -> tuple[Span, ...]:
        """The withheld byte spans of an archive file, sorted."""
        return self._spans.get(path, ())

    def _at(self, path: str, offset: int) -> str | None:
        return _span_at(self.segments.get(path, ()), offset)

    @cached_property
    def _texts(self) -> Mapping[str, str]:
        folded = ((_folded(row.text), self.by_key[row.key]) for row in self.rows)
        return {text: by for text, by in folded if text}

    @cached_property
    def _leads(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """The texts that can be found inside others, by the characters they begin with."""
        found: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for text, by in self._texts.items():
            if len(text) >= _LEAD:
                found[text[:_LEAD]].append((text, by))
        return {lead: tuple(texts) for lead, texts in found.items()}

    @cached_property
    def _subjects(self) -> Mapping[str, str]:
        return {row.subject: self.by_key[row.key] for row in self.rows if row.subject}

    @cached_property
    def _spans(self) -> Mapping[str, tuple[Span, ...]]:
        found: dict[str, list[Span]] = defaultdict(list)
        for path, segments in self.segments.items():
            found[path].extend(segments)
        for row in self.rows:
            found[row.address.path].append((row.address.start, row.address.end, self.by_key[row.key]))
        return {path: _merged(spans) for path, spans in found.items()}


class _Covered:
    """Whether the id or the Source of a row is selected; each Source is looked at once."""

    def __init__(self, refs: Mapping[str, str]) -> None:
        self.refs = refs
        self.sources: dict[str, str | None] = {}

    def some(self, rows: Iterable[Row]) -> Iterator[Row]:
        """The rows that may be covered; of those that are left out it is known that they are not."""
        refs, sources = self.refs, self.sources
        for row in rows:
            source = row.source
            if source and source not in sources:
                self._source(source)
            if row.place == "archive" or row.also or row.id in refs or (source and sources[source]):
                yield row

    def row(self, row: Row) -> str | None:
        by_id = (self.refs.get(name) for name in (row.id, *row.also) if name)
        by_source = self._source(row.source) if row.source else None
        return min(filter(None, (*by_id, by_source)), default=None)

    def _source(self, source: str) -> str | None:
        if source not in self.sources:
            self.sources[source] = min(filter(None, map(self._ref, refs_in(source))), default=None)
        return self.sources[source]

    def _ref(self, ref: str) -> str | None:
        return _covering(self.refs, ref)


def _covering(refs: Mapping[str, str], ref: str) -> str | None:
    """The gate of a reference: of itself, or of its file when that was withdrawn as a whole."""
    return refs.get(ref) or refs.get(ref.partition("#")[0])


def _selectors(controls: Controls) -> dict[str, str]:
    """Every reference that a gate names, canonical, to the record's name; one in force goes first."""
    refs: dict[str, str] = {}
    for gate in controls.gates:
        for _, named in gate.scope:
            for ref in named:
                refs.setdefault(canonical(ref), gate.by)
    return refs


def _segments(passages: tuple[Passage, ...], refs: Mapping[str, str]) -> dict[str, tuple[Span, ...]]:
    found: dict[str, list[Span]] = defaultdict(list)
    for passage in passages if refs else ():
        by = _covering(refs, ref_of(passage))
        if by is not None:
            found[passage.path].append((passage.address.start, passage.address.end, by))
    return {path: _merged(spans) for path, spans in found.items()}


def _merged(spans: list[Span]) -> tuple[Span, ...]:
    """Sorted spans in which what lies in another, or runs on from it, no longer overlaps."""
    merged: list[Span] = []
    for start, end, by in sorted(spans, key=lambda span: (span[0], -span[1], span[2])):
        if merged and start < merged[-1][1]:
            if end <= merged[-1][1]:
                continue
            start = merged[-1][1]
        merged.append((start, end, by))
    return tuple(merged)


def _inside(segments: Mapping[str, tuple[Span, ...]], row: Row) -> str | None:
    if row.place != "archive" or row.address.path not in segments:
        return None
    return _span_at(segments[row.address.path], row.address.start)


_START: Callable[[Span], int] = lambda span: span[0]  # noqa: E731


def _span_at(spans: tuple[Span, ...], offset: int) -> str | None:
    index = bisect_right(spans, offset, key=_START) - 1
    return spans[index][2] if index >= 0 and offset < spans[index][1] else None


def _folded(text: str) -> str:
    """Text for comparing whole lines: one blank between words, no list mark, no full stop, no case."""
    return " ".join(text.casefold().lstrip("-*+ \t").split()).rstrip(".。")
