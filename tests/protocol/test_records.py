"""Records of §12 and §23, and BI-23: what is malformed is refused with a reason."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.protocol.errors import RecordError
from workbench.protocol.records import (
    ErasureTombstone,
    Hypothesis,
    MetamemoryFeedback,
    PolicyProposal,
    RetrievalRecord,
    SurfaceReceipt,
    WithdrawalRecord,
    parse_record,
    record_type_of,
    salvage_scope,
)
from workbench.protocol.strict_yaml import load_record
from workbench.protocol.words import HolderOutcome, ProposalStatus, RecordType, TargetKind, UseRole

WITHDRAW = load_record("""\
withdrawal_id: memwd-2026-08-06-001
record_type: withdrawal-control-v1
action: withdraw
scope:
  memory_item_ids: []
  archive_refs:
  source_or_run_refs: [run:ferry-route-spike]
reason: owner-decision
decided_by: user:owner
decided_at: 2026-08-06T09:00:00+08:00
effect: exclude-from-influence
""")
REINSTATE = WITHDRAW | {
    "withdrawal_id": "memwd-2026-08-07-001",
    "action": "reinstate",
    "effect": "restore-eligibility",
    "supersedes": "memwd-2026-08-06-001",
}
TOMBSTONE = load_record("""\
erasure_id: memerase-2026-08-09-001
record_type: erasure-tombstone-v1
scope_refs: [mem-2026-07-20-004]
authority_ref: user:owner/request-17
decided_at: 2026-08-09T11:50:00+08:00
executed_at: 2026-08-09T12:00:00+08:00
holders:
  - holder_ref: memory/topics/environment.md
    result: completed
  - holder_ref: backup:nightly
    result: unevaluated
    limitation_ref: policy:backup-rotation
sanitized_replacement_refs: []
""")
RECEIPT = load_record("""\
receipt_id: memrcpt-2026-08-10-001
record_type: surface-receipt-v1
context_workspace: closed
original_project: clean
temporary_exploration_workspace: disposed
promoted_derived_artifacts: none found
memory: withdrawn memwd-2026-08-06-001
decided_by: user:owner
decided_at: 2026-08-10T09:00:00Z
request: forget the ferry spike
""")
FEEDBACK = load_record("""\
event_id: memfb-2026-07-15-001
task_id: task-001
retrieval_ref: memret-2026-07-15-001
memory_item_ids: [mem-2026-06-01-003]
use_role: action-premise
action_or_decision: "Used the path"
outcome: "It matched"
verdict_scheme: intervention-outcome-v1
verdict: helpful
attribution_confidence_scheme: ordinal-confidence-v1
attribution_confidence: medium
evidence_refs: [runtime:host-check]
observed_at: 2026-07-15T12:00:00+08:00
""")
RETRIEVAL = load_record("""\
retrieval_id: memret-2026-07-15-001
task_id: task-001
memory_item_ids: [mem-2026-06-01-003]
use_role: action-premise
retrieved_at: 2026-07-15T10:00:00+08:00
""")
PROPOSAL = load_record("""\
proposal_id: mempolicy-2026-08-10-001
target: convention:verify-port-before-deploy
proposed_change: "Check the live port"
supporting_refs: [mem-2026-08-01-001]
expected_benefit: fewer
risk: one more step
status: pending-review
""")
HYPOTHESIS = load_record("""\
id: hyp-2026-07-28-001
claim: |
  Cached reads may hide
  late cancellations.
