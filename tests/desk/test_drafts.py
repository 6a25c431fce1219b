"""What was typed and not recorded, reasons given before, items by words, batches against the store."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.screens.stores import PENDING, rewrite
from workbench.desk import Desk
from workbench.desk.batches import standing
from workbench.desk.deciding import seen_since
from workbench.desk.drafts import draft_key, draft_of, drop_draft, keep_draft
from workbench.desk.remembered import last_for, offered, reasons_given, remember
from workbench.store.case import Case
from workbench.store.decision import Actor, Prepared, Verdict

ADA = Actor("user:ada", "flag", True)
SENTENCE = "Supplier records from Northvale are always encoded in UTF-8."
CASE = f"pending-cleanup:{PENDING}"


@pytest.fixture
def desk(sample_store: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """The sample store on one day."""
    monkeypatch.setenv("WORKBENCH_NOW", "2026-08-21T09:00:00Z")
    return Desk.open(sample_store)


def prepared(desk: Desk, reason: str) -> Prepared:
    """A decision that keeps the item."""
    return desk.prepare([CASE], Verdict("keep"), ADA, reason)[0]


def test_a_draft_is_found_again_with_what_it_was_typed_against(desk: Desk) -> None:
    key = draft_key([CASE], "keep")
    assert keep_draft(desk, key, {"reason": "half a\nthought", "topic": ""}, ["d1"])

    found = draft_of(desk.reload(), key)

    assert found is not None
    assert (found.fields, found.at, found.against) == (
        {"reason": "half a\nthought"}, "2026-08-21T09:00:00Z", ("d1",),
    )  # fmt: skip
    assert draft_of(desk, draft_key([CASE], "stale")) is None


def test_an_empty_draft_is_none_and_a_dropped_one_is_gone(desk: Desk) -> None:
    keep_draft(desk, "keep a", {"reason": "x"}, [])
    keep_draft(desk, "keep b", {"reason": "y"}, [])
    keep_draft(desk, "keep a", {"reason": "  "}, [])
    drop_draft(desk, "keep c")

    assert draft_of(desk, "keep a") is None
    assert draft_of(desk, "keep b") is not None


def test_a_draft_that_is_no_longer_wanted_is_not_kept(desk: Desk) -> None:
    assert not keep_draft(desk, "keep a", {"reason": "x"}, [], lambda: False)
    assert draft_of(desk, "keep a") is None


def test_a_batch_is_known_by_all_its_cases_in_any_order() -> None:
    assert draft_key(["b", "a"], "keep") == draft_key(["a", "b"], "keep") != draft_key(["a"], "keep")


@pytest.mark.parametrize("kept", [{"keep a": 3}, {"keep a": {"fields": [], "at": "", "against": []}}])
def test_a_draft_that_does_not_read_counts_as_none(kept: Mapping[str, Any], desk: Desk) -> None:
    desk.keep_own("drafts", kept)
    assert draft_of(desk, "keep a") is None


def test_of_a_read_only_store_nothing_is_kept(sample_store: Path) -> None:
    desk = Desk.open(sample_store, readonly=True)
    assert not keep_draft(desk, "keep a", {"reason": "x"}, [])
    assert desk.own("drafts") == {}


def test_reasons_are_remembered_latest_first_and_twenty_of_them(desk: Desk) -> None:
    for number in range(25):
        remember(desk, replace(prepared(desk, f"reason {number}"), verdict=Verdict("stale")))
    remember(desk, prepared(desk, "reason 20"))

    given = reasons_given(desk.reload())

    assert len(given) == 20
    assert given[0] == ("keep", "reason 20")
    assert offered(given, "stale")[:2] == ("reason 24", "reason 23")
    assert (last_for(given, "keep"), last_for(given, "merge")) == ("reason 20", None)


def test_a_reason_that_repeats_memory_is_not_remembered(desk: Desk) -> None:
    assert remember(desk, prepared(desk, SENTENCE)) == ()
    assert reasons_given(desk) == ()


def test_an_item_is_found_by_the_beginning_of_its_id_and_by_its_words(desk: Desk) -> None:
    assert [hit.id for hit in desk.find_items("northvale always utf-8")] == [PENDING]
    assert desk.find_items(PENDING)[0].id == PENDING
    assert desk.find_items("mem-2026-02-19", limit=2)[0].id.startswith("mem-2026-02-19")
    assert desk.find_items("no such words at all") == ()


def test_what_is_held_back_is_found_by_its_id_alone(desk: Desk) -> None:
    held = [record for record in desk.records("item") if record.withheld_by]
    assert held
    hit = desk.find_items(held[0].id, limit=1)[0]
    assert (hit.id, hit.text, hit.withheld_by) == (held[0].id, "", held[0].withheld_by)


def test_a_marked_case_stands_while_its_records_are_the_same_wherever_they_stand(
    desk: Desk, sample_store: Path
) -> None:
    marked = [case for case in desk.cases("pending-cleanup") if _keeps(case)]
    rewrite(sample_store, "topics/catalogue-imports.md", SENTENCE, "Supplier records come in any encoding.")
    path = sample_store / "memory/topics/kiosks.md"
    path.write_bytes(path.read_bytes().replace(b"\n## ", b"\n\n\n## ", 1))

    stand, left = standing(desk.reload(), marked, "keep")

    assert [(one.name, one.why) for one in left] == [(PENDING, "changed since it was marked")]
    assert len(stand) == len(marked) - 1


def test_a_marked_case_that_is_gone_or_not_allowed_is_left_out_with_the_reason(desk: Desk) -> None:
    marked = list(desk.cases("pending-cleanup"))
    rules = {case.id: offer.rule for case in marked if (offer := case.offer("keep")) and not offer.allowed}
    assert rules

    _, left = standing(desk, marked, "keep")
    _, gone = standing(desk, [replace(marked[0], id="pending-cleanup:mem-2000-01-01-001")], "keep")

    assert {one.case: one.why for one in left} == {
        case: f"not allowed: {rule}" for case, rule in rules.items()
    }
    assert [one.why for one in gone] == ["gone: it waits no longer"]


def test_what_was_seen_later_is_told_of_in_the_decision(desk: Desk) -> None:
    evidence = [one.ref for one in desk.case(CASE).evidence]
    [made] = desk.prepare([CASE], Verdict("keep"), ADA, "why", unseen=evidence)
    assert not any(one.seen for one in made.plan.reviewed if one.ref in evidence)

    again = seen_since(made, evidence[:1])

    assert [one.ref for one in again.plan.reviewed if one.seen and one.ref in evidence] == evidence[:1]
    assert again.id == made.id


def test_each_case_of_a_batch_has_its_own_unseen_evidence(desk: Desk) -> None:
    first, second = [case.id for case in desk.cases("pending-cleanup")][:2]
    refs = [one.ref for one in desk.case(first).evidence]
    made = desk.prepare_each([first, second], Verdict("keep"), ADA, "why", unseen={first: refs})

    assert all(isinstance(one, Prepared) for one in made)
    one, other = (found for found in made if isinstance(found, Prepared))
    assert {found.seen for found in one.plan.reviewed if found.ref in refs} == {False}
    assert one.id != other.id
    held = {found.ref for found in desk.case(second).evidence if found.withheld_by}
    assert all(found.seen for found in other.plan.reviewed if found.ref not in held)


def _keeps(case: Case) -> bool:
    """Whether a case can be kept."""
    offer = case.offer("keep")
    return offer is not None and offer.allowed


def test_a_draft_of_another_workbench_is_kept_beside_ones_own(
    l1_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes between this one's reading and writing."""
    desk, other = Desk.open(l1_store), Desk.open(l1_store)
    keep_draft(desk, "keep a", {"reason": "first"}, ())

    keep_draft(desk, "keep b", {"reason": "mine"}, (), lambda: keep_elsewhere(other))

    assert sorted(desk.own("drafts")) == ["keep a", "keep b", "keep c"]


def keep_elsewhere(desk: Desk) -> bool:
    """As another process does, which shares no lock of this one."""
    return desk.change_own("drafts", lambda kept: {**kept, "keep c": {"fields": {}, "at": "", "against": []}})


KEEP = """
import sys
from pathlib import Path
from workbench.desk import Desk
from workbench.desk.drafts import keep_draft
keep_draft(Desk.open(Path(sys.argv[1])), sys.argv[2], {"reason": "half a thought"}, [])
print("kept", flush=True)
sys.stdin.read()
"""


def test_what_another_workbench_types_is_no_draft_here_while_it_runs(desk: Desk, sample_store: Path) -> None:
    key = draft_key([CASE], "keep")
    other = subprocess.Popen(
        [sys.executable, "-c", KEEP, str(sample_store), key],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    try:
        assert other.stdout is not None
        assert other.stdout.readline() == b"kept\n"
        assert draft_of(desk, key) is None
        keep_draft(desk, key, {"reason": " "}, [])
    finally:
        assert other.stdin is not None and other.stdout is not None
        other.stdin.close()
        other.wait()
        other.stdout.close()

    found = draft_of(desk, key)
    assert found is not None, "typing nothing here took away what the other had typed"
    assert found.fields == {"reason": "half a thought"}
