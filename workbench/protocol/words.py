"""The closed vocabularies of memory@0.2.0, and the words this workbench adds to them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, TypeVar

Word = TypeVar("Word", bound=StrEnum)


def word_of(vocabulary: type[Word], text: str) -> Word | None:
    """The word of `vocabulary` that `text` is, letter for letter, or None. Tokens are not prose (§9)."""
    try:
        return vocabulary(text)
    except ValueError:
        return None


class Kind(StrEnum):
    """What an item is (§4): `state` may be superseded, `knowledge` is additive."""

    STATE = "state"
    KNOWLEDGE = "knowledge"


class Status(StrEnum):
    """Where an item of the store stands (§9). Withdrawal is no Status (§12.2)."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    STALE = "stale"
    PENDING_CLEANUP = "pending-cleanup"


class Scope(StrEnum):
    """How far an item reaches (§9)."""

    GLOBAL = "global"
    PROJECT = "project"
    ENVIRONMENT = "environment"
    WORKFLOW = "workflow"
    USER_PREFERENCE = "user preference"


class Confidence(StrEnum):
    """`epistemic-status-v1` (§9), declared from the weakest to the strongest."""

    UNKNOWN = "unknown"
    INFERRED = "inferred"
    OBSERVED_ONCE = "observed-once"
    CONFIRMED = "confirmed"


CONFIDENCE_SCHEME: Final = "epistemic-status-v1"
ORDINAL_SCHEME: Final = "ordinal-confidence-v1"
VERDICT_SCHEME: Final = "intervention-outcome-v1"


def weakest(claims: Iterable[Confidence | None]) -> Confidence | None:
    """The weakest of several claims; None if one makes no claim, or if there are none."""
    ranks = list(Confidence)
    found = list(claims)
    known = [claim for claim in found if claim is not None]
    return min(known, key=ranks.index) if known and len(known) == len(found) else None


class Place(StrEnum):
    """Where in a store an item stands."""

    INBOX = "inbox"
    TOPIC = "topic"
    HISTORICAL = "historical"
    INDEX = "index"
    ARCHIVE = "archive"


PLACES: Final = frozenset(Place)
STORED_PLACES: Final = frozenset({Place.TOPIC, Place.HISTORICAL, Place.INDEX})
"""Places where Status must be written out (§9)."""


class Form(StrEnum):
    """Which of the grammars of §9 an item is written in."""

    INBOX = "inbox"
    STRUCTURED = "structured"
    LEGACY = "legacy"


class UseRole(StrEnum):
    """How a retrieved item took part in an action (§23.2)."""

    BACKGROUND = "background"
    ACTION_PREMISE = "action-premise"
    CONSTRAINT = "constraint"
    ANALOGY = "analogy"
    CONFLICT_SOURCE = "conflict-source"
    VERIFICATION_TARGET = "verification-target"


class FeedbackVerdict(StrEnum):
    """`intervention-outcome-v1` (§23.2)."""

    HELPFUL = "helpful"
    MISLEADING = "misleading"
    NEUTRAL = "neutral"
    UNKNOWN = "unknown"


class AttributionConfidence(StrEnum):
    """`ordinal-confidence-v1` (§23.6)."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class HolderOutcome(StrEnum):
    """What became of one holder in an erasure (§12.3)."""

    COMPLETED = "completed"
    PARTIALLY_COMPLETED = "partially-completed"
    UNEVALUATED = "unevaluated"


class ControlAction(StrEnum):
    """What a control event does (§12.2)."""

    WITHDRAW = "withdraw"
    REINSTATE = "reinstate"


class ControlEffect(StrEnum):
    """The effect of a control event (§12.2)."""

    EXCLUDE = "exclude-from-influence"
    RESTORE = "restore-eligibility"


EFFECT_OF: Final = {
    ControlAction.WITHDRAW: ControlEffect.EXCLUDE,
    ControlAction.REINSTATE: ControlEffect.RESTORE,
}
"""The only pairings of action and effect that §12.2 knows."""


class ProposalStatus(StrEnum):
    """Where a proposal stands. §23.5 names only `pending-review`; the rest are this workbench's."""

    PENDING_REVIEW = "pending-review"
    APPROVED = "approved"
    REJECTED = "rejected"
    CHANGES_REQUESTED = "changes-requested"
    REVOKED = "revoked"
    WITHDRAWN = "withdrawn"


class TargetKind(StrEnum):
    """What a proposal would change (§17, §23.4, §23.5): the word before the colon of its target."""

    CONVENTION = "convention"
    STEERING = "steering"
    RETRIEVAL_TRIGGER = "retrieval-trigger"
    CAPTURE_RULE = "capture-rule"
    VERIFICATION_RULE = "verification-rule"


class HypothesisStatus(StrEnum):
    """Where an auto-walk hypothesis stands."""

    ACTIVE = "active"
    MUTED = "muted"
    DISCHARGED = "discharged"
    REJECTED = "rejected"
    ARCHIVED = "archived"
    SUPERSEDED = "superseded"
    NOTEWORTHY = "rejected-but-noteworthy"


class RecordType(StrEnum):
    """Every record that a YAML mapping can be."""

    WITHDRAWAL = "withdrawal-control-v1"
    ERASURE = "erasure-tombstone-v1"
    RECEIPT = "surface-receipt-v1"
    RETRIEVAL = "retrieval_record"
    FEEDBACK = "metamemory_feedback"
    PROPOSAL = "policy_proposal"
    HYPOTHESIS = "hypothesis"


PROTOCOL_EVENTS: Final = frozenset(
    (
        *("bootstrap", "archive", "archive-skip", "autodream", "autodream-skip"),
        *("supersede", "cool", "merge", "pending-cleanup", "review", "cleanup", "manual-correction"),
        *("withdraw", "reinstate", "erase"),
    )
)
"""Event words of the operation log in §7.1 and §8."""

OWN_EVENTS: Final = frozenset({"promote", "revoke", "reconcile", "mend", "defer"})
"""Event words that this workbench adds."""

LOG_EVENTS: Final = PROTOCOL_EVENTS | OWN_EVENTS

LEGACY_MARKERS: Final = ("[待清理]", "[待确认]")
"""Prose markers of stores older than the Status token (§16): "to clean up" and "to confirm"."""

LEGACY_STATUS_WORDS: Final = frozenset({"pending-confirmation", "待清理", "待确认", *LEGACY_MARKERS})
