"""The verbs that write: one attributed decision per case, with the exit codes of the contract."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.conftest import Done, Workbench
from tests.cli.values import DECISION_KEYS, ERROR_KEYS, outcome
from tests.trees import changed_paths, tree_bytes
from workbench.desk import Desk
from workbench.desk.views import Outcome
from workbench.store.decision import Prepared

ITEM = "mem-2026-07-02-002"
CASE = f"pending-cleanup:{ITEM}"
ADA = ("--as", "ada", "--reason", "measured again")


def keep(workbench: Workbench, store: Path, *more: str) -> Done:
    return workbench("decide", store, CASE, "keep", *ADA, *more)


def test_a_dry_run_shows_the_plan_and_writes_nothing(workbench: Workbench, l1_store: Path) -> None:
    before = tree_bytes(l1_store)

    told = keep(workbench, l1_store, "--dry-run")
    answer = keep(workbench, l1_store, "--dry-run", "--json").answer

    assert told.code == 0
    assert "by user:ada (flag)" in told.out
    assert "│   - Status: pending-cleanup" in told.out
    assert "│   - Status: active" in told.out
    assert told.out.endswith("Dry run: nothing was written.\n")
    [decision] = answer["decisions"]
    assert list(decision) == DECISION_KEYS
    assert {effect["state"] for effect in decision["effects"]} == {"planned"}
    assert tree_bytes(l1_store) == before


def test_keep_is_recorded_and_both_places_follow(workbench: Workbench, l1_store: Path) -> None:
    before = tree_bytes(l1_store)

    done = keep(workbench, l1_store, "--json")

    [decision] = done.answer["decisions"]
    assert (done.code, done.answer["schema"]) == (0, "workbench.decided/1")
    assert list(decision) == DECISION_KEYS
    assert (decision["case"], decision["exit"]) == (CASE, 0)
    assert {effect["state"] for effect in decision["effects"]} == {"done"}
    changed = changed_paths(before, tree_bytes(l1_store))
    record = f"memory/governance/decisions/{decision['id']}.json"
    assert {"memory/topics/operational-pitfalls.md", "memory/index.md", "memory/log.md", record} <= changed
    written = json.loads((l1_store / record).read_text(encoding="ascii"))
    assert written["decided_by"] == "user:ada"
    assert "Status: pending-cleanup" not in (l1_store / "memory/index.md").read_text(encoding="utf-8")
    assert decision["id"] in (l1_store / "memory/log.md").read_text(encoding="utf-8")


def test_what_was_recorded_is_told_in_words(workbench: Workbench, l1_store: Path) -> None:
    done = keep(workbench, l1_store)

    assert (done.code, done.err) == (0, "")
    assert "Recorded memdec-2026-08-21-001-" in done.out


def test_without_a_terminal_who_and_why_must_be_said(workbench: Workbench, l1_store: Path) -> None:
    before = tree_bytes(l1_store)

    nobody = workbench("decide", l1_store, CASE, "keep", "--reason", "x", "--json")
    nothing = workbench("decide", l1_store, CASE, "keep", "--as", "ada", "--json")
    empty = workbench("decide", l1_store, CASE, "keep", "--as", "ada", "--reason", " ", "--json")
    no_name = workbench("decide", l1_store, CASE, "keep", "--as", "ada!", "--reason", "x", "--json")

    for done in (nobody, nothing, empty, no_name):
        assert done.code == 2
        assert list(done.answer) == ERROR_KEYS
    assert "--reason" in nothing.answer["next"]
    assert tree_bytes(l1_store) == before


@pytest.mark.parametrize(("verdict", "option"), [("new-value", "--value TEXT"), ("merge", "--with ID")])
def test_what_a_verdict_lacks_is_named_by_its_option(
    workbench: Workbench, sample_store: Path, verdict: str, option: str
) -> None:
    done = workbench("decide", sample_store, "stale:mem-2026-07-07-005", verdict, *ADA)

    assert done.code == 2
    assert f"{verdict} takes {option}" in done.err


def test_the_global_git_identity_decides(workbench: Workbench, l1_store: Path, a_clean_person: Path) -> None:
    (a_clean_person / ".gitconfig").write_text("[user]\n\tname = Bo\n\temail = bo@example.invalid\n")

    told = workbench("decide", l1_store, CASE, "keep", "--dry-run")

    assert (told.code, told.err) == (0, "")
    assert "by user:bo (git identity)" in told.out


def test_an_agent_decides_nothing(workbench: Workbench, l1_store: Path) -> None:
    before = tree_bytes(l1_store)

    done = workbench("decide", l1_store, CASE, "keep", "--as", "agent:dream", "--reason", "x", "--json")

    assert (done.code, done.answer["schema"], done.answer["code"]) == (3, "workbench.error/1", "refused")
    assert done.answer["rule"]
    assert tree_bytes(l1_store) == before


def test_readonly_refuses_a_decision_and_nothing_else(workbench: Workbench, l1_store: Path) -> None:
    before = tree_bytes(l1_store)

    assert keep(workbench, l1_store, "--readonly", "--json").code == 3
    assert workbench("--readonly", "resume", l1_store).code == 3
    assert workbench("--readonly", "cases", l1_store).code == 0
    assert tree_bytes(l1_store) == before


def test_knowledge_is_never_superseded(workbench: Workbench, l1_store: Path) -> None:
    done = workbench("decide", l1_store, CASE, "supersede", "--with", "mem-2026-08-01-004", *ADA, "--json")

    assert done.code in (2, 3)
    assert done.answer["schema"] == "workbench.error/1"


def test_a_batch_lists_each_and_ends_with_its_worst(workbench: Workbench, sample_store: Path) -> None:
    good = "pending-cleanup:mem-2026-02-19-001"
    words = ("decide", sample_store, good, "stale:mem-2020-01-01-001", "defer", *ADA)

    done = workbench(*words, "--json")

    first, second = done.answer["decisions"]
    assert done.code == 2
    assert (first["case"], first["exit"], list(first)) == (good, 0, DECISION_KEYS)
    assert (second["case"], second["exit"], second["id"]) == ("stale:mem-2020-01-01-001", 2, None)
    assert second["error"]["code"] == "unknown-id"
    assert [entry["case"] for entry in workbench("ledger", sample_store, "--json").answer["decisions"]] == [
        good
    ]


def test_a_batch_makes_one_decision_per_case(workbench: Workbench, sample_store: Path) -> None:
    ids = ["pending-cleanup:mem-2026-02-19-001", "pending-cleanup:mem-2026-03-11-005"]

    done = workbench("decide", sample_store, *ids, "keep", *ADA)

    assert (done.code, done.err) == (0, "")
    assert "2 of 2 decisions done." in done.out
    entries = workbench("ledger", sample_store, "--json").answer["decisions"]
    assert sorted(entry["case"] for entry in entries) == ids
    assert len({entry["id"] for entry in entries}) == 2


def test_the_ledger_tells_who_why_and_the_record(workbench: Workbench, l1_store: Path) -> None:
    [decision] = keep(workbench, l1_store, "--json").answer["decisions"]

    listed = workbench("ledger", l1_store).out
    one = workbench("ledger", l1_store, decision["id"], "--json").answer

    assert f"{decision['id']}  2026-08-21T09:14:02Z  keep  {CASE}" in listed
    assert "by user:ada (flag)  done" in listed
    assert "│ measured again" in listed
    assert one["record"]["decided_by"] == "user:ada"
    assert [entry["id"] for entry in one["decisions"]] == [decision["id"]]
    told = workbench("ledger", l1_store, decision["id"])
    assert "│ {" not in told.out
    assert "by: user:ada (flag, not at a terminal)" in told.out
    assert "│ {" in workbench("ledger", l1_store, decision["id"], "--record").out


def test_a_revert_restores_the_bytes_and_keeps_both_decisions(workbench: Workbench, l1_store: Path) -> None:
    before = tree_bytes(l1_store)
    [decision] = keep(workbench, l1_store, "--json").answer["decisions"]

    dry = workbench("revert", l1_store, decision["id"], *ADA, "--dry-run")
    done = workbench("revert", l1_store, decision["id"], "--as", "ada", "--reason", "wrong host", "--json")

    assert (dry.code, done.code) == (0, 0)
    assert done.answer["schema"] == "workbench.decided/1"
    changed = changed_paths(before, tree_bytes(l1_store))
    assert all(path == "memory/log.md" or path.startswith("memory/governance") for path in changed)
    entries = workbench("ledger", l1_store, "--json").answer["decisions"]
    assert [entry["verdict"] for entry in entries] == ["revert", "keep"]
    assert entries[1]["reverted_by"] == entries[0]["id"]
    assert workbench("verify", l1_store).code == 0


def test_a_second_revert_is_refused_or_the_store_has_changed(workbench: Workbench, l1_store: Path) -> None:
    [decision] = keep(workbench, l1_store, "--json").answer["decisions"]
    topic = l1_store / "memory/topics/operational-pitfalls.md"
    topic.write_bytes(topic.read_bytes().replace(b"makes reads faster", b"makes all reads faster"))

    done = workbench("revert", l1_store, decision["id"], *ADA, "--json")

    assert done.code == 4
    assert done.answer["code"] == "store-changed"
    assert b"makes all reads faster" in topic.read_bytes()


def test_verify_ends_with_1_and_a_list_when_a_record_was_altered(
    workbench: Workbench, l1_store: Path
) -> None:
    [decision] = keep(workbench, l1_store, "--json").answer["decisions"]
    assert workbench("verify", l1_store, "--json").answer["ok"] is True
    record = l1_store / f"memory/governance/decisions/{decision['id']}.json"
    record.chmod(0o644)
    record.write_bytes(record.read_bytes().replace(b"user:ada", b"user:eve"))

    told, answer = workbench("verify", l1_store), workbench("verify", l1_store, "--json")

    assert (told.code, answer.code) == (1, 1)
    assert "not hold" in told.out
    assert answer.answer["ok"] is False
    keys = ("decision", "check", "failed", "message")
    assert {tuple(one) for one in answer.answer["findings"]} == {keys}
    assert decision["id"] in told.out


def test_a_decided_case_waits_no_longer(workbench: Workbench, l1_store: Path) -> None:
    keep(workbench, l1_store)

    assert workbench("cases", l1_store, "--kind", "pending-cleanup", "--json").answer["cases"] == []
    assert workbench("show", l1_store, ITEM).code == 2
    assert keep(workbench, l1_store, "--json").answer["code"] == "unknown-id"


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_an_interruption_while_recording_sends_to_resume(
    workbench: Workbench, l1_store: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    def stop(*_: object) -> None:
        raise error("the text of a memory")

    monkeypatch.setattr("workbench.desk.Desk.commit", stop)
    told = keep(workbench, l1_store)

    assert told.code == (130 if error is KeyboardInterrupt else 70)
    assert "Whether anything was recorded is not known." in told.err
    assert "workbench resume" in told.err
    assert "the text of a memory" not in told.err
    assert "Traceback" not in told.err


def test_an_interruption_before_it_says_that_nothing_was_recorded(
    workbench: Workbench, l1_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("workbench.desk.Desk.prepare_each", stop)
    done = keep(workbench, l1_store, "--json")

    assert (done.code, done.answer["code"]) == (130, "interrupted")
    assert done.answer["not_done"] == "Nothing was recorded."


def test_a_store_that_changed_meanwhile_is_left_alone(
    workbench: Workbench, l1_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    topic = l1_store / "memory/topics/operational-pitfalls.md"
    record = Desk.commit

    def after_the_agent(desk: Desk, prepared: Sequence[Prepared]) -> tuple[Outcome, ...]:
        topic.write_bytes(topic.read_bytes().replace(b"makes reads faster", b"makes all reads faster"))
        return record(desk, prepared)

    monkeypatch.setattr(Desk, "commit", after_the_agent)
    done = keep(workbench, l1_store, "--json")

    assert (done.code, done.answer["schema"], done.answer["code"]) == (
        4,
        "workbench.error/1",
        "store-changed",
    )
    assert "pending-cleanup" in topic.read_text(encoding="utf-8")
    assert list((l1_store / "memory").rglob("memdec-*")) == []


def test_another_writer_holds_the_store(workbench: Workbench, l1_store: Path) -> None:
    folder = os.open(l1_store / "memory", os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    try:
        done = keep(workbench, l1_store)
    finally:
        os.close(folder)

    assert done.code == 4
    assert "Nothing was recorded." in done.err
    assert list((l1_store / "memory").rglob("memdec-*")) == []


@pytest.mark.parametrize("words", [("decide", CASE, "keep", *ADA), ("resume",)])
def test_what_is_recorded_and_unfinished_is_listed_and_ends_with_7(
    workbench: Workbench, l1_store: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    unfinished = outcome(7, recorded=True, case=CASE)
    monkeypatch.setattr(Desk, "commit", lambda *_: (unfinished,))
    monkeypatch.setattr(Desk, "resume", lambda _: (unfinished,))
    verb, *rest = words

    told, done = workbench(verb, l1_store, *rest), workbench(verb, l1_store, *rest, "--json")

    [decision] = done.answer["decisions"]
    assert (told.code, done.code, decision["exit"]) == (7, 7, 7)
    assert list(decision) == [*DECISION_KEYS, "error"]
    assert decision["error"]["code"] == "unfinished"
    assert decision["effects"][0]["state"] == "outstanding"
    assert "Recorded memdec-2026-08-13-004-1f0c" in told.out
    assert "workbench resume" in told.err


@pytest.mark.parametrize(
    ("verdict", "option"),
    [
        ("new-value", "--text"), ("new-value", "--with"), ("keep", "--value"), ("cool", "--until"),
        ("defer", "--topic"), ("supersede", "--text"), ("merge", "--status"),
    ],
)  # fmt: skip
def test_an_option_of_another_verdict_is_refused_and_never_dropped(
    workbench: Workbench, l1_store: Path, verdict: str, option: str
) -> None:
    needs = {
        "new-value": ("--value", "v"),
        "cool": ("--status", "stale"),
        "merge": ("--with", "mem-2026-08-01-004"),
    }
    before = tree_bytes(l1_store)

    done = workbench("decide", l1_store, CASE, verdict, *needs.get(verdict, ()), option, "x", *ADA, "--json")

    assert (done.code, done.answer["code"]) == (2, "usage")
    assert option in done.answer["message"]
    assert tree_bytes(l1_store) == before


def test_what_was_not_put_before_a_person_is_recorded_as_not_seen(
    workbench: Workbench, l1_store: Path
) -> None:
    done = keep(workbench, l1_store, "--json")

    [decision] = done.answer["decisions"]
    record = json.loads((l1_store / f"memory/governance/decisions/{decision['id']}.json").read_bytes())
    assert record["reviewed"]
    assert not [one for one in record["reviewed"] if one["seen"]]


@pytest.mark.parametrize("text", ["[" * 200_000, '{"a": NaN}', '{"a": Infinity}', '{"a": 1', "\udcff", ""])
def test_a_decision_file_that_does_not_read_is_shown_as_its_text(
    workbench: Workbench, l1_store: Path, text: str
) -> None:
    [decision] = keep(workbench, l1_store, "--json").answer["decisions"]
    record = l1_store / f"memory/governance/decisions/{decision['id']}.json"
    record.chmod(0o644)
    record.write_bytes(text.encode("utf-8", "surrogateescape"))

    asked = workbench("ledger", l1_store, decision["id"], "--json")
    told = workbench("ledger", l1_store, decision["id"])

    assert (asked.code, told.code) == (0, 0)
    assert asked.answer["record"] == text
    assert [one["state"] for one in asked.answer["decisions"]] == ["unreadable"]


@pytest.mark.parametrize(
    ("word", "verdict"), [("later", "defer"), ("back-to-active", "active"), ("back to active", "active")]
)
def test_a_verdict_is_taken_by_the_word_of_the_screens(
    workbench: Workbench, l1_store: Path, word: str, verdict: str
) -> None:
    by_its_own_name = workbench("decide", l1_store, CASE, verdict, *ADA, "--dry-run")

    told = workbench("decide", l1_store, CASE, word, *ADA, "--dry-run")

    assert told.code == by_its_own_name.code == (0 if verdict == "defer" else 2)
    assert told.out.split()[:2] == by_its_own_name.out.split()[:2]
    assert told.code == 0 or "no verdict active" in told.err


def test_what_resume_says_beside_is_not_headed_as_a_decision(
    workbench: Workbench, l1_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = Outcome("", "", 0, True, (), "Kept for you to look at: one. And two.")
    monkeypatch.setattr(Desk, "resume", lambda _: (outcome(0, recorded=True, case=CASE), beside))

    told, done = workbench("resume", l1_store), workbench("resume", l1_store, "--json")

    assert told.out.count("Recorded") == 1 and "\nKept for you to look at: one. And two.\n" in told.out
    assert "of 2 decisions" not in told.out
    assert done.answer["decisions"][1]["note"] == beside.message
