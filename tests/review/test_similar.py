"""Which newer items are put beside an older one, and the sentence that says why (§14.3, §15.2)."""

from __future__ import annotations

import pytest

from tests.review.build import Store
from workbench.review.similar import Similar
from workbench.store.case import Evidence
from workbench.store.snapshot import Address, Row

OLD, NEW = "mem-2026-07-02-001", "mem-2026-08-01-001"


def refuters(store: Store) -> list[Evidence]:
    return [shown for shown in store.open(f"pending-cleanup:{OLD}").evidence if shown.role == "refuter"]


def beside(older: str, newer: str) -> list[str]:
    store = Store()
    store.item(OLD, older, Status="pending-cleanup")
    store.item(NEW, newer)
    return [shown.why for shown in refuters(store)]


@pytest.mark.parametrize(
    ("older", "newer", "why"),
    [
        (
            "Retry the export 3 times.",
            "Retry the export 5 times.",
            "shares the rare words retry, export; numbers differ: 3 / 5",
        ),
        (
            "Retry the export thrice.",
            "Retry the export five times.",
            "shares the rare words retry, export; numbers differ: 3 / 5",
        ),
        (
            "The certificate ends on 2026-09-01.",
            "The certificate ends on 2026-12-01.",
            "shares the rare words certificate, ends; dates differ: 2026-09-01 / 2026-12-01",
        ),
        (
            "DNS must be flushed after a move.",
            "DNS never has to be flushed after a move.",
            "shares the rare words dns, flushed, move; polarity differs: only the newer one says never",
        ),
        (
            "Don't flush the DNS cache.",
            "Flush the DNS cache.",
            "shares the rare words flush, dns, cache; polarity differs: only the older one says don't",
        ),
        (
            "发布前必须先跑迁移",
            "发布前不必先跑迁移",
            "shares the rare words 发布, 布前, 先跑, 跑迁; polarity differs: only the newer one says 不必",
        ),
        ("重试三次", "重试五次", "shares the rare word 重试; numbers differ: 三 / 五"),
    ],
)
def test_shared_rare_words_with_a_difference_are_a_suggestion(older: str, newer: str, why: str) -> None:
    assert beside(older, newer) == [why]


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Retry the export 3 times.", "Retry the export 3 times, then stop."),
        ("Retry the export 3 times.", "The harbour opens at 5."),
        ("The gateway restarts at night.", "The gateway restarts on Mondays."),
        ("It is not the one that was there.", "It is the one that was there."),
        ("不同的分馆用不同的标签", "各分馆用自己的标签"),
    ],
)
def test_without_a_difference_or_rare_words_nothing_is_suggested(older: str, newer: str) -> None:
    assert beside(older, newer) == []


def test_words_that_stand_in_many_items_are_not_rare() -> None:
    store = Store()
    store.item(OLD, "The gateway port needs a check 3 times a day.", Status="pending-cleanup")
    for number in range(1, 13):
        store.item(
            f"mem-2026-08-01-{number:03d}",
            f"The gateway port in hall {chr(96 + number) * 4} was checked {number} times.",
        )

    assert [shown.why for shown in refuters(store) if "gateway" in shown.why or "port" in shown.why] == []


def test_one_subject_is_enough_and_comes_first() -> None:
    store = Store()
    store.state(OLD, "It listens there.", "gateway:port", Status="pending-cleanup")
    store.item("mem-2026-08-02-001", "It listens there no more, listens elsewhere.")
    store.state(NEW, "Elsewhere now.", "gateway:port")

    first = refuters(store)[0]
    assert (first.ref, first.suggestion, first.why) == (NEW, True, "same subject")


def test_state_items_of_different_subjects_do_not_refute_each_other() -> None:
    store = Store()
    store.state(OLD, "The gateway listens on port 7411.", "gateway:port", Status="pending-cleanup")
    store.state(NEW, "The gateway listens on port 7520.", "Gateway:port")

    assert refuters(store) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"place": "historical"},
        {"Status": "superseded"},
        {"merged_into": "mem-2026-08-02-001"},
        {"date": "2026-07-01"},
        {"date": ""},
        {"place": "archive"},
    ],
    ids=["historical", "superseded", "merged", "older", "undated", "archive"],
)
def test_what_was_put_away_or_is_not_newer_refutes_nothing(fields: dict[str, str]) -> None:
    store = Store()
    store.item(OLD, "Retry the export 3 times.", Status="pending-cleanup")
    store.item(NEW, "Retry the export 5 times.", **fields)  # type: ignore[arg-type]

    assert refuters(store) == []


