"""What §9 asks of an item and this one does not have. Messages quote nothing of the item."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from .ids import Prefix, ids_in, is_id, parse_id
from .item import Item
from .words import CONFIDENCE_SCHEME, LEGACY_STATUS_WORDS, STORED_PLACES, Kind, Place, Status


@dataclass(frozen=True, slots=True)
class Finding:
    """One departure from the protocol: a rule word, plain words, and the section that asks."""

    rule: str
    message: str
    section: str


_TOLERABLE: Final = frozenset({"id-shape", "mutable-source", "legacy-marker", "unknown-scope"})
_MARKER: Final = re.compile(r"[\[［【]\s*(?:待清理|待确认)\s*[\]］】]")
_CODE: Final = re.compile(r"`[^`]*`")
_MUTABLE: Final = re.compile(
    r"(?<![\w/.-])(?:\./)?(?:memory/)?(?:topics/[^\s,;#`]+?\.md|index\.md|memory\.md)(?![\w/-])"
)


def findings(item: Item, place: Place) -> tuple[Finding, ...]:
    """Everything an item of that place lacks or says against §9, in the order of its fields."""
    return (
        *_missing(item, place),
        *_unknown_words(item),
        *_confidence(item),
        *_succession(item),
        *_provenance(item),
        *_shapes(item),
        *_legacy(item),
    )


def must_not_be_written(finding: Finding) -> bool:
    """Whether a record with this finding may not be written anew (reading keeps everything)."""
    return finding.rule not in _TOLERABLE


def has_legacy_marker(text: str) -> bool:
    """Whether prose carries a cleanup marker of the old stores. One in `code` is a mention."""
    return _MARKER.search(_CODE.sub("", text)) is not None


def points_into_mutable(source: str) -> bool:
    """Whether a Source names a file of a store that later passes rewrite."""
    return ".md" in source and _MUTABLE.search(source) is not None


def _missing(item: Item, place: Place) -> Iterator[Finding]:
    if item.date is None:
        rule, said = ("bad-date", "the date is no day of the calendar") if item.date_text else (
            "missing-date", "there is no date")  # fmt: skip
        yield Finding(rule, said, "§9")
    if not item.id:
        yield Finding("missing-id", "there is no id", "§9")
    if not item.kind_text:
        yield Finding("missing-kind", "there is no kind, so it counts as knowledge", "§9")
    if item.kind is Kind.STATE and not item.subject:
        yield Finding("missing-subject", "a state item without a subject can never be superseded", "§9")
    if place in STORED_PLACES and not item.status_text:
        yield Finding("missing-status", "an item of the store has to say its Status", "§9")
    if not item.source:
        yield Finding("missing-source", "there is no Source", "§9")


def _unknown_words(item: Item) -> Iterator[Finding]:
    if item.kind_text and item.kind is None:
        yield Finding("unknown-kind", "the kind is neither state nor knowledge", "§9")
    if item.scope_text and item.scope is None:
        yield Finding("unknown-scope", "the Scope is not one of the protocol's five", "§9")
    if item.status_text and item.status is None and item.status_text not in LEGACY_STATUS_WORDS:
        yield Finding("unknown-status", "the Status is not one of the protocol's four", "§9")
    if item.confidence_text and item.confidence is None:
        yield Finding("unknown-confidence", "the Confidence is not one of the protocol's four", "§9")


def _confidence(item: Item) -> Iterator[Finding]:
    if item.confidence_text and not item.confidence_scheme:
        yield Finding("confidence-without-scheme", "Confidence needs its Confidence-Scheme", "§9")
    if item.confidence_scheme and item.confidence_scheme != CONFIDENCE_SCHEME:
        yield Finding("unknown-confidence-scheme", f"the Confidence-Scheme is not {CONFIDENCE_SCHEME}", "§9")


def _succession(item: Item) -> Iterator[Finding]:
    superseded = item.status is Status.SUPERSEDED
    if superseded and item.kind is Kind.KNOWLEDGE:
        yield Finding("knowledge-superseded", "knowledge is never superseded", "§14.3")
    if superseded and not item.superseded_by:
        yield Finding("superseded-without-successor", "superseded needs superseded_by", "§9")
    waiting = item.status is Status.PENDING_CLEANUP and item.kind is Kind.STATE
    if item.superseded_by and not (superseded or waiting):
        yield Finding("successor-on-wrong-status", "superseded_by on an item that was not superseded", "§9")
    if item.superseded_by and item.superseded_by == item.id:
        yield Finding("superseded-by-itself", "superseded_by names the item itself", "§9")
    if item.repeated:
        yield Finding("repeated-key", "a field stands more than once; the first counts", "§9")


def _provenance(item: Item) -> Iterator[Finding]:
    source = item.source or ""
    lineage = bool(item.inspired_by) and item.inspired_by in source.split()
    if lineage or any(is_id(found, Prefix.HYPOTHESIS) for found in ids_in(source)):
        yield Finding("hypothesis-in-source", "Source names a hypothesis, which is no evidence", "§9")
    if points_into_mutable(source):
        yield Finding("mutable-source", "Source points into a file that later passes rewrite", "§9")


def _shapes(item: Item) -> Iterator[Finding]:
    named = (("id", item.id), ("superseded_by", item.superseded_by), ("merged_into", item.merged_into))
    for field, value in named:
        if value and not is_id(value, Prefix.ITEM):
            yield Finding("id-shape", f"{field} is not of the form mem-YYYY-MM-DD-NNN", "§9")
    inspired = parse_id(item.inspired_by) if item.inspired_by else None
    if item.inspired_by and (inspired is None or inspired.prefix is not Prefix.HYPOTHESIS):
        yield Finding("id-shape", "inspired_by is not of the form hyp-YYYY-MM-DD-NNN", "§9")


def _legacy(item: Item) -> Iterator[Finding]:
    if item.status_text in LEGACY_STATUS_WORDS:
        yield Finding("legacy-status", "the Status is a word of the old format", "§16")
    if has_legacy_marker(item.text) or has_legacy_marker(item.source or ""):
        yield Finding("legacy-marker", "a cleanup marker stands in prose, where no machine reads it", "§10")
