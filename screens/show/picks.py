"""What can be taken for a field without typing it, under the form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from textual.content import Content

from screens.actions import key_of
from screens.text import counted, fit, joined, safe, styled, wrap
from workbench.desk.finding import ItemHit
from workbench.store.case import Evidence

LONG_WORD = 24
"""Characters of a word that is cut where texts begin to differ in it."""


@dataclass(frozen=True, slots=True)
class Pick:
    """One candidate: what is taken, and what tells it from the others."""

    value: str
    status: str = field(repr=False, default="")
    date: str = field(repr=False, default="")
    text: str = field(repr=False, default="")
    withheld_by: str | None = None
    beside: bool = False
    """Whether it stands beside the case as evidence."""


def of_evidence(evidence: Iterable[Evidence]) -> tuple[Pick, ...]:
    """Candidates that stand beside the case."""
    return tuple(
        Pick(one.key or "", one.status or "", one.date or "", " ".join(one.text.split()), None, True)
        for one in evidence
    )


def of_hits(hits: Iterable[ItemHit]) -> tuple[Pick, ...]:
    """Candidates that the store holds."""
    return tuple(Pick(one.id, one.status or "", one.date or "", one.text, one.withheld_by) for one in hits)


def pick_lines(picks: Sequence[Pick], chosen: int, width: int, room: int) -> list[Content]:
    """Some of the candidates, the chosen one among them; how many there are besides."""
    first = max(0, min(chosen - room // 2, len(picks) - room))
    shown = picks[first : first + room]
    widest = max((len(pick.value) for pick in shown), default=0)
    alike = _alike([pick.text for pick in picks if not pick.withheld_by])
    lines = [
        _line(pick, first + index == chosen, min(widest, width // 2), width, alike)
        for index, pick in enumerate(shown)
    ]
    rest = len(picks) - len(shown)
    return [*lines, styled(f"           {rest} more; typing narrows", "dim")] if rest > 0 else lines


def _alike(texts: Sequence[str]) -> int:
    """How much of the beginning of all texts is one and the same, back to the blank before they differ."""
    if len(set(texts)) < 2:
        return 0
    same = sum(1 for _ in takewhile(lambda signs: len(set(signs)) == 1, zip(*texts, strict=False)))
    word = texts[0].rfind(" ", 0, same) + 1
    return word if same - word < LONG_WORD else same


def _line(pick: Pick, chosen: bool, widest: int, width: int, alike: int) -> Content:
    """One candidate; where its text does not fit, what it has in common with all others is left out."""
    mark = styled("         ▸ ", "accent") if chosen else styled("           ")
    parts: list[Content | str] = [mark, fit(safe(pick.value, "strong" if chosen else ""), widest)]
    parts += [safe(f"  {pick.status}", "dim")] if pick.status else []
    parts += [safe(f"  {pick.date}", "dim")] if pick.date else []
    if pick.withheld_by:
        parts += [styled("  ⊘ ", "warn"), styled("text held back", "dim")]
    elif pick.text:
        parts.append(styled(" │ ", "gutter"))
        room, text = width - joined(parts).cell_length, safe(pick.text[: 4 * width], "quote")
        if alike and text.cell_length > room:
            text = safe(f"…{pick.text[alike : alike + 4 * width]}", "quote")
        parts.append(text)
    return fit(joined(parts), width)


def suggestion_lines(reason: str, verdict: str, width: int) -> list[Content]:
    """The reason that Enter in an empty field takes, in whole, and that it is only a suggestion."""
    key = f"          {key_of('field.done')} "
    head = joined([styled(key, "key"), styled(f"takes your last reason for {verdict}: ", "dim")])
    lines = reason.split("\n")
    parts = [part for line in lines for part in wrap(safe(line, "dim"), max(width - 13, 1))]
    whole = head + parts[0]
    if len(parts) == 1 and whole.cell_length <= width:
        return [whole]
    return [fit(head, width), *(styled("            ") + part for part in parts)]


def whole_lines(text: str, width: int, room: int) -> list[Content]:
    """A text that does not fit in its field, in whole as far as there is room."""
    lines = [part for line in text.split("\n") for part in wrap(safe(line), max(width - 13, 1))]
    shown = [styled("            ") + line for line in lines[:room]]
    rest = len(lines) - room
    return [*shown, styled(f"            … {counted(rest, 'more line')}", "dim")] if rest > 0 else shown
