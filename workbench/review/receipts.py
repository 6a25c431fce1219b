"""Forget receipts that leave something open, or claim more than the store shows (§12.1, §12.3)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from workbench.protocol.ids import Prefix, ids_in, is_id
from workbench.protocol.records import SurfaceReceipt
from workbench.review.reading import READ_ONLY, Reading, place_of, text_at
from workbench.review.withheld import HELD_BACK
from workbench.store.case import Case
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
    return replace(case, text=text, facts=(*shown, ("at", place_of(held.address))))


def _said(said: str | None, hidden: bool) -> str:
    if said is None:
        return "not reported"
    return HELD_BACK if hidden else said


def _case(reading: Reading, held: Held[SurfaceReceipt], problems: tuple[str, ...]) -> Case:
    age = reading.days_since(_day(reading, held))
    return Case(
        id=f"forget-request:{held.name}",
        kind="forget-request",
        title=f"Receipt {held.name}: {problems[0]}",
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
    yield from _overclaims(reading, record)
    for label, said in record.surfaces:
        if said is not None and _OPEN.search(said):
            yield f"partial: {label} is not settled"
        if said is not None and _UNSEEN.search(said):
            yield f"unevaluated: {label}"
    for label in record.missing_surfaces:
        yield f"not reported: {label} (§12.1 asks for five surfaces)"


def _overclaims(reading: Reading, record: SurfaceReceipt) -> Iterator[str]:
    memory, context = record.memory or "", record.context_workspace or ""
    if _claims(_ERASED, context) or _claims(_FORGOTTEN, context):
        yield "overclaims: it says that context was erased, which no file can show (§12.1)"
    erased = _claims(_ERASED, memory)
    forgotten = any(
        _claims(_FORGOTTEN, said or "") for label, said in record.surfaces if label != "Context / Workspace"
    )
    if (erased or forgotten) and not _has_tombstone(reading, record):
        word = "erased" if erased else "forgotten"
        yield f"overclaims: it says {word}, and no erasure tombstone stands behind it (§12.3)"
    if _claims(_WITHDRAWN, memory) and not _has_control(reading, memory):
        yield "overclaims: it says withdrawn or reinstated, and names no control record of this store (§12.2)"


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
