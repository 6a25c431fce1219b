"""Read-only cases: proposals, controls, receipts, tombstones, files and drift (§9, §12, §16, §17)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.review.build import Store, held, reinstatement, withdrawal
from workbench.protocol.records import ErasureTombstone, PolicyProposal, SurfaceReceipt
from workbench.store.case import Case
from workbench.store.snapshot import Held, UnreadableFile

ITEM = "mem-2026-07-02-001"
COMPLETE = {
    "Context / Workspace": "closed; no selective context erasure is claimed.",
    "Original project": "clean.",
    "Temporary exploration workspace": "disposed.",
    "Promoted / derived artifacts": "none found.",
    "Memory": "withdrawn by memwd-2026-08-05-001 (1 item).",
}


def of_kind(store: Store, kind: str) -> list[Case]:
    cases = [case for case in store.review().cases if case.kind == kind]
    assert all(case.read_only and case.verdicts == () for case in cases)
    return cases


def proposal(store: Store, **changes: Any) -> None:
    said = {
        "proposal_id": "mempolicy-2026-08-10-001",
        "target": "convention:check-port",
        "proposed_change": "Check the port.",
        "supporting_refs": [ITEM],
        "status": "pending-review",
        **changes,
    }
    address = store.write("../proposals/a.yaml", f"{said}\n")
    store.proposals.append(held(said["proposal_id"], PolicyProposal, said, address))


def receipt(store: Store, **changes: str | None) -> None:
    said = {label: changes.get(label.split()[0], words) for label, words in COMPLETE.items()}
    text = "".join(f"{label}: {words}\n" for label, words in said.items() if words is not None)
    address = store.write("log.md", text)
    store.receipts.append(Held(f"log.md:{address.line}", SurfaceReceipt.from_five_lines(text), address))


def tombstone(store: Store, *results: str) -> None:
    said = {
        "erasure_id": "memerase-2026-08-09-001",
        "record_type": "erasure-tombstone-v1",
        "scope_refs": ["x"],
        "authority_ref": "user:owner",
        "decided_at": "2026-08-09",
        "executed_at": "2026-08-09",
        "holders": [{"holder_ref": f"h{at}", "result": result} for at, result in enumerate(results)],
    }
    address = store.write("log.md", f"{said}\n")
    store.tombstones.append(held("memerase-2026-08-09-001", ErasureTombstone, said, address))


@pytest.mark.parametrize("status", ["pending-review", "waiting"])
def test_a_proposal_that_waits_is_a_case(status: str) -> None:
    store = Store()
    proposal(store, status=status)

    assert [(case.id, case.age_days) for case in of_kind(store, "promotion")] == [
        ("promotion:mempolicy-2026-08-10-001", 3)]  # fmt: skip


@pytest.mark.parametrize("status", ["approved", "rejected", "revoked"])
def test_a_proposal_that_was_decided_is_none(status: str) -> None:
    store = Store()
    proposal(store, status=status)

    assert of_kind(store, "promotion") == []


def test_a_malformed_proposal_is_a_case_that_says_why() -> None:
    store = Store()
    proposal(store, target=None)

    (case,) = of_kind(store, "promotion")

    assert case.notes == ("Malformed: target is not text.",)


def test_what_a_proposal_rests_on_is_its_evidence_and_withdrawn_support_is_said() -> None:
    store = Store()
    store.item(ITEM, "Zanzibar port moved.")
    proposal(store, supporting_refs=[ITEM, "memfb-2026-08-01-001"])
    store.withdraw(1, memory_item_ids=[ITEM])

    case = store.open("promotion:mempolicy-2026-08-10-001")

    assert [(shown.ref, shown.text, shown.withheld_by) for shown in case.evidence] == [
        (ITEM, "", "memwd-2026-08-05-001"), ("memfb-2026-08-01-001", "", None)]  # fmt: skip
    assert any("withdrawn" in note and ITEM in note for note in case.notes)


def test_a_fork_is_one_case_with_its_heads_and_a_sound_chain_is_none() -> None:
    store = Store()
    store.withdraw(1, memory_item_ids=["a"])
    store.control(reinstatement("memwd-2026-08-06-001", {"memory_item_ids": ["a"]}, "memwd-2026-08-05-001"))
    store.withdraw(2, memory_item_ids=["b"])
    store.withdraw(3, memory_item_ids=["b"])

    (case,) = of_kind(store, "withdrawal")

    assert case.id == "withdrawal:memwd-2026-08-05-002"
    assert [target.id for target in case.targets] == ["memwd-2026-08-05-002", "memwd-2026-08-05-003"]
    assert case.age_days == 8


def test_every_unresolved_control_opens() -> None:
    store = Store()
    store.control(withdrawal("memwd-2026-08-05-001", {}))
    store.control(withdrawal("memwd-2026-08-05-002", {"memory_item_ids": ["a"]}, decided_by=None))

    ids = [case.id for case in of_kind(store, "withdrawal")]

    assert sorted(ids) == ["withdrawal:memwd-2026-08-05-001", "withdrawal:memwd-2026-08-05-002"]
    assert ("decided by", "nobody is named") in store.open(ids[1]).facts


def test_a_complete_receipt_is_no_case() -> None:
    store = Store()
    store.withdraw(1, memory_item_ids=[ITEM])
    receipt(store)

    assert of_kind(store, "forget-request") == []


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"Promoted": "conventions.md:12 rests on it; not settled"}, "partial: Promoted / derived artifacts"),
        ({"Original": "unevaluated"}, "unevaluated: Original project"),
        ({"Original": None}, "not reported: Original project"),
        ({"Context": "erased from the context."}, "overclaims: it says that context was erased"),
        ({"Original": "forgotten everywhere, nothing is left."}, "overclaims: it says forgotten"),
        ({"Memory": "erased."}, "overclaims: it says erased"),
        ({"Memory": "deleted, see memerase-2026-08-09-001"}, "overclaims: it says erased"),
        ({"Memory": "withdrawn (run:spike)."}, "overclaims: it says withdrawn or reinstated"),
        ({"Memory": "withdrawn: memwd-2026-01-01-001"}, "overclaims: it says withdrawn or reinstated"),
    ],
)
def test_a_receipt_that_leaves_something_open_or_claims_too_much_is_a_case(
    changes: dict[str, str | None], problem: str
) -> None:
    store = Store()
    store.withdraw(1, memory_item_ids=[ITEM])
    receipt(store, **changes)

    (case,) = of_kind(store, "forget-request")

    assert len(case.notes) == 1 and case.notes[0].startswith(problem)
    assert store.open(case.id).facts[-1][0] == "at"


@pytest.mark.parametrize(
    "changes",
    [
        {"Memory": "no capture"},
        {"Memory": "nothing was erased, withdrawn by memwd-2026-08-05-001"},
        {"Temporary": "deleted after it was confirmed"},
        {"Memory": "erased, see memerase-2026-08-09-001"},
    ],
)
def test_a_receipt_that_claims_what_the_store_shows_is_none(changes: dict[str, str]) -> None:
    store = Store()
    store.withdraw(1, memory_item_ids=[ITEM])
    tombstone(store, "completed")
    receipt(store, **changes)

    assert of_kind(store, "forget-request") == []


def test_a_tombstone_is_a_case_until_every_holder_is_completed() -> None:
    done, still_open = Store(), Store()
    tombstone(done, "completed", "completed")
    tombstone(still_open, "completed", "unevaluated")

    assert of_kind(done, "erasure") == []
    (case,) = of_kind(still_open, "erasure")
    assert (case.id, case.notes) == ("erasure:memerase-2026-08-09-001", ("h1: unevaluated.",))
    assert ("holder h0", "completed") in still_open.open(case.id).facts


def test_an_unreadable_file_is_a_case_with_its_reason() -> None:
    store = Store()
    store.unreadable.append(UnreadableFile("topics/a b.md", "holds NUL bytes, so it is no text"))

    (case,) = of_kind(store, "unreadable")

    assert case.id == "unreadable:topics%2Fa%20b.md"
    assert case.notes == ("holds NUL bytes, so it is no text",)
    assert store.open(case.id).facts[0] == ("file", "topics/a b.md")


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"kind": ""}, "missing-kind"),
        ({"Source": ""}, "missing-source"),
        ({"Status": ""}, "missing-status"),
        ({"kind": "state"}, "missing-subject"),
        ({"Confidence": "confirmed"}, "confidence-without-scheme"),
        ({"Source": "archive/2026-07-02.md#gone"}, "dangling-anchor"),
        ({"Source": "topics/a.md#facts"}, "mutable-source"),
        ({"Source": "hyp-2026-07-28-001"}, "hypothesis-in-source"),
        ({"text": "[待清理] Old port."}, "legacy-marker"),
    ],
)
def test_a_departure_of_an_item_is_drift(fields: dict[str, str], rule: str) -> None:
    store = Store()
    said = {"text": "It moved.", "Source": "user statement on 2026-07-02", **fields}
    store.item(ITEM, said.pop("text"), **said)  # type: ignore[arg-type]

    (case,) = of_kind(store, "drift")

    assert [note.partition(":")[0] for note in case.notes] == [rule]
    assert case.id == f"drift:{ITEM}" and store.open(case.id).facts[7] == ("id", ITEM)


def test_a_sound_item_and_the_archive_do_not_drift() -> None:
    store = Store()
    store.passage("cache", "Prose.", (None, "[待清理] Old port.", ""))
    store.item(ITEM, "It moved.", Source="archive/2026-07-02.md#cache")

    assert of_kind(store, "drift") == []
