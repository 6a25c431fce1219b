"""What the fast lane takes reads as it reads without it, on any page; what it calls plain has no finding."""

from __future__ import annotations

import ast
import inspect
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.bindings.test_spans import PIECES
from workbench.bindings.filesystem import skim as skimming
from workbench.bindings.filesystem.grammar import Block, blocks
from workbench.bindings.filesystem.lane import PLAIN_BY, labelled
from workbench.bindings.filesystem.layout import Role
from workbench.bindings.filesystem.page import Page
from workbench.bindings.filesystem.rows import item_of, rows_of
from workbench.bindings.filesystem.skim import Skim
from workbench.protocol import checks
from workbench.protocol.items import findings
from workbench.protocol.words import Place
from workbench.store.snapshot import PlainRow, Row

REPO = Path(__file__).resolve().parents[2]
ROLES: tuple[Role, ...] = ("inbox", "topic", "archive", "index")
ODD = (
    *(
        "\u2028",
        "\u00a0",
        "\x85",
        "\x0b",
        "\x0c",
        "\x1c",
        "\r",
        "\r\n",
        "\t",
        " ",
        "\n",
        "\n\n",
        "\ufeff",
        "\ud800",
    ),
    *("#", " # c", "`", "```", "~~~", "[", "]", "(", ")", "[待清理]", "【待确认】", "待", "é", "\U0001f600"),
    *("<!-- ", " -->", "- ", "* ", "  - ", "    - ", "\t- ", "   ", "# ", "## Historical lessons\n", "---\n"),
    *(
        "Status: ",
        "Source: ",
        " Subject: x. ",
        "Scope: global",
        "  - Status: stale\n",
        "  - ID: mem-2026-01-01-009\n",
    ),
    *("hyp-2026-01-01-001", "topics/a.md", "archive/2026-01-01.md#a", "\u0430", "\u200b", ".", ";", "。"),
)
"""What is put into pages where it does not belong."""

DAYS = ("2026-01-02", "2026-02-30", "2026-1-02", "0000-00-00", "2026-12-31")
TEXTS = (
    "The port is 8.",
    "端口是八。",
    "No full stop",
    "é (x) [y]",
    "Said: so",
    "x",
    "`a` b.",
    "Ends in blank \t",
    "(q) z",
    "[mem-2026-01-02-007] twice.",
    "待清理",
    "Status: active. So.",
    "Scope: none. It is.",
    "a\u2028b.",
)
IDS = (
    "mem-2026-01-02-001",
    "mem-2026-01-02-002",
    "mem-2026-02-30-001",
    "mem-2026-01-02-0123456789",
    "other",
    "mem-x",
    "a#b",
    "",
)
SOURCES = (
    "session:2026/turn-1",
    "user said",
    "archive/2026-01-02.md#port",
    "memory/topics/a.md",
    "index.md",
    "hyp-2026-01-02-001",
    "a # b",
    "待清理",
    "[待清理]",
    "端口",
    ".",
    " . ",
    "a. b",
)


@st.composite
def structured(draw: st.DrawFn) -> str:
    """An item of the structured form, mostly as it is written by the protocol."""
    some = draw(st.randoms(use_true_random=False))
    odd = some.random() < 0.4

    def pick(*values: str) -> str:
        return some.choice(values) if odd else values[0]

    head = some.choice(("", "(state) ", "(knowledge) ")) if odd else some.choice(("(state) ", "(knowledge) "))
    kind = (
        head.strip("() ")
        if head and not (odd and some.random() < 0.3)
        else some.choice(("state", "knowledge"))
    )
    date = pick(*DAYS)
    named = pick(*IDS) if odd else some.choice(IDS[:2])
    text = pick(*TEXTS) if odd else some.choice(TEXTS[:4])
    fields = [
        ("id", named, 1.0),
        ("kind", pick(kind, "State", "belief"), 0.9),
        ("subject", pick("host:port", "a  b", "端口", "#x", "x # y"), 0.5),
        ("Scope", pick("project", "user preference", "galaxy"), 0.4),
        (
            "Status",
            pick(*(some.choice(("active", "superseded", "pending-cleanup")),), "stale", "Active", "待清理"),
            0.9,
        ),
        ("superseded_by", pick(*IDS[:3], named), 0.2),
        ("merged_into", pick(*IDS), 0.1),
        ("inspired_by", pick("hyp-2026-01-02-001", "nobody"), 0.1),
        (
            "corroborating_refs",
            pick("\n    - archive/2026-01-02.md#a\n    - said twice", "[a, b]", "a", "\n      - deep"),
            0.2,
        ),
        ("Source", pick(*SOURCES) if odd else some.choice(SOURCES), 0.95),
        ("Confidence-Scheme", pick("epistemic-status-v1", "own"), 0.2),
        ("Confidence", pick("confirmed", "sure"), 0.2),
    ]
    kept = [(key, value) for key, value, often in fields if some.random() < often]
    if odd and some.random() < 0.4:
        some.shuffle(kept)
    if odd and kept and some.random() < 0.4:
        kept.insert(some.randrange(len(kept)), some.choice(kept))
    lines = [f"- [{date}] {head}{text}"]
    for key, value in kept:
        spelled = pick(key, key.upper(), f" {key}", f"{key} ")
        indent = pick("  ", "   ", "\t", " ", "")
        gap = "" if value.startswith("\n") else pick(" ", "  ", "")
        lines.append(f"{indent}- {spelled}:{gap}{value}")
    return "\n".join(lines) + "\n"


