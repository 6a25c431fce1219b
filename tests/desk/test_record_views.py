"""Proposals, receipts, tombstones and the other records as they are to be read (§12, §17, §23)."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.desk import Desk
from workbench.desk.sheets import Fields, Head, Heldback, Note, Quote, Table, sheet_of
from workbench.desk.views import RecordView
from workbench.store.detail import Detail
from workbench.store.details.erasure import ErasureDetail
from workbench.store.details.proposal import ProposalDetail
from workbench.store.details.receipt import ReceiptDetail
from workbench.store.details.records import (
    ControlDetail,
    FeedbackDetail,
    HypothesisDetail,
    ItemDetail,
    LogDetail,
    RetrievalDetail,
    RuleDetail,
)

# The examples of §23.2 and §23.5, word for word.
RETRIEVAL = """\
retrieval_id: memret-2026-07-15-001
task_id: task-001
memory_item_ids:
  - mem-2026-06-01-003
use_role: action-premise
retrieved_at: 2026-07-15T10:00:00+08:00
"""
FEEDBACK = """\
event_id: memfb-2026-07-15-001
task_id: task-001
retrieval_ref: memret-2026-07-15-001
memory_item_ids:
  - mem-2026-06-01-003
workspace_id: ws-2026-07-15-001
use_role: action-premise
action_or_decision: "Used the recorded deployment path"
outcome: "Path matched the live host and the diagnostic completed"
verdict_scheme: intervention-outcome-v1
verdict: helpful
attribution_confidence_scheme: ordinal-confidence-v1
attribution_confidence: medium
evidence_refs:
  - runtime:host-check-2026-07-15
observed_at: 2026-07-15T12:00:00+08:00
"""
PROPOSAL = """\
proposal_id: mempolicy-2026-07-15-001
target: retrieval-trigger:environment-state
proposed_change: "Require live verification when source age exceeds 30 days"
supporting_refs:
  - memfb-2026-06-02-004
  - memfb-2026-06-19-002
  - memfb-2026-07-15-001
expected_benefit: "Reduce actions based on stale host state"
risk: "Adds verification latency to stable environments"
status: pending-review
"""
ITEM = "mem-2026-06-01-003"
WITHDRAWN = "mem-2026-08-01-003"
HOSTILE = "\x1b]0;owned\x07 [red]x[/nope \u202eevil\u200b"


@pytest.fixture
def home(l1_store: Path) -> Path:
    """The small store with the protocol's own records of level 5, and the item that they name."""
    for name, text in (("memret", RETRIEVAL), ("memfb", FEEDBACK)):
        (l1_store / "feedback").mkdir(exist_ok=True)
        (l1_store / f"feedback/{name}-2026-07-15-001.yaml").write_text(text, encoding="utf-8")
    (l1_store / "proposals/mempolicy-2026-07-15-001.yaml").write_text(PROPOSAL, encoding="utf-8")
    append(l1_store, "topics/environment.md", row(ITEM, "active"))
    return l1_store


def row(item: str, status: str, more: str = "") -> str:
    return (
        f"- [{item[4:14]}] (knowledge) The path of {item}.\n  - id: {item}\n  - kind: knowledge\n"
        f"  - Status: {status}\n  - Source: user statement\n{more}"
    )


def append(home: Path, name: str, text: str) -> None:
    path = home / "memory" / name
    path.write_text(path.read_text(encoding="utf-8") + "\n" + text, encoding="utf-8")


def propose(home: Path, **changes: object) -> ProposalDetail:
    said: dict[str, object] = {
        "proposal_id": "mempolicy-2026-08-20-001",
        "target": "convention:check-port",
        "proposed_change": "Check the port.",
        "supporting_refs": [ITEM],
        "status": "pending-review",
        **changes,
    }
    import yaml

    path = home / "proposals/mempolicy-2026-08-20-001.yaml"
    path.write_text(yaml.safe_dump(said, allow_unicode=True), encoding="utf-8")
    found = Desk.open(home).record("mempolicy-2026-08-20-001").detail
    assert isinstance(found, ProposalDetail)
    return found


def receipt(home: Path, lines: str) -> ReceiptDetail:
    append(home, "log.md", f"- 2026-08-19T09:00:00Z review forget-request\n\n{lines}\n")
    found = [record.detail for record in Desk.open(home).records("receipt")][-1]
    assert isinstance(found, ReceiptDetail)
    return found


def words(detail: Detail | None) -> str:
    """Everything that a sheet says, block by block."""
    return "\n".join(map(repr, map(_words, sheet_of(detail))))


