"""Records of use, outcome and proposed change (§23)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator

from .ids import Prefix
from .record import OpenRecord, OptionalRef, Prose, Ref, Refs, Time, id_of
from .words import AttributionConfidence, FeedbackVerdict, ProposalStatus, TargetKind, UseRole, word_of


def _some(refs: tuple[str, ...]) -> tuple[str, ...]:
    if not refs:
        raise ValueError("names no item")
    return refs


ItemRefs = Annotated[Refs, AfterValidator(_some)]


class _Use(OpenRecord):
    """What a retrieval and a feedback event share. A role outside the set is kept as it stands."""

    task_id: Ref
    memory_item_ids: ItemRefs
    use_role: Ref

    @property
    def role(self) -> UseRole | None:
        """The role, or None if it is not of the suggested set (§23.2)."""
        return word_of(UseRole, self.use_role)


class RetrievalRecord(_Use):
    """Which items were retrieved for a task, and to be used as what (§23.2)."""

    retrieval_id: Annotated[str, AfterValidator(id_of(Prefix.RETRIEVAL))]
    retrieved_at: Time


class MetamemoryFeedback(_Use):
    """How an item took part in an action, as testimony (§23.2, §23.3)."""

    event_id: Annotated[str, AfterValidator(id_of(Prefix.FEEDBACK))]
    retrieval_ref: OptionalRef = None
    workspace_id: OptionalRef = None
    action_or_decision: Prose
    outcome: Prose
    verdict_scheme: Literal["intervention-outcome-v1"]
    verdict: FeedbackVerdict
    attribution_confidence_scheme: Literal["ordinal-confidence-v1"]
    attribution_confidence: AttributionConfidence
    evidence_refs: Refs = ()
    observed_at: Time


_TARGET_ALIASES = {"conventions": TargetKind.CONVENTION}


class PolicyProposal(OpenRecord):
    """A change that somebody proposes and nobody has thereby authorized (§17, §23.5)."""

    proposal_id: Annotated[str, AfterValidator(id_of(Prefix.POLICY))]
    target: Ref
    proposed_change: Prose
    supporting_refs: Refs = ()
    expected_benefit: Prose = ""
    risk: Prose = ""
    status: Ref

    @property
    def target_name(self) -> str:
        """What stands after the first colon of the target, or all of it."""
        kind, colon, name = self.target.partition(":")
        return name if colon else kind

    @property
    def target_kind(self) -> TargetKind | None:
        """What the proposal would change, or None if the target does not say so in a known word."""
        kind, colon, _ = self.target.partition(":")
        return (_TARGET_ALIASES.get(kind) or word_of(TargetKind, kind)) if colon else None

    @property
    def known_status(self) -> ProposalStatus | None:
        """The status, or None for a word that neither the protocol nor this workbench knows."""
        return word_of(ProposalStatus, self.status)

    def flags(self) -> tuple[str, ...]:
        """What is odd about the proposal, in rule words: it is shown, and no reason to hide it."""
        odd = (
            ("unknown-status", self.known_status is None),
            ("unknown-target", self.target_kind is None),
            ("no-supporting-refs", not self.supporting_refs),
        )
        return tuple(word for word, holds in odd if holds)
