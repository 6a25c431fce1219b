"""A store that attacks the terminal: every verb, for a person and for a program."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from tests.cli.conftest import Workbench
from tests.trees import copy_store

pytestmark = pytest.mark.slow

EVIL = (
    "\x1b[2J\x1b]52;c;ZXZpbA==\x07\x1b]0;evil\x1b\\ \x9b31m\x85 \u202eevil\u202c \u200b\u200d\ufeff "
    "\U000e0065\U000e0076 [/nope [red]x [@click=app.quit]y \x7f"
)
UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp", "Co", "Cn")


@pytest.fixture
def evil_store(l1_store: Path) -> Path:
    """The small store with an attack in every text that a verb could print, and in its name."""
    topic = l1_store / "memory/topics/operational-pitfalls.md"
    text = topic.read_text(encoding="utf-8")
    text = text.replace("makes reads faster.", f"makes reads faster. {EVIL}")
    text = text.replace("Deploys need", f"Deploys {EVIL} need").replace("feed failed", f"feed {EVIL}")
    topic.write_text(text, encoding="utf-8")
    inbox = l1_store / "memory/memory.md"
    inbox.write_text(inbox.read_text(encoding="utf-8").replace("local time", EVIL), encoding="utf-8")
    conventions = l1_store / "memory/conventions.md"
    conventions.write_text(conventions.read_text(encoding="utf-8") + f"\n- {EVIL}\n", encoding="utf-8")
    other = topic.with_name("a\x1b[2Jb\u202ec.md")
    other.write_text(text.replace("mem-2026-0", "mem-2025-0"), encoding="utf-8")
    named = l1_store.with_name("evil\x1b[31m\u202e")
    return copy_store(l1_store, named)


def harmless(text: str) -> bool:
    return not [one for one in text if one != "\n" and unicodedata.category(one) in UNSEEN]


VERBS = [
    ("status",), ("cases",), ("cases", "--audit-withdrawn"), ("records",), ("records", "--audit-withdrawn"),
    ("conflicts",), ("conflicts", "\u202e"), ("conflicts", "--certain"),
    ("ledger",), ("verify",), ("resume",), ("show", "nothing\x1b[2J"), ("ledger", "\u202e"),
    ("decide", "pending-cleanup:mem-2026-07-02-002", "keep", "--as", "ada", "--reason", EVIL, "--dry-run"),
    ("decide", "pending-cleanup:mem-2026-07-02-002", EVIL, "--as", "ada"),
    ("decide", "pending-cleanup:mem-2026-07-02-002", "keep", "--as", EVIL, "--reason", "x"),
    ("cases", "--kind", EVIL),
]  # fmt: skip


@pytest.mark.case("BI-11")
@pytest.mark.case("BI-13")
@pytest.mark.parametrize("words", VERBS)
def test_nothing_that_a_terminal_obeys_is_printed(
    workbench: Workbench, evil_store: Path, words: tuple[str, ...]
) -> None:
    verb, *rest = words

    told = workbench(verb, evil_store, *rest)
    asked = workbench(verb, evil_store, *rest, "--json")

    assert harmless(told.out)
    assert harmless(told.err)
    assert asked.out.removesuffix("\n").isprintable()
    assert asked.answer["schema"].startswith("workbench.")
    assert asked.err == ""
    assert told.code == asked.code


def test_every_case_and_every_record_of_the_sample(workbench: Workbench, sample_store: Path) -> None:
    cases = workbench("cases", sample_store, "--json").answer["cases"]
    records = workbench("records", sample_store, "--json").answer["records"]

    for case in cases:
        told = workbench("show", sample_store, case["id"], "--audit-withdrawn")
        assert told.code == 0
        assert harmless(told.out)
    for kind in {record["kind"] for record in records}:
        told = workbench("records", sample_store, "--kind", kind, "--audit-withdrawn")
        assert harmless(told.out)


@pytest.mark.case("BI-11")
def test_a_decision_on_a_hostile_item_prints_a_harmless_plan_and_ledger(
    workbench: Workbench, evil_store: Path
) -> None:
    case = "pending-cleanup:mem-2026-07-02-002"
    done = workbench("decide", evil_store, case, "keep", "--as", "ada", "--reason", EVIL)

    assert done.code == 0
    assert harmless(done.out)
    told = workbench("ledger", evil_store).out
    assert harmless(told)
    assert "␛[2J" in told, "the attack is shown, as marks"
