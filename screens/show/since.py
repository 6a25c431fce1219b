"""What changed since the last decision: as rows that open, as one line, and as the alarm that comes first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from textual.content import Content

from screens.actions import key_of
from screens.text import fit, flow, joined, safe, styled, wrap
from workbench.desk.since import How, Since, ago

Leads = Literal["changes", "ledger", "log"]

_SIGNS: dict[How, tuple[str, str, str]] = {
    "new": ("+", "new", "good"),
    "changed": ("~", "changed", "accent"),
    "moved": ("→", "moved", ""),
    "gone": ("−", "gone", "bad"),
    "unread": ("✗", "in a file that does not read", "bad"),
    "archived": ("▤", "left in the archive alone", ""),
    "erased": ("⊘", "erased", ""),
}
_ALWAYS: tuple[How, ...] = ("new", "changed", "moved", "gone")
_SELDOM: tuple[How, ...] = ("unread", "archived", "erased")


@dataclass(frozen=True, slots=True)
class SinceRow:
    """One row: its sign, number and words, and where Enter leads."""

    sign: str
    number: str
    words: str
    note: str
    role: str
    leads: Leads
    how: How | None = None


def how_sign(how: How) -> Content:
    """The sign of a change in its role."""
    sign, _, role = _SIGNS[how]
    return styled(sign, role)


def how_words(how: How) -> str:
    """A change in a word or two."""
    return _SIGNS[how][1]


def since_rows(since: Since) -> list[SinceRow]:
    """Always the same six rows, so that nothing moves; none where nothing is known."""
    if not since.known:
        return []
    rows = [_items(since, how) for how in _ALWAYS]
    seldom = [f"{since.counts[how]:,} {how_words(how)}" for how in _SELDOM if since.counts[how]]
    rows[-1] = replace(rows[-1], note=", ".join(seldom))
    return [*rows, _decisions(since), _log(since)]


def _items(since: Since, how: How) -> SinceRow:
    sign, words, role = _SIGNS[how]
    number = since.counts[how]
    decided = sum(1 for change in since.changes if change.how == how and change.decision)
    note = f"{decided:,} by a decision" if decided else ""
    return SinceRow(sign, f"{number:,}", words, note, role if number else "", "changes", how)


def _decisions(since: Since) -> SinceRow:
    if since.decisions is None:
        return SinceRow("!", "?", "decisions", "your last one is not in the ledger", "warn", "ledger")
    number = sum(number for _, number in since.decisions)
    who = [f"{number:,} by {name.removeprefix('user:')}" for name, number in since.others]
    note = ", ".join([*([f"{since.yours:,} by you elsewhere"] if since.yours else []), *who])
    return SinceRow("✓", f"{number:,}", "decision" if number == 1 else "decisions", note, "", "ledger")


def _log(since: Since) -> SinceRow:
    if since.log is None:
        return SinceRow("≡", "?", "log entries", "the log was cut or rewritten", "", "log")
    return SinceRow("≡", f"{since.log:,}", "log entry" if since.log == 1 else "log entries", "", "", "log")


def row_line(row: SinceRow, rows: Sequence[SinceRow], width: int) -> Content:
    """One row, numbers under each other."""
    digits = max((len(one.number) for one in rows), default=1)
    quiet = row.number == "0"
    number = styled(row.number.rjust(digits), "dim" if quiet else "strong")
    words = fit(styled(row.words, "dim" if quiet else ""), 12)
    sign = styled(row.sign, row.role or ("faint" if quiet else "dim"))
    return fit(joined([sign, " ", number, " ", words, safe(row.note, "dim")]), width)


def since_title(since: Since) -> str:
    """`Since your last decision, 2 days ago`."""
    return f"Since your last decision{',' + ago(since.days) if since.known and ago(since.days) else ''}"


def since_line(since: Since, width: int) -> list[Content]:
    """The same in as few lines as fit: where the rows are on another page."""
    if not since.known:
        return wrap(safe(since.problem or "", "dim"), width)
    rows = since_rows(since)
    shown = [row for row in rows if row.number != "0"]
    if not shown:
        return [styled("nothing changed", "dim")]
    parts = [
        joined([styled(row.sign, row.role or "dim"), f" {row.number} ", safe(row.words, "dim")])
        for row in shown
    ]
    return flow(parts, width)


def alarm_lines(since: Since, width: int, *, brief: bool) -> list[Content]:
    """Mass loss or change, before everything else: what, where, what to do; or that none is noticed."""
    if not since.alarm:
        return []
    loud = since.alarm[:1] if brief else since.alarm
    parts: list[Content | str] = [styled(" ‼ ", "bad"), safe(" ".join(loud), "bad")]
    if not since.put_back:
        return wrap(joined(parts), width, "   ")
    keys: list[Content | str] = [styled(f" {key_of('home.changes')}", "key"), " lists them"]
    if not brief:
        keys += [", ", styled(key_of("changes.history"), "key"), " there asks git, "]
        keys += [styled(key_of("app.ledger"), "key"), f" is the ledger. {since.put_back}"]
    return wrap(joined([*parts, *keys]), width, "   ")
