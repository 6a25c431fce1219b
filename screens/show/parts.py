"""The parts that pages of cases and records are made of; every view puts them together its own way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from textual.content import Content

from screens.text import BLANK, flow, joined, safe, styled, wrap
from screens.widgets.page import PageLine
from screens.widgets.quote import quoted, withheld
from screens.words import age_words, verdict_label
from workbench.desk.views import HistoryView
from workbench.desk.words import later_words
from workbench.store.case import Case, Evidence, Target

AUDIT = "audit of withdrawn text: a withdrawal holds this back from every other view"

TEXT = "\x00text"
"""The ref of the lines of a case's own text; no evidence has it."""

HISTORY = "history"
"""The part of a page that tells what git knows."""

ROLES = {
    "refuter": "May be refuted by",
    "refuter archive": "The passage behind that",
    "archive": "Evidence, the passage its Source names",
    "row archive": "The passage behind",
    "control": "Control record",
    "scope": "Named in the scope",
    "successor": "Its successor",
    "corroborating": "Corroborated by",
    "copy": "Its copy",
    "withheld": "Held back",
}
"""What each piece of evidence is to the case, as a heading."""


def generic_lines(case: Case, width: int, *, audit: bool = False) -> list[PageLine]:
    """Trust metadata, then the text, then the evidence: the page of a case that has no view of its own."""
    return [
        *head_lines(case, width),
        *text_lines(case, width, audit=audit),
        *notes_lines(case, width),
        *evidence_lines(case.evidence, width, audit=audit),
    ]


def facts_lines(facts: tuple[tuple[str, str], ...], width: int) -> list[Content]:
    """Labels and values side by side, as many as fit."""
    parts = [joined([styled(f"{label}  ", "dim"), safe(value)]) for label, value in facts]
    return [styled(" ") + line for line in flow(parts, max(width - 1, 1))]


def heading(words: Content | str, width: int) -> list[Content]:
    """A heading inside a page."""
    content = words if isinstance(words, Content) else styled(words, "heading")
    return [styled(" ") + line for line in wrap(content, max(width - 1, 1), "  ")]


def head_lines(case: Case, width: int) -> Iterator[PageLine]:
    """What the case is about, and its facts."""
    said = {label for label, _ in case.facts}
    first = case.targets[0].id if case.targets else None
    for index, target in enumerate(case.targets):
        content = _target(target, "Status" in said, named=index == 0 or target.id != first)
        yield from (PageLine(line) for line in heading(content, width))
    facts = (*(fact for fact in case.facts if fact[0] not in ("id", "at")), age_fact(case))
    yield from (PageLine(line) for line in facts_lines(facts, width))


def age_fact(case: Case) -> tuple[str, str]:
    """How old a case is, and from when that is counted."""
    since = {"mark": "since it was marked", "date": "since its date"}.get(case.age_from or "")
    return "Age", f"{age_words(case.age_days)} {since}" if since else "not known"


def audit_lines(width: int) -> Iterator[PageLine]:
    """The words over a page that shows withdrawn text to a person who asked."""
    yield from (PageLine(line) for line in wrap(styled(f" {AUDIT} ", "warn"), width))


def later_lines(case: Case, width: int) -> Iterator[PageLine]:
    """Until when a case is put off, where it is."""
    yield from notes_lines(replace(case, notes=()), width)


def bullets(values: Iterable[str], width: int, sign: str, role: str) -> Iterator[PageLine]:
    """Sentences one below the other behind a sign, or numbered where there is none."""
    for number, value in enumerate(values, 1):
        words = joined([styled(f" {sign or number} ", role), safe(value)])
        yield from (PageLine(line) for line in wrap(words, width, "   "))


def _target(target: Target, status_said: bool, *, named: bool) -> Content:
    name = safe(target.id, "strong") if target.id else styled("no id", "warn")
    parts: list[Content | str] = [name] if named else []
    if target.status and not status_said:
        parts.append(safe(target.status))
    if target.role and target.role not in ("target", "item", "subject"):
        parts.append(safe(target.role, "dim"))
    return joined([*parts, safe(f"{target.path}:{target.line}", "dim")], "   ")


def text_lines(case: Case, width: int, *, audit: bool = False) -> Iterator[PageLine]:
    """The text in its gutter, or which record holds it back."""
    if audit:
        yield from audit_lines(width)
    yield PageLine(BLANK)
    if case.withheld_by and not audit:
        name = next((target.id or target.key for target in case.targets), case.id)
        yield from (PageLine(line) for line in withheld(name, case.withheld_by, width))
    else:
        yield from (PageLine(line, TEXT) for line in quoted(case.text or case.title, width))
        yield from (PageLine(line, TEXT) for line in also_lines(case.also, width))


