"""Possible contradictions and duplicates: what is said of two texts, and which pairs a search finds."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable
from itertools import combinations, count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.review.measure import row
from workbench.review import possible
from workbench.review.possible import Found, Pair, find, judge
from workbench.review.possible_words import LONGEST, content
from workbench.store.snapshot import Row

CONTRADICTIONS = [
    ("Deploys on Fridays are forbidden.", "On Fridays, deploys are allowed.", "polarity differs"),
    ("Always squash commits before merging.", "Never squash commits before merging.", "the order differs"),
    ("The build needs network access.", "The build needs no network access.", "polarity differs"),
    (
        "The parser ignores trailing commas.",
        "The parser does not ignore trailing commas.",
        "polarity differs",
    ),
    ("Use tabs, not spaces, in Makefiles.", "Use spaces, not tabs, in Makefiles.", "polarity differs"),
    ("Deploy without approval.", "Deploy with approval.", "polarity differs"),
    (
        "The cache is enabled in the reader app.",
        "The cache is disabled in the reader app.",
        "polarity differs",
    ),
    ("用户不喜欢深色模式。", "用户喜欢深色模式。", "polarity differs"),
    ("周五可以部署到生产环境。", "周五不要部署到生产环境。", "polarity differs"),
    ("提交前必须运行测试。", "提交前不需要运行测试。", "polarity differs"),
    (
        "The gateway listens on port 7411.",
        "The gateway listens on port 7520.",
        "numbers differ: 7411 / 7520",
    ),
    ("The timeout is 30 s.", "The timeout is 30 min.", "numbers differ: 30 s / 30 min"),
    (
        "The nightly backup starts at 02:00.",
        "The nightly backup begins at 03:30.",
        "numbers differ: 02:00 / 03:30",
    ),
    ("数据库每天备份三次。", "数据库每天备份五次。", "numbers differ: 3次 / 5次"),
    ("接口超时时间为30秒。", "接口超时时间为60秒。", "numbers differ: 30秒 / 60秒"),
    (
        "The launch is on 2026-09-01.",
        "The launch is on 2026-09-15.",
        "dates differ: 2026-09-01 / 2026-09-15",
    ),
    ("Release 2.4 ships on 3 March.", "Release 2.4 ships on 17 March.", "dates differ"),
    ("每周一备份数据库。", "每周五备份数据库。", "dates differ: mon / fri"),
    (
        "We use Python 3.11 for the importer.",
        "We use Python 3.12 for the importer.",
        "versions differ: 3.11 / 3.12",
    ),
    ("The cat is named Miso.", "The cat is named Tofu.", "names differ: miso / tofu"),
    (
        "Use pnpm for the frontend packages.",
        "Use npm for the frontend packages.",
        "names differ: pnpm / npm",
    ),
    ("前端使用React。", "前端使用Vue。", "names differ: react / vue"),
    ("Migrations must be run manually.", "Migrations must be run automatically.", "opposite words"),
    ("Run lint before tests.", "Run tests before lint.", "the order differs"),
]
DUPLICATES = [
    ("Don't forget to rotate the signing keys.", "Rotate the signing keys."),
    ("Never deploy without approval.", "Always deploy with approval."),
    ("Deploys on Fridays are forbidden.", "Never deploy on Fridays."),
    ("The cache is not enabled in the reader app.", "The cache is disabled in the reader app."),
    ("Retry failed uploads after 5 min.", "Retry failed uploads after 300 s."),
    ("The maximum upload size is 1 GB.", "The maximum upload size is 1024 MB."),
    ("Log files are kept for 14 days.", "We keep log files for two weeks."),
    ("The meeting starts at 3 pm.", "The meeting starts at 15:00."),
    ("Run lint before tests.", "Run tests after lint."),
    ("Logs go to the `ops` bucket.", "logs go to the ops bucket"),
    ("接口超时时间为60秒。", "接口超时时间为1分钟。"),
    ("不得不重启网关。", "必须重启网关。"),
    ("日志保留两周。", "日志保留14天。"),
]
NOTHING = [
    ("The staging gateway listens on port 7411.", "The production gateway listens on port 7520."),
    ("On ARM the build takes 10 minutes.", "On x86 the build takes 25 minutes."),
    ("The v1 endpoint needs no token.", "The v2 endpoint needs a token."),
    ("Step 1 compiles the assets.", "Step 2 compiles the assets."),
    ("The report is sent to the finance team.", "The report is sent to the legal team."),
    ("If the cache is not warm, run the warmup script.", "If the cache is warm, run the warmup script."),
    ("Tests pass on Linux.", "Tests pass on macOS."),
    ("The importer supports not only CSV files.", "The importer supports CSV files and JSON."),
    ("The gateway used to listen on port 7411.", "The gateway listens on port 7520."),
    ("Upload no more than 5 files.", "Delete the uploads of 7 users."),
    ("测试环境的数据库每晚清空。", "生产环境的数据库从不清空。"),
    ("安卓客户端的超时是30秒。", "苹果客户端的超时是60秒。"),
    ("", ""),
    ("?!", "?!"),
]
HOSTILE = [
    "a", " ", "a/", "archive/", ".", "-", "一", "1", "1.", "'", "n't ", "#", "不", "不仅", "`", "“", "\x00",
    "\ud800", "not ", "no more than ", "prefer x ", "never x ", "周", "9月", "\n", "\u202e", "ﬁ", "\ufdfa",
    "a-", "a.", "0:", "，",
]  # fmt: skip


@pytest.mark.parametrize(("one", "other", "why"), CONTRADICTIONS)
def test_what_differs_is_a_possible_contradiction_and_said(one: str, other: str, why: str) -> None:
    found = judge(one, other)
    assert found is not None
    assert found.kind == "contradiction"
    assert found.why.startswith(why)


@pytest.mark.parametrize(("one", "other"), DUPLICATES)
def test_the_same_in_other_words_is_a_possible_duplicate(one: str, other: str) -> None:
    found = judge(one, other)
    assert found is not None
    assert found.kind == "duplicate"


@pytest.mark.parametrize(("one", "other"), NOTHING)
def test_in_doubt_nothing_is_said(one: str, other: str) -> None:
    assert judge(one, other) is None


def test_what_is_found_does_not_show_memory_text_in_its_repr() -> None:
    found = judge("The gateway listens on port 7411.", "The gateway listens on port 7520.")
    assert found is not None
    assert "7411" not in repr(found)
    assert "7411" not in repr(Pair("a", "b", found.kind, found.why))


PARTS = """
    never not no gateway cache deploy backup port 5 min 300 s 7411 v1.2 v1.3 on friday monday if when only
    also , . `main` Alice Bob before after 2026-08-01 without prefers over
    不 不要 网关 缓存 部署 三次 五次 周五 如果 每天
