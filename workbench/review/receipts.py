"""Forget receipts that leave something open, or claim more than the store shows (§12.1, §12.3)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from workbench.protocol.ids import Prefix, ids_in, is_id
from workbench.protocol.records import SurfaceReceipt
from workbench.protocol.words import HolderOutcome, word_of
from workbench.review.reading import READ_ONLY, Reading, place_of, text_at
from workbench.review.withheld import HELD_BACK, who
from workbench.store.case import Case
from workbench.store.details.receipt import Overall, ReceiptDetail, SurfaceState, SurfaceView
from workbench.store.snapshot import Held

_OPEN = re.compile(
    r"\bpartial(?:ly)?\b|\bawait(?:s|ing)\b|\bnot (?:yet )?(?:settled|decided)\b|\bunsettled\b|未完成|部分",
    re.IGNORECASE,
)
_UNSEEN = re.compile(r"\bunevaluated\b|\bnot (?:inspected|evaluated|checked)\b|未评估", re.IGNORECASE)
_WITHDRAWN = re.compile(r"\b(?:withdrawn|reinstated)\b|已撤回", re.IGNORECASE)
_FORGOTTEN = re.compile(r"\bforgotten\b|已忘记", re.IGNORECASE)
_ERASED = re.compile(r"\b(?:erased|deleted|purged|wiped)\b|已删除|已擦除", re.IGNORECASE)
_DENIED = re.compile(
    r"\b(?:no|not|nothing|never|none|cannot|neither|nor|without)\b|n't\b|没有|未|不", re.IGNORECASE
)
_RESIDUAL = re.compile(
    r"\bresidual\b|\bretained\b|\bremains?\b|\bleft\b|\bdisposable\b|\bstill\b|残留|保留",
    re.IGNORECASE,
)
_CONTEXT, _MEMORY = "Context / Workspace", "Memory"
_EXTERNAL = ("Original project", "Temporary exploration workspace", "Promoted / derived artifacts")
"""The surfaces on which something may be left behind: context keeps its tokens, memory its bytes."""
_DONE = {
    "Context / Workspace": re.compile(r"\b(?:closed|redirected)\b|已关闭|已转向", re.IGNORECASE),
    "Original project": re.compile(r"\bclean\b|\bno residual effects?\b|干净", re.IGNORECASE),
    "Temporary exploration workspace": re.compile(r"\babsent\b|\bdisposed\b|不存在|已处置", re.IGNORECASE),
    "Promoted / derived artifacts": re.compile(
        r"\A\s*none\b|\bnone found\b|\b(?:revised|revoked)\b|未发现|已修订|已撤销", re.IGNORECASE
    ),
    "Memory": re.compile(
        r"\bno capture\b|\bwithdrawn\b|\breinstated\b|\berased\b|\bmemerase-|未记录|已撤回|已恢复|已擦除",
        re.IGNORECASE,
    ),
}
"""The words in which §12.1 lets each surface be settled."""
_COMPLETED = re.compile(r"\A\s*(?:completed?|done|forgotten|已完成)\b", re.IGNORECASE)
_STATED = ("result", "overall", "overall_result", "outcome", "status")
_CLAUSE = re.compile(r"[.;,:。；，：]\s*")


def cases(reading: Reading) -> Iterator[Case]:
    """One case per receipt that is partial, unevaluated, malformed, or claims too much."""
    for held in reading.snapshot.receipts:
        problems = tuple(_problems(reading, held))
        if problems:
            yield _case(reading, held, problems)


def opened(reading: Reading, case: Case) -> Case:
    """The case with the five surfaces as the receipt has them."""
    held = next(held for held in reading.snapshot.receipts if f"forget-request:{held.name}" == case.id)
    hidden = case.withheld_by is not None and not reading.audit
    facts = held.record.surfaces if held.record is not None else ()
    shown = tuple((label, _said(said, hidden)) for label, said in facts)
    text = "" if hidden else text_at(reading.snapshot, held.address)
    shaped = detail(reading, held, held.record) if held.record is not None else None
    return replace(case, text=text, facts=(*shown, ("at", place_of(held.address))), detail=shaped)


def detail(reading: Reading, held: Held[SurfaceReceipt], record: SurfaceReceipt) -> ReceiptDetail:
    """A receipt for its view: every surface, what its words come to, and what the store bears out."""
    by = reading.record_by(held)
    hidden = by is not None and not reading.audit
    extras = dict(record.extras)
    stated = next((said for name in _STATED if (said := extras.pop(name, ""))), None)
    flaws = dict(_overclaims(reading, record))
    surfaces = [(label, surface_state(label, said), said) for label, said in record.surfaces]
    reached = _borne_out(["in words of its own" if label in flaws else state for label, state, _ in surfaces])
    logged = None if record.decided_at else _day(reading, held)
    return ReceiptDetail(
        name=held.name,
        place=place_of(held.address),
        decided_by=who(record.decided_by) if hidden else record.decided_by,
        decided_at=record.decided_at,
        logged_at=logged,
        request="" if hidden else record.request,
        surfaces=tuple(
            SurfaceView(label, state, "" if hidden and said is not None else said, flaws.get(label))
            for label, state, said in surfaces
        ),
        stated=told_result(stated) if hidden and stated else stated,
        borne_out=reached,
        extras=() if hidden else tuple(extras.items()),
        notes=tuple(f"{problem[:1].upper()}{problem[1:]}." for problem in _problems(reading, held)),
        withheld_by=by,
    )


def surface_state(label: str, said: str | None) -> SurfaceState:
    """What the words about a surface come to (§12.1); what is open outweighs what is done."""
    if said is None:
        return "not mentioned"
    if _UNSEEN.search(said):
        return "unevaluated"
    if _OPEN.search(said) or (label in _EXTERNAL and _claims(_RESIDUAL, said)):
        return "residual"
    return "done" if _claims(_DONE[label], said) else "in words of its own"


def _borne_out(states: list[SurfaceState]) -> Overall | None:
    """What five surfaces come to: completed only where each is done; None where words do not tell."""
    if "unevaluated" in states or "not mentioned" in states:
        return "partially-completed" if "done" in states or "residual" in states else "unevaluated"
    if "residual" in states:
        return "partially-completed"
    return None if "in words of its own" in states else "completed"


def told_result(stated: str) -> str:
    """The overall word of a receipt that is held back: one of §12.3's three, else nothing of it."""
    return stated if word_of(HolderOutcome, stated) is not None else HELD_BACK


