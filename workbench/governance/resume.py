"""What is recorded and not carried out is carried out, under the lock, with every digest checked again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace as altered
from pathlib import Path, PurePosixPath
from typing import Final

from workbench.governance.effects import Progress, after_effects, carry_out, close_hole, names_decision
from workbench.governance.files import base_of, read_or_none
from workbench.governance.ledger import Entry, Ledger, read_ledger
from workbench.governance.names import stands_for
from workbench.governance.places import (
    BYTES,
    DECISIONS,
    GOVERNANCE,
    HEADS,
    LOG,
    REASON_SUFFIX,
    SALT_SUFFIX,
    STORE,
    private_dir,
    reason_path,
    record_path,
    salt_path,
    store_bytes,
)
from workbench.governance.private import (
    BEGUN_ANEW,
    PrivateBytes,
    forget_bytes,
    kept_decisions,
    read_bytes,
    read_heads,
    remember,
)
from workbench.governance.records import HEADING
from workbench.governance.results import Outcome, sentence
from workbench.governance.states import decisions_in, effect_digest, kept_of, seen_heads, states
from workbench.store.binding import Binding
from workbench.store.plan import Effect
from workbench.text import durable
from workbench.text.errors import IoFailed, Refused, StoreChanged, Unreadable, WorkbenchError
from workbench.text.staging import settle
from workbench.text.visible import visible

_FOLDERS: Final = ("", "topics", GOVERNANCE, DECISIONS)
"""Where writes of ours may have left a temp, beside the folders that effects name."""

_RECENT: Final = 32
"""How many decisions back a temp that was left is looked for."""


def resume(root: Path, binding: Binding, *, private_home: Path) -> tuple[Outcome, ...]:
    """Finish what is outstanding, oldest first, and clear away what interrupted writes left.

    A second run finds nothing to do and changes nothing. Temps that hold what another
    program wrote are kept beside and named in a message.

    Raises:
        WriterBusy: another writer holds the store.
        Refused: the ledger cannot be told (see :func:`check_store`), or the data folder lies
            inside the memory root.
        IoFailed: the store cannot be locked, or what was left cannot be cleared away.
    """
    with durable.WriterLock(root):
        ledger = read_ledger(root)
        check_store(ledger)
        if ledger.store_id is None:
            durable.clear_temps(root, (GOVERNANCE, DECISIONS), ())
            remove_empty(root / DECISIONS, root / GOVERNANCE)
            return ()
        private = private_dir(private_home, ledger.store_id, root)
        outcomes = finish_all(root, binding, ledger, private)
        kept = _clear(root, binding, ledger, private)
        return (*outcomes, _kept_outcome(kept)) if kept else outcomes


def check_store(ledger: Ledger) -> None:
    """Refuse a ledger whose store or whose decisions cannot be told.

    Raises:
        Refused: ``store.yaml`` does not read, or is gone while decisions are there; or the
            decisions cannot be listed, or are gone while a store is named.
    """
    problem = ledger.problem
    if problem is not None:
        raise Refused(
            f"The ledger cannot be used: {problem}.",
            rule="a decision belongs to one store and follows its ledger",
            not_done="Nothing was recorded.",
            next="Run `workbench verify`.",
        )


def remove_empty(*folders: Path) -> None:
    """Remove folders that hold nothing; the others stay."""
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()


def finish_all(root: Path, binding: Binding, ledger: Ledger, private: Path) -> tuple[Outcome, ...]:
    """Carry out every unfinished decision of the ledger. The caller holds the lock.

    An outcome without an id tells what a person must know beside.
    """
    found = states(ledger, root, binding, private)
    outcomes = [
        _finish(root, binding, ledger, entry, private)
        for entry in ledger.entries
        if found[entry.id] == "unfinished"
    ]
    if _remember_done(root, ledger, private, found):
        outcomes.append(Outcome("", "", 0, True, (), BEGUN_ANEW))
    return tuple(outcomes)


def outcome_of(decision: str, case: str, progress: Progress, done: str) -> Outcome:
    """The outcome of effects that went as far as ``progress`` says."""
    effects = tuple(progress.states)
    notes = " ".join(sentence(note) for note in progress.notes)
    if progress.problem is None:
        return Outcome(decision, case, 0, True, effects, f"{done} {notes}".strip())
    message = f"Recorded, and its effects are unfinished: {sentence(progress.problem.message)} {notes}"
    return Outcome(decision, case, 7, True, effects, message.strip(), "Run `workbench resume`.")


def remember_finished(private: Path, heads: Mapping[str, str], decision: str, progress: Progress) -> None:
    """Note a decision as finished; a failure is the problem of its progress."""
    try:
        if remember(private, heads, [decision]):
            progress.notes.append(BEGUN_ANEW)
    except FileExistsError as error:
        progress.problem = IoFailed(f"The ledger head could not be remembered: {error.strerror}.")
    except WorkbenchError as error:
        progress.problem = error


def with_earlier(message: str, earlier: Sequence[Outcome]) -> str:
    """A message that also says what became of decisions which were outstanding before."""
    finished = ", ".join(outcome.id for outcome in earlier if outcome.exit == 0 and outcome.id)
    stuck = ", ".join(outcome.id for outcome in earlier if outcome.exit != 0)
    parts = [message]
    parts += [f"Finished first: {finished}."] if finished else []
    parts += [f"Still unfinished: {stuck}."] if stuck else []
    parts += [outcome.message for outcome in earlier if not outcome.id]
    return " ".join(parts)


def _finish(root: Path, binding: Binding, ledger: Ledger, entry: Entry, private: Path) -> Outcome:
    case = entry.record.case if entry.record else ""
    kept = kept_of(private, entry)
    if kept is None:
        problem = StoreChanged("The bytes of its effects are not kept on this machine.")
        return altered(
            outcome_of(entry.id, case, Progress(problem=problem), ""),
            next="Run `workbench resume` on the machine where it was decided.",
        )
    void = _overtaken(ledger, entry.id, kept.effects)
    progress = _carry_out(root, binding, entry.id, kept, void)
    if progress.problem is None and entry.digest is not None:
        remember_finished(private, {entry.id: entry.digest}, entry.id, progress)
    return outcome_of(entry.id, case, progress, "Finished.")


def _carry_out(
    root: Path, binding: Binding, decision: str, kept: PrivateBytes, void: Sequence[Effect]
) -> Progress:
    """No effect follows a record that a power cut could still take away."""
    try:
        settle(root, record_path(decision))
        close_hole(root, kept.log)
    except WorkbenchError as error:
        return Progress(problem=error)
    return carry_out(root, binding, decision, kept.effects, kept.log, lambda effect: effect in void)


def _overtaken(ledger: Ledger, decision: str, effects: Sequence[Effect]) -> list[Effect]:
    """Effects on records that a later decision touched; a heading follows the records of its file."""
    items = [effect for effect in effects if not effect.record.startswith(HEADING)]
    void = [effect for effect in items if ledger.touched_after(decision, effect.path, effect.record)]
    live = {effect.path for effect in items if effect not in void}
    return [effect for effect in effects if effect in void or (void and effect.path not in live)]


def _remember_done(root: Path, ledger: Ledger, private: Path, found: Mapping[str, str]) -> bool:
    """Decisions made here whose log line stands count as finished for good, whatever becomes of the log.

    Answers whether what was remembered had to be begun anew.
    """
    heads = seen_heads(private)
    new = [entry for entry in ledger.entries if found[entry.id] == "done" and entry.id not in heads.finished]
    done = {entry.id: entry.digest for entry in new if entry.digest and kept_of(private, entry)}
    if done:
        settle(root, LOG)  # the mark outlives a power cut, and so must what it rests on
    return bool(done) and remember(private, done, done)


def _clear(root: Path, binding: Binding, ledger: Ledger, private: Path) -> list[str]:
    """Remove our own leftovers; answers the temps that hold another program's bytes, kept beside."""
    recorded = ledger.by_id
    for decision in kept_decisions(private):
        if decision not in recorded and _was_never_recorded(root, binding, ledger, private, decision):
            _forget(root, ledger, private, decision)
    kept = _clear_temps(root, binding, ledger, private)
    durable.clear_temps(private, ("", BYTES), lambda data: True)
    if _named_for_nothing(root, private):
        durable.remove(root, STORE, store_bytes(ledger.store_id or ""))
        remove_empty(private / BYTES, private)
        remove_empty(root / DECISIONS, root / GOVERNANCE)
    return kept


