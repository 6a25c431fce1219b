"""Each verdict on records that disagree, on the sample store, recorded, verified and taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk.conftest import ADA, prepare, take_back
from workbench.desk import Desk
from workbench.governance.ledger import read_ledger
from workbench.store.decision import Verdict
from workbench.text.errors import Refused, UsageError

THREE = "conflict:importer%3Amatch-threshold"
TWO = "conflict:branch-vpn%3Aendpoint"
EQUAL = "conflict:kiosk%20screen%3Aidle-timeout"
PAIR = "contradiction:mem-2026-02-19-005+mem-2026-07-21-001"
COPIES = "copies:mem-2026-06-04-006"
BROKEN = "broken-supersede:mem-2026-07-07-007"
PASSAGE = "archive/2026-07-07.md#match-score"
CONDITION = "Until the new depot opens the first, then the second."

GIVEN = [
    (THREE, Verdict("current", with_ids=("mem-2026-07-07-002",), evidence=(PASSAGE,))),
    (THREE, Verdict("current", with_ids=("memory.md:3",))),
    (THREE, Verdict("none")),
    (THREE, Verdict("new-value", value="At a score of 0.93 two records are one.")),
    (THREE, Verdict("both", condition="0.82 for old records, 0.88 for those of 2026.")),
    (THREE, Verdict("open", until="2026-09-01")),
    (TWO, Verdict("current", with_ids=("mem-2026-07-21-003",))),
    (TWO, Verdict("current", with_ids=("mem-2026-04-02-006",))),
    (TWO, Verdict("both", with_ids=("mem-2026-04-02-006",), subject="branch-vpn:旧 endpoint")),
    (TWO, Verdict("both", with_ids=("mem-2026-07-21-003",), subject="branch-vpn:new")),
    (EQUAL, Verdict("current", with_ids=("mem-2026-07-21-009",))),
    (PAIR, Verdict("confirm", with_ids=("mem-2026-07-21-001",), evidence=(PASSAGE,))),
    (PAIR, Verdict("both", condition=CONDITION)),
    (PAIR, Verdict("open")),
    (COPIES, Verdict("current", with_ids=("index.md:68",))),
    (COPIES, Verdict("current", with_ids=("topics/environment.md:129",))),
    (BROKEN, Verdict("restore")),
    (BROKEN, Verdict("accept")),
]


def memory(store: Path) -> dict[str, bytes]:
    """Every file of the memory but what decisions leave of themselves."""
    found = {path.relative_to(store).as_posix(): path for path in store.rglob("*") if path.is_file()}
    own = ("governance/decisions", "governance/store.yaml", "/log.md")
    return {name: path.read_bytes() for name, path in found.items() if not any(one in name for one in own)}


def give(store: Path, case: str, verdict: Verdict, reason: str = "looked into it") -> str:
    desk = Desk.open(store)
    (prepared,) = desk.prepare([case], verdict, ADA, reason)
    (outcome,) = desk.commit([prepared])
    assert (outcome.exit, outcome.recorded) == (0, True), outcome
    return prepared.id


def check_verified(store: Path) -> None:
    report = Desk.open(store).verify()
    assert report.ok, report.findings


@pytest.mark.parametrize(("case", "verdict"), GIVEN, ids=lambda value: getattr(value, "name", value))
def test_a_verdict_is_recorded_and_taken_back(sample_store: Path, case: str, verdict: Verdict) -> None:
    before = memory(sample_store)
    was = next(one for one in Desk.open(sample_store).cases() if one.id == case)
    decision = give(sample_store, case, verdict)
    check_verified(sample_store)
    record = read_ledger(sample_store / "memory").by_id[decision].record
    assert record is not None and record.action == "reconcile"
    left = [one for one in Desk.open(sample_store).cases() if one.id == case]
    assert bool(left) == (verdict.name == "open")
    take_back(sample_store, decision)
    check_verified(sample_store)
    assert memory(sample_store) == before
    again = next(one for one in Desk.open(sample_store).cases() if one.id == case)
    assert again == was


def test_the_inbox_stays_as_it_is(sample_store: Path) -> None:
    inbox = sample_store / "memory/memory.md"
    before = inbox.read_bytes()
    give(sample_store, THREE, Verdict("current", with_ids=("mem-2026-08-19-001",)))
    assert inbox.read_bytes() == before


def test_the_record_holds_no_word_of_what_was_written(sample_store: Path) -> None:
    """The condition of two lessons stands with the reason, their evidence by its file alone (§12.2)."""
    decision = give(sample_store, PAIR, Verdict("both", condition=CONDITION, evidence=(PASSAGE,)))
    entry = read_ledger(sample_store / "memory").by_id[decision]
    assert entry.record is not None and entry.record.params.basis == "evidence"
    (ref,) = entry.record.params.evidence
    assert ref.startswith("archive/2026-07-07.md#~")
    assert entry.reason_text == f"looked into it\nBoth hold: {CONDITION}"
    folder = sample_store / "memory/governance/decisions"
    data = b"".join(path.read_bytes() for path in folder.glob("*.json"))
    assert b"depot" not in data and b"match-score" not in data
    assert b"depot" not in (sample_store / "memory/log.md").read_bytes().splitlines()[-1]


def test_a_choice_without_evidence_is_no_confirmed_fact(sample_store: Path) -> None:
    decision = give(sample_store, THREE, Verdict("current", with_ids=("mem-2026-04-21-004",)))
    record = read_ledger(sample_store / "memory").by_id[decision].record
    assert record is not None and (record.params.basis, record.params.evidence) == ("action-choice", ())
    page = (sample_store / "memory/topics/catalogue-imports.md").read_text()
    row = page[
        page.rindex("- [2026-08-21] (state) The importer merges two records at a match score of 0.82.") :
    ]
    assert "Confidence" not in row.split("\n- ")[0]


def test_withdrawn_evidence_is_refused(sample_store: Path) -> None:
    desk = Desk.open(sample_store)
    withdrawn = sorted(desk._review.exclusions.keys)
    assert withdrawn
    for ref in withdrawn:
        with pytest.raises(Refused) as raised:
            prepare(desk, THREE, "none", evidence=(ref,))
        assert raised.value.rule is not None and "§15.2 rule 1" in raised.value.rule


def test_an_agent_reconciles_nothing(sample_store: Path) -> None:
    from workbench.store.decision import Actor

    desk = Desk.open(sample_store)
    with pytest.raises(Refused):
        desk.prepare([TWO], Verdict("none"), Actor("agent:dream", "flag", False), "because")


def test_a_row_that_came_since_stops_the_decision(sample_store: Path) -> None:
    """The plan is made anew under the lock: a third row would be passed over."""
    desk = Desk.open(sample_store)
    prepared = prepare(desk, TWO, "current", with_ids=("mem-2026-07-21-003",))
    inbox = sample_store / "memory/memory.md"
    line = "- [2026-08-21] [mem-2026-08-21-001] (state) Elsewhere. Subject: branch-vpn:endpoint. Source: x.\n"
    inbox.write_bytes(inbox.read_bytes() + line.encode())
    before = memory(sample_store)
    (outcome,) = desk.commit([prepared])
    assert not outcome.recorded and outcome.exit != 0
    assert memory(sample_store) == before


def test_parameters_that_lack_are_named(sample_store: Path) -> None:
    desk = Desk.open(sample_store)
    lacking = [(THREE, "both", "subject"), (THREE, "current", "with"), (PAIR, "confirm", "with")]
    for case, name, lacks in lacking:
        with pytest.raises(UsageError) as raised:
            prepare(desk, case, name)
        assert raised.value.code == f"missing-{lacks}"


def test_what_was_marked_as_refuted_stays_a_certain_contradiction_when_it_is_kept(sample_store: Path) -> None:
    give(sample_store, "pending-cleanup:mem-2026-02-19-001", Verdict("keep"))
    pair = "contradiction:mem-2026-02-19-001+mem-2026-06-04-002"
    case = Desk.open(sample_store).case(pair)
    assert (case.id, case.possible) == (pair, False)
    give(sample_store, pair, Verdict("both", condition="UTF-8 is the rule, the 3 percent are old files."))
    assert Desk.open(sample_store).waits(pair) is None


def test_a_plan_begins_with_what_comes_of_it(sample_store: Path) -> None:
    desk = Desk.open(sample_store)
    plan = prepare(desk, THREE, "current", with_ids=("mem-2026-04-21-004",)).plan
    rows = "mem-2026-04-21-004, mem-2026-07-07-002, mem-2026-08-19-001"
    value = "a new row of today with the value of mem-2026-04-21-004, is current"
    new = next(event.ids[1] for event in plan.log if event.event == "supersede")
    assert plan.notes[0] == f"{new}, {value}; {rows} become history."


def test_both_hold_under_two_subjects_settles_three_rows(sample_store: Path) -> None:
    named = {"with_ids": ("mem-2026-04-21-004",), "subject": "importer:old-records"}
    give(sample_store, THREE, Verdict("both", **named))  # type: ignore[arg-type]
    desk = Desk.open(sample_store)
    assert desk.waits(THREE) is None
    active = {row.subject: row.text for row in desk._snapshot.rows if row.stored and row.status == "active"}
    assert active["importer:old-records"].endswith("0.82.")
    assert active["importer:match-threshold"].endswith("0.91.")


def test_what_reconciles_rows_of_others_takes_the_right_to(sample_store: Path) -> None:
    folder = sample_store / "memory" / "governance"
    folder.mkdir(exist_ok=True)
    people = "version: 1\npeople:\n  user:ada: {kind: human, may: [review]}\n"
    (folder / "roster.yaml").write_text(people)
    desk = Desk.open(sample_store)
    waiting = "pending-cleanup:mem-2026-04-02-006"
    with pytest.raises(Refused, match="may not reconcile"):
        prepare(desk, waiting, "new-value", value="The VPN ends elsewhere.")
    assert prepare(desk, waiting, "stale").authority.rule == "roster: user:ada may review"


def test_a_conflict_that_was_left_open_comes_back_with_a_row_that_came(sample_store: Path) -> None:
    case = "conflict:kiosk-gateway%3Aport"
    give(sample_store, case, Verdict("open"))
    left = Desk.open(sample_store).waits(case)
    assert left is not None and left.deferred is not None
    inbox = sample_store / "memory" / "memory.md"
    row = b"- [2026-08-21] (state) It listens on port 8500. Subject: kiosk-gateway:port. Source: said.\n"
    inbox.write_bytes(inbox.read_bytes() + row)
    back = Desk.open(sample_store).waits(case)
    assert back is not None and len(back.targets) == 3 and back.deferred is None


def test_a_file_with_a_withdrawn_passage_is_no_evidence(sample_store: Path) -> None:
    withdrawn = "archive/2026-05-12.md"
    with pytest.raises(Refused, match="withdrawn by memwd-2026-05-20-001"):
        prepare(
            Desk.open(sample_store), PAIR, "confirm", with_ids=("mem-2026-07-21-001",), evidence=(withdrawn,)
        )
