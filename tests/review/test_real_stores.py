"""The review of whole stores, read by the filesystem binding, against lists written by hand."""

from __future__ import annotations

import datetime as dt
import hashlib
from pathlib import Path
from typing import Any

import pytest
import yaml

from workbench.bindings.filesystem import binding
from workbench.review.queue import Review, build
from workbench.store.case import RECONCILED, Case
from workbench.store.decision import Actor, PlanContext, Verdict
from workbench.store.snapshot import Row, Snapshot
from workbench.text.errors import Refused

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "sample_store"
BUILT = ("pending-cleanup", "stale", "conflict", "promotion", "withdrawal", "erasure")
FOUND = yaml.load((SAMPLE / "findings.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
RULES = {"hypothesis-as-source": "hypothesis-in-source"}
"""Words of the list for which the protocol room has another."""


def read(path: Path) -> Snapshot:
    found = binding.recognise(path)
    assert found is not None
    return binding.load(found)


def reviewed(path: Path, today: str) -> Review:
    snapshot = read(path)
    return build(snapshot, lambda row: binding.item(snapshot, row), today=dt.date.fromisoformat(today))


@pytest.fixture(scope="module")
def sample() -> Review:
    return reviewed(SAMPLE / "agent", FOUND["store_now"])


def of_kind(review: Review, kind: str) -> list[Case]:
    return [case for case in review.cases if case.kind == kind]


@pytest.mark.parametrize("kind", BUILT)
def test_every_case_of_the_list_is_found_and_no_other(sample: Review, kind: str) -> None:
    assert sorted(case.id for case in of_kind(sample, kind)) == sorted(FOUND["cases"][kind])


@pytest.mark.parametrize("listed", FOUND["pending_cleanup"], ids=lambda listed: listed["case"])
def test_a_pending_case_is_as_the_list_has_it(sample: Review, listed: dict[str, Any]) -> None:
    case = sample.open(listed["case"])
    facts = dict(case.facts)
    shown = [one.ref for one in case.evidence if one.role in ("refuter", "successor")]
    withheld = [one.ref for one in case.evidence if one.role == "withheld"]

    assert facts["kind"] == listed["kind"]
    assert [target.path for target in case.targets] == listed["places"]
    assert listed["marked"] in facts["Marked by"] or (listed["marked"], facts["Marked by"]) == (
        "unknown", "the log does not say")  # fmt: skip
    assert shown[: len(listed["refuters"])] == listed["refuters"]
    assert withheld == listed.get("withheld_refuters", [])
    assert [one for one in case.evidence if one.role == "refuter" and one.withheld_by] == []
    if "successor" in listed:
        known = listed["successor"] != "none"
        assert (case.verdicts[0].verdict == "supersede") is known


def test_suggestions_that_the_list_does_not_have_are_few(sample: Review) -> None:
    extra = [
        one.ref
        for listed in FOUND["pending_cleanup"]
        for one in sample.open(listed["case"]).evidence
        if one.role == "refuter" and one.ref not in listed["refuters"]
    ]

    assert len(extra) <= 2


@pytest.mark.parametrize("listed", FOUND["conflicts"], ids=lambda listed: listed["subject"])
def test_a_conflict_is_as_the_list_has_it(sample: Review, listed: dict[str, Any]) -> None:
    (case,) = [case for case in of_kind(sample, "conflict") if case.title.endswith(f": {listed['subject']}")]

    assert [target.id for target in case.targets] == listed["rows"]
    expected = "No row is in force" if listed["in_force"] == "none" else f"In force: {listed['in_force']} "
    assert case.notes[0].startswith(expected)


def test_what_is_excluded_is_what_the_list_excludes(sample: Review) -> None:
    listed = {one["id"]: one["held_by"] for one in FOUND["excluded"]["items"]}

    assert {key: [by] for key, by in sample.exclusions.by_key.items()} == listed
    for one in FOUND["excluded"]["eligible_again"]:
        assert one["id"] not in sample.exclusions.keys
        assert one["reinstated_by"] in {event.name for event in sample.controls.lifted}


def test_an_unresolved_fork_has_the_heads_of_the_list(sample: Review) -> None:
    for listed in FOUND["unresolved_controls"]:
        (case,) = [case for case in sample.cases if case.id == listed["case"]]
        if "heads" in listed:
            assert sorted({str(target.id) for target in case.targets}) == sorted(listed["heads"])


def test_receipts_that_wait_are_those_of_the_list(sample: Review) -> None:
    words = {"partial": "partial", "overclaiming": "overclaims"}
    listed = [words[one["result"]] for one in FOUND["receipts"] if one["waits"] == "yes"]

    assert [case.notes[0].partition(":")[0] for case in of_kind(sample, "forget-request")] == listed


def test_drift_is_that_of_the_list(sample: Review) -> None:
    found = {
        (case.targets[0].path, case.targets[0].line): {note.partition(":")[0] for note in case.notes}
        for case in of_kind(sample, "drift")
    }
    listed = {
        (one["path"], int(one["line"])): {RULES.get(rule, rule) for rule in one["findings"]}
        for one in FOUND["drift"]
    }

    assert found.keys() == listed.keys()
    assert {place: listed[place] - found[place] for place in listed if listed[place] - found[place]} == {
        ("topics/people-and-preferences.md", 107): {"unknown-status"}
    }, "a status word of the old format is called legacy-status"


def test_the_unreadable_file_of_the_list_is_a_case(sample: Review) -> None:
    assert [case.title for case in of_kind(sample, "unreadable")] == [
        "../proposals/mempolicy-2026-08-12-001.yaml"
    ]


def test_no_withheld_text_is_in_any_case_without_audit(sample: Review) -> None:
    secrets = {row.text for row in sample.reading.snapshot.rows if row.key in sample.exclusions.keys}
    assert len(secrets) >= 7

    for light in sample.cases:
        case = sample.open(light.id)
        said = "\n".join([case.title, case.text, *case.notes, *map(str, case.facts),
                          *(f"{one.text}\n{one.why}" for one in case.evidence)])  # fmt: skip
        assert [secret for secret in secrets if secret in said] == [], case.id


def test_every_case_opens_with_and_without_audit(sample: Review) -> None:
    for case in sample.cases:
        assert sample.open(case.id).id == sample.open(case.id, audit=True).id == case.id


def test_every_digest_is_that_of_the_bytes_at_its_address(sample: Review) -> None:
    for light in sample.cases:
        case = sample.open(light.id)
        shown = [(one.address, one.digest) for one in case.targets]
        shown += [(one.address, one.digest) for one in case.evidence if one.address and one.digest]
        for address, digest in shown:
            assert digest == hashlib.sha256(sample.reading.snapshot.span(address)).hexdigest()


ODD = """# A

## Facts and lessons

- [2026-07-02] (knowledge) No id here.
  - kind: knowledge
  - Status: pending-cleanup
  - Source: user statement
- [2026-07-03] (knowledge) No Source here.
  - id: mem-2026-07-03-001
  - kind: knowledge
  - Status: pending-cleanup
- (knowledge) No date here.
  - id: mem-2026-07-03-002
  - kind: knowledge
  - Status: pending-cleanup
  - Source: user statement
- [2026-07-03] No kind here.
  - id: mem-2026-07-03-003
  - subject: gateway:port
  - Status: pending-cleanup
  - Source: user statement
- [2026-07-03] (knowledge) A Status too many.
  - id: mem-2026-07-03-004
  - kind: knowledge
  - Status: pending-cleanup
  - Status: active
  - Source: user statement
- [2026-07-03] (state) No subject.
  - id: mem-2026-07-03-005
  - kind: state
  - Status: stale
  - Source: user statement
- [2026-07-03] (state) Beside an active row.
  - id: mem-2026-07-03-006
  - kind: state
  - subject: gateway:host
  - Status: stale
  - Source: user statement
- [2026-07-04] (state) The active row.
  - id: mem-2026-07-04-002
  - kind: state
  - subject: gateway:host
  - Status: active
  - Source: user statement
- [2026-07-04] (knowledge) A member.
  - id: mem-2026-07-04-001
  - kind: knowledge
  - Status: active
  - Source: user statement
"""


@pytest.fixture
def odd_store(tmp_path: Path) -> Path:
    memory = tmp_path / "odd" / "memory"
    (memory / "topics").mkdir(parents=True)
    (memory / "topics" / "a.md").write_text(ODD, encoding="utf-8")
    (memory / "memory.md").write_text("# Inbox\n", encoding="utf-8")
    return memory


def _may_be_member(row: Row) -> bool:
    stands = row.status == "active" and row.place == "topic" and row.kind == "knowledge"
    return bool(stands and row.id and row.source and not row.merged_into)


def _named(case: Case, member: str) -> tuple[str, ...]:
    """What a verdict names: a row of its case by where it stands or by its key, else an item to fold with."""
    if case.kind not in RECONCILED:
        return (member,)
    last = case.targets[-1]
    return (last.key if case.kind == "contradiction" else f"{last.path}:{last.line}",)


@pytest.mark.parametrize("store", ["sample_store", "odd_store"])
def test_what_is_offered_is_what_the_binding_plans(store: str, request: pytest.FixtureRequest) -> None:
    snapshot = read(request.getfixturevalue(store))
    review = build(snapshot, lambda row: binding.item(snapshot, row), today=dt.date(2026, 8, 21))
    context = PlanContext(
        now=dt.datetime(2026, 8, 21, 9, tzinfo=dt.UTC),
        actor=Actor("user:ada", "flag", True),
        decision_id="memdec-2026-08-21-001-ab12",
        used_ids=frozenset(row.key for row in snapshot.rows),
        excluded=review.exclusions.keys,
    )
    member = next(row.key for row in snapshot.rows if _may_be_member(row) and row.key not in context.excluded)
    passage = next((f"{one.path}#{one.anchor}" for one in snapshot.passages if one.anchor), "")
    cases = [*review.cases, *review.possible()]
    pairs = [(case, offer) for case in cases for offer in case.verdicts
             if not (offer.verdict == "supersede" and "with" in offer.needs)]  # fmt: skip

    for case, offer in pairs:
        verdict = Verdict(
            offer.verdict,
            with_ids=_named(case, member) if "with" in offer.needs else (),
            evidence=(passage,) if "evidence" in offer.needs else (),
            condition="Weekdays, and weekends." if offer.verdict == "both" else None,
            value="A new value." if "value" in offer.needs else None,
            status="stale" if "status" in offer.needs else None,
            topic=next(path for path in snapshot.files if path.startswith("topics/"))
            if "topic" in offer.needs
            else None,
        )
        try:
            planned = bool(binding.plan(snapshot, case, verdict, context).log)
        except Refused:
            planned = False
        assert planned is offer.allowed, (case.id, offer)
    assert len(pairs) > 20


def test_the_small_store_of_level_one(l1_store: Path) -> None:
    review = reviewed(l1_store, "2026-08-13")

    assert [case.id for case in review.cases] == [
        "pending-cleanup:mem-2026-07-02-002",
        "conflict:nightly-export%3Aschedule",
        "conflict:staging-gateway%3Aport",
        "promotion:mempolicy-2026-08-10-001",
        "erasure:memerase-2026-08-09-001",
        "drift:mem-2026-08-01-004",
    ]
    assert dict(review.exclusions.by_key) == {"mem-2026-08-01-003": "memwd-2026-08-05-001"}
    case = review.open("pending-cleanup:mem-2026-07-02-002")
    assert (case.age_days, case.age_from) == (12, "mark")
    assert [target.role for target in case.targets] == ["item", "index copy"]


def test_a_legacy_store_is_all_drift(legacy_store: Path) -> None:
    review = reviewed(legacy_store, "2026-08-13")

    assert {case.kind for case in review.cases} == {"drift"}
    markers = [case for case in review.cases if any(note.startswith("legacy-marker") for note in case.notes)]
    assert len(markers) == 3