def _named_for_nothing(root: Path, private: Path) -> bool:
    """Whether ``store.yaml`` was made here for a first decision that was never recorded.

    The folder of that very id on this machine, made just before it, shows who made it. The
    ledger is looked at once more and must hold nothing at all, and nothing may ever have counted.
    """
    ledger = read_ledger(root)
    if ledger.problem is not None or ledger.entries or ledger.orphans or ledger.foreign:
        return False
    try:
        began = durable.list_dir(private, BYTES) == [] and read_or_none(private, HEADS) is None
        return began and not decisions_in(read_or_none(root, LOG) or b"")
    except Unreadable:
        return False


def _was_never_recorded(root: Path, binding: Binding, ledger: Ledger, private: Path, decision: str) -> bool:
    """Whether nothing in heads, log or store shows that this decision ever counted."""
    try:
        if decision in read_heads(private).heads or names_decision(read_or_none(root, LOG) or b"", decision):
            return False
        kept = read_bytes(private, decision)
    except Unreadable:
        return False
    return kept is not None and not any(took_effect(root, binding, ledger, effect) for effect in kept.effects)


def took_effect(root: Path, binding: Binding, ledger: Ledger, effect: Effect) -> bool:
    """Whether the store shows the bytes after an effect, not those before, and no decision explains them."""
    if effect.before == effect.after or effect.record.startswith(HEADING) or _left_by(ledger, effect):
        return False
    try:
        data = read_or_none(root, effect.path)
        return data is not None and after_effects(binding, effect.path, data, [effect]) == data
    except WorkbenchError:
        return False


