"""Sheets at every width, with hostile words in every field, aligned by the cells a terminal gives them."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from screens.records import LEAST_WORDS, column_widths, columns_that_fit
from screens.show.record import record_lines
from screens.show.sheet import sheet_lines
from tests.screens.stores import HOSTILE
from workbench.desk import Desk
from workbench.desk.sheets import SHEETS
from workbench.desk.views import RecordView
from workbench.store.detail import Detail
from workbench.store.details.erasure import ErasureDetail, HolderView
from workbench.store.details.refs import RefState
from workbench.text.visible import visible

WIDTHS = (1, 2, 3, 7, 12, 20, 38, 49, 50, 51, 69, 78, 120)


@pytest.fixture
def records(sample_store: Path) -> dict[type[Detail], RecordView]:
    """One record with a detail of each type."""
    found: dict[type[Detail], RecordView] = {}
    for record in Desk.open(sample_store).records():
        if record.detail is not None:
            found.setdefault(type(record.detail), record)
    assert set(found) == set(SHEETS)
    return found


def spoiled(value: Any) -> Any:
    """A value with hostile words in every text of it, wherever it stands."""
    if isinstance(value, str):
        return f"{value}{HOSTILE}"
    if isinstance(value, tuple):
        return tuple(map(spoiled, value))
    if hasattr(value, "__dataclass_fields__"):
        kept = ("state", "weight", "result", "known_status", "borne_out", "target_kind")
        said = {one.name: getattr(value, one.name) for one in fields(value) if one.name not in kept}
        return replace(value, **{name: spoiled(inner) for name, inner in said.items()})
    return value


def plain(detail: Detail, width: int) -> list[str]:
    return [line.content.plain for line in sheet_lines(detail, width)]


@pytest.mark.parametrize("width", WIDTHS)
def test_no_line_is_wider_than_its_place(records: dict[type[Detail], RecordView], width: int) -> None:
    for kind, record in records.items():
        assert record.detail is not None
        for line in plain(record.detail, width):
            assert cell_len(line) <= max(width, 8), (kind.__name__, line)


@pytest.mark.parametrize("width", [1, 20, 38, 78, 120])
def test_hostile_words_in_any_field_reach_a_line_as_marks(
    records: dict[type[Detail], RecordView], width: int
) -> None:
    for kind, record in records.items():
        detail = spoiled(record.detail)
        for line in plain(detail, width):
            assert line == visible(line), kind.__name__
            assert "\x1b" not in line
            assert "\u202e" not in line


def test_every_word_of_a_sheet_is_there_at_40_columns_too(records: dict[type[Detail], RecordView]) -> None:
    for kind, record in records.items():
        assert record.detail is not None
        wide = "".join("".join(plain(record.detail, 400)).split())
        narrow = "".join("".join(plain(record.detail, 38)).split())
        assert sorted(narrow.replace("│", "")) == sorted(wide.replace("│", "")), kind.__name__


def test_columns_stand_under_each_other_whatever_the_letters() -> None:
    names = ("主机/备份", "e\u0301cole:nightly", "📦 parcel", "عكس:mirror", "plain")
    holders = tuple(HolderView(name, "completed", None) for name in names)
    ref = RefState("x", "item", "nothing stands under this name", "sound")
    detail = ErasureDetail(
        name="memerase-2026-08-09-001", place="log.md:1", authority="user:owner", decided_at="2026-08-09",
        executed_at="2026-08-09", logged_by=None, logged_at=None, result="completed", covers=(("item", 1),),
        scope=(ref,), holders=holders, replacements=())  # fmt: skip

    rows = [line for line in plain(detail, 78) if line.rstrip().endswith("completed") and "✓" in line]

    assert len(rows) == len(names)
    assert len({cell_len(row[: row.index("completed")]) for row in rows}) == 1


def test_a_list_leaves_out_columns_before_it_leaves_out_words() -> None:
    widths = column_widths([("2026-08-20", "K", "pending-cleanup", "words"), ("none", "主机", "words")])

    assert widths == (10, 4, 15)
    for room in range(1, 120):
        shown = columns_that_fit(widths, room, LEAST_WORDS)
        assert shown == widths[: len(shown)]
        assert not shown or room - sum(shown) - 2 * len(shown) >= LEAST_WORDS


def test_a_record_under_audit_says_so_first(sample_store: Path) -> None:
    held = next(one for one in Desk.open(sample_store).records("item") if one.withheld_by)
    audited = Desk.open(sample_store).record(held.id, audit=True)

    shut = [line.content.plain for line in record_lines(held, 78)]
    opened = [line.content.plain for line in record_lines(audited, 78, audit=True)]

    assert "audit of withdrawn text" in opened[0]
    assert "its text is held back" in " ".join(" ".join(shut).split())
    assert any(f"withdrawn by {held.withheld_by}" in line for line in opened)
    assert audited.summary not in " ".join(shut)
    assert any(audited.summary[:30] in line for line in opened)