def _words(block: object) -> object:
    if isinstance(block, Head):
        return [text for text, _ in block.cells]
    if isinstance(block, Fields):
        return [f"{label}: {value}" for label, value, _ in block.rows]
    if isinstance(block, Table):
        return [[text for text, _ in cells] for cells in block.rows]
    if isinstance(block, Quote):
        return f"{block.label} | {block.text}"
    return block.words if isinstance(block, Note) else type(block).__name__


def of_kind(home: Path, kind: str) -> list[RecordView]:
    return [record for record in Desk.open(home).records() if record.kind == kind]


# Proposals


def test_the_protocols_own_proposal_resolves_what_is_there_and_says_what_is_not(home: Path) -> None:
    found = Desk.open(home).case("promotion:mempolicy-2026-07-15-001").detail

    assert isinstance(found, ProposalDetail)
    assert (found.target_kind, found.target_name) == ("retrieval-trigger", "environment-state")
    assert [(ref.ref, ref.weight) for ref in found.refs] == [
        ("memfb-2026-06-02-004", "none"),
        ("memfb-2026-06-19-002", "none"),
        ("memfb-2026-07-15-001", "sound"),
    ]
    assert [(one.item, dict(one.verdicts)) for one in found.feedback] == [
        (ITEM, {"helpful": 1, "misleading": 0, "neutral": 0, "unknown": 0})
    ]
    said = words(found)
    assert "Topic Map" in said
    assert "by nobody; needs: owner" in said
    assert "the record does not say" in said
    assert "ligible" not in said


@pytest.mark.parametrize(
    ("status", "more", "weight", "state"),
    [
        ("active", "", "sound", "active"),
        ("superseded", "  - superseded_by: mem-2026-08-01-001\n", "weak", "superseded by mem-2026-08-01-001"),
        ("stale", "", "weak", "stale"),
        ("pending-cleanup", "", "weak", "pending-cleanup"),
    ],
)
def test_a_reference_to_an_item_tells_its_status(
    l1_store: Path, status: str, more: str, weight: str, state: str
) -> None:
    append(l1_store, "topics/environment.md", row(ITEM, status, more))

    [ref] = propose(l1_store).refs

    assert (ref.kind, ref.weight, ref.state, ref.date) == ("item", weight, state, "2026-06-01")


@pytest.mark.parametrize(
    ("named", "weight", "state"),
    [
        (WITHDRAWN, "none", "withdrawn by memwd-2026-08-05-001"),
        ("archive/2026-08-01.md#cache-experiment", "none", "withdrawn by memwd-2026-08-05-001"),
        ("archive/2026-08-01.md#gateway", "sound", "resolves"),
        ("archive/2026-08-01.md#nowhere", "none", "resolves to nothing"),
        ("mem-2026-07-20-004", "none", "erased, as memerase-2026-08-09-001 says"),
        ("mem-2020-01-01-001", "none", "not in this store"),
        ("hyp-2026-07-28-001", "none", "active; a hypothesis is no evidence"),
        ("the owner said so on Tuesday", "unknown", "no file of the store shows it"),
    ],
)
def test_a_reference_to_anything_else_tells_what_stands_behind_it(
    l1_store: Path, named: str, weight: str, state: str
) -> None:
    [ref] = propose(l1_store, supporting_refs=[named]).refs

    assert (ref.weight, ref.state) == (weight, state)


def test_an_approved_proposal_is_not_thereby_authorized(l1_store: Path) -> None:
    said = words(propose(l1_store, status="approved"))

    assert "the word approved is no decision" in said
    assert "needs: owner" in said


def test_what_a_record_says_of_its_authority_stands_in_the_gutter(l1_store: Path) -> None:
    found = propose(l1_store, proposed_by="agent, authorized by the owner", decided_by="user:owner")

    quotes = {(block.label, block.text) for block in sheet_of(found) if isinstance(block, Quote)}
    assert ("Proposed by", "agent, authorized by the owner") in quotes
    assert ("", "decided_by: user:owner") in quotes
    assert "by nobody; needs: owner" in words(found)


def test_one_feedback_event_in_two_files_counts_once_and_a_broken_one_not_at_all(home: Path) -> None:
    (home / "feedback/again.yaml").write_text(FEEDBACK, encoding="utf-8")
    broken = FEEDBACK.replace("helpful", "splendid").replace("memfb-2026-07-15-001", "memfb-2026-07-15-002")
    (home / "feedback/broken.yaml").write_text(broken, encoding="utf-8")

    [count] = propose(home).feedback

    assert (dict(count.verdicts)["helpful"], count.malformed) == (1, 1)


# Receipts

COMPLETE = {
    "Context / Workspace": "closed; no selective context erasure is claimed.",
    "Original project": "clean.",
    "Temporary exploration workspace": "disposed.",
    "Promoted / derived artifacts": "none found.",
    "Memory": "withdrawn by memwd-2026-08-05-001 (1 item).",
}