def _left_by(ledger: Ledger, effect: Effect) -> bool:
    """Whether a decision of the ledger left these very bytes in this place."""
    return any(
        stands_for(entry.salt, ref.path, effect.path)
        and stands_for(entry.salt, ref.record, effect.record)
        and effect_digest(entry.salt, effect.after) == ref.after
        for entry in ledger.entries
        if entry.record and entry.salt
        for ref in entry.record.effects
    )


def _forget(root: Path, ledger: Ledger, private: Path, decision: str) -> None:
    """Salt and reason first: as long as the bytes are kept, the rest is known to be ours."""
    for suffix, path in ((SALT_SUFFIX, salt_path(decision)), (REASON_SUFFIX, reason_path(decision))):
        if decision + suffix in ledger.orphans:
            durable.remove(root, path, None)
    forget_bytes(private, decision)


def _clear_temps(root: Path, binding: Binding, ledger: Ledger, private: Path) -> list[str]:
    paths = {effect.path for entry in ledger.entries if entry.record for effect in entry.record.effects}
    folders = {*_FOLDERS, *(str(PurePosixPath(path).parent) for path in paths if path[:1] not in "~.")}
    folders = {"" if folder == "." else folder for folder in folders}
    if not durable.own_temps(root, folders):
        return []
    planned = [kept.effects for entry in ledger.entries if (kept := kept_of(private, entry)) is not None]
    return durable.clear_temps(root, folders, lambda data: _is_ours(root, binding, planned, data))


def _is_ours(root: Path, binding: Binding, planned: Sequence[Sequence[Effect]], data: bytes) -> bool:
    """Whether a temp of a replacement holds only what a plan was made on, or what it made.

    A decision may write one file more than once, and others may have been carried out on it
    since: the temp is ours when the effects from some decision on lead from it to the file,
    all of them, or those before the first of the last decision that is not carried out yet.
    """
    for path in dict.fromkeys(effect.path for effects in planned for effect in effects):
        try:
            base, relative = base_of(root, path)
            current = durable.read_file(base, relative).data
        except WorkbenchError:
            continue
        if current.startswith(data) or _leads_to(binding, path, planned, data, current):
            return True
    return False


def _leads_to(
    binding: Binding, path: str, planned: Sequence[Sequence[Effect]], data: bytes, current: bytes
) -> bool:
    since: list[Effect] = []
    last = 0
    for effects in reversed(planned[-_RECENT:]):
        since[:0] = [effect for effect in effects if effect.path == path]
        last = last or len(since)
        for cut in range(last):
            with suppress(WorkbenchError):
                live = since[: len(since) - cut]
                if live and after_effects(binding, path, data, live) == current:
                    return True
    return False


def _kept_outcome(kept: Sequence[str]) -> Outcome:
    names = ", ".join(visible(name) for name in kept)
    return Outcome("", "", 0, True, (), f"Kept for you to look at, written by another program: {names}.")
