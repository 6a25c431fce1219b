"""The ledger as a list for a person: who decided what, when, why, and what became of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from workbench.desk.plan_as_it_was import GONE, drawn, not_here
from workbench.desk.recall import told_effects
from workbench.desk.views import DecisionView, EffectView, LedgerEntry, PlanWas, ReviewedView
from workbench.governance.canonical import salted
from workbench.governance.ledger import Entry, Ledger
from workbench.governance.names import case_named, real_name, with_names
from workbench.governance.quotes import Quotable
from workbench.governance.records import DecisionRecord, hidden
from workbench.governance.results import State
from workbench.governance.states import kept_of
from workbench.governance.tracing import traced
from workbench.review.exclusions import Exclusions
from workbench.review.withheld import by_sentence
from workbench.store.binding import Binding
from workbench.store.snapshot import Snapshot
from workbench.text.visible import from_bytes


def entry_views(
    ledger: Ledger, found: Mapping[str, State], snapshot: Snapshot, excluded: Exclusions
) -> tuple[LedgerEntry, ...]:
    """Every decision in its state, newest first; one that does not read is listed with the reason.

    A record that names a row of the snapshot by an alias is shown with its key. A reason that names or
    quotes what is withdrawn today is held back, whenever it was given (§12.2, §15.2 rule 1).
    """
    known = tuple(snapshot.rows_by_key)
    hidden_texts = Quotable.of(_held_back(snapshot, excluded))

    def withheld(reason: str) -> str | None:
        return excluded.text_withheld(reason) or hidden_texts.quoted_in(reason)

    views = tuple(
        _view(entry, ledger, found[entry.id], known, withheld) for entry in reversed(ledger.entries)
    )
    return (_unread("memory/governance", ledger.problem), *views) if ledger.problem else views


def _held_back(snapshot: Snapshot, excluded: Exclusions) -> Iterator[tuple[str, str]]:
    """Every text that is withdrawn, with its withdrawal."""
    for row in excluded.rows:
        yield excluded.by_key[row.key], row.text
    for path, spans in excluded.segments.items():
        data = snapshot.files[path].data
        yield from ((by, from_bytes(data[start:end])) for start, end, by in spans)


def _view(
    entry: Entry, ledger: Ledger, state: State, names: tuple[str, ...],
    withheld: Callable[[str], str | None],
) -> LedgerEntry:  # fmt: skip
    record, reason = entry.record, entry.reason_text
    if record is None:
        return _unread(entry.id, entry.problem)
    by = withheld(reason) if reason else None
    return LedgerEntry(
        id=entry.id,
        decided_at=record.decided_at,
        decided_by=record.decided_by,
        claimed=record.claimed,
        verdict=record.verdict,
        case=case_named(entry.salt, record.case, names) or record.case,
        targets=_targets(entry, ledger, names),
        reason=reason if by is None else by_sentence(by),
        reason_withheld_by=by,
        reverted_by=ledger.reverted.get(entry.id),
        state=state,
        problem=entry.problem,
    )


def _unread(name: str, problem: str | None) -> LedgerEntry:
    """A decision, or the ledger as a whole, that does not read: nothing of it is known."""
    said = "unknown"
    return LedgerEntry(name, said, said, said, said, said, (), None, None, "unreadable", problem)


def _targets(entry: Entry, ledger: Ledger, names: tuple[str, ...]) -> tuple[str, ...]:
    """The targets of a decision; those of a revert stand under the salt of what it takes back."""
    said = entry
    while said.record and said.record.supersedes and said.record.supersedes in ledger.by_id:
        said = ledger.by_id[said.record.supersedes]
    refs = [target.ref for target in entry.record.targets] if entry.record is not None else []
    salt = said.salt
    return tuple(refs if salt is None else (real_name(salt, ref, names) or ref for ref in refs))


def decision_view(
    view: LedgerEntry, entry: Entry, ledger: Ledger, snapshot: Snapshot, binding: Binding,
    private: Path | None, excluded: Exclusions, text: str,
) -> DecisionView:  # fmt: skip
    """One decision in full, its names resolved as far as salt and store tell; reads its files again."""
    record = entry.record
    if record is None:
        return DecisionView(view, None, None, "unknown", False, None, (), (), (), (), text)
    names, paths = tuple(snapshot.rows_by_key), tuple(snapshot.files)
    kept = kept_of(private, entry)
    effects = traced(
        _named(entry, snapshot), ledger, snapshot.root, binding, view.state, kept.effects if kept else None
    )
    return DecisionView(
        entry=view,
        takes_back=record.supersedes,
        at_terminal=record.at_terminal,
        rule=record.authority.rule,
        roster=record.authority.roster is not None,
        executor=record.executor if record.executor != record.decided_by else None,
        given=tuple(_given(record, entry.salt, names, snapshot, excluded)),
        targets=tuple(
            (name, _real(entry.salt, target.path, paths))
            for name, target in zip(_targets(entry, ledger, names), record.targets, strict=True)
        ),
        reviewed=tuple(
            ReviewedView(
                _ref(entry.salt, one.ref, names, snapshot, excluded),
                _real(entry.salt, one.path, paths),
                one.role,
                one.seen,
            )
            for one in record.reviewed
        ),
        effects=tuple(EffectView(ref.op, ref.path, ref.record, trace) for ref, trace in effects),
        text=text,
    )


def plan_was(
    view: LedgerEntry, entry: Entry, snapshot: Snapshot, binding: Binding, private: Path | None,
    excluded: Exclusions,
) -> PlanWas:  # fmt: skip
    """The plan of a decision as it was, or why it cannot be shown. Slow: it may ask git."""
    record = entry.record
    if record is None:
        return not_here("The record does not read, so nothing can be held against it.")
    kept = kept_of(private, entry)
    if kept is not None:
        was = drawn(entry.id, view.case, view.verdict, kept.effects, kept.log, excluded)
        return PlanWas(
            was, "kept here", "From the bytes kept on this machine; lines around it were not kept."
        )
    if entry.salt is None:
        return not_here(
            "The bytes are not on this machine, and without the salt no other bytes can be checked."
        )
    effects = told_effects(binding, snapshot, _named(entry, snapshot))
    if not effects and record.effects:
        return not_here(GONE)
    was = drawn(entry.id, view.case, view.verdict, effects, _log_of(entry, snapshot), excluded)
    lacking = len(record.effects) - len(effects)
    words = "From the store and its git history, each span checked against the record; line numbers are lost."
    return PlanWas(was, "git history", f"{words} {_lacking(lacking)}".strip())


def _lacking(number: int) -> str:
    if not number:
        return ""
    return f"{number} of its effects {'is' if number == 1 else 'are'} found in neither."


def _named(entry: Entry, snapshot: Snapshot) -> Entry:
    """A decision with the aliases of its effects resolved as far as the store tells."""
    if entry.record is None or entry.salt is None:
        return entry
    record = with_names(entry.record, entry.salt, snapshot.rows_by_key, snapshot.files)
    return replace(entry, record=record)


def _real(salt: bytes | None, written: str, names: Iterable[str]) -> str:
    return written if salt is None else real_name(salt, written, names) or written


def _ref(
    salt: bytes | None, written: str, names: Sequence[str], snapshot: Snapshot, excluded: Exclusions
) -> str:
    """A reference by its name; the heading of an archive passage that is withdrawn stays an alias."""
    file, mark, anchor = written.partition("#")
    if not (mark and anchor.startswith("~") and salt is not None):
        return _real(salt, written, names)
    for passage in snapshot.passages:
        told = passage.path == file and not excluded.passage_withheld(passage)
        if told and hidden(salt, passage.anchor) == anchor:
            return f"{file}#{passage.anchor}"
    return written


def _given(
    record: DecisionRecord, salt: bytes | None, names: Sequence[str], snapshot: Snapshot, excluded: Exclusions
) -> Iterator[tuple[str, str]]:
    """What the verdict was given, as far as a record holds it: text and values stand in no record."""
    given = record.params
    if given.with_ids:
        yield "with", ", ".join(_real(salt, name, names) for name in given.with_ids)
    for label, value in (("status", given.status), ("until", given.until), ("topic", given.topic)):
        if value is not None:
            yield label, value
    if given.evidence:
        yield "evidence", ", ".join(_ref(salt, ref, names, snapshot, excluded) for ref in given.evidence)
    if given.basis is not None:
        yield "basis", given.basis


def _log_of(entry: Entry, snapshot: Snapshot) -> bytes:
    """The lines of the log that the record was made for, where they still stand as they were."""
    if entry.record is None or entry.salt is None:
        return b""
    for line in snapshot.log:
        if line.event.decision != entry.id:
            continue
        data = snapshot.span(line.address)
        for whole in (data + end for end in (b"\n", b"\r\n")):
            if salted(entry.salt, whole) == entry.record.log:
                return whole
    return b""