@st.composite
def one_line(draw: st.DrawFn) -> str:
    """An item of the inbox form."""
    pick = draw(st.randoms(use_true_random=False)).choice
    named = pick(
        ("[mem-2026-01-02-003] ", "[mem-2026-01-02-001] ", "", "[memory-1] ", "[mem-2026-02-30-001] ")
    )
    labels = pick(
        (
            " Subject: a:b. Source: session:x.",
            " Source: session:x.",
            " Source: said. Subject: a:b.",
            " Subject: . Source: x.",
            "",
            " Subject: a. Source: b. Status: stale.",
            " Source: a. Source: b.",
            " source: x",
            " Source:  archive/a.md#b . ",
            "Source: x.",
            " Subject: a Source: b",
            " Source: .",
            " Source: mem Subject: k.",
            " Scope: project. Source: x.",
            " Source: hyp-2026-01-02-001.",
        )
    )
    return (
        f"- [{pick(DAYS)}] {named}{pick(('(state) ', '(knowledge) ', '', '(State) '))}{pick(TEXTS)}{labels}\n"
    )


BETWEEN = st.sampled_from(
    (
        "",
        "",
        "",
        "\n",
        "\n\n",
        " \n",
        "# A\n",
        "## Facts and lessons\n",
        "## Pending cleanup\n",
        "### Historical lessons\n",
        "Prose.\n",
        "- prose\n",
        "```\n",
        "~~~\nx\n~~~\n",
        "  indented\n",
        "    more\n\n",
        "\r\n",
        "<!-- c -->\n",
        "# A\n## A\n# A\n",
    )
)


@st.composite
def pages(draw: st.DrawFn) -> bytes:
    """A page of items and what stands between them, some of it spoiled."""
    parts = draw(st.lists(structured() | one_line() | BETWEEN, max_size=14))
    front = draw(st.sampled_from(("", "", "\ufeff", "---\ntitle: T\n---\n", "---\n", "## Pending cleanup\n")))
    text = front + "".join(parts)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 3))
        text = text[:at] + draw(st.sampled_from(ODD)) + text[at + cut :]
    data = text.encode("utf-8", "surrogatepass")
    if draw(st.integers(0, 9)) == 0:
        data = data.replace(b"\n", b"\r\n")
    if draw(st.integers(0, 9)) == 0:
        at = draw(st.integers(0, len(data)))
        data = data[:at] + draw(st.binary(min_size=1, max_size=3)) + data[at:]
    return data


def heading_of(page: Page) -> list[Block]:
    return [block for block in page.blocks if block.kind == "heading"]


def check(data: bytes, path: str = "topics/x.md") -> int:
    """Compare both ways on a page in each of its roles; how many rows were plain."""
    page = Page(path, data)
    plain = 0
    for role in ROLES:
        skim, slow = Skim(path, data, role), Skim(path, data, role, lane=False)
        assert skim.rows == slow.rows == list(rows_of(page, role))
        assert skim.headings == slow.headings == heading_of(page)
        front = page.blocks[0] if page.blocks and page.blocks[0].kind == "front" else None
        assert skim.front == slow.front == front
        for row in skim.rows:
            if row.plain:
                plain += 1
                item = item_of(data[row.address.start : row.address.end], row.place)
                assert findings(item, Place(row.place)) == ()
        assert not any(row.plain for row in slow.rows)
    return plain


@settings(max_examples=400)
@given(pages())
@example(b"- [2026-01-02] (state) x.\n  - id: mem-2026-01-02-001\n  - Source: a\n    goes on\n- b\n")
@example(b"- [2026-01-02] (state) x.\n  - id: mem-2026-01-02-001\n  - Source: a\n\n  - Status: stale\n- b\n")
@example(
    b"- [2026-01-02] (state) x.\n  - id: mem-2026-01-02-001\n  - Source: a\n\x0c\n  - Status: stale\n- b\n"
)
def test_a_page_reads_the_same_with_and_without_the_lane(data: bytes) -> None:
    check(data)