def lines(**changes: str | None) -> str:
    said = {label: changes.get(label.split()[0], words) for label, words in COMPLETE.items()}
    return "".join(f"{label}: {words}\n" for label, words in said.items() if words is not None)


def test_five_surfaces_that_are_done_come_to_completed(l1_store: Path) -> None:
    found = receipt(l1_store, lines())

    assert [one.state for one in found.surfaces] == ["done"] * 5
    assert (found.borne_out, found.stated, found.notes) == ("completed", None, ())
    assert found.logged_at == "2026-08-19T09:00:00Z"


@pytest.mark.parametrize(
    ("surface", "said", "state", "comes_to"),
    [
        # The choices of §12.1, as it words them.
        ("Context", "redirected", "done", "completed"),
        ("Original", "exact residual effects: branch spike, 2 commits", "residual", "partially-completed"),
        ("Temporary", "absent", "done", "completed"),
        ("Temporary", "retained", "residual", "partially-completed"),
        ("Temporary", "safely disposable", "residual", "partially-completed"),
        ("Temporary", "awaiting destructive confirmation", "residual", "partially-completed"),
        ("Promoted", "unevaluated", "unevaluated", "partially-completed"),
        ("Memory", "no capture", "done", "completed"),
        ("Original", None, "not mentioned", "partially-completed"),
        ("Original", "it went fine", "in words of its own", None),
        ("Original", "not clean", "in words of its own", None),
        ("Original", "未评估", "unevaluated", "partially-completed"),
    ],
)
def test_a_surface_reads_by_the_words_that_12_1_gives_it(
    l1_store: Path, surface: str, said: str | None, state: str, comes_to: str | None
) -> None:
    found = receipt(l1_store, lines(**{surface: said}))

    [one] = [one for one in found.surfaces if one.label.startswith(surface)]
    assert (one.state, found.borne_out) == (state, comes_to)


def test_a_surface_that_is_not_mentioned_is_on_the_sheet_and_said_so(l1_store: Path) -> None:
    said = words(receipt(l1_store, lines(Temporary=None)))

    assert all(label in said for label in COMPLETE)
    assert said.count("not mentioned in this receipt") == 1


def test_a_receipt_that_says_completed_over_an_open_surface_is_flagged_in_words(l1_store: Path) -> None:
    text = (
        "```yaml\nreceipt_id: memrcpt-2026-08-19-001\nrecord_type: surface-receipt-v1\n"
        "context_workspace: unevaluated\noriginal_project: clean\n"
        "temporary_exploration_workspace: absent\npromoted_derived_artifacts: none found\n"
        "memory: withdrawn by memwd-2026-08-05-001\ndecided_by: user:owner\n"
        "decided_at: 2026-08-19T09:00:00Z\nresult: completed\n```"
    )
    found = receipt(l1_store, text)

    assert (found.stated, found.borne_out) == ("completed", "partially-completed")
    assert "Overclaims: it says completed, and Context / Workspace is unevaluated (§12.1)." in found.notes
    assert "its surfaces do not bear that out" in words(found)
    case = Desk.open(l1_store).case("forget-request:memrcpt-2026-08-19-001")
    assert isinstance(case.detail, ReceiptDetail)


@pytest.mark.parametrize(
    ("surface", "said"),
    [
        ("Memory", "withdrawn."),
        ("Memory", "erased for good."),
        ("Original", "forgotten."),
        ("Context", "closed, erased from the context."),
    ],
)
def test_a_surface_that_claims_more_than_the_store_shows_is_not_borne_out(
    l1_store: Path, surface: str, said: str
) -> None:
    found = receipt(l1_store, lines(**{surface: said}))

    [flawed] = [one.label for one in found.surfaces if one.flaw]
    assert flawed.startswith(surface)
    assert found.borne_out is None
    assert "not borne out" in words(found)


# Tombstones


def test_a_tombstone_says_irreversible_whose_word_it_is_and_what_it_does_not_claim(l1_store: Path) -> None:
    found = Desk.open(l1_store).case("erasure:memerase-2026-08-09-001").detail

    assert isinstance(found, ErasureDetail)
    assert (found.authority, found.result) == ("user:owner/request-17", "partially-completed")
    assert found.covers == (("item", 1), ("archive reference", 1))
    assert {one.result for one in found.holders} == {"completed", "unevaluated"}
    said = words(found)
    assert "IRREVERSIBLE" in said
    assert "nothing was checked here" in said
    assert "by its own word, 1 of 2 holders" in said
    assert "not recorded" in said


