"""Words and rows that several sheets share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from workbench.desk.sheets.blocks import Block, Cell, Facts, Gap, Head, Note, Quote, Role, Table
from workbench.store.details.refs import FeedbackCount, RefState, Weight

SIGNS: dict[Weight, Cell] = {
    "sound": ("✓", "good"),
    "weak": ("!", "warn"),
    "none": ("✗", "bad"),
    "unknown": ("?", "dim"),
}
"""Sign and role of a reference by what stands behind it."""

HELD_BACK = "held back"


def counted(number: int, word: str, plural: str = "") -> str:
    """`1 item`, `3 items`."""
    return f"{number:,} {word if number == 1 else plural or word + 's'}"


def section(words: str, more: str = "") -> Iterator[Block]:
    """A gap and a heading; ``more`` stands beside it, quietly."""
    yield Gap()
    yield Head(((words, "heading"), (more, "dim")) if more else ((words, "heading"),))


def ref_table(refs: Sequence[RefState]) -> Table:
    """References, one a row: sign, reference, date, and what it comes to with where it stands."""
    return Table(tuple(map(_ref_row, refs)), tuple(map(_place, refs)))


def _ref_row(ref: RefState) -> tuple[Cell, ...]:
    sign, role = SIGNS[ref.weight]
    plain = ref.kind in ("item", "archive", "statement") or ref.state.startswith(ref.kind)
    kind = "" if plain else f"{ref.kind}: "
    words: Role = "" if ref.weight == "sound" else "warn" if ref.weight == "weak" else role
    return (sign, role), (ref.ref, "accent"), (ref.date or "", "dim"), (f"{kind}{ref.state}", words)


def _place(ref: RefState) -> str:
    """Where it stands, unless the reference says so itself."""
    return ref.place if ref.place and not ref.ref.startswith(ref.place.partition(":")[0]) else ""


def feedback_table(counts: Sequence[FeedbackCount]) -> Table:
    """Feedback by item: how many events of each verdict."""
    return Table(tuple(_feedback_row(one) for one in counts))


def _feedback_row(one: FeedbackCount) -> tuple[Cell, ...]:
    if not any(number for _, number in one.verdicts):
        said: tuple[Cell, ...] = (("none recorded", "dim"),)
    else:
        said = tuple((f"{word} {number}", _verdict_role(word, number)) for word, number in one.verdicts)
    more: tuple[Cell, ...] = ((f"{one.malformed} more do not read", "warn"),) if one.malformed else ()
    return ("", ""), (one.item, "accent"), *said, *more


def _verdict_role(word: str, number: int) -> Role:
    roles: dict[str, Role] = {"helpful": "good", "misleading": "bad"}
    return roles.get(word, "") if number else "dim"


def notes(sentences: Iterable[str], sign: str = "!") -> Iterator[Block]:
    """Sentences of ours, each behind a sign."""
    yield from (Note(sign, sentence) for sentence in sentences)


def extras(pairs: Sequence[tuple[str, str]]) -> Iterator[Block]:
    """What the record holds besides the fields that are known: names and words are the record's own."""
    if pairs:
        yield from section("Also in the record", "fields that the protocol does not name")
        yield from (Quote(f"{name}: {value}") for name, value in pairs)


def facts(pairs: Sequence[tuple[str, str]]) -> Iterator[Block]:
    """Facts, where there are any."""
    if pairs:
        yield Facts(tuple(pairs))
