"""For any bytes: blocks partition them, rows lie in their blocks and read again, models agree (§9)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from workbench.bindings.filesystem.grammar import blocks, split_lines
from workbench.bindings.filesystem.layout import Role
from workbench.bindings.filesystem.page import Page
from workbench.bindings.filesystem.recall import recalled
from workbench.bindings.filesystem.rows import item_of, rows_of
from workbench.bindings.filesystem.spans import apply, spans
from workbench.store.plan import Effect

CORPUS = Path(__file__).parent / "corpus"
FILES = sorted(CORPUS.glob("*.page"))
ROLES: tuple[Role, ...] = ("inbox", "topic", "archive", "index")
PIECES = [
    *(b"\n", b"\r\n", b"\r", b" ", b"\t", b"\xef\xbb\xbf", b"\0", b"\xff", b"\xe2\x80\xa8", b"word", b"#"),
    *(b"---\n", b"```\n", b"~~~~yaml\n", b"# Title\n", b"## Pending cleanup\n"),
    *(b"## Historical lessons\r\n", b"- plain\n", b"* star\n", b"- [2026-08-01] [mem-2026-08-01-001] x"),
    *(b"- [2026-08-01] (state) Value. Subject: a:b. Source: said.\n", b"  - id: mem-2026-08-01-001\n"),
    *(b"  - kind: state\n", b"\t- Status: active # c\n", b"  - STATUS: stale\r\n", b"  - Source:\n"),
    *(b"  - corroborating_refs:\n", b"    - archive/a.md\n", b"  - corroborating_refs: [a, b]\n"),
    *(b"    more words\n", b"  ```\n", b"Source:", "待清理".encode(), "[待清理]".encode()),
]
soup = st.lists(st.sampled_from(PIECES) | st.binary(max_size=6), max_size=40).map(b"".join)


def check_partition(data: bytes) -> None:
    found = blocks(data)
    assert b"".join(data[block.start : block.end] for block in found) == data
    assert [block.start for block in found] == [0, *(block.end for block in found)][: len(found)]
    for block in found:
        assert block.start < block.end
        assert block.line == data.count(b"\n", 0, block.start) + 1
        assert block.start == 0 or data[block.start - 1 : block.start] == b"\n"
    assert b"".join(split_lines(data)) == data


def check_rows(data: bytes) -> None:
    page = Page("topics/x.md", data)
    spots = {(spot.start, spot.end): spot for spot in page.spots}
    for role in ROLES:
        for row in rows_of(page, role):
            span = data[row.address.start : row.address.end]
            block = spots[row.address.start, row.address.end].block
            assert block.start <= row.address.start < row.address.end <= block.end
            assert b"\n" not in data[row.address.end : block.end].removesuffix(b"\n")
            again = next(rows_of(Page("topics/x.md", b"# Pending cleanup\n" + span), role))
            for name in ("key", "id", "kind", "subject", "status", "date", "source", "text", "merged_into"):
                assert getattr(again, name) == getattr(row, name)
            assert row.address.line == data.count(b"\n", 0, row.address.start) + 1
            assert spans("topics/x.md", data, row.key)[row.ordinal] == span
            check_model(data, row, role)


def shown(text: str | None) -> str:
    """As the model shows text: a byte that is no text stands as U+FFFD."""
    return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text or "").strip(" \t")


def check_model(data: bytes, row, role: Role) -> None:
    item = item_of(data[row.address.start : row.address.end], row.place)
    assert (item.id or "", item.kind_text) == (shown(row.id), shown(row.kind))
    assert (item.subject or "", item.source or "") == (shown(row.subject), shown(row.source))
    assert (item.date_text, item.text) == (shown(row.date), shown(row.text))
    assert (item.superseded_by or "", item.merged_into or "") == (
        shown(row.superseded_by),
        shown(row.merged_into),
    )
    assert item.status_text == shown(row.status) or (row.place == "inbox" and not item.status_text)
    if row.place == "inbox":
        assert (str(item.effective_status or "") or item.status_text) == shown(row.status)


@settings(max_examples=400)
@given(soup)
@example(b"- x\n---\na: b\n---\n")
@example(b"- [2026-08-01] x\r")
@example(b"\xef\xbb\xbf- [2026-08-01] x")
@example(b"- [2026-08-01] x\xef\xbb\xbf\n")
def test_any_bytes_are_partitioned_and_read_again(data: bytes) -> None:
    check_partition(data)
    check_rows(data)


@settings(max_examples=200)
@given(st.binary(max_size=300))
def test_any_binary_is_partitioned(data: bytes) -> None:
    check_partition(data)
    check_rows(data)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_corpus_is_partitioned_and_read_again(path: Path) -> None:
    check_partition(path.read_bytes())
    check_rows(path.read_bytes())


@settings(max_examples=200)
@given(soup, st.data())
def test_replacing_an_item_leaves_every_other_byte(data: bytes, draw: st.DataObject) -> None:
    found = list(rows_of(Page("t.md", data), "topic"))
    if not found:
        return
    row = draw.draw(st.sampled_from(found))
    span = data[row.address.start : row.address.end]
    after = span + b"\n  - note: kept"
    effect = Effect("replace", "t.md", row.key, span, after, row.ordinal)
    changed = data[: row.address.start] + after + data[row.address.end :]
    assert apply("t.md", data, [effect]) == changed


UNIFORM = [path for path in FILES if path.name not in ("lone-cr.page", "mixed-ends.page")]
"""A line put back ends as most lines of its file do; where they differ among themselves that is a guess."""


@pytest.mark.parametrize("path", UNIFORM, ids=lambda path: path.name)
def test_taking_an_item_out_of_any_page_and_putting_it_back_is_the_identity(path: Path) -> None:
    data = path.read_bytes()
    for row in rows_of(Page("t.md", data), "topic"):
        span = data[row.address.start : row.address.end]
        out = recalled("remove", "t.md", data, row.key, span)
        assert out is not None
        if len(spans("t.md", data, row.key)) > 1:
            continue
        without = apply("t.md", data, [out])
        assert spans("t.md", without, row.key) == []
        tail = "open" if out.tail else ""
        back = Effect("insert", "t.md", row.key, b"", span, 0, out.section, out.offset, out.order, tail)  # type: ignore[arg-type]
        assert apply("t.md", without, [back]) == data


LARGE = {
    "tight items": b"".join(
        b"- [2026-08-01] (knowledge) Text %d.\n  - id: mem-2026-08-01-%d\n  - Status: active\n" % (n, n)
        for n in range(5_000)
    ),
    "loose items": b"".join(b"- [2026-08-01] Text %d. Source: said.\n\n" % n for n in range(12_000)),
    "headings": b"".join(b"## H%d\n- [2026-08-01] a\n" % (n % 7) for n in range(8_000)),
    "fences": b"```\nx\n```\n" * 8_000,
    "open fences": b"```a\n" * 12_000,
    "labels": b"- [2026-08-01] " + b"Source: a Subject: b " * 12_000,
    "blanks": b"- [2026-08-01]" + b" " * 250_000 + b"x\n# a" + b" \t#" * 80_000 + b"x\n",
    "comments": b"- [2026-08-01] x\n  - Status: a" + b" \t" * 120_000 + b"x\n  - id: " + b" #" * 100_000,
    "stars": b"*" * 250_000 + b"\n" + b"`" * 250_000 + b" `\n" + b"- " * 120_000,
    "brackets": b"- " + b"[2026-08-01] " * 20_000 + "[待清理]".encode() * 10_000 + b"[" * 100_000,
    "one item": b"- [2026-08-01] x\n" + b"  - note: y\n    - z\n" * 10_000,
    "refs": b"- [2026-08-01] x\n  - corroborating_refs:\n" + b"    - archive/a.md\n      wrapped\n" * 8_000,
    "continued": b"- [2026-08-01] x\n  - Source: a\n" + b"    more words\n" * 15_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_reading_is_near_linear(name: str) -> None:
    """Four times the bytes may take some six times the calls; a quadratic reader takes sixteen."""
    data = LARGE[name]

    def calls(times: int) -> int:
        counted = 0

        def count(frame: object, event: str, arg: object) -> None:
            nonlocal counted
            counted += event in ("call", "c_call")

        sys.setprofile(count)
        try:
            page = Page("topics/x.md", data * times)
            for row in rows_of(page, "topic"):
                item_of(page.data[row.address.start : row.address.end], row.place)
        finally:
            sys.setprofile(None)
        return counted

    assert calls(4) < 6 * calls(1) + 1000