def test_an_erased_item_that_stands_again_is_told_by_its_id_alone(l1_store: Path) -> None:
    append(l1_store, "topics/environment.md", row("mem-2026-07-20-004", "active"))

    found = Desk.open(l1_store).record("memerase-2026-08-09-001").detail

    assert isinstance(found, ErasureDetail)
    states = {ref.ref: (ref.state, ref.weight) for ref in found.scope}
    assert states["mem-2026-07-20-004"] == ("still stands under this name", "none")
    assert states["archive/2026-07-20.md#contact"] == ("nothing stands under this name", "sound")
    assert "The path of" not in words(found)


# The other records


def test_feedback_retrieval_and_item_lead_to_each_other(home: Path) -> None:
    desk = Desk.open(home)
    feedback, retrieval = (
        desk.record("memfb-2026-07-15-001").detail,
        desk.record("memret-2026-07-15-001").detail,
    )
    item = desk.record(ITEM).detail

    assert isinstance(feedback, FeedbackDetail)
    assert isinstance(retrieval, RetrievalDetail)
    assert isinstance(item, ItemDetail)
    assert feedback.retrieval is not None
    assert (feedback.retrieval.ref, [ref.ref for ref in feedback.items]) == ("memret-2026-07-15-001", [ITEM])
    assert [ref.ref for ref in retrieval.feedback] == ["memfb-2026-07-15-001"]
    assert [ref.ref for ref in item.named_by] == ["memret-2026-07-15-001"]
    assert dict(item.feedback[0].verdicts)["helpful"] == 1
    assert "Testimony" in words(feedback)


def test_a_hypothesis_shows_its_conditions_as_sentences_and_no_dump(l1_store: Path) -> None:
    found = Desk.open(l1_store).record("hyp-2026-07-28-001").detail

    assert isinstance(found, HypothesisDetail)
    assert all(not words.startswith("[") for _, words in found.said)
    assert {label for label, _ in found.said} >= {"applies when", "disconfirm if"}
    assert "applies_when" not in words(found)


def test_a_log_entry_is_told_in_parts_and_then_as_it_stands(l1_store: Path) -> None:
    [record] = [one for one in of_kind(l1_store, "log") if "7411" in one.text]
    found = record.detail

    assert isinstance(found, LogDetail)
    # §8: supersede carries subject, prior and new value with their dates.
    assert dict(found.fields) == {
        "subject": "staging-gateway:port", "prior": "2026-07-02 7411", "new": "2026-08-01 7520"}  # fmt: skip
    assert sheet_of(found)[-1] == Quote(record.text)


def test_a_rule_tells_its_section_its_line_and_what_it_names(sample_store: Path) -> None:
    [record] = [one for one in of_kind(sample_store, "rule") if "Chinese titles" in one.text]
    found = record.detail

    assert isinstance(found, RuleDetail)
    assert (found.section, found.place) == ("Catalogue", "conventions.md:10")
    assert [ref.ref for ref in found.refs] == ["mem-2026-07-07-006"]


@pytest.mark.parametrize(
    ("name", "now"),
    [
        ("memwd-2026-08-05-001", "in force"),
        ("memwd-2026-08-06-001", "superseded by memwd-2026-08-07-001"),
        ("memwd-2026-08-07-001", "in force: it lifts a withdrawal"),
    ],
)
def test_a_control_tells_whether_it_has_effect(l1_store: Path, name: str, now: str) -> None:
    found = Desk.open(l1_store).record(name).detail

    assert isinstance(found, ControlDetail)
    assert found.standing == now


def test_an_item_that_is_held_back_has_no_page_of_its_own_without_an_audit(l1_store: Path) -> None:
    desk = Desk.open(l1_store)
    shut, open_ = desk.record(WITHDRAWN), desk.record(WITHDRAWN, audit=True)

    assert shut.detail is None
    assert isinstance(open_.detail, ItemDetail)
    assert open_.detail.text
    assert open_.detail.text not in "".join(shut.cells)


def test_a_proposal_that_repeats_what_is_withdrawn_says_so_in_the_place_of_its_text(l1_store: Path) -> None:
    text = Desk.open(l1_store).record(WITHDRAWN, audit=True).detail
    assert isinstance(text, ItemDetail)

    found = propose(l1_store, proposed_change=text.text, risk="None", target="convention:cache")

    assert found.withheld_by == "memwd-2026-08-05-001"
    assert (found.change, found.risk, found.target, found.extras) == ("", "", "", ())
    assert any(isinstance(block, Heldback) for block in sheet_of(found))
    assert text.text not in words(found)


def test_every_kind_has_columns_that_end_in_its_words(sample_store: Path) -> None:
    for record in Desk.open(sample_store).records():
        assert record.cells, record.kind
        assert all(isinstance(cell, str) for cell in record.cells)
        if record.problem is None and record.kind not in ("conflict", "rule"):
            assert len(record.cells) >= 3, (record.kind, record.cells)
