"""What a reason must not say, what was shown, and decisions that are made together."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench.desk import Desk
from workbench.store.decision import Verdict
from workbench.text.errors import Refused

from .conftest import ADA, prepare

CACHE = "pending-cleanup:mem-2026-07-02-002"
QUOTE = "wrong: Caching the timetable makes reads faster only once"
HELD_BACK = "because caching the timetable hides late cancellations"


def notes(store: Path, reason: str) -> tuple[str, ...]:
    (prepared,) = Desk.open(store).prepare([CACHE], Verdict("keep"), ADA, reason)
    return prepared.plan.notes


def test_a_reason_that_quotes_memory_is_noted_before_it_is_recorded(l1_store: Path) -> None:
    told = [note for note in notes(l1_store, QUOTE) if "reason repeats words of the memory" in note]
    assert len(told) == 1
    assert "Caching" not in told[0]
    assert not [note for note in notes(l1_store, "Measured again.") if "reason repeats" in note]


def test_a_reason_that_quotes_what_is_withdrawn_is_refused(l1_store: Path) -> None:
    with pytest.raises(Refused) as refusal:
        notes(l1_store, HELD_BACK)
    assert refusal.value.rule is not None and "§15.2 rule 1" in refusal.value.rule
    assert refusal.value.next == "Say why in your own words."
    assert "cancellations" not in str(refusal.value.as_dict())


def test_the_reason_of_a_revert_is_held_against_the_same_memory(
    l1_store: Path, decide: Callable[..., str]
) -> None:
    decision = decide(l1_store, CACHE, "stale")
    quoting = Desk.open(l1_store).prepare_revert(decision, ADA, QUOTE)
    assert [note for note in quoting.plan.notes if "reason repeats" in note]
    with pytest.raises(Refused, match="withdrawal holds back"):
        Desk.open(l1_store).prepare_revert(decision, ADA, HELD_BACK)


@pytest.mark.parametrize(("unseen", "seen"), [((), True), (("mem-2026-07-02-002",), False)])
def test_a_target_that_was_not_shown_is_recorded_as_not_seen(
    l1_store: Path, unseen: tuple[str, ...], seen: bool
) -> None:
    desk = Desk.open(l1_store)
    (prepared,) = desk.prepare([CACHE], Verdict("keep"), ADA, "Measured.", unseen=unseen)
    assert desk.commit([prepared])[0].exit == 0
    record = json.loads(desk.reload().decision_record(prepared.id))
    assert {one["seen"] for one in record["reviewed"] if one["role"] == "target"} == {seen}


def test_a_revert_is_listed_with_what_it_was_about(l1_store: Path, decide: Callable[..., str]) -> None:
    decision = decide(l1_store, CACHE, "stale")
    desk = Desk.open(l1_store)
    assert desk.commit([desk.prepare_revert(decision, ADA, "A mistake.")])[0].exit == 0
    back, first = desk.reload().ledger()
    assert (back.verdict, first.verdict) == ("revert", "stale")
    assert set(back.targets) == set(first.targets) == {"mem-2026-07-02-002"}


@pytest.fixture
def own_names(l1_store: Path) -> Path:
    """The store with an item whose id somebody chose."""
    for path in (l1_store / "memory").rglob("*.md"):
        path.write_bytes(path.read_bytes().replace(b"mem-2026-07-02-002", b"vault-code-4711"))
    return l1_store


def test_an_id_that_is_hidden_in_the_record_is_shown_to_a_person(own_names: Path) -> None:
    case = "pending-cleanup:vault-code-4711"
    desk = Desk.open(own_names)
    prepared = prepare(desk, case, "defer", until="2026-09-01")
    assert desk.commit([prepared])[0].exit == 0
    desk = desk.reload()
    assert "vault" not in desk.decision_record(prepared.id)
    [entry] = desk.ledger()
    assert (entry.case, set(entry.targets)) == (case, {"vault-code-4711"})
    assert desk.case(case).deferred == "2026-09-01"
    back = desk.prepare_revert(prepared.id, ADA, "A mistake.")
    assert back.case_id == case
    assert desk.commit([back])[0].exit == 0
    assert desk.reload().case(case).deferred is None
    assert set(desk.reload().ledger()[0].targets) == {"vault-code-4711"}


OLDER, NEWER = "mem-2026-07-02-002", "mem-2026-08-20-001"
REFUTER = f"""- [2026-08-20] (knowledge) Caching the timetable makes reads slower, not faster, since August.
  - id: {NEWER}
  - kind: knowledge
  - Status: pending-cleanup
  - Source: archive/2026-08-01.md#gateway
"""


@pytest.fixture
def refuting(l1_store: Path) -> Path:
    """A store in which one waiting item refutes the other, each the evidence of the other's case."""
    page = l1_store / "memory" / "topics" / "operational-pitfalls.md"
    page.write_text(page.read_text().replace("\n## Pending cleanup", REFUTER + "\n## Pending cleanup"))
    log = l1_store / "memory" / "log.md"
    log.write_text(log.read_text() + f"- 2026-08-20T09:00:00Z pending-cleanup {OLDER} {NEWER}\n")
    return l1_store


@pytest.mark.parametrize("verdict", [Verdict("stale"), Verdict("cool", status="stale")])
@pytest.mark.parametrize("order", [(NEWER, OLDER), (OLDER, NEWER)])
def test_decisions_made_together_stand_in_nobodys_way(
    refuting: Path, verdict: Verdict, order: tuple[str, str]
) -> None:
    desk = Desk.open(refuting)
    cases = [f"pending-cleanup:{key}" for key in order]
    assert NEWER in {found.key for found in desk.case(f"pending-cleanup:{OLDER}").evidence}
    prepared = desk.prepare(cases, verdict, ADA, "Measured again.")
    outcomes = desk.commit(prepared)
    assert [(one.exit, one.message) for one in outcomes] == [(0, "Recorded."), (0, "Recorded.")]
    assert desk.reload().verify().findings == ()
    shown = [{one.ref: one.digest for one in each.plan.reviewed}.get(NEWER) for each in prepared]
    assert shown[0] == shown[1] is not None


def test_another_programs_change_between_them_is_still_refused(refuting: Path) -> None:
    desk = Desk.open(refuting)
    first, second = desk.prepare(
        [f"pending-cleanup:{NEWER}", f"pending-cleanup:{OLDER}"], Verdict("stale"), ADA, "Measured again."
    )
    page = refuting / "memory" / "topics" / "operational-pitfalls.md"

    def meddle() -> None:
        page.write_bytes(page.read_bytes().replace(b"since August", b"since July"))

    original = desk._commit
    outcomes: list[object] = []

    def committing(*given: object) -> object:
        if outcomes:
            meddle()
        outcomes.append(original(*given))  # type: ignore[arg-type]
        return outcomes[-1]

    desk._commit = committing  # type: ignore[method-assign, assignment]
    told = desk.commit([first, second])
    assert [one.exit for one in told] == [0, 4]
    assert not (refuting / "memory" / "governance" / "decisions" / f"{second.id}.json").exists()


def test_a_change_by_a_decision_of_before_is_no_part_of_the_batch(refuting: Path) -> None:
    desk = Desk.open(refuting)
    prepared = desk.prepare([f"pending-cleanup:{OLDER}"], Verdict("stale"), ADA, "Measured again.")
    other = Desk.open(refuting)
    assert other.commit([prepare(other, f"pending-cleanup:{NEWER}", "stale")])[0].exit == 0
    assert [one.exit for one in desk.commit(prepared)] == [4]
