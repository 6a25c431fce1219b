"""A decision turned into the files that hold it, all bytes known before any is written."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from workbench.governance.canonical import salted, sha256
from workbench.governance.ledger import Entry
from workbench.governance.records import (
    AuthorityRef,
    DecisionRecord,
    EffectRef,
    Params,
    ReviewedRef,
    TargetRef,
    alias,
    case_alias,
    encode,
    hidden,
    id_alias,
    is_plain,
    record_alias,
    ref_alias,
)
from workbench.governance.states import effect_digest
from workbench.protocol.dates import utc_text
from workbench.store.decision import Prepared, Verdict
from workbench.store.plan import Effect, Plan, Reviewed
from workbench.text.errors import Refused, Unreadable

TARGET_ROLES = frozenset({"target", "item", "row", "index"})
"""Roles of reviewed records that a case is about; where none has one, it is about the first."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A decision ready to be made durable. ``heads`` are the ledger heads it follows (id → digest)."""

    record: DecisionRecord
    data: bytes = field(repr=False)
    salt: bytes = field(repr=False)
    reason: bytes = field(repr=False)
    effects: tuple[Effect, ...] = field(repr=False)
    log: bytes = field(repr=False)
    heads: Mapping[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The decision id."""
        return self.record.id


def draft_of(
    prepared: Prepared,
    store_id: str,
    action: str,
    heads: Sequence[Entry],
    seen: Sequence[bytes],
    log: bytes,
    former: tuple[TargetRef, ...] = (),
) -> Draft:
    """The files of a decision under a fresh salt; ``seen`` are the bytes of each reviewed record.

    ``former`` are the targets of the decision that this one takes back: they are its own.

    Raises:
        Refused: the reason is no text, something else does not fit a record, or the record
            would be too long to be read again.
    """
    salt = secrets.token_hex(32).encode("ascii") + b"\n"
    reason = _reason(prepared.reason)
    digests = {head.id: head.digest for head in heads if head.digest}
    try:
        record = _record(prepared, store_id, action, salt, reason, seen, log, digests.values(), former)
    except ValueError:  # of utc_text, and of the model
        raise Refused(
            "Something of this decision cannot stand in a record.",
            rule="a decision record holds ids, tokens, dates and digests",
            not_done="Nothing was recorded.",
        ) from None
    try:
        data = encode(record)
    except Unreadable:
        raise Refused(
            "More records were reviewed than one decision can carry.",
            rule="a decision record has at most 64 KiB",
            not_done="Nothing was recorded.",
            next="Decide fewer at once.",
        ) from None
    return Draft(record, data, salt, reason, prepared.plan.effects, log, digests)


def _record(
    prepared: Prepared,
    store_id: str,
    action: str,
    salt: bytes,
    reason: bytes,
    seen: Sequence[bytes],
    log: bytes,
    prev: Iterable[str],
    former: tuple[TargetRef, ...],
) -> DecisionRecord:
    plan = prepared.plan
    return DecisionRecord(
        id=prepared.id,
        store_id=store_id,
        action=action,
        verdict=prepared.verdict.name,
        params=_params(salt, prepared.verdict, plan),
        case=case_alias(salt, prepared.case_id),
        targets=former or tuple(_target(salt, entry) for entry in _targets(plan.reviewed)),
        reviewed=tuple(_reviewed(salt, *pair) for pair in zip(plan.reviewed, seen, strict=True)),
        effects=tuple(_effect(salt, effect) for effect in plan.effects),
        log=salted(salt, log),
        decided_by=prepared.actor.name,
        claimed=prepared.actor.claimed,
        at_terminal=prepared.actor.at_terminal,
        authority=AuthorityRef(rule=prepared.authority.rule, roster=prepared.authority.roster_digest),
        decided_at=utc_text(prepared.decided_at),
        supersedes=prepared.supersedes,
        prev=tuple(sorted(prev)),
        executor=prepared.actor.name,
        expires_at=None,
        salt_digest=sha256(salt),
        reason_digest=salted(salt, reason),
    )


def _params(salt: bytes, verdict: Verdict, plan: Plan) -> Params:
    def plain(text: str | None) -> str | None:
        return None if text is None else alias(salt, text)

    ids = tuple(id_alias(salt, name) for name in verdict.with_ids)
    return Params(
        with_ids=ids,
        status=plain(verdict.status),
        until=verdict.until,
        topic=plain(verdict.topic),
        evidence=tuple(_evidence(salt, ref) for ref in dict.fromkeys(verdict.evidence)),
        basis=next((said for event in plan.log for key, said in event.fields if key == "basis"), None),
    )


def _evidence(salt: bytes, ref: str) -> str:
    """The id of an item as it is, of a passage the file, its anchor hidden (§9)."""
    path, mark, anchor = ref.partition("#")
    if mark and is_plain(path):
        return f"{path}#{hidden(salt, anchor)}"
    return id_alias(salt, ref)


def _targets(reviewed: Sequence[Reviewed]) -> Sequence[Reviewed]:
    return [entry for entry in reviewed if entry.role in TARGET_ROLES] or reviewed[:1]


def _target(salt: bytes, entry: Reviewed) -> TargetRef:
    return TargetRef(ref=_ref(salt, entry), path=alias(salt, entry.address.path))


def _reviewed(salt: bytes, entry: Reviewed, data: bytes) -> ReviewedRef:
    return ReviewedRef(
        ref=_ref(salt, entry),
        path=alias(salt, entry.address.path),
        role=entry.role.replace(" ", "-"),
        seen=entry.seen,
        digest=salted(salt, data),
    )


def _ref(salt: bytes, entry: Reviewed) -> str:
    return ref_alias(salt, entry.ref, entry.address.path, entry.address.line)


def _effect(salt: bytes, effect: Effect) -> EffectRef:
    return EffectRef(
        op=effect.op,
        path=alias(salt, effect.path),
        record=record_alias(salt, effect.record),
        ordinal=effect.ordinal,
        before=effect_digest(salt, effect.before),
        after=effect_digest(salt, effect.after),
    )


def _reason(text: str) -> bytes:
    try:
        return text.encode("utf-8") + b"\n"
    except UnicodeEncodeError:
        raise Refused(
            "The reason holds bytes that are no text.",
            rule="a reason is UTF-8 text",
            not_done="Nothing was recorded.",
        ) from None
