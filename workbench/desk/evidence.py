"""Evidence that a decision names, held against what is withdrawn (§15.2 rule 1)."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.review.exclusions import Exclusions
from workbench.store.snapshot import Snapshot
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
    for passage in snapshot.passages:
        ref = f"{passage.path}#{passage.anchor}" if passage.anchor else passage.path
        told = ref in named or passage.path in named
        by = by or (exclusions.passage_withheld(passage) if told else None)
    if by:
        raise Refused(
            f"Evidence that is named is withdrawn by {by}.",
            rule="§15.2 rule 1: what is withdrawn is no evidence",
            not_done="Nothing was planned.",
            next="Name other evidence, or have the withdrawal lifted first.",
        )
