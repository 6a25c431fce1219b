"""The verbs that only read: what they tell of a store, and that they leave it as it is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.conftest import Workbench
from tests.cli.values import CASE_KEYS, EVIDENCE_KEYS, STORE_KEYS, TARGET_KEYS, VERDICT_KEYS
from tests.desk.leaky import BESIDE, MARK, make_leaky
from tests.desk.leaky import ITEM as WITHDRAWN
from tests.trees import tree_bytes
from workbench.cli.decide import TAKES
from workbench.cli.show import OPTIONS, needs_of
from workbench.desk import Desk
from workbench.store.case import Offer
from workbench.text.visible import visible

ITEM = "mem-2026-07-02-002"
CASE = f"pending-cleanup:{ITEM}"
WITHDRAWN_TEXT = "hides late cancellations"
FINDINGS: dict[str, Any] = yaml.safe_load(
    (Path(__file__).parents[2] / "sample_store" / "findings.yaml").read_text(encoding="utf-8")
)


def test_status_in_words(workbench: Workbench, l1_store: Path) -> None:
    done = workbench("status", l1_store)

    assert (done.code, done.err) == (0, "")
    assert str(l1_store / "memory") in done.out
    assert "pending-cleanup" in done.out
    assert "control 3" in done.out


def test_status_in_json(workbench: Workbench, l1_store: Path) -> None:
    answer = workbench("status", l1_store, "--json").answer

    assert list(answer) == [
        "schema", "store", "waiting", "to_decide", "kinds", "records", "excluded", "unreadable",
        "since", "rests",
    ]  # fmt: skip
    assert answer["schema"] == "workbench.status/1"
    assert list(answer["store"]) == STORE_KEYS
    assert answer["store"]["root"] == str(l1_store / "memory")
    assert [one["name"] for one in answer["store"]["capabilities"] if one["present"]] == [
        "inbox", "archive", "item store", "index", "operation log",
    ]  # fmt: skip
    assert answer["records"]["control"] == 3
    assert {kind["kind"]: kind["waiting"] for kind in answer["kinds"]}["pending-cleanup"] == 1
    assert answer["waiting"] == sum(kind["waiting"] for kind in answer["kinds"])


def test_status_ends_with_1_when_something_waits_and_it_was_asked(
    workbench: Workbench, l1_store: Path
) -> None:
    assert workbench("status", l1_store).code == 0
    assert workbench("status", l1_store, "--exit-code").code == 1
    assert workbench("status", "--json", "--exit-code", l1_store).code == 1


def test_status_in_one_line(workbench: Workbench, l1_store: Path) -> None:
    done = workbench("status", "--short", l1_store)

    assert done.out.count("\n") == 1
    assert done.out.endswith(" waiting\n") or " waiting, " in done.out


def test_what_waits_is_split_by_whether_a_verdict_ends_it(workbench: Workbench, sample_store: Path) -> None:
    """Kinds without verdicts wait until their files change, so the whole never comes to nothing."""
    answer = workbench("status", sample_store, "--json").answer
    decided = ("pending-cleanup", "stale", "conflict", "contradiction", "copies", "broken-supersede")
    ends = sum(kind["waiting"] for kind in answer["kinds"] if kind["kind"] in decided)
    rest = answer["waiting"] - ends

    assert (answer["to_decide"], rest > 0) == (ends, True)
    said = workbench("status", sample_store).out
    assert f"Waiting for a person: {ends + rest} cases  {ends} to decide · {rest} to read" in said
    assert workbench("status", sample_store, "--short").out.startswith(
        f"{ends + rest} waiting, {ends} to decide, "
    )


def test_the_store_may_be_its_memory_folder_or_in_the_environment_or_upwards(
    workbench: Workbench, l1_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = workbench("cases", l1_store, "--json").answer["store"]["root"]

    assert workbench("cases", l1_store / "memory", "--json").answer["store"]["root"] == named
    monkeypatch.setenv("WORKBENCH_STORE", str(l1_store))
    assert workbench("cases", "--json").answer["store"]["root"] == named
    monkeypatch.delenv("WORKBENCH_STORE")
    monkeypatch.chdir(l1_store / "memory" / "topics")
    assert workbench("cases", "--json").answer["store"]["root"] == named


def test_the_queue_of_the_sample_has_the_cases_that_a_reader_of_it_lists(
    workbench: Workbench, sample_store: Path
) -> None:
    answer = workbench("cases", sample_store, "--json").answer

    assert list(answer) == ["schema", "store", "of", "cases", "unreadable"]
    assert answer["schema"] == "workbench.cases/1"
    assert all(list(one) == CASE_KEYS for one in answer["cases"])
    for kind in ("pending-cleanup", "stale", "conflict", "contradiction", "copies", "broken-supersede"):
        found = sorted(case["id"] for case in answer["cases"] if case["kind"] == kind)
        assert found == sorted(FINDINGS["cases"][kind])
    unreadable = [case for case in answer["cases"] if case["kind"] == "unreadable"]
    assert len(unreadable) == FINDINGS["counts"]["unreadable"]
    assert not [case for case in answer["cases"] if case["possible"]], "what a finder picks is in no queue"


@pytest.mark.parametrize("kind", ["contradiction", "duplicate"])
def test_the_queue_of_a_kind_that_a_finder_picks_holds_those_too(
    kind: str, workbench: Workbench, sample_store: Path
) -> None:
    picked = {case.id for case in Desk.open(sample_store).possible_cases() if case.kind == kind}
    answer = workbench("cases", sample_store, "--kind", kind, "--json").answer
    assert {case["id"] for case in answer["cases"] if case["possible"]} == picked != set()
    certain = {case["id"] for case in answer["cases"] if not case["possible"]}
    assert certain == set(FINDINGS["cases"].get(kind, ()))
    said = workbench("cases", sample_store, "--kind", kind).out
    assert said.count("(possible) ") == len(picked)
    assert "`workbench conflicts`" in workbench("cases", sample_store).out


def test_the_queue_in_words_has_a_line_for_each_case(workbench: Workbench, sample_store: Path) -> None:
    ids = [case["id"] for case in workbench("cases", sample_store, "--json").answer["cases"]]

    lines = workbench("cases", sample_store).out.splitlines()

    for case_id in ids:
        [line] = [line for line in lines if f"  {case_id} " in line]
        assert " │ " in line


def test_the_queue_of_one_kind(workbench: Workbench, sample_store: Path) -> None:
    answer = workbench("cases", sample_store, "--kind", "stale", "--json").answer

    assert sorted(case["id"] for case in answer["cases"]) == sorted(FINDINGS["cases"]["stale"])


def test_a_case_by_its_id_and_by_its_item(workbench: Workbench, l1_store: Path) -> None:
    answer = workbench("show", l1_store, CASE, "--json").answer
    case = answer["case"]

    assert workbench("show", l1_store, ITEM, "--json").answer == answer
    assert (answer["schema"], list(answer["store"])) == ("workbench.case/1", STORE_KEYS)
    assert list(case) == CASE_KEYS
    assert (case["id"], case["kind"]) == (CASE, "pending-cleanup")
    assert (case["age_days"], case["age_from"]) == (20, "mark"), "marked on 2026-08-01, read on 2026-08-21"
    assert all(list(one) == TARGET_KEYS for one in case["targets"])
    assert all(list(one) == VERDICT_KEYS for one in case["verdicts"])
    assert all(list(one) == EVIDENCE_KEYS for one in case["evidence"])
    assert ITEM in [target["id"] for target in case["targets"]]
    assert [one["verdict"] for one in case["verdicts"] if one["allowed"]][:1] == ["keep"]


def test_a_case_in_words(workbench: Workbench, l1_store: Path) -> None:
    told = workbench("show", l1_store, CASE).out

    assert told.startswith(CASE)
    assert "│ Caching the timetable makes reads faster." in told
    assert "archive/2026-07-02.md#cache" in told
    verdicts = told.partition("archive/2026-07-02.md#cache")[2].splitlines()
    assert "  keep" in verdicts
    assert not [line for line in verdicts if line.strip()[:1].isdigit()], "no number that no command takes"
    assert verdicts[-1] == f"  workbench decide {l1_store} {CASE} keep --reason TEXT"


def test_what_a_verdict_needs_is_written_as_its_option() -> None:
    assert needs_of(Offer("new-value", True, needs=("value",))) == " --value TEXT"
    assert needs_of(Offer("supersede", True, needs=("with", "topic"))) == " --with ID --topic NAME"
    assert {option for takes in TAKES.values() for option in takes} == set(OPTIONS)


@pytest.mark.slow
def test_the_screen_and_a_program_get_the_same_facts_and_notes(
    workbench: Workbench, sample_store: Path
) -> None:
    for case in workbench("cases", sample_store, "--json").answer["cases"]:
        answer = workbench("show", sample_store, case["id"], "--json").answer
        told = workbench("show", sample_store, case["id"]).out
        assert list(answer) == ["schema", "store", "case", "facts", "also", "notes", "withheld_by", "detail"]
        if answer["detail"] and answer["detail"]["view"] in ("proposal", "receipt", "erasure"):
            said = [value for _, value in answer["facts"]] + answer["notes"]
            words = {
                word.strip(".:").casefold() for value in said for word in re.findall(r"[^\s,()]+", value)
            }
            assert not [word for word in words if visible(word) not in told.casefold()]
            continue
        assert all(
            f"  {visible(f'{label:<12} {value}').rstrip()}\n" in told for label, value in answer["facts"]
        )
        assert all(f"! {visible(note)}" in told for note in answer["notes"])
        assert ("⊘ withdrawn by" in told) >= bool(answer["withheld_by"])


def test_a_deferral_with_and_without_a_date(workbench: Workbench, l1_store: Path) -> None:
    words = ("decide", l1_store, CASE, "defer", "--as", "ada", "--reason", "not now")
    assert workbench(*words).code == 0

    without = workbench("show", l1_store, CASE).out
    queue = workbench("cases", l1_store).out
    assert workbench(*words, "--until", "2026-09-01").code == 0
    dated = workbench("show", l1_store, CASE).out

    assert "  left for later, no date\n" in without
    assert "  left for later until 2026-09-01\n" in dated
    assert f"{CASE} (left for later) │ " in queue


def test_an_id_that_is_something_else_is_sent_to_where_it_is_shown(
    workbench: Workbench, l1_store: Path
) -> None:
    [decided] = workbench(
        "decide", l1_store, CASE, "keep", "--as", "ada", "--reason", "measured again", "--json"
    ).answer["decisions"]

    for name, verb in (("memwd-2026-08-06-001", "records"), (ITEM, "records"), (decided["id"], "ledger")):
        done = workbench("show", l1_store, name)
        assert done.code == 2
        assert f"`workbench {verb} {name}`" in done.err
        assert workbench(verb, l1_store, name).code == 0
    nothing = workbench("show", l1_store, "stale:mem-2020-01-01-001").err
    assert "`workbench cases`" in nothing
    assert "`workbench records`" in nothing
    assert "`workbench records`" in workbench("records", l1_store, "memwd-2020-01-01-001").err
    assert "`workbench ledger`" in workbench("ledger", l1_store, "memdec-2020-01-01-001-0000").err


@pytest.mark.parametrize("verb", ["show", "records", "ledger"])
def test_what_only_reads_does_not_say_that_nothing_was_recorded(
    workbench: Workbench, l1_store: Path, verb: str
) -> None:
    done = workbench(verb, l1_store, "memwd-2020-01-01-001")

    assert done.code == 2
    assert "recorded" not in done.err


@pytest.mark.parametrize("words", [("status",), ("cases",), ("records",), ("ledger",), ("show", CASE)])
@pytest.mark.parametrize("json", [(), ("--json",)])
def test_withdrawn_text_is_told_to_nobody(
    workbench: Workbench, l1_store: Path, words: tuple[str, ...], json: tuple[str, ...]
) -> None:
    verb, *rest = words
    done = workbench(verb, l1_store, *rest, *json)

    assert done.code == 0
    assert WITHDRAWN_TEXT not in done.out + done.err


def test_the_audit_flag_shows_withdrawn_text_and_says_by_what_it_is_held_back(
    workbench: Workbench, l1_store: Path
) -> None:
    assert WITHDRAWN_TEXT in workbench("records", l1_store, "--kind", "item", "--audit-withdrawn").out
    hidden = workbench("records", l1_store, "mem-2026-08-01-003")
    shown = workbench("records", l1_store, "mem-2026-08-01-003", "--audit-withdrawn")

    assert WITHDRAWN_TEXT not in hidden.out
    assert WITHDRAWN_TEXT in shown.out
    assert all("memwd-2026-08-05-001" in done.out for done in (hidden, shown))


@pytest.mark.parametrize(
    ("kind", "count"), [("control", "controls"), ("tombstone", "tombstones"), ("feedback", "feedback_events")]
)
def test_every_record_of_a_kind_is_listed(
    workbench: Workbench, sample_store: Path, kind: str, count: str
) -> None:
    answer = workbench("records", sample_store, "--kind", kind, "--json").answer

    assert list(answer) == ["schema", "store", "records"]
    assert answer["schema"] == "workbench.records/1"
    assert len(answer["records"]) == FINDINGS["counts"][count]
    assert {record["kind"] for record in answer["records"]} == {kind}


def test_one_record_whole(workbench: Workbench, l1_store: Path) -> None:
    told = workbench("records", l1_store, "memwd-2026-08-06-001").out

    assert "run:ferry-route-spike" in told
    assert "log.md:" in told


def test_an_id_that_nothing_has(workbench: Workbench, l1_store: Path) -> None:
    for words in (
        ("show", "stale:mem-2020-01-01-001"),
        ("records", "memwd-2020-01-01-001"),
        ("ledger", "memdec-2020-01-01-001-0000"),
    ):
        verb, name = words
        done = workbench(verb, l1_store, name, "--json")
        assert (done.code, done.answer["code"]) == (2, "unknown-id")


def test_a_new_store_has_an_empty_ledger_that_holds(workbench: Workbench, l1_store: Path) -> None:
    ledger, verify = workbench("ledger", l1_store, "--json"), workbench("verify", l1_store, "--json")

    assert (ledger.code, ledger.answer["schema"], ledger.answer["decisions"]) == (0, "workbench.ledger/1", [])
    assert (verify.code, verify.answer["schema"], verify.answer["ok"]) == (0, "workbench.verify/1", True)
    assert workbench("resume", l1_store).out == "Nothing is unfinished.\n"


def test_no_terminal_no_screens(workbench: Workbench, l1_store: Path) -> None:
    done = workbench(l1_store)

    assert done.code == 0
    assert "pending-cleanup" in done.out
    assert done.out.splitlines()[-1].startswith("There is no terminal here")
    assert workbench(l1_store, "--json").answer["schema"] == "workbench.status/1"


def test_reading_changes_nothing(workbench: Workbench, sample_store: Path, a_clean_person: Path) -> None:
    before = tree_bytes(sample_store)

    for words in (
        ("status",), ("cases",), ("cases", "--audit-withdrawn"), ("records",), ("ledger",), ("verify",),
        ("resume",), ("show", "pending-cleanup:mem-2026-02-19-001"),
        ("decide", "pending-cleanup:mem-2026-02-19-001", "keep", "--as", "ada", "--dry-run"),
    ):  # fmt: skip
        verb, *rest = words
        assert workbench(verb, sample_store, *rest).code in (0, 1)

    assert tree_bytes(sample_store) == before
    assert list(a_clean_person.rglob("*")) == [], "nor is anything kept about the person"


def test_a_mark_is_told_wherever_the_item_is_shown(workbench: Workbench, l1_store: Path) -> None:
    topic = l1_store / "memory/topics/operational-pitfalls.md"
    text = topic.read_text(encoding="utf-8").replace("  - Source: archive/2026-07-02.md#cache\n", "")
    topic.write_text(text, encoding="utf-8")
    log = l1_store / "memory/log.md"
    marked = "- 2026-08-02T07:40:01+08:00 pending-cleanup mem-2026-07-02-002 by user:mira\n"
    log.write_text(log.read_text(encoding="utf-8") + "\n" + marked, encoding="utf-8")

    for words in (("show", f"drift:{ITEM}"), ("show", CASE), ("records", ITEM)):
        verb, name = words
        told = workbench(verb, l1_store, name).out
        assert "Marked by    user:mira, 2026-08-02T07:40:01+08:00" in told


@pytest.mark.parametrize("words", [("cases",), ("records",), ("status",), ("ledger",)])
@pytest.mark.parametrize("json", [(), ("--json",)])
def test_no_verb_tells_what_a_withdrawal_holds_back(
    workbench: Workbench, l1_store: Path, words: tuple[str, ...], json: tuple[str, ...]
) -> None:
    make_leaky(l1_store)

    assert MARK not in workbench(*words, l1_store, *json).out.casefold()


def test_no_case_record_or_plan_tells_it(workbench: Workbench, l1_store: Path) -> None:
    make_leaky(l1_store)
    cases = [case["id"] for case in workbench("cases", l1_store, "--json").answer["cases"]]
    records = [one["id"] for one in workbench("records", l1_store, "--json").answer["records"]]

    for verb, names in (("show", cases), ("records", records)):
        for name in names:
            if not (verb == "records" and name.startswith("conflict:")):
                done = workbench(verb, l1_store, name)
                assert (done.code, MARK in done.out.casefold()) == (0, False), name
    for item in (WITHDRAWN, BESIDE):
        done = workbench("decide", l1_store, f"pending-cleanup:{item}", "stale", "--as", "ada", "--dry-run")
        assert (done.code, MARK in done.out.casefold()) == (0, False)
