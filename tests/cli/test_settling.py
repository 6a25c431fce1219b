"""Each verdict on a conflict, given by command on the sample store: shown first, recorded, taken back."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.conftest import Workbench
from tests.trees import Entry, changed_paths, tree_bytes

SCHEDULE, PORT = "conflict:catalogue-import%3Aschedule", "conflict:kiosk-gateway%3Aport"
IDLE, MATCH = "conflict:kiosk%20screen%3Aidle-timeout", "conflict:importer%3Amatch-threshold"
GATEWAY = "contradiction:mem-2026-02-19-005+mem-2026-07-21-001"
SCAN = "contradiction:mem-2026-04-21-009+mem-2026-07-21-010"
SWITCH = "duplicate:mem-2026-04-02-002+mem-2026-07-21-005"
COPIES = "copies:mem-2026-06-04-006"
CYCLE, LOST = "broken-supersede:mem-2026-07-07-008", "broken-supersede:mem-2026-06-23-006"
NOWHERE = "broken-supersede:mem-2026-07-07-007"
RESTART = "archive/2026-07-21.md#restart-order"
ADA = ("--as", "ada", "--reason", "asked again")
CHOICE = "action-choice"


@dataclass(frozen=True)
class Given:
    """A verdict as it is typed, what it changes beside log and ledger, and on what the log says it rests."""

    case: str
    words: tuple[str, ...]
    changes: frozenset[str]
    basis: str | None


def given(case: str, *words: str, changes: str = "", basis: str | None = None) -> Given:
    return Given(case, words, frozenset(f"memory/{path}" for path in changes.split()), basis)


VERDICTS = [
    given(SCHEDULE, "current", "--with", "mem-2026-08-14-001",
          changes="topics/catalogue-imports.md", basis=CHOICE),
    given(PORT, "current", "--with", "mem-2026-06-23-001", "--evidence", "archive/2026-06-23.md#gateway",
          changes="topics/environment.md", basis="evidence"),
    given(PORT, "current", "--with", "memory.md:5", changes="topics/environment.md", basis=CHOICE),
    given(MATCH, "none", changes="topics/catalogue-imports.md", basis=CHOICE),
    given(SCHEDULE, "new-value", "--value", "The nightly catalogue import starts at 04:10.",
          changes="topics/catalogue-imports.md", basis=CHOICE),
    given(SCHEDULE, "both", "--with", "mem-2026-04-02-001", "--subject", "catalogue-import:sundays",
          changes="topics/catalogue-imports.md", basis=CHOICE),
    given(SCHEDULE, "both", "--condition", "The nightly import starts at 03:10 on Sundays, else at 03:40.",
          changes="topics/catalogue-imports.md", basis=CHOICE),
    given(SCHEDULE, "open", "--until", "2026-09-01"),
    given(GATEWAY, "confirm", "--with", "mem-2026-07-21-001", "--evidence",
          "archive/2026-07-21.md#restart-order",
          changes="topics/deployments.md", basis="evidence"),
    given(GATEWAY, "both", "--condition", "Before it on Sundays, after it else."),
    given(GATEWAY, "open"),
    given(SCAN, "both", "--condition", "35 minutes with the new reader, else 90."),
    given(SWITCH, "merge", changes="topics/kiosks.md"),
    given(SWITCH, "both"),
    given(SWITCH, "leave-open"),
    given(COPIES, "current", "--with", "topics/environment.md:129", changes="index.md"),
    given(LOST, "accept"),
    given(NOWHERE, "restore", changes="topics/environment.md"),
    given(CYCLE, "open"),
]  # fmt: skip


def told(workbench: Workbench, store: Path, case: str) -> list[str | None]:
    """Until when the case is left in the list of conflicts; nothing where it is settled."""
    done = workbench("conflicts", store, "--json").answer
    return [one["deferred"] for one in done["conflicts"] if one["case"] == case]


def contents(store: Path) -> dict[str, Entry]:
    """Everything that is neither ledger nor log."""
    return {
        name: entry
        for name, entry in tree_bytes(store).items()
        if "governance" not in name and not name.endswith("log.md")
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    "one", VERDICTS, ids=lambda one: f"{one.case.partition(':')[0]}-{'-'.join(one.words[:2])}"
)
def test_it_is_shown_recorded_and_taken_back_to_the_byte(
    one: Given, workbench: Workbench, sample_store: Path
) -> None:
    words = ("decide", sample_store, one.case, *one.words, *ADA)
    before, whole = contents(sample_store), tree_bytes(sample_store)
    assert len(told(workbench, sample_store, one.case)) == 1

    shown = workbench(*words, "--dry-run")
    assert (shown.code, shown.err) == (0, "")
    assert tree_bytes(sample_store) == whole

    done = workbench(*words, "--json")
    assert done.code == 0
    [decision] = done.answer["decisions"]
    assert set(changed_paths(before, contents(sample_store))) == one.changes
    left = told(workbench, sample_store, one.case)
    assert len(left) == (1 if one.words[0] in ("open", "leave-open") else 0)
    assert left in ([], ["2026-09-01"], ["deferred"])
    log = (sample_store / "memory/log.md").read_text(encoding="utf-8").splitlines()
    word = {SWITCH: "merge" if one.words[0] == "merge" else "defer"}.get(one.case, "reconcile")
    word = "reconcile" if one.words[0] == "both" else word
    [line] = [entry for entry in log if decision["id"] in entry and f" {word} " in entry]
    assert (f"basis={one.basis}" in line) == (one.basis is not None)

    taken = workbench("revert", sample_store, decision["id"], *ADA)
    assert (taken.code, taken.err) == (0, "")
    assert contents(sample_store) == before
    assert told(workbench, sample_store, one.case) == [None]
    assert workbench("verify", sample_store).code == 0


REFUSED = [
    ((SCHEDULE, "both"), 2, "missing-subject", ("--subject KEY", "--condition TEXT")),
    ((SCHEDULE, "current"), 2, "missing-with", ("--with ID", "--evidence REF...")),
    ((SCHEDULE, "current", "--with", "mem-2026-02-03-002"), 2, "usage", ("mem-2026-04-02-001",)),
    ((SCHEDULE, "new-value"), 2, "usage", ("--value TEXT",)),
    ((SCHEDULE, "confirm", "--with", "mem-2026-08-14-001"), 2, "usage", ("current", "both", "open")),
    ((SCHEDULE, "open", "--with", "mem-2026-08-14-001"), 2, "usage", ()),
    ((SCHEDULE, "none", "--evidence", "archive/2026-08-14.md#no-such"), 3, "refused", ("archive/",)),
    ((SCHEDULE, "none", "--evidence", "mem-2026-06-23-008"), 3, "refused", ()),
    ((SCHEDULE, "none", "--evidence", "mem-2026-02-03-004"), 3, "refused", ()),
    ((GATEWAY, "confirm", "--with", "mem-2026-07-21-001"), 2, "missing-evidence", ("--evidence REF...",)),
    ((GATEWAY, "both"), 2, "usage", ("--condition TEXT",)),
    ((LOST, "restore"), 3, "refused", ()),
]  # fmt: skip


@pytest.mark.parametrize(("words", "code", "name", "next_step"), REFUSED)
def test_what_cannot_be_is_refused_with_the_next_step(
    words: tuple[str, ...], code: int, name: str, next_step: tuple[str, ...],
    workbench: Workbench, sample_store: Path,
) -> None:  # fmt: skip
    before = tree_bytes(sample_store)
    done = workbench("decide", sample_store, *words, *ADA, "--json")
    assert (done.code, done.answer["code"]) == (code, name)
    assert done.answer["next"]
    assert all(part in done.answer["next"] for part in next_step)
    assert (done.answer["rule"] is not None) == (code == 3) or name == "missing-evidence"
    assert tree_bytes(sample_store) == before


def test_an_agent_settles_nothing(workbench: Workbench, sample_store: Path) -> None:
    before = tree_bytes(sample_store)
    for case, *words in ((SCHEDULE, "none"), (SWITCH, "both"), (LOST, "accept"), (GATEWAY, "open")):
        done = workbench(
            "decide", sample_store, case, *words, "--as", "agent:dream", "--reason", "x", "--json"
        )
        assert (done.code, done.answer["code"]) == (3, "refused"), case
    assert tree_bytes(sample_store) == before


def test_the_words_of_the_screens_are_taken(workbench: Workbench, sample_store: Path) -> None:
    for case, words in (
        (SCHEDULE, ("a row is current", "--with", "mem-2026-08-14-001")),
        (SCHEDULE, ("none holds",)),
        (SCHEDULE, ("both hold", "--condition", "It depends.")),
        (GATEWAY, ("one holds", "--with", "mem-2026-07-21-001", "--evidence", RESTART)),
        (NOWHERE, ("make it active again",)),
        (LOST, ("leave it as history",)),
        (CYCLE, ("leave open",)),
    ):  # fmt: skip
        done = workbench("decide", sample_store, case, *words, *ADA, "--dry-run")
        assert (done.code, done.err) == (0, ""), words


def test_the_older_row_that_is_current_is_never_put_before_a_newer_one(
    workbench: Workbench, sample_store: Path
) -> None:
    """The table of verdicts: a new row of today takes the value, and supersedes all."""
    workbench("decide", sample_store, SCHEDULE, "current", "--with", "mem-2026-04-02-001", *ADA)
    text = (sample_store / "memory/topics/catalogue-imports.md").read_text(encoding="utf-8")
    new = "- [2026-08-21] (state) The nightly catalogue import starts at 03:10.\n  - id: mem-2026-08-21-001\n"
    assert new in text
    assert text.count("  - superseded_by: mem-2026-08-21-001\n") == 2
    answer = workbench("conflicts", sample_store, "catalogue-import:schedule", "--json").answer
    assert answer["conflicts"] == []


def test_what_a_possible_pair_takes_is_shown_with_how_to_say_it(
    workbench: Workbench, sample_store: Path
) -> None:
    said = workbench("show", sample_store, SWITCH).out
    assert "possible: a finder picked it, nothing is certain here" in said
    assert f"workbench decide {sample_store} {SWITCH} merge --reason TEXT" in said
    broken = workbench("show", sample_store, LOST).out
    assert "§14.2 constraint 1  pointer-missing" in broken
    copies = workbench("show", sample_store, COPIES).out
    assert "topics/environment.md:129  The backup of the loan database is finished at 04:45." in copies
    assert "index.md:68  The backup of the loan database is finished at 05:15." in copies
    gateway = workbench("show", sample_store, GATEWAY).out
    assert "confirm --with ID --evidence REF... --reason TEXT" in gateway
