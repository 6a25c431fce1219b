"""The control record that takes a bounded scope out of influence, or lets it back (§12.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, BeforeValidator, model_validator

from .ids import Prefix
from .record import Prose, Record, Ref, Refs, Time, blank_is_none, id_of
from .words import EFFECT_OF, ControlAction, ControlEffect

CATEGORIES: Final = ("memory_item_ids", "archive_refs", "source_or_run_refs")
"""The selector categories; a scope is the union of what they name."""

WithdrawalId = Annotated[str, AfterValidator(id_of(Prefix.WITHDRAWAL))]
NormalScope = Mapping[str, frozenset[str]]


class WithdrawalScope(Record):
    """What a control event selects. At least one selector is not empty."""

    memory_item_ids: Refs = ()
    archive_refs: Refs = ()
    source_or_run_refs: Refs = ()

    @model_validator(mode="after")
    def _bounded(self) -> Self:
        if not self.normal():
            raise ValueError("selects nothing")
        return self

    def normal(self) -> dict[str, frozenset[str]]:
        """The set of each category; an empty one is absent, order and repeats are gone."""
        sets = {name: frozenset(getattr(self, name)) for name in CATEGORIES}
        return {name: refs for name, refs in sets.items() if refs}


class WithdrawalRecord(Record):
    """One control event. Records are only ever added; the chain of `supersedes` orders them."""

    withdrawal_id: WithdrawalId
    record_type: Literal["withdrawal-control-v1"]
    action: ControlAction
    scope: WithdrawalScope
    reason: Prose = ""
    decided_by: Ref
    decided_at: Time
    effect: ControlEffect
    supersedes: Annotated[WithdrawalId | None, BeforeValidator(blank_is_none)] = None

    @model_validator(mode="after")
    def _coherent(self) -> Self:
        if EFFECT_OF[self.action] is not self.effect:
            raise ValueError("action and effect do not belong together")
        if self.action is ControlAction.REINSTATE and self.supersedes is None:
            raise ValueError("reinstate has to name in supersedes the withdrawal it lifts")
        if self.supersedes == self.withdrawal_id:
            raise ValueError("supersedes names the record itself")
        return self

    @property
    def normal_scope(self) -> dict[str, frozenset[str]]:
        """The scope by which records are compared."""
        return self.scope.normal()

    def same_scope(self, other: WithdrawalRecord) -> bool:
        """Whether both have the same exact scope: equal categories, equal sets."""
        return self.normal_scope == other.normal_scope


def salvage_scope(mapping: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    """Every selector that a malformed control record still names, empty if none.

    For failing closed only: what a record that cannot be trusted may have meant to exclude.
    """
    scope = mapping.get("scope")
    if not isinstance(scope, Mapping):
        return {}
    found = {name: _strings(scope.get(name)) for name in CATEGORIES}
    return {name: refs for name, refs in found.items() if refs}


def _strings(value: object) -> frozenset[str]:
    parts = value if isinstance(value, list | tuple) else [value]
    return frozenset(part.strip() for part in parts if isinstance(part, str) and part.strip())
