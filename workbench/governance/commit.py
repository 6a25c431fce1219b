"""The one way in which anything is written: lock, re-check, record, then effects and log.

The decision file is the commit point. Whatever fails before it leaves nothing behind
and raises; whatever fails after it is an outcome with exit 7 that ``resume`` finishes.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace as altered
from pathlib import Path

from workbench.governance.canonical import sha256
from workbench.governance.effects import Progress, carry_out
from workbench.governance.files import check_writable, read_or_none
from workbench.governance.ledger import Ledger, read_ledger
from workbench.governance.leftovers import remove_empty
from workbench.governance.places import (
    BYTES,
    DECISIONS,
    GOVERNANCE,
    LOG,
    STORE,
    private_dir,
    reason_path,
    record_path,
    salt_path,
    store_bytes,
)
from workbench.governance.private import PrivateBytes, forget_bytes, make_private, write_bytes
from workbench.governance.recording import Draft, draft_of
from workbench.governance.records import HEADING
from workbench.governance.results import Outcome
from workbench.governance.resume import (
    check_store,
    finish_all,
    outcome_of,
    remember_finished,
    with_earlier,
)
from workbench.governance.reviewed import Once, check_effects, check_reviewed
from workbench.governance.rights import action_of, action_of_plan, authority
from workbench.governance.roster import read_roster
from workbench.store.binding import Binding
from workbench.store.decision import PlanContext, Prepared
from workbench.store.plan import Effect, Plan
from workbench.text import durable
from workbench.text.errors import StoreChanged, Unreadable, WorkbenchError
from workbench.text.visible import visible

NOTHING = "Nothing was recorded."


def commit(
    root: Path,
    binding: Binding,
    prepared: Prepared,
    *,
    private_home: Path,
    batch: Sequence[Sequence[Effect]] = (),
    replan: Callable[[], Plan] | None = None,
) -> Outcome:
    """Record a decision and carry it out; exit 0 when all of it is on disk, else 7.

    ``batch`` are the effects of decisions that were prepared together with this one and carried
    out before it: what they did to a record that was reviewed is no change by somebody else.
    ``replan`` makes the plan anew on the store as it is under the lock: withdrawals, other active
    rows and ids that came since are refused by the rules that refuse them in any plan.

    Raises, with nothing of this decision recorded:
        Refused: this person may not decide it (any more), or a file is of a kind nothing is written to.
        StoreChanged: what was reviewed, the roster or the ledger is not what it was.
        WriterBusy: another writer holds the store.
        IoFailed: the operating system said no.
    """
    with durable.WriterLock(root) as lock:
        ledger = read_ledger(root)
        _check_ledger(ledger, prepared)
        store_id = ledger.store_id or f"store-{secrets.token_hex(16)}"
        private = private_dir(private_home, store_id, root)
        earlier = finish_all(root, binding, ledger, private)
        try:
            draft = _checked(root, binding, ledger, prepared, store_id, batch)
            if replan is not None:
                _check_rules(replan(), prepared.plan)
            lock.check()
            doubt = _record(root, private, draft)
        except WorkbenchError as error:
            error.not_done = with_earlier(NOTHING, earlier)
            raise
        progress = Progress(problem=doubt) if doubt else _carry_out(root, binding, private, draft)
        done = outcome_of(draft.id, prepared.case_id, progress, "Recorded.")
        return altered(done, message=with_earlier(done.message, earlier))


def _check_rules(now: Plan, shown: Plan) -> None:
    """The rules hold on the store as it is now, and would bring about just what was shown."""
    if _changes(now) != _changes(shown):
        raise StoreChanged(
            "The store changed, and this verdict would bring about something else now.", not_done=NOTHING
        )


def _changes(plan: Plan) -> list[tuple[str, str, str, bytes, bytes]]:
    """What a plan does to records; a heading that another decision has made meanwhile is no difference."""
    return sorted(
        (one.path, one.op, one.record, one.before, one.after)
        for one in plan.effects
        if not one.record.startswith(HEADING)
    )


def _check_ledger(ledger: Ledger, prepared: Prepared) -> None:
    check_store(ledger)
    if prepared.store_id is not None and prepared.store_id != ledger.store_id:
        raise StoreChanged("This is another store than the one that was shown.", not_done=NOTHING)
    if prepared.id in ledger.used_ids:
        raise StoreChanged(f"{prepared.id} was taken by another decision meanwhile.", not_done=NOTHING)
    taken_back = prepared.supersedes
    if taken_back is not None and (taken_back not in ledger.by_id or taken_back in ledger.reverted):
        raise StoreChanged(f"{taken_back} is not there or was taken back already.", not_done=NOTHING)


def _checked(
    root: Path,
    binding: Binding,
    ledger: Ledger,
    prepared: Prepared,
    store_id: str,
    batch: Sequence[Sequence[Effect]],
) -> Draft:
    """Everything that can be known before writing, and the files to write."""
    read = Once(root)
    log = read(LOG)
    seen = check_reviewed(read, binding, prepared, batch)
    check_effects(read, binding, prepared.plan.effects)
    action = _check_authority(root, ledger, prepared)
    for path in (*prepared.plan.paths, LOG):
        check_writable(root, path)
    context = PlanContext(prepared.decided_at, prepared.actor, prepared.id, frozenset())
    entry = binding.log_entry(log or b"", prepared.plan, context)
    taken_back = ledger.by_id[prepared.supersedes].record if prepared.supersedes else None
    former = taken_back.targets if taken_back else ()
    return draft_of(prepared, store_id, action, ledger.heads, seen, entry, former)


def _check_authority(root: Path, ledger: Ledger, prepared: Prepared) -> str:
    taken_back = ledger.by_id[prepared.supersedes].record if prepared.supersedes else None
    action = action_of(prepared.verdict.name, taken_back.action if taken_back else None, prepared.case_kind)
    action = action_of_plan(action, prepared.plan)
    now = authority(read_roster(root), prepared.actor, action)
    if now != prepared.authority:
        raise StoreChanged("governance/roster.yaml changed since the plan was made.", not_done=NOTHING)
    return action


def _record(root: Path, private: Path, draft: Draft) -> WorkbenchError | None:
    """Make the decision durable. On a failure everything made for it is taken away again.

    Answers the error when the record stands nevertheless, because it could not be taken away:
    then it counts, and no effect may follow before it is known to be on disk.
    """
    folders = (root / DECISIONS, root / GOVERNANCE, private / BYTES, private)
    new = [folder for folder in folders if not folder.is_dir()]
    undo: list[Callable[[], object]] = [lambda: remove_empty(*new)]
    named = store_bytes(draft.record.store_id)
    try:
        make_private(private)  # before the store is named: by this folder resume knows who named it
        durable.make_dirs(root / DECISIONS, beneath=root)
        if _create(root, STORE, named):
            undo.append(lambda: durable.remove(root, STORE, named))
        undo.append(lambda: forget_bytes(private, draft.id))
        write_bytes(private, PrivateBytes(draft.id, sha256(draft.data), draft.effects, draft.log))
        undo.append(lambda: durable.remove(root, salt_path(draft.id), draft.salt))
        _create(root, salt_path(draft.id), draft.salt)
        undo.append(lambda: durable.remove(root, reason_path(draft.id), draft.reason))
        _create(root, reason_path(draft.id), draft.reason)
        _create(root, record_path(draft.id), draft.data)
    except BaseException as error:
        if not _stands(root, draft):
            _undo(undo)
        elif isinstance(error, WorkbenchError):
            return error
        raise
    return None


def _stands(root: Path, draft: Draft) -> bool:
    """Whether the record is in the ledger, or might be."""
    try:
        return read_or_none(root, record_path(draft.id)) == draft.data
    except Unreadable:
        return True


def _undo(steps: list[Callable[[], object]]) -> None:
    """Take away what was made, last first. Where one cannot be, ``resume`` knows it by the rest."""
    with suppress(WorkbenchError, OSError):
        for step in reversed(steps):
            step()


def _create(root: Path, path: str, data: bytes) -> bool:
    target = root / path
    try:
        return durable.create(target.parent, target.name, data, beneath=root)
    except FileExistsError:
        raise StoreChanged(f"{visible(path)} was made by another program.", not_done=NOTHING) from None


def _carry_out(root: Path, binding: Binding, private: Path, draft: Draft) -> Progress:
    progress = carry_out(root, binding, draft.id, draft.effects, draft.log)
    if progress.problem is None:
        remember_finished(private, {**draft.heads, draft.id: sha256(draft.data)}, draft.id, progress)
    return progress
