"""The JSON objects of the contract: exactly its keys, values raw (``emit`` escapes them)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.desk.conflicts import ConflictView, NearView
    from workbench.desk.views import (
        DecisionView,
        FileDiff,
        HistoryView,
        LedgerEntry,
        Outcome,
        PlanWas,
        RecordView,
        StoreView,
        VerifyFinding,
        VerifyReport,
    )
    from workbench.store.case import Case, Evidence
    from workbench.store.decision import Prepared
    from workbench.store.details.conflict import ConflictRow
    from workbench.text.errors import WorkbenchError
    from workbench.text.filesystems import Ground

Json = dict[str, Any]


def store_object(store: StoreView) -> Json:
    """``store``: the open store."""
    return {
        "root": str(store.root),
        "id": store.id,
        "binding": store.binding,
        "ledger": store.ledger,
        "capabilities": [
            {"name": one.name, "present": one.present, "reason": one.reason} for one in store.capabilities
        ],
        "items": store.items,
        "unfinished": list(store.unfinished),
        "weak": weak_object(store),
    }


def weak_object(store: StoreView) -> Json | None:
    """``weak``: what the file systems of store and data do not keep, or null where they keep everything."""
    if not store.weak:
        return None
    ground, data = store.ground, store.data
    promise = ground.promise or (data.promise if data else "")
    beside = {**_lacking(data), "promise": data.promise} if data else None
    return {**_lacking(ground), "promise": promise, "words": store.weak, "data": beside}


def _lacking(ground: Ground) -> Json:
    return {"file_system": ground.kind, "lacks": [str(lack) for lack in ground.lacks]}


def case_object(case: Case) -> Json:
    """``case``: one thing that needs a person."""
    return {
        "id": case.id,
        "kind": case.kind,
        "title": case.title,
        "targets": [
            {"id": one.id, "path": one.path, "line": one.line, "role": one.role, "status": one.status}
            for one in case.targets
        ],
        "possible": case.possible,
        "age_days": case.age_days,
        "age_from": case.age_from,
        "verdicts": [
            {"verdict": one.verdict, "allowed": one.allowed, "rule": one.rule, "needs": list(one.needs)}
            for one in case.verdicts
        ],
        "evidence": [_evidence_object(one) for one in case.evidence],
    }


def conflict_object(one: ConflictView) -> Json:
    """One conflict with its rows; nothing of a withdrawn row but where it stands and what holds it back."""
    return {
        "case": one.case,
        "kind": one.kind,
        "subject": one.subject or None,
        "rows": [_row_object(row, one.in_force) for row in one.rows],
        "in_force": one.in_force,
        "sentence": one.sentence,
        "text": one.text,
        "possible": one.possible,
        "why": one.why,
        "connected_by": one.connected_by,
        "broken": [
            {"finding": found.name, "constraint": found.constraint, "message": found.message}
            for found in one.findings
        ],
        "differs": [{"field": field.name, "values": list(field.values)} for field in one.differing],
        "deferred": one.deferred,
        "read_only": one.read_only,
    }


def _row_object(row: ConflictRow, in_force: str | None) -> Json:
    withheld = row.withheld_by is not None
    return {
        "id": row.id,
        "key": row.key,
        "path": row.path,
        "line": row.line,
        "date": row.date,
        "kind": row.kind,
        "status": row.status,
        "source": row.source,
        "standing": row.standing,
        "in_force": row.key == in_force,
        "superseded_by": row.superseded_by,
        "text": None if withheld else row.text,
        "withheld_by": row.withheld_by,
    }


def near_object(near: NearView) -> Json:
    """Two subjects that look alike."""
    return {
        "subject": near.subject,
        "other": near.other.subject,
        "why": near.other.why,
        "refs": list(near.other.refs),
    }


def case_facts(case: Case) -> Json:
    """What a screen puts before the evidence of one case; it stands beside ``case``."""
    return {
        "facts": [list(fact) for fact in case.facts],
        "also": case.also,
        "notes": list(case.notes),
        "withheld_by": case.withheld_by,
    }


def _evidence_object(one: Evidence) -> Json:
    """Evidence; of a text that is held back, ``why`` says by which withdrawal."""
    held = f"withdrawn by {one.withheld_by}" if one.withheld_by and one.withheld_by not in one.why else ""
    return {
        "role": one.role,
        "ref": one.ref,
        "path": one.path,
        "line": one.line,
        "text": one.text,
        "why": "; ".join(part for part in (one.why, held) if part),
        "suggestion": one.suggestion,
        "fields": [list(pair) for pair in one.fields],
        "also": one.also,
    }


def history_object(told: HistoryView) -> Json:
    """``history``: commits newest first, the one the lines come from at the head; why not, else null."""
    commits = [{"commit": commit, "author": author, "date": date} for commit, author, date in told.commits]
    return {"commits": commits, "problem": told.problem}


def unreadable_objects(unreadable: Iterable[tuple[str, str]]) -> list[Json]:
    """``unreadable``: the files that could not be read, each with its reason."""
    return [{"path": path, "reason": reason} for path, reason in unreadable]


def planned_object(prepared: Prepared) -> Json:
    """A decision of a dry run: nothing of it is recorded."""
    effects = [{"path": one.path, "op": one.op, "state": "planned"} for one in prepared.plan.effects]
    return {"id": prepared.id, "case": prepared.case_id, "effects": effects, "exit": 0}


def decided_object(outcome: Outcome) -> Json:
    """A decision and what became of it."""
    effects = [{"path": path, "op": op, "state": state} for path, op, state in outcome.effects]
    return {"id": outcome.id, "case": outcome.case, "effects": effects, "exit": outcome.exit}


def failed_object(case_id: str, failure: WorkbenchError) -> Json:
    """A case of a batch for which nothing was recorded."""
    return {"id": None, "case": case_id, "effects": [], "exit": failure.exit_code, "error": failure.as_dict()}


def ledger_object(entry: LedgerEntry) -> Json:
    """One decision of the ledger."""
    return {
        "id": entry.id,
        "decided_at": entry.decided_at,
        "decided_by": entry.decided_by,
        "claimed": entry.claimed,
        "verdict": entry.verdict,
        "case": entry.case,
        "targets": list(entry.targets),
        "reason": entry.reason,
        "reason_withheld_by": entry.reason_withheld_by,
        "reverted_by": entry.reverted_by,
        "state": entry.state,
        "problem": entry.problem,
    }


def record_object(record: RecordView) -> Json:
    """One record of any kind, read-only."""
    return {
        "kind": record.kind,
        "id": record.id,
        "path": record.path,
        "line": record.line,
        "summary": record.summary,
        "facts": [list(fact) for fact in record.facts],
        "text": record.text,
        "problem": record.problem,
        "withheld_by": record.withheld_by,
    }


def verify_object(report: VerifyReport) -> Json:
    """What holds and what does not."""
    return {"ok": report.ok, "checked": report.checked, "findings": finding_objects(report.findings)}


def finding_objects(findings: Iterable[VerifyFinding]) -> list[Json]:
    """``findings`` of a verification."""
    return [
        {"decision": one.decision, "check": one.check, "failed": one.failed, "message": one.message}
        for one in findings
    ]


def decision_object(view: DecisionView) -> Json:
    """``decision``: one decision in full, its names resolved as far as the store tells."""
    return {
        "takes_back": view.takes_back,
        "at_terminal": view.at_terminal,
        "authority": view.rule,
        "roster": view.roster,
        "executor": view.executor,
        "given": dict(view.given),
        "targets": [{"ref": ref, "path": path} for ref, path in view.targets],
        "reviewed": [
            {"ref": one.ref, "path": one.path, "role": one.role, "seen": one.seen} for one in view.reviewed
        ],
        "effects": [
            {"op": one.op, "path": one.path, "record": one.record, "now": one.trace} for one in view.effects
        ],
    }


def plan_object(was: PlanWas) -> Json:
    """``plan``: the plan of a decision as it was; ``files`` is null where its bytes cannot be had."""
    preview = was.preview
    return {
        "origin": was.origin,
        "words": was.words,
        "files": None if preview is None else [_diff_object(diff) for diff in preview.files],
        "log": None if preview is None else list(preview.log_lines),
    }


def _diff_object(diff: FileDiff) -> Json:
    rows = [{"sign": row.sign, "old": row.old, "new": row.new, "text": row.text} for row in diff.rows]
    return {"path": diff.path, "added": diff.added, "removed": diff.removed, "rows": rows}
