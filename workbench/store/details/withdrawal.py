"""Control records of one scope as a chain, and what follows from them (§12.2)."""

from __future__ import annotations

from dataclasses import dataclass, field

from workbench.store.detail import Detail

Refs = tuple[tuple[str, tuple[str, ...]], ...]
"""Selectors by category of the scope, in the order of the protocol."""


@dataclass(frozen=True, slots=True)
class ControlLink:
    """One control record. Values are as they stand; None where the record does not say.

    ``depth`` counts the forks between it and the beginning of its chain. ``places`` are
    all places in which the same record is held. ``is_head`` marks one that no later record
    of its scope supersedes, ``same_scope`` one of exactly the scope that waits.
    ``joint`` says how it hangs on the record before it.
    """

    name: str
    depth: int
    joint: str
    action: str | None
    effect: str | None = field(repr=False)
    scope: Refs = field(repr=False)
    supersedes: str | None = field(repr=False)
    decided_by: str | None = field(repr=False)
    decided_at: str | None = field(repr=False)
    reason: str = field(repr=False)
    places: tuple[str, ...]
    is_head: bool
    same_scope: bool
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExcludedItem:
    """An item that is excluded because of these records: by name, never by text.

    ``also_by`` names another withdrawal that excludes it as well, or would without these.
    """

    name: str
    places: tuple[str, ...]
    why: str
    also_by: str | None = None


@dataclass(frozen=True, slots=True)
class ExcludedRef:
    """An archive passage, a source or a run that the scope names, and where it was found."""

    category: str
    ref: str = field(repr=False)
    found: str


@dataclass(frozen=True, slots=True)
class WithdrawalDetail(Detail):
    """What one unresolved scope rests on, and what it comes to meanwhile.

    ``chain`` is in causal order, oldest first; times decide nothing. ``waits`` says in plain
    words why no one order follows from the records.
    """

    name: str
    chain: tuple[ControlLink, ...]
    waits: tuple[str, ...]
    settled_by: str
    items: tuple[ExcludedItem, ...]
    refs: tuple[ExcludedRef, ...]
