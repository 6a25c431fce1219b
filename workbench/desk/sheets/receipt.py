"""The sheet of a forget receipt: five surfaces, always all of them, and what they bear out (§12.1)."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.desk.sheets.blocks import Block, Cell, Facts, Head, Heldback, Note, Quote, Role, Table
from workbench.desk.sheets.words import extras, notes, section
from workbench.store.details.receipt import ReceiptDetail, SurfaceView

_STATES: dict[str, tuple[str, Role]] = {
    "done": ("✓", "good"),
    "residual": ("!", "warn"),
    "unevaluated": ("?", "warn"),
    "not mentioned": ("?", "bad"),
    "in words of its own": ("?", "dim"),
}


def blocks(detail: ReceiptDetail) -> Iterator[Block]:
    """Whose receipt it is, what it comes to, then each surface with its own words."""
    yield Head((("Receipt", "dim"), (detail.name, "strong"), *_place(detail)))
    yield _overall(detail)
    yield Facts(tuple(_facts(detail)))
    if detail.request:
        yield Quote(detail.request, "Asked for")
    yield from notes(detail.notes)
    yield from section("The five surfaces", "how its words read; nothing was inspected here")
    held = detail.withheld_by if any(one.said == "" for one in detail.surfaces) else None
    if held:
        yield Heldback(detail.name, held)
    width = max(len(one.label) for one in detail.surfaces)
    for one in detail.surfaces:
        yield Table((_surface(one, width),))
        if one.said:
            yield Quote(one.said)
    yield from extras(detail.extras)


def _place(detail: ReceiptDetail) -> tuple[Cell, ...]:
    return () if detail.name == detail.place else ((detail.place, "dim"),)


def _surface(one: SurfaceView, width: int) -> tuple[Cell, ...]:
    sign, role = _STATES[one.state]
    words = "not mentioned in this receipt" if one.said is None else one.state
    if one.flaw:
        return ("✗", "bad"), (one.label.ljust(width), "strong"), (f"{words}; not borne out", "bad")
    return (sign, role), (one.label.ljust(width), "strong"), (words, role)


def _overall(detail: ReceiptDetail) -> Note:
    """What the receipt says of itself, and whether its surfaces bear that out."""
    bears = f"Its surfaces come to: {detail.borne_out}."
    if detail.borne_out is None:
        bears = "What its surfaces come to is open: not each is settled in words that can be read."
    if detail.stated is None:
        role: Role = "good" if detail.borne_out == "completed" else "warn"
        return Note("", f"Overall: it gives no result of its own. {bears}", role)
    if detail.stated == detail.borne_out:
        return Note("", f"Overall: {detail.stated}, and its surfaces bear that out.", "good")
    words = f"Overall: it says {detail.stated}; its surfaces do not bear that out. {bears}"
    return Note("✗", words, "bad")


def _facts(detail: ReceiptDetail) -> Iterator[tuple[str, str]]:
    yield "by", detail.decided_by or "it names nobody"
    if detail.decided_at:
        yield "at", detail.decided_at
    else:
        yield "at", f"{detail.logged_at}, by the log entry above it" if detail.logged_at else "not known"