def _said(said: str | None, hidden: bool) -> str:
    if said is None:
        return "not reported"
    return HELD_BACK if hidden else said


def _case(reading: Reading, held: Held[SurfaceReceipt], problems: tuple[str, ...]) -> Case:
    age = reading.days_since(_day(reading, held))
    return Case(
        id=f"forget-request:{held.name}",
        kind="forget-request",
        title=f"{problems[0]} ({held.name})",
        targets=(reading.record_target(held, "receipt"),),
        age_days=age,
        age_from="date" if age is not None else None,
        notes=tuple(f"{problem}." for problem in problems),
        withheld_by=reading.record_by(held),
        read_only=READ_ONLY,
    )


def _day(reading: Reading, held: Held[SurfaceReceipt]) -> str | None:
    """The time of a receipt: its own, else that of the log entry it stands under."""
    if held.record is not None and held.record.decided_at is not None:
        return held.record.decided_at
    above = [line for line in reading.snapshot.log if line.address.path == held.address.path
             and line.address.start <= held.address.start]  # fmt: skip
    return above[-1].event.time_text if above else None


def _problems(reading: Reading, held: Held[SurfaceReceipt]) -> Iterator[str]:
    record = held.record
    if record is None:
        if not reading.unread_file(held):
            yield f"malformed: {held.problem or 'it does not read'}"
        return
    claims = (f"overclaims: {words}" for _, words in _overclaims(reading, record))
    yield from dict.fromkeys(claims)
    yield from _outruns(record)
    for label, said in record.surfaces:
        if said is not None and _OPEN.search(said):
            yield f"partial: {label} is not settled"
        if said is not None and _UNSEEN.search(said):
            yield f"unevaluated: {label}"
    for label in record.missing_surfaces:
        yield f"not reported: {label} (§12.1 asks for five surfaces)"


def _outruns(record: SurfaceReceipt) -> Iterator[str]:
    """Where a receipt calls itself completed and one of its surfaces is not settled."""
    stated = next((said for name, said in record.extras if name in _STATED and said), "")
    if not _COMPLETED.search(stated):
        return
    states = [(label, surface_state(label, said)) for label, said in record.surfaces]
    for label, state in states:
        if state != "done":
            yield f"overclaims: it says completed, and {label} is {state} (§12.1)"


def _overclaims(reading: Reading, record: SurfaceReceipt) -> Iterator[tuple[str, str]]:
    """(surface, what it claims beyond what the store shows), each claim under the surface that makes it."""
    context, memory = record.context_workspace or "", record.memory or ""
    if _claims(_ERASED, context) or _claims(_FORGOTTEN, context):
        yield _CONTEXT, "it says that context was erased, which no file can show (§12.1)"
    if not _has_tombstone(reading, record):
        for label, said in record.surfaces:
            word = _irreversible(label, said or "")
            if word:
                yield label, f"it says {word}, and no erasure tombstone stands behind it (§12.3)"
    if _claims(_WITHDRAWN, memory) and not _has_control(reading, memory):
        yield _MEMORY, "it says withdrawn or reinstated, and names no control record of this store (§12.2)"


def _irreversible(label: str, said: str) -> str | None:
    """The word by which a surface claims an erasure, or None; context is judged by itself."""
    if label == _CONTEXT:
        return None
    if label == _MEMORY and _claims(_ERASED, said):
        return "erased"
    return "forgotten" if _claims(_FORGOTTEN, said) else None


def _claims(word: re.Pattern[str], said: str) -> bool:
    """Whether a clause says the word without a denial before it."""
    for clause in _CLAUSE.split(said):
        found = word.search(clause)
        if found is not None and not _DENIED.search(clause[: found.start()]):
            return True
    return False


def _has_tombstone(reading: Reading, record: SurfaceReceipt) -> bool:
    named = {found for _, said in record.surfaces for found in ids_in(said or "")}
    held = {held.name for held in reading.snapshot.tombstones if held.record is not None}
    return any(is_id(found, Prefix.ERASURE) and found in held for found in named)


def _has_control(reading: Reading, memory: str) -> bool:
    named = {found for found in ids_in(memory) if is_id(found, Prefix.WITHDRAWAL)}
    return bool(named) and named <= {event.name for event in reading.controls.events}
