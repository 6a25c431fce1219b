"""The sheet of a proposal: what it would change, what it rests on, what nobody decided (§17, §23.5)."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.desk.sheets.blocks import Block, Fields, Head, Heldback, Quote, Role
from workbench.desk.sheets.words import counted, extras, feedback_table, notes, ref_table, section
from workbench.store.details.proposal import ProposalDetail

_GOES_TO = {
    "convention": "conventions.md",
    "steering": "the hot entry, read on every task",
    "retrieval-trigger": "the Topic Map of index.md",
    "capture-rule": "the memory rules of conventions.md",
    "verification-rule": "the memory rules of conventions.md",
}
_STATUS_ROLE: dict[str, Role] = {"pending-review": "warn", "approved": "good", "rejected": "bad"}


def blocks(detail: ProposalDetail) -> Iterator[Block]:
    """The rule first, then the facts of the record, then what its references come to."""
    hidden = bool(detail.withheld_by) and not detail.target
    yield Head((("Proposal", "dim"), (detail.name, "strong"), (detail.place, "dim")))
    yield Heldback(detail.name, str(detail.withheld_by)) if hidden else Quote(detail.change)
    yield Fields(tuple(_fields(detail)))
    if not hidden:
        yield from _said(detail)
    yield from notes(detail.notes)
    yield from _rests_on(detail)
    yield from extras(detail.extras)


def _said(detail: ProposalDetail) -> Iterator[Block]:
    """What the record says in words of its own, each in the gutter."""
    pairs = (
        ("Target", detail.target),
        ("Section", detail.section),
        ("Proposed by", detail.proposed_by),
        ("Benefit", detail.benefit or "not given"),
        ("Risk", detail.risk or "not given"),
    )
    for label, words in pairs:
        if words == "not given":
            yield Fields(((label, words, "dim"),))
        elif words:
            yield Quote(words, label)


def _fields(detail: ProposalDetail) -> Iterator[tuple[str, str, Role]]:
    yield "Goes to", _goes_to(detail), "" if detail.target_kind else "warn"
    known = detail.status if detail.known_status else f"{detail.status} (no word that is known)"
    yield "Status", f"{known}, {_age(detail)}", _STATUS_ROLE.get(detail.status, "warn")
    if not detail.proposed_by:
        yield "Proposed by", "the record does not say", "dim"
    yield "Authorized?", _authorized(detail), "warn"


def _age(detail: ProposalDetail) -> str:
    if detail.dated is None or detail.age_days is None:
        return "its age is not known"
    ago = "today" if detail.age_days == 0 else f"{counted(detail.age_days, 'day')} ago"
    return f"dated {detail.dated} by its id, {ago}"


def _goes_to(detail: ProposalDetail) -> str:
    if not detail.target:
        return "held back"
    if detail.target_kind is None:
        return "not known: its target is of no known kind"
    where = _GOES_TO[detail.target_kind]
    sections = detail.target_kind not in ("steering", "retrieval-trigger")
    return f"{where}, section not said" if sections and not detail.section else where


def _authorized(detail: ProposalDetail) -> str:
    needs = "needs: owner (a person's decision, or a standing grant, §17)"
    if detail.status == "approved":
        return f"not shown: the word approved is no decision; {needs}"
    return f"by nobody; {needs}"


def _rests_on(detail: ProposalDetail) -> Iterator[Block]:
    if not detail.refs:
        yield from section("Rests on nothing that it names")
        return
    number = len(detail.refs)
    sound = sum(one.weight == "sound" for one in detail.refs)
    yield from section(f"Rests on {counted(number, 'reference')}", f"{sound} of {number} stand as they are")
    yield ref_table(detail.refs)
    if detail.feedback:
        yield from section("Feedback on these items", "events by verdict; one event is no policy (§23.3)")
        yield feedback_table(detail.feedback)