def also_lines(also: str, width: int) -> list[Content]:
    """The lines of an item that nothing else tells, in their gutter; none where there are none."""
    if not also:
        return []
    return [*wrap(styled(" also in this item:", "dim"), width, " "), *quoted(also, width)]


def notes_lines(case: Case, width: int) -> Iterator[PageLine]:
    """What has to be said of the case, and until when it is put off."""
    if case.notes or case.deferred:
        yield PageLine(BLANK)
    notes = [*case.notes, *([later_words(case.deferred)] if case.deferred else [])]
    for note in notes:
        yield from (
            PageLine(line) for line in wrap(joined([styled(" ! ", "warn"), safe(note)]), width, "   ")
        )


def evidence_lines(
    evidence: Iterable[Evidence],
    width: int,
    *,
    audit: bool = False,
    name: Callable[[str], str] = str,
) -> Iterator[PageLine]:
    """Each piece of evidence after a blank line; its lines carry its ref, so that what was seen is known.

    `name` is what the page knows a ref by. What is held back carries none: nobody has seen it.
    """
    for one in evidence:
        held_back = one.withheld_by is not None and not audit
        yield PageLine(BLANK)
        yield from _evidence(one, width, audit, None if held_back else name(one.ref))


def _evidence(evidence: Evidence, width: int, audit: bool, ref: str | None) -> Iterator[PageLine]:
    role = safe(_role_words(evidence.role), "heading")
    reason = "" if evidence.withheld_by and not audit else evidence.why
    why = [styled("suggestion: ", "accent") if evidence.suggestion else styled(""), safe(reason)]
    yield from (PageLine(line, ref) for line in heading(joined([role, "   ", *why]), width))
    where = _where(evidence)
    details = [safe(evidence.ref)] if evidence.ref else []
    details += [safe(part) for part in (evidence.date, evidence.kind, evidence.status) if part]
    details += [joined([styled(f"{label} ", "dim"), safe(value)]) for label, value in evidence.fields]
    details += [safe(where, "dim")] if where else []
    yield from (PageLine(styled("   ") + line, ref) for line in flow(details, max(width - 3, 1)))
    if evidence.withheld_by and not audit:
        lines = withheld(evidence.ref, evidence.withheld_by, width)
    elif evidence.text:
        lines = quoted(evidence.text, width)
    elif evidence.address is None:
        lines = [styled(" ✗ nothing was found there", "warn")]
    else:
        lines = []
    yield from (PageLine(line, ref) for line in (*lines, *also_lines(evidence.also, width)))


def _role_words(role: str) -> str:
    """A role as a heading; one that begins with a capital is a heading already."""
    return ROLES.get(role) or (role if role[:1].isupper() else role.replace("-", " ").capitalize())


def _where(evidence: Evidence) -> str:
    """Where it stands, as far as the ref does not say so already."""
    if evidence.path is None or evidence.line is None:
        return ""
    return (
        f"line {evidence.line}"
        if evidence.ref.startswith(evidence.path)
        else f"{evidence.path}:{evidence.line}"
    )


def history_lines(history: HistoryView | str | None, width: int) -> Iterator[PageLine]:
    """What git tells of a record's lines, or the words that stand there until it does."""
    if history is None:
        return
    yield PageLine(BLANK)
    first, *rest = heading("History of its lines, as git tells it", width)
    yield PageLine(first, part=HISTORY)
    yield from (PageLine(line) for line in rest)
    if isinstance(history, str):
        yield from (PageLine(line) for line in wrap(safe(f"   {history}", "dim"), width, "   "))
        return
    for commit, author, date in history.commits:
        yield PageLine(joined([styled("   "), safe(commit, "accent"), "  ", safe(date), "  ", safe(author)]))
    if history.problem:
        yield from (PageLine(line) for line in wrap(safe(f"   {history.problem}", "dim"), width, "   "))
    elif not history.commits:
        yield PageLine(styled("   no commit holds these lines yet", "dim"))


def refused_lines(case: Case, width: int) -> Iterator[PageLine]:
    """Verdicts that are not allowed, each with the rule."""
    refused = [offer for offer in case.verdicts if not offer.allowed]
    if not refused:
        return
    yield PageLine(BLANK)
    yield from (PageLine(line) for line in heading("Not allowed here", width))
    for offer in refused:
        words = joined(
            [styled("   ✗ "), f"{verdict_label(offer.verdict)}: ", safe(offer.rule or "no rule is named")]
        )
        yield from (PageLine(line) for line in wrap(words, width, "     "))