"""
texts = st.lists(st.sampled_from(PARTS.split()), min_size=1, max_size=9).map(" ".join) | st.text(max_size=60)


@given(texts, texts)
@settings(max_examples=400, deadline=None)
def test_the_kind_of_an_answer_does_not_rest_on_the_order_of_the_two(one: str, other: str) -> None:
    there, back = judge(one, other), judge(other, one)
    assert (there and there.kind) == (back and back.kind)


@given(texts)
@settings(max_examples=200, deadline=None)
def test_nothing_contradicts_itself(text: str) -> None:
    found = judge(text, text)
    assert found is None or found.kind == "duplicate"


@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_texts_are_judged_in_bounds(unit: str) -> None:
    """Every one of these would run for minutes, and so not at all here, were a step of it not linear."""
    for size in (LONGEST - 8, 1_000_000):
        text = unit * (size // len(unit))
        judge(text, text + " x")
        find([row("a", text), row("b", text + " y"), row("c", "x")])


def test_a_text_that_is_too_long_is_counted_and_not_judged() -> None:
    long = "The gateway listens on port 7411. " * 200
    found = find([row("a", long), row("b", long), row("c", "The gateway listens on port 7411.")])
    assert (tuple(found), found.long) == ((), 2)


SUBJECTS = "gateway cache importer backup parser queue mailer index kiosk shelf 网关 缓存 备份"
VERBS = "rotates keeps drops sends reads compresses 清空 保留 发送"
THINGS = "logs files records tickets labels tokens 日志 标签 记录"


def made(seed: int, size: int) -> list[Row]:
    """Rows of made sentences, many of which are nearly another one."""
    draw = random.Random(seed)
    subjects, verbs, things = SUBJECTS.split(), VERBS.split(), THINGS.split()
    said = []
    for _ in range(size):
        parts = [
            draw.choice(subjects),
            draw.choice(["", "never", "不"]),
            draw.choice(verbs),
            draw.choice(things),
        ]
        said.append(" ".join([*parts, draw.choice(["", "5 times", "7 times", "on Friday", "three days"])]))
    return [row(f"mem-2026-08-01-{number:03}", text) for number, text in enumerate(said)]


HAN = "[\u4e00-\u9fff]"


def plain_words(text: str) -> list[str]:
    """The content words of a sentence of :func:`made`, as often as it has them, taken apart another way."""
    latin = [word for word in map(content, re.findall("[A-Za-z]+", text)) if word]
    han = "".join(re.findall(HAN, text)).replace("不", "")
    return [*latin, *(han[at : at + 2] for at in range(len(han) - 1)), *([han] if len(han) == 1 else [])]


def by_hand(rows: Iterable[Row]) -> set[tuple[str, str, str]]:
    """What a search promises to find: every two items are looked at."""
    rows = sorted(rows, key=lambda one: one.key)
    counts = Counter(word for one in rows for word in plain_words(one.text))
    words = {one.key: set(plain_words(one.text)) for one in rows}
    rare = {
        key: set(
            sorted((word for word in some if counts[word] > 1), key=lambda word: (counts[word], word))[:6]
        )
        for key, some in words.items()
    }
    found: set[tuple[str, str, str]] = set()
    for one, other in combinations(rows, 2):
        shared = rare[one.key] & rare[other.key]
        looked_up = len(shared) > 1 or (len(shared) == 1 and rare[one.key] == rare[other.key])
        least = min(len(words[one.key]), len(words[other.key]))
        if looked_up and 2 * len(words[one.key] & words[other.key]) >= least:
            judged = judge(one.text, other.text)
            if judged:
                found.add((one.key, other.key, judged.kind))
    return found


@pytest.mark.parametrize("seed", range(12))
def test_a_search_finds_what_it_promises_and_no_more(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(possible, "FEW", 10_000)
    rows = made(seed, 60)
    found = find(rows)
    assert {(pair.first, pair.second, pair.kind) for pair in found} == by_hand(rows)
    assert found.crowded == 0
    assert seed > 2 or found


@pytest.mark.parametrize("seed", range(6))
def test_the_order_of_the_rows_changes_nothing(seed: int) -> None:
    rows = made(seed, 120)
    shuffled = random.Random(seed).sample(rows, len(rows))
    first, second = find(rows), find(shuffled)
    assert (first, first.crowded) == (second, second.crowded)
    assert [pair.why for pair in first] == [pair.why for pair in second]
    assert list(first) == sorted(first, key=lambda pair: (pair.kind, pair.first, pair.second))
    assert all(pair.first < pair.second for pair in first)


def test_a_crowd_of_like_items_makes_few_pairs_and_says_so() -> None:
    rows = [row(f"k{number:04}", f"The gateway listens on port {number}.") for number in range(2_000)]
    found = find(rows)
    assert len(found) <= 2_000 * possible.BESIDE
    assert found.crowded == 2_000
    assert {pair.kind for pair in found} == {"contradiction"}


TEXT = "The gateway listens on port 7411."
OTHER = "The gateway listens on port 7520."


@pytest.mark.parametrize(
    ("fields", "there"),
    [
        ({}, True),
        ({"kind": None}, True),
        ({"status": "pending-cleanup"}, True),
        ({"kind": "state"}, False),
        ({"kind": "policy"}, False),
        ({"status": "superseded"}, False),
        ({"merged_into": "mem-2026-08-01-009"}, False),
        ({"place": "archive"}, False),
        ({"place": "historical"}, False),
        ({"place": "inbox"}, True),
        ({"place": "index"}, True),
    ],
)
def test_which_rows_take_part(fields: dict[str, Any], there: bool) -> None:
    found = find([row("a", TEXT), row("b", OTHER)._replace(**fields)])
    assert [(pair.first, pair.second) for pair in found] == ([("a", "b")] if there else [])


def test_each_item_takes_part_once_with_the_words_of_the_item_store() -> None:
    rows = [
        row("a", TEXT),
        row("b", TEXT)._replace(place="index"),
        row("b", OTHER),
        row("b", TEXT)._replace(place="inbox"),
    ]
    assert [(pair.first, pair.second, pair.kind) for pair in find(rows)] == [("a", "b", "contradiction")]
    assert find([*rows, row("b", OTHER)._replace(status="superseded", path="topics/two.md")]) == Found()


def test_progress_is_told_of_and_may_stop_the_search() -> None:
    steps: list[tuple[int, int]] = []
    rows = made(1, 2_500)
    find(rows, lambda done, total: steps.append((done, total)))
    assert len(steps) > 4
    assert steps == sorted(steps)
    assert all(0 <= done <= total for done, total in steps)

    class Stopped(Exception):
        pass

    calls = count()

    def stop(done: int, total: int) -> None:
        if next(calls) == 2:
            raise Stopped

    with pytest.raises(Stopped):
        find(rows, stop)
