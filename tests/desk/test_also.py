"""Every line of an item that a person decides on is on the page and in the answer, and of its copies too."""

from __future__ import annotations

from pathlib import Path

from screens.question import decided_on
from screens.show.case import case_lines
from screens.show.decided_on import decided_on_lines
from workbench.desk import Desk
from workbench.store.case import Case

ITEM, COPIED, REFUTED = "mem-2026-04-21-006", "mem-2026-06-04-004", "mem-2026-02-19-003"
REFUTER = "mem-2026-06-23-002"


def put(store: Path, path: str, item: str, lines: str) -> None:
    """Put lines below the id line of an item."""
    page = store / "memory" / path
    text, line = page.read_text(encoding="utf-8"), f"  - id: {item}\n"
    assert text.count(line) == 1
    page.write_text(text.replace(line, line + lines), encoding="utf-8")


def case_of(store: Path, item: str) -> Case:
    return Desk.open(store).case(f"pending-cleanup:{item}")


def on_page(case: Case) -> str:
    return "\n".join(line.content.plain for line in case_lines(case, 90))


def on_decide(case: Case) -> str:
    return "\n".join(line.content.plain for line in decided_on_lines([decided_on(case)], 90, whole=True))


def test_nothing_of_the_sample_is_told_twice(sample_store: Path) -> None:
    for item in (ITEM, COPIED, REFUTED):
        case = case_of(sample_store, item)
        assert (case.also, [one.also for one in case.evidence if one.also]) == ("", [])


def test_lines_that_no_field_tells_are_shown_with_hidden_characters_marked(sample_store: Path) -> None:
    lines = "  - Trigger: wire one\n  <!-- wire two -->\n    wire\u202e three\n  - Status-Note: wire four\n"
    put(sample_store, "topics/loans-and-holds.md", ITEM, lines)
    case = case_of(sample_store, ITEM)
    for page in (on_page(case), on_decide(case)):
        assert "also in this item:\n │   - Trigger: wire one" in page
        assert all(words in page for words in ("wire two", "⟨U+202E⟩", "- Status-Note: wire four"))


def test_a_copy_with_another_line_differs_and_shows_it(sample_store: Path) -> None:
    put(sample_store, "index.md", COPIED, "  - Trigger: wire six\n")
    case = case_of(sample_store, COPIED)
    assert any("differs in other lines" in note for note in case.notes)
    assert [one.also for one in case.evidence if one.role == "copy"] == ["  - Trigger: wire six"]
    assert "- Trigger: wire six" in on_page(case)


def test_another_line_of_what_may_refute_it_is_shown(sample_store: Path) -> None:
    put(sample_store, "topics/kiosks.md", REFUTER, "  - Trigger: wire seven\n")
    case = case_of(sample_store, REFUTED)
    assert [one.also for one in case.evidence if one.ref == REFUTER] == ["  - Trigger: wire seven"]
    assert "- Trigger: wire seven" in on_page(case)
    assert "- Trigger: wire seven" in on_decide(case)


def test_nothing_of_what_is_withdrawn_is_shown(sample_store: Path) -> None:
    held = "mem-2026-06-23-008"
    put(sample_store, "topics/loans-and-holds.md", held, "  - Trigger: wire eight\n")
    put(sample_store, "topics/loans-and-holds.md", ITEM, f"  - Trigger: see {held}\n")
    case = case_of(sample_store, ITEM)
    assert [(one.fields, one.also) for one in case.evidence if one.key == held] == [((), "")]
    assert case.also == "withheld by memwd-2026-08-06-002", "a line that names what is withdrawn"
    audited = Desk.open(sample_store).case(case.id, audit=True)
    assert "  - Trigger: wire eight" in [one.also for one in audited.evidence]
