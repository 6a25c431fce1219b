"""A store, a person and decisions on it, for the tests of this folder."""

from __future__ import annotations

import datetime as dt
import hashlib
from dataclasses import replace
from pathlib import Path

from workbench.bindings.filesystem import binding
from workbench.governance.commit import commit
from workbench.governance.ledger import next_decision_id, read_ledger
from workbench.governance.results import Outcome
from workbench.governance.rights import action_of, authority
from workbench.governance.roster import read_roster
from workbench.protocol.log import log_event
from workbench.store.case import Case, Target
from workbench.store.decision import Actor, PlanContext, Prepared, Verdict
from workbench.store.plan import Plan, Reviewed
from workbench.store.snapshot import Found, Row, Snapshot

ADA = Actor("user:ada", "flag", False)
NOW = dt.datetime(2026, 11, 30, 10, 0, tzinfo=dt.UTC)
CACHE = "mem-2026-07-02-002"  # pending-cleanup, in its topic and in the index
HIDES = "mem-2026-08-01-003"
EXPORT = "mem-2026-08-01-002"
GATEWAY = "mem-2026-08-01-001"
INBOX_GATEWAY = "mem-2026-08-12-001"


def load(root: Path) -> Snapshot:
    return binding.load(Found("filesystem", root, root.parent))


def prepare(
    root: Path, key: str, verdict: Verdict, actor: Actor = ADA, *, reason: str = "It still holds.",
    now: dt.datetime = NOW,
) -> Prepared:  # fmt: skip
    """A decision on one item, planned by the real binding on the store as it is now."""
    snapshot, ledger = load(root), read_ledger(root)
    rows = [row for row in snapshot.rows_by_key[key] if row.place != "archive"]
    used = frozenset(row.key for row in snapshot.rows)
    context = PlanContext(now, actor, next_decision_id(ledger.used_ids, now), used)
    digests = [digest(snapshot, row) for row in rows]
    targets = tuple(
        Target(row.id, row.key, row.address, "target", row.status, found)
        for row, found in zip(rows, digests, strict=True)
    )
    case = Case(f"pending-cleanup:{key}", "pending-cleanup", key, targets)
    plan = binding.plan(snapshot, case, verdict, context)
    seen = tuple(
        Reviewed(key, row.key, row.address, found, "target", row.ordinal)
        for row, found in zip(rows, digests, strict=True)
    )
    return prepared_of(root, context, case.id, verdict, replace(plan, reviewed=seen), reason)


def prepare_revert(root: Path, private: Path, decision: str) -> Prepared:
    """The decision that takes another back, from the bytes kept here."""
    from workbench.governance.private import kept_decisions, read_bytes

    snapshot, ledger = load(root), read_ledger(root)
    context = PlanContext(NOW, ADA, next_decision_id(ledger.used_ids, NOW), frozenset())
    kept = read_bytes(private, decision)
    assert kept is not None
    others = [read_bytes(private, other) for other in kept_decisions(private) if other != decision]
    earlier = [effect for other in others if other for effect in other.effects]
    plan = binding.revert(snapshot, kept.effects, context, earlier)
    fields = [("verdict", "revert")]
    event = log_event(NOW, "review", ids=[decision], fields=fields, by=ADA.name, decision=context.decision_id)
    plan = replace(plan, log=(event,))
    record = ledger.by_id[decision].record
    assert record is not None
    prepared = prepared_of(root, context, record.case, Verdict("revert"), plan, "A mistake.", record.action)
    return replace(prepared, supersedes=decision)


def prepared_of(
    root: Path, context: PlanContext, case: str, verdict: Verdict, plan: Plan, reason: str,
    reverted: str | None = None,
) -> Prepared:  # fmt: skip
    return Prepared(
        id=context.decision_id,
        store_id=read_ledger(root).store_id,
        case_id=case,
        case_kind="pending-cleanup",
        verdict=verdict,
        actor=context.actor,
        authority=authority(read_roster(root), context.actor, action_of(verdict.name, reverted)),
        reason=reason,
        decided_at=context.now,
        plan=plan,
    )


def decide(root: Path, home: Path, key: str, verdict: Verdict) -> Outcome:
    return commit(root, binding, prepare(root, key, verdict), private_home=home)


def digest(snapshot: Snapshot, row: Row) -> str:
    return hashlib.sha256(snapshot.span(row.address)).hexdigest()