def test_a_withdrawn_item_is_no_refuter_and_is_listed_without_its_words() -> None:
    store = Store()
    store.item(OLD, "Retry the export 3 times.", Status="pending-cleanup")
    store.item(NEW, "Retry the export 5 times.")
    store.withdraw(1, memory_item_ids=[NEW])

    (shown,) = store.open(f"pending-cleanup:{OLD}").evidence

    assert (shown.role, shown.ref, shown.text, shown.withheld_by) == (
        "withheld",
        NEW,
        "",
        "memwd-2026-08-05-001",
    )
    assert (
        not shown.suggestion and "export" not in shown.why and "5" not in shown.why.replace("2026-08-05", "")
    )


def test_at_most_five_are_suggested() -> None:
    store = Store()
    store.state(OLD, "It listens on 7411.", "gateway:port", Status="pending-cleanup")
    for number in range(1, 9):
        store.state(f"mem-2026-08-0{number}-001", f"It listens on {7500 + number}.", "gateway:port")

    found = refuters(store)

    assert [shown.ref for shown in found] == [f"mem-2026-08-0{number}-001" for number in (8, 7, 6, 5, 4)]


def test_the_refuter_that_the_log_names_is_no_suggestion_and_comes_first() -> None:
    store = Store()
    store.item(OLD, "Caching makes reads faster.", Status="pending-cleanup")
    store.item(NEW, "Cancellations are missed.")
    store.say(f"- 2026-08-02T07:40:00Z pending-cleanup {OLD} refuted_by={NEW}")

    (shown,) = refuters(store)

    assert shown.ref == NEW and not shown.suggestion
    assert shown.why == "the mark in the log names it as the refuter, log.md:1"
    notes = store.open(f"pending-cleanup:{OLD}").notes
    assert any(NEW in note and "stays open" in note for note in notes)


def noted(number: int, text: str) -> Row:
    name = f"mem-2026-08-01-{number:03d}"
    return Row(
        key=name, id=name, kind="knowledge", subject=None, status="active", date="2026-08-01", source=None,
        superseded_by=None, merged_into=None, place="topic", section="", ordinal=0,
        address=Address("topics/a.md", number, number + 1, number), text=text,
    )  # fmt: skip


def nobody(row: Row) -> str | None:
    return None


def told(similar: Similar, rows: dict[str, Row]) -> list[list[tuple[str, str]]]:
    return [[(match.row.key, match.why) for match in similar.refuters(row)] for row in rows.values()]


@pytest.mark.parametrize("without", [3, 95, 120])
def test_an_index_that_was_mended_says_what_a_new_one_says(without: int) -> None:
    """Of a word in very many items only their number is kept; once it may be rare, all is found anew."""
    texts = [
        f"The gateway of hall{number % 50} in street{number % 50} has {number} ports."
        for number in range(130)
    ]
    rows = {(row := noted(number, text)).key: row for number, text in enumerate(texts, start=1)}
    before = Similar.of(rows.values(), nobody)
    assert before.words["gateway"] == 130
    changed = {
        key: row
        if number >= without
        else noted(number + 1, f"A door of hall{number % 50} in street{number % 50} has {number} locks.")
        for number, (key, row) in enumerate(rows.items())
    }
    mended = before.again(lambda key: [changed[key]], rows, nobody)
    fresh = Similar.of(changed.values(), nobody)
    assert any(told(fresh, changed))
    assert (mended is None) == (without > 90)
    if mended is not None:
        assert mended.words["gateway"] == 130 - without
        assert told(mended, changed) == told(fresh, changed)


def test_words_that_come_and_go_in_small_steps_are_counted_right() -> None:
    rows = {(row := noted(number, f"Line {number} of hall.")).key: row for number in range(1, 200)}
    similar: Similar | None = Similar.of(rows.values(), nobody)
    for number in (*range(1, 150), *range(1, 150)):
        key = f"mem-2026-08-01-{number:03d}"
        word = "gateway" if "gateway" not in rows[key].text else "port"
        rows[key] = noted(number, f"Line {number} of {word}.")
        similar = similar.again(lambda key: [rows[key]], [key], nobody) if similar is not None else None
        fresh = Similar.of(rows.values(), nobody)
        similar = similar or fresh
        for word in ("gateway", "port", "hall"):
            stands = sum(word in row.text for row in rows.values())
            kept = similar.words.get(word, ())
            assert (kept if isinstance(kept, int) else len(kept)) == stands
        assert told(similar, {key: rows[key]}) == told(fresh, {key: rows[key]})