supporting_refs: [archive/2026-07-02.md#cache]
status: active
applies_when: [User asks about stale data.]
expires_after_walks: 12
""")


def changed(base, **changes):
    return copy.deepcopy(base) | changes


def refusal(mapping) -> str:
    with pytest.raises(RecordError) as caught:
        parse_record(mapping)
    return caught.value.reason


def test_each_record_is_recognised_and_read():
    expected = {
        RecordType.WITHDRAWAL: (WITHDRAW, WithdrawalRecord),
        RecordType.ERASURE: (TOMBSTONE, ErasureTombstone),
        RecordType.RECEIPT: (RECEIPT, SurfaceReceipt),
        RecordType.FEEDBACK: (FEEDBACK, MetamemoryFeedback),
        RecordType.RETRIEVAL: (RETRIEVAL, RetrievalRecord),
        RecordType.PROPOSAL: (PROPOSAL, PolicyProposal),
        RecordType.HYPOTHESIS: (HYPOTHESIS, Hypothesis),
    }
    for found, (mapping, model) in expected.items():
        assert record_type_of(mapping) is found
        assert type(parse_record(mapping)) is model
    assert isinstance(parse_record({"retrieval_record": RETRIEVAL}), RetrievalRecord)
    assert record_type_of({"title": "Environment"}) is None
    assert record_type_of({"id": "mem-2026-08-01-001"}) is None
    assert refusal({"title": "x"}) == "no record of the protocol"


def test_a_scope_is_compared_after_normalisation():
    one = WithdrawalRecord.parse(
        changed(WITHDRAW, scope={"memory_item_ids": ["b", "a", "b"], "archive_refs": []})
    )
    two = WithdrawalRecord.parse(changed(REINSTATE, scope={"memory_item_ids": ["a", "b"]}))
    other = WithdrawalRecord.parse(changed(WITHDRAW, scope={"archive_refs": ["a", "b"]}))
    wider = WithdrawalRecord.parse(
        changed(WITHDRAW, scope={"memory_item_ids": ["a", "b"], "archive_refs": ["c"]})
    )
    assert one.same_scope(two)
    assert not one.same_scope(other)
    assert not one.same_scope(wider)
    assert one.normal_scope == {"memory_item_ids": frozenset({"a", "b"})}


REFS = st.lists(st.sampled_from("abcd"), max_size=5)


@given(REFS, REFS, st.randoms())
def test_order_and_repeats_never_change_a_scope(items, archives, random):
    if not items and not archives:
        return
    shuffled = random.sample(items, len(items)) + items
    one = WithdrawalRecord.parse(
        changed(WITHDRAW, scope={"memory_item_ids": items, "archive_refs": archives})
    )
    two = WithdrawalRecord.parse(
        changed(WITHDRAW, scope={"memory_item_ids": shuffled, "archive_refs": archives})
    )
    assert one.same_scope(two)


@pytest.mark.case("BI-23")
@pytest.mark.parametrize(
    "mapping, said",
    [
        (changed(WITHDRAW, effect="restore-eligibility"), "action and effect do not belong together"),
        (changed(REINSTATE, effect="exclude-from-influence"), "action and effect do not belong together"),
        (changed(REINSTATE, supersedes=""), "reinstate has to name in supersedes the withdrawal it lifts"),
        (changed(REINSTATE, supersedes="memwd-2026-08-07-001"), "supersedes names the record itself"),
        (changed(REINSTATE, supersedes="run:x"), "supersedes is not of the form memwd-YYYY-MM-DD-NNN"),
        (changed(WITHDRAW, scope={}), "scope selects nothing"),
        (changed(WITHDRAW, scope={"memory_item_ids": []}), "scope selects nothing"),
        (changed(WITHDRAW, scope={"memory_item_ids": "mem-1"}), "scope.memory_item_ids is not a list"),
        (changed(WITHDRAW, scope={"topics": ["x"]}), "scope.field 1 is not one of this record's fields"),
        (changed(WITHDRAW, scope="all"), "scope is not a mapping"),
        (changed(WITHDRAW, decided_by=""), "decided_by is no reference"),
        (changed(WITHDRAW, decided_at="soon"), "decided_at is no time"),
        (changed(WITHDRAW, decided_at="9" * 5000), "decided_at is no time"),
        (changed(WITHDRAW, action="forget"), "action is not 'withdraw' or 'reinstate'"),
        (changed(WITHDRAW, note="hunter2"), "field 9 is not one of this record's fields"),
        (changed(WITHDRAW, record_type="withdrawal-control-v2"), "record_type is not 'withdrawal-control-"),
        ({"record_type": "withdrawal-control-v1"}, "withdrawal_id is missing"),
        (changed(TOMBSTONE, scope_refs=[]), "scope_refs selects nothing"),
        (changed(TOMBSTONE, holders=[]), "holders names no holder"),
        (changed(TOMBSTONE, holders=[{"holder_ref": "a", "result": "done"}]), "holders.1.result is not"),
        (changed(TOMBSTONE, holders=[{"holder_ref": "a", "result": "completed"}] * 2), "two results for one"),
        (changed(TOMBSTONE, content="hunter2"), "field 9 is not one of this record's fields"),
        (changed(FEEDBACK, verdict="great"), "verdict is not"),
        (changed(FEEDBACK, attribution_confidence="certain"), "attribution_confidence is not"),
        (changed(FEEDBACK, memory_item_ids=[]), "memory_item_ids names no item"),
        (changed(PROPOSAL, proposal_id="7"), "proposal_id is not of the form mempolicy-YYYY-MM-DD-NNN"),
        (changed(HYPOTHESIS, status=""), "status is no reference"),
        ({key: value for key, value in RECEIPT.items() if key != "decided_by"}, "decided_by is missing"),
    ],
)  # fmt: skip
def test_bi_23_what_is_malformed_is_refused_with_the_field(mapping, said):
    reason = refusal(mapping)
    assert said in reason
    assert "hunter2" not in reason


@pytest.mark.parametrize("ref", ["a\u200db", "a\nb", " a", "a\u202eb", "a\u2028b"])
def test_references_hold_nothing_hidden(ref):
    assert "no reference" in refusal(changed(WITHDRAW, decided_by=ref))
    assert "no reference" in refusal(changed(WITHDRAW, scope={"memory_item_ids": [ref]}))


@pytest.mark.case("BI-23")
def test_a_megabyte_of_signature_is_refused_by_size():
    with pytest.raises(RecordError, match="larger than"):
        load_record("signature: " + "A" * 1_000_000)


@pytest.mark.case("BI-23")
def test_a_malformed_control_still_says_what_it_meant_to_exclude():
    broken = changed(
        WITHDRAW, action="forget", scope={"memory_item_ids": "mem-1", "archive_refs": ["x", ["y"], ""]}
    )
    assert record_type_of(broken) is RecordType.WITHDRAWAL
    assert salvage_scope(broken) == {
        "memory_item_ids": frozenset({"mem-1"}),
        "archive_refs": frozenset({"x"}),
    }
    assert salvage_scope({"scope": "all"}) == {}


def test_memory_text_stays_out_of_repr():
    for mapping in (FEEDBACK, PROPOSAL, HYPOTHESIS, RECEIPT):
        secret = mapping | {"outcome": "hunter2", "proposed_change": "hunter2", "claim": "hunter2",
                            "memory": "hunter2", "note": "hunter2"}  # fmt: skip
        assert "hunter2" not in repr(parse_record(secret))


def test_a_tombstone_tells_its_holders_apart():
    found = ErasureTombstone.parse(TOMBSTONE)
    assert [holder.result for holder in found.holders] == [HolderOutcome.COMPLETED, HolderOutcome.UNEVALUATED]
    assert not found.complete


FIVE = """\
Context / Workspace: closed; no selective context erasure claimed
Original project: clean
Temporary exploration workspace: disposed
Promoted / derived artifacts: none found
Memory: no capture
"""


def test_the_five_lines_of_a_receipt():
    found = SurfaceReceipt.from_five_lines(FIVE)
    assert (found.receipt_id, found.decided_by, found.memory) == (None, None, "no capture")
    assert found.missing_surfaces == ()
    assert found.five_lines() == FIVE
    assert [label for label, _ in found.surfaces] == [line.split(":")[0] for line in FIVE.splitlines()]


def test_five_lines_as_agents_write_them():
    text = "Done.\n- **Memory:** withdrawn mem-1\n* context/workspace: closed\n  and redirected\n"
    found = SurfaceReceipt.from_five_lines(text)
    assert (found.memory, found.context_workspace) == ("withdrawn mem-1", "closed and redirected")
    assert found.missing_surfaces == (
        "Original project", "Temporary exploration workspace", "Promoted / derived artifacts",
    )  # fmt: skip
    with pytest.raises(RecordError, match="nothing said"):
        found.five_lines()


@pytest.mark.parametrize(
    "text, said", [("forgotten", "no surface"), (FIVE + "Memory: erased\n", "memory stands twice")]
)
def test_five_lines_that_are_no_receipt(text, said):
    with pytest.raises(RecordError, match=said):
        SurfaceReceipt.from_five_lines(text)


@given(st.text(max_size=120))
def test_any_text_is_a_receipt_or_a_record_error(text):
    for candidate in (text, f"Memory: {text}"):
        try:
            found = SurfaceReceipt.from_five_lines(candidate)
        except RecordError as error:
            assert error.reason
        else:
            assert len(found.surfaces) == 5


def test_proposals_keep_and_flag_what_is_unknown():
    sound = PolicyProposal.parse(PROPOSAL)
    assert (sound.target_kind, sound.target_name) == (TargetKind.CONVENTION, "verify-port-before-deploy")
    assert (sound.known_status, sound.flags()) == (ProposalStatus.PENDING_REVIEW, ())
    odd = PolicyProposal.parse(
        changed(PROPOSAL, target="mood", status="maybe", supporting_refs="", owner=["a"])
    )
    assert (odd.target_kind, odd.target_name, odd.status) == (None, "mood", "maybe")
    assert odd.flags() == ("unknown-status", "unknown-target", "no-supporting-refs")
    assert odd.extras == (("owner", '["a"]'),)


def test_use_roles_outside_the_set_are_kept():
    assert RetrievalRecord.parse(RETRIEVAL).role is UseRole.ACTION_PREMISE
    odd = RetrievalRecord.parse(changed(RETRIEVAL, use_role="decoration"))
    assert (odd.use_role, odd.role) == ("decoration", None)


@pytest.mark.parametrize(
    "status, folder",
    [
        ("active", "active"),
        ("muted", "active"),
        ("superseded", "archived"),
        ("rejected-but-noteworthy", "noteworthy"),
        ("discharged", "discharged"),
    ],
)
def test_a_hypothesis_agrees_with_its_folder(status, folder):
    found = Hypothesis.parse(changed(HYPOTHESIS, status=status))
    assert found.folder_disagreement(folder) is None
    assert found.folder_disagreement("elsewhere") == f"status {status} belongs in walks/{folder}"


def test_a_noteworthy_hypothesis_waits_for_a_person():
    noteworthy = changed(HYPOTHESIS, status="rejected-but-noteworthy", human_review_outcome="")
    assert Hypothesis.parse(noteworthy).awaits_person
    assert not Hypothesis.parse(changed(noteworthy, human_review_outcome="leave")).awaits_person
    assert Hypothesis.parse(changed(noteworthy, human_review_outcome="eh")).flags() == (
        "unknown-review-outcome",
    )
    assert Hypothesis.parse(changed(HYPOTHESIS, status="superseded")).flags() == (
        "superseded-without-successor",
    )
    assert Hypothesis.parse(changed(HYPOTHESIS, status="dreaming")).folder_disagreement("active") is not None
