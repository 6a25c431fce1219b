"""What is recorded and not carried out is carried out, under the lock, with every digest checked again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace as altered
from pathlib import Path

from workbench.governance.checks import check_effects
from workbench.governance.effects import Progress, carry_out, close_hole
from workbench.governance.ledger import Entry, Ledger, read_ledger
from workbench.governance.leftovers import can_tell, clear, remove_empty
from workbench.governance.places import (
    DECISIONS,
    GOVERNANCE,
    LOG,
    private_dir,
    record_path,
)
from workbench.governance.private import (
    BEGUN_ANEW,
    PrivateBytes,
    remember,
)
from workbench.governance.records import HEADING
from workbench.governance.results import Outcome, sentence
from workbench.governance.states import kept_of, seen_heads, states
from workbench.store.binding import Binding
from workbench.store.plan import Effect
from workbench.text import durable
from workbench.text.errors import IoFailed, Refused, StoreChanged, WorkbenchError
from workbench.text.staging import settle
from workbench.text.visible import visible


def resume(root: Path, binding: Binding, *, private_home: Path) -> tuple[Outcome, ...]:
    """Finish what is outstanding, oldest first, and clear away what interrupted writes left.

    A second run finds nothing to do and changes nothing. Temps that are not known to be ours
    are kept beside and named in a message. A decision that cannot be finished or told done
    here is named too, and counts as unfinished where the store shows an effect missing.

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
        known = can_tell(root, ledger, private)
        kept = clear(root, binding, ledger, private)
        lost = _lost_outcomes(root, binding, ledger, private)
        return (*outcomes, *lost, *([_kept_outcome(kept, known)] if kept else []))


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


def _lost_outcomes(root: Path, binding: Binding, ledger: Ledger, private: Path) -> list[Outcome]:
    """What is said of decisions whose bytes are not here and whose effects cannot be told done."""
    found = states(ledger, root, binding, private)
    lost = [
        entry
        for entry in ledger.entries
        if found[entry.id] == "unverifiable here"
        and kept_of(private, entry) is None
        and _has_live_effects(ledger, entry)
    ]
    if not lost:
        return []
    findings = check_effects(ledger, root, binding, private)
    missing = {one.decision for one in findings if one.failed and one.check == "effect"}
    return [_lost_outcome(entry, entry.id in missing) for entry in lost]


def _has_live_effects(ledger: Ledger, entry: Entry) -> bool:
    """Whether an effect of a decision stands that no later one touched; a deferral has none at all."""
    refs = entry.record.effects if entry.record else ()
    return any(not ledger.touched_after(entry.id, ref.path, ref.record) for ref in refs)


def _lost_outcome(entry: Entry, missing: bool) -> Outcome:
    message = (
        f"{entry.id} cannot be finished or checked here: the bytes it left in the data folder are not here; "
        "`workbench verify` says what does not hold."
    )
    if not missing:
        return Outcome("", "", 0, True, (), message)
    case = entry.record.case if entry.record else ""
    return Outcome(entry.id, case, 7, True, (), message, "Run `workbench verify`.")


def _kept_outcome(kept: Sequence[str], known: bool) -> Outcome:
    names = ", ".join(visible(name) for name in kept)
    why = "written by another program" if known else "because nothing here can tell who wrote it"
    return Outcome("", "", 0, True, (), f"Kept for you to look at, {why}: {names}.")