@settings(max_examples=200)
@given(st.lists(st.sampled_from(PIECES) | st.binary(max_size=4), max_size=40).map(b"".join))
def test_any_bytes_read_the_same(data: bytes) -> None:
    check(data)


@settings(max_examples=100)
@given(pages())
def test_where_progress_is_told_makes_no_difference(data: bytes) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(skimming, "_STEP", 50)
        check(data)


def stored_pages() -> Iterator[Path]:
    """Every page of every store that is kept here."""
    for folder in ("sample_store", "tests"):
        for pattern in ("*.md", "*.page"):
            yield from sorted((REPO / folder).rglob(pattern))


@pytest.mark.parametrize("path", stored_pages(), ids=lambda path: str(path.relative_to(REPO)))
def test_kept_pages_read_the_same(path: Path) -> None:
    check(path.read_bytes())


@pytest.mark.parametrize("path", stored_pages(), ids=lambda path: str(path.relative_to(REPO)))
def test_kept_pages_with_one_thing_changed_read_the_same(path: Path) -> None:
    draw, data = random.Random(path.name), path.read_bytes()[:4_000]
    for _ in range(40):
        at, cut = draw.randrange(len(data) + 1), draw.randrange(3)
        check(data[:at] + draw.choice(ODD).encode("utf-8", "surrogatepass") + data[at + cut :])


CANONICAL = """\
- [2026-01-02] (state) The port is 8.
  - id: mem-2026-01-02-001
  - kind: state
  - subject: host:port
  - Scope: project
  - Status: superseded
  - superseded_by: mem-2026-01-03-001
  - corroborating_refs:
    - archive/2026-01-02.md#a
    - session:x
  - Source: archive/2026-01-02.md#port
  - Confidence-Scheme: epistemic-status-v1
  - Confidence: confirmed
- [2026-01-03] (knowledge) 端口。
  - id: mem-2026-01-03-001
  - kind: knowledge
  - Status: active
  - Source: said
# End
"""


def test_canonical_items_are_taken_by_the_lane_and_known_to_be_plain() -> None:
    rows = Skim("topics/x.md", CANONICAL.encode(), "topic").rows
    assert [type(row) for row in rows] == [PlainRow, PlainRow]
    assert check(CANONICAL.encode()) == 6
    line = b"- [2026-01-02] [mem-2026-01-02-001] (state) A port. Subject: a:b. Source: session:x.\n# End\n"
    assert [row.plain for row in Skim("memory.md", line, "inbox").rows] == [True]


def test_lines_with_labels() -> None:
    assert labelled(b"A port. Subject: a:b. Source: session:x.") == (b"A port.", b"a:b", b"session:x")
    assert labelled(b"A port. Source: session:x.") == (b"A port.", None, b"session:x")
    assert labelled(b"No stop Source: x.") is None
    assert labelled(b"A. Source: x. Status: stale.") is None


def test_progress_is_told_in_small_steps_and_may_stop_the_reading() -> None:
    class Stop(Exception):
        pass

    data = (CANONICAL * 400).encode()
    told: list[int] = []
    Skim("topics/x.md", data, "topic", told.append)
    assert told == sorted(told)
    assert max(later - one for one, later in zip([0, *told], [*told, len(data)], strict=True)) < 10_000
    slow: list[int] = []
    Skim("topics/x.md", data.replace(b"  - Source", b"   - Source"), "topic", slow.append)
    assert len(slow) > len(data) // 10_000

    def stop(done: int) -> None:
        raise Stop

    with pytest.raises(Stop):
        Skim("topics/x.md", data, "topic", stop)


def test_a_row_shows_no_memory_text_and_is_never_changed() -> None:
    (row, _) = Skim("topics/x.md", CANONICAL.encode(), "topic").rows
    assert "port" not in repr(row)
    assert "port" not in repr([row, (row,)])
    with pytest.raises(AttributeError):
        row.status = "stale"  # type: ignore[misc]
    again = row.as_stored("active")
    assert (type(again), again.status, again.key) == (Row, "active", row.key)


def test_blocks_are_found_from_anywhere() -> None:
    data = CANONICAL.encode()
    assert [block.kind for block in blocks(data)] == ["bullet", "bullet", "heading"]


def test_of_every_rule_it_is_said_why_what_is_plain_does_not_break_it() -> None:
    """The rules are the words with a hyphen that stand in the source of the checks."""
    tree = ast.parse(inspect.getsource(checks))
    words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    rules = {word for word in words if isinstance(word, str) and re.fullmatch(r"[a-z]+(-[a-z]+)+", word)}
    assert rules == PLAIN_BY.keys()
