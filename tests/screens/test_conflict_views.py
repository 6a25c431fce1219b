"""Pages of pairs, of copies that differ and of broken supersedes: what they tell, of any text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from screens.seen import Seen
from screens.show.case import case_lines
from screens.show.passages import index_of, part_of
from screens.widgets.page import PageLine
from tests.screens.stores import HOSTILE
from workbench.store.case import Case, Evidence, Target
from workbench.store.detail import Detail
from workbench.store.details.broken import BrokenDetail, BrokenFinding
from workbench.store.details.conflict import ConflictDetail, ConflictRow, NearSubject
from workbench.store.details.copies import CopiesDetail, DifferingField
from workbench.store.details.pair import PairDetail
from workbench.store.snapshot import Address

A, B, C = "mem-2026-07-02-001", "mem-2026-08-12-001", "mem-2026-08-13-001"
PASSAGE = "archive/2026-07-02.md#cache"
WIDTHS = (30, 70, 89, 90, 118, 200)
SIZES = pytest.mark.parametrize("width", [70, 118])


def row(key: str, text: str, **fields: str | None) -> ConflictRow:
    plain = ConflictRow(
        key, key, "open", "topic", "topics/a.md", 3, key[4:14], "knowledge", "active", None,
        PASSAGE if key == A else "user statement", "resolves", None, None, text,
    )  # fmt: skip
    return replace(plain, **fields)  # type: ignore[arg-type]


def case(kind: str, detail: Detail, rows: tuple[ConflictRow, ...], **fields: object) -> Case:
    targets = tuple(
        Target(one.id, one.key, Address(one.path, one.line, 0, 1), "row", one.status, "d") for one in rows
    )
    beside = Evidence(
        "row archive",
        PASSAGE,
        "archive/2026-07-02.md",
        5,
        "- it said so",
        address=targets[0].address,
        digest="p",
    )
    plain = Case(f"{kind}:x", kind, "t", targets, evidence=(beside,), detail=detail)  # type: ignore[arg-type]
    return replace(plain, **fields)  # type: ignore[arg-type]


def pair(one: str, other: str, *, possible: bool = True, why: str = "why", **fields: Any) -> Case:
    rows = (row(A, one), row(B, other, **fields))
    by = "" if possible else "log.md:7"
    return case("contradiction", PairDetail(rows, why, by, possible), rows, possible=possible)


def copies(*texts: str | None) -> Case:
    rows = tuple(row(A, text or "", path=f"topics/{at}.md") for at, text in enumerate(texts))
    return case("copies", CopiesDetail(A, rows, (DifferingField("text", texts),)), rows[:1])


def broken(text: str, pointer: str | None = "mem-2026-01-01-009") -> Case:
    old = row(A, text, status="superseded", superseded_by=pointer, standing="history")
    new = row(B, f"{text} now")
    finding = BrokenFinding("pointer-to-nothing", 2, "It names nothing of this store.")
    return case("broken-supersede", BrokenDetail(old, pointer, (finding,), (old, new), (B,)), (old,))


def page(shown: Case, width: int, *, audit: bool = False) -> str:
    return "\n".join(line.content.plain for line in case_lines(shown, width, audit=audit))


@SIZES
def test_a_possible_pair_says_so_first_and_why(width: int) -> None:
    said = page(pair("It is always so.", "It is never so.", why="always against never"), width)
    assert said.splitlines()[0].startswith(" ? POSSIBLE CONTRADICTION")
    assert "always against never" in said and "▐always▌" in said and "▐never▌" in said
    assert "POSSIBLE" not in page(pair("one", "two", possible=False), width)
    assert "log.md:7" in page(pair("one", "two", possible=False), width)


@SIZES
def test_words_of_chinese_are_told_apart_in_a_pair(width: int) -> None:
    said = page(pair("发布前必须先跑迁移。", "发布前不必先跑迁移。"), width)
    assert "发布前必▐须▌先跑迁移。" in said and "发布前▐不▌必先跑迁移。" in said


@SIZES
def test_copies_are_told_field_by_field_and_place_by_place(width: int) -> None:
    said = page(copies("Port 7520.", "Port 7611.", None), width)
    assert "▐7520▌" in said and "▐7611▌" in said and "not given" in said
    assert all(f"topics/{at}.md:3" in said for at in range(3)) and said.count("the one that counts") == 1


@SIZES
def test_a_broken_supersede_names_the_constraint_and_draws_the_break(width: int) -> None:
    said = page(broken("Port 7411."), width).replace("\n   ", " ")
    assert "It names nothing of this store." in said and "§14.2, constraint 2" in said
    assert "07-02 superseded ──✗ 08-12 active" in said and "superseded by mem-2026-01-01-009" in said
    assert "live head" in said
    assert "names no successor" in page(broken("Port 7411.", None), width)


@SIZES
def test_a_subject_that_looks_like_it_is_told_as_another(width: int) -> None:
    rows = (row(A, "Port 7520."), row(B, "Port 7611."))
    near = (NearSubject("Gateway:Port", "other case of letters", (C,)),)
    said = page(case("conflict", ConflictDetail("gateway:port", rows, B, "", near), rows), width)
    assert "Maybe the same subject; another string, so never treated as the same" in said.replace("\n  ", " ")
    assert "? Gateway:Port" in said and "other case of letters" in said and C in said
    assert "┌─ C" not in said and " C  " not in said, "it is no row of the conflict"


def test_the_passage_behind_a_row_goes_by_the_letter_of_the_row() -> None:
    shown = pair("one", "two")
    (line,) = [line for line in case_lines(shown, 118) if line.part]
    assert (index_of(shown, "A"), index_of(shown, "B")) == (0, None)
    assert line.part == part_of(0) and "The passage behind A" in line.content.plain


def test_rows_that_were_shown_whole_are_seen_as_what_the_case_is_about() -> None:
    shown = pair("one", "two")
    seen = Seen()
    seen.note(shown, {ref for line in case_lines(shown, 118) for ref in line.refs})
    assert seen.unseen(shown) == frozenset()


@SIZES
def test_a_withdrawn_row_shows_no_text(width: int) -> None:
    gone: dict[str, Any] = {"standing": "withdrawn", "withheld_by": "memwd-2026-08-05-001", "source": None}
    said = page(pair("It is so.", "", **gone), width)
    assert "memwd-2026-08-05-001" in said and "⊘" in said
    hidden = [line for line in case_lines(pair("x", "", **gone), 70) if B in line.content.plain]
    assert hidden and all(B not in line.refs for line in hidden)


LOOSE = st.text(
    st.one_of(st.characters(), st.sampled_from("\x1b\u202e\u200b\n\t\r\x9b[]│▐ 网🙂é")),
    min_size=1,
    max_size=60,
)


@settings(max_examples=25)
@given(LOOSE.filter(lambda text: text.strip() != ""), st.integers(30, 130))
def test_any_text_stays_within_the_width_and_shows_no_raw_sign(text: str, width: int) -> None:
    check(text, (width,))


def test_hostile_text_stays_within_the_width_and_shows_no_raw_sign() -> None:
    check(HOSTILE, WIDTHS)
    assert "tags spell: evil" in page(pair(HOSTILE, "two"), 118)


def check(text: str, widths: tuple[int, ...]) -> None:
    hostile: dict[str, Any] = {"source": text, "confidence": text, "status": text, "kind": text}
    for shown in (pair(text, f"{text}x", why=text, **hostile), copies(text, f"x{text}"), broken(text, text)):
        for width in widths:
            lines: list[PageLine] = case_lines(shown, width)
            for line in lines:
                plain = line.content.plain
                assert line.content.cell_length <= width, (shown.kind, width, plain)
                assert not any(ord(sign) < 32 or sign in "\x7f\x9b\u202e\u200b\u2028" for sign in plain)
