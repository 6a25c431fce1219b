"""Auto-walk hypotheses, which stand beside memory and are no evidence for it."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import AfterValidator

from .ids import Prefix
from .record import OpenRecord, OptionalRef, Prose, Ref, Refs, id_of
from .words import HypothesisStatus, word_of

FOLDER_OF: Final = {
    HypothesisStatus.ACTIVE: "active",
    HypothesisStatus.MUTED: "active",
    HypothesisStatus.DISCHARGED: "discharged",
    HypothesisStatus.REJECTED: "rejected",
    HypothesisStatus.ARCHIVED: "archived",
    HypothesisStatus.SUPERSEDED: "archived",
    HypothesisStatus.NOTEWORTHY: "noteworthy",
}
"""The folder under `walks/` in which a hypothesis of each status stands."""

REVIEW_OUTCOMES: Final = frozenset({"rewrite", "archive", "leave"})


class Hypothesis(OpenRecord):
    """One hypothesis. Words outside the vocabularies are kept as they stand and flagged."""

    id: Annotated[str, AfterValidator(id_of(Prefix.HYPOTHESIS))]
    created: str = ""
    seed: Prose = ""
    claim: Prose
    supporting_refs: Refs = ()
    confidence_scheme: str = ""
    confidence: str = ""
    impact: str = ""
    status: Ref
    superseded_by: OptionalRef = None
    expires_after_walks: str = ""
    rejection_reason: Prose = ""
    flagged_value_reason: Prose = ""
    human_review_outcome: str = ""

    @property
    def known_status(self) -> HypothesisStatus | None:
        """The status, or None for an unknown word."""
        return word_of(HypothesisStatus, self.status)

    @property
    def awaits_person(self) -> bool:
        """Whether it is flagged as noteworthy and no person has said what becomes of it."""
        return self.known_status is HypothesisStatus.NOTEWORTHY and not self.human_review_outcome

    def folder_disagreement(self, folder: str) -> str | None:
        """None if a hypothesis of this status belongs in that folder of `walks/`, else why not."""
        status = self.known_status
        if status is None:
            return "the status is not a known word"
        expected = FOLDER_OF[status]
        return None if folder == expected else f"status {status} belongs in walks/{expected}"

    def flags(self) -> tuple[str, ...]:
        """What is odd about the hypothesis, in rule words."""
        outcome = self.human_review_outcome
        odd = (
            ("unknown-status", self.known_status is None),
            ("no-supporting-refs", not self.supporting_refs),
            ("superseded-without-successor", self.status == "superseded" and not self.superseded_by),
            ("unknown-review-outcome", bool(outcome) and outcome not in REVIEW_OUTCOMES),
        )
        return tuple(word for word, holds in odd if holds)
