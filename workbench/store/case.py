"""A case: one thing that needs a person, with its evidence and the verdicts it allows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from workbench.store.detail import Detail
from workbench.store.snapshot import Address

NO_DATE: Final = "deferred"
"""Stands for the day where a case is left for later and none was named."""

CaseKind = Literal[
    "pending-cleanup",
    "stale",
    "conflict",
    "contradiction",
    "duplicate",
    "copies",
    "broken-supersede",
    "drift",
    "transition",
    "promotion",
    "unauthorized-rule",
    "withdrawal",
    "resurrection",
    "forget-request",
    "erasure",
    "unreadable",
]

RECONCILED: Final = frozenset({"conflict", "contradiction", "duplicate", "copies", "broken-supersede"})
"""Kinds in which records disagree with each other (§15.2)."""

VerdictName = Literal[
    "keep",
    "stale",
    "active",
    "supersede",
    "new-value",
    "merge",
    "cool",
    "defer",
    "current",
    "both",
    "none",
    "confirm",
    "open",
    "restore",
    "accept",
    "revert",
]

LEAVES_OPEN: Final = frozenset({"defer", "open"})
"""Verdicts that settle nothing: the case stays, marked as left, with a day or without one."""


@dataclass(frozen=True, slots=True)
class Target:
    """A record the case is about. ``digest`` is the SHA-256 of the bytes at ``address``.

    ``item_kind`` is the kind that an item says it is (§4); None for other records.
    """

    id: str | None
    key: str
    address: Address
    role: str
    status: str | None = field(repr=False)
    digest: str
    item_kind: str | None = None

    @property
    def path(self) -> str:
        """The file the record stands in."""
        return self.address.path

    @property
    def line(self) -> int:
        """The record's first line, from 1."""
        return self.address.line


@dataclass(frozen=True, slots=True)
class Evidence:
    """Something shown beside a case.

    ``withheld_by`` names the withdrawal that holds the text back; ``text`` is then empty.
    ``suggestion`` is True for what a finder picked: never a finding, never an authority.
    ``address`` and ``digest`` are None where nothing was found that the ref names.
    """

    role: str
    ref: str = field(repr=False)
    path: str | None
    line: int | None
    text: str = field(repr=False)
    why: str = field(default="", repr=False)
    suggestion: bool = False
    withheld_by: str | None = None
    address: Address | None = None
    digest: str | None = None
    key: str | None = None
    date: str | None = field(default=None, repr=False)
    kind: str | None = field(default=None, repr=False)
    status: str | None = field(default=None, repr=False)
    fields: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """Labels and values of what else an item says of itself; empty where it is held back."""
    also: str = field(default="", repr=False)
    """The lines of its bytes that nothing else here tells, as they stand; empty where it is held back."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A verdict a case offers: allowed or not, the rule that says no, and what it needs.

    ``needs`` names parameters: ``with``, ``value``, ``text``, ``status``, ``until``, ``topic``,
    ``subject``, ``condition``, ``evidence``.
    """

    verdict: VerdictName
    allowed: bool
    rule: str | None = None
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Facets:
    """What a case in a list can be found and sorted by, beside its title and its targets.

    A value that is not known is empty, and so is one that a withdrawal holds back (§15.2 rule 1).
    """

    subject: str = field(default="", repr=False)
    source: str = field(default="", repr=False)
    marked_by: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Case:
    """One thing that needs a person.

    ``facts`` are (label, value) pairs of trust metadata in display order, values as
    they stand. ``withheld_by`` names the withdrawal under which the target's own
    text is masked (§15.2 rule 1). ``read_only`` says why no verdict is offered.
    ``age_days`` counts from the mark where the log tells, else from the item's date.
    """

    id: str
    kind: CaseKind
    title: str = field(repr=False)
    targets: tuple[Target, ...]
    age_days: int | None = None
    age_from: Literal["mark", "date"] | None = None
    verdicts: tuple[Offer, ...] = ()
    evidence: tuple[Evidence, ...] = field(default=(), repr=False)
    facts: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    text: str = field(default="", repr=False)
    also: str = field(default="", repr=False)
    """The lines of the item that neither text nor facts tell, as they stand; empty where it is held back."""
    notes: tuple[str, ...] = field(default=(), repr=False)
    withheld_by: str | None = None
    deferred: str | None = None
    """The day until which it is left for later, or :data:`NO_DATE`; None where it is not."""
    read_only: str | None = None
    possible: bool = False
    """Whether a finder picked it by what the items say: never certain, and in no exit code (§15.2 rule 5)."""
    facets: Facets = field(default=Facets(), repr=False)
    """What filters and sorts of a list go by; there without opening the case."""
    detail: Detail | None = field(default=None, repr=False)
    """What a view of this kind of case needs beyond text and evidence; filled when the case is opened."""

    def offer(self, verdict: str) -> Offer | None:
        """The offer for a verdict, or None when this kind of case has no such verdict."""
        return next((offer for offer in self.verdicts if offer.verdict == verdict), None)
