"""Evidence that a decision names, held against what is withdrawn (§15.2 rule 1)."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.review.exclusions import Exclusions
from workbench.store.snapshot import Passage, Snapshot
from workbench.text.errors import Refused


def refuse_withdrawn_evidence(snapshot: Snapshot, exclusions: Exclusions, refs: Iterable[str]) -> None:
    """Refuse a ref of an item, of an archive passage, or of a file with one, that a withdrawal holds back.

    Raises:
        Refused: one is; it is told without its name.
    """
    named = set(refs)
    if not named:
        return
    by = next((by for ref in sorted(named) if (by := exclusions.key_withheld(ref))), None)
    spoken = [one for one in snapshot.passages if one.path in named or f"{one.path}#{one.anchor}" in named]
    for passage in snapshot.passages:
        inside = any(_holds(one, passage) for one in spoken)
        by = by or (exclusions.passage_withheld(passage) if inside else None)
    if by:
        raise Refused(
            f"Evidence that is named is withdrawn by {by}.",
            rule="§15.2 rule 1: what is withdrawn is no evidence",
            not_done="Nothing was planned.",
            next="Name other evidence, or have the withdrawal lifted first.",
        )


def _holds(passage: Passage, other: Passage) -> bool:
    """Whether a passage is another one, or stands around it."""
    start, end = passage.address.start, passage.address.end
    return passage.path == other.path and start <= other.address.start and other.address.end <= end
