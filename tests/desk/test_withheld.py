"""What a withdrawal holds back is held back in every list, case, record and plan alike (§15.2 rule 1)."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest

from tests.desk.leaky import BESIDE, BY, CONTENT_FREE, ITEM, MARK, TELLING, TEXT, make_leaky
from workbench.desk import Desk
from workbench.desk.views import Preview

from .conftest import prepare


@pytest.fixture
def desk(l1_store: Path) -> Desk:
    return Desk.open(make_leaky(l1_store))


def told(value: object) -> str:
    """Everything that a value holds, repr or not, in small letters."""
    return str(asdict(value)).casefold()  # type: ignore[call-overload]


def test_the_store_has_a_case_of_every_kind_that_could_leak(desk: Desk) -> None:
    kinds = {case.kind for case in desk.cases() if case.withheld_by}
    assert kinds == {"pending-cleanup", "drift", "promotion", "withdrawal", "forget-request", "erasure"}


def test_no_list_no_case_and_no_record_tells_it(desk: Desk) -> None:
    for case in desk.cases():
        assert MARK not in told(case), case.id
        assert MARK not in told(desk.case(case.id)), case.id
    for record in desk.records():
        assert MARK not in told(record), (record.kind, record.id)
    assert MARK not in told(desk.status())


def test_an_audit_shows_it_in_every_one_of_them(desk: Desk) -> None:
    kinds = {case.kind for case in desk.cases() if MARK in told(desk.case(case.id, audit=True))}
    assert kinds == {"pending-cleanup", "drift", "promotion", "withdrawal", "forget-request", "erasure"}
    records = [record for record in desk.records(audit=True) if MARK in told(record)]
    assert {record.kind for record in records} == {
        "item", "control", "proposal", "receipt", "tombstone", "rule", "log",
    }  # fmt: skip
    assert all(record.withheld_by for record in records)
    titles = [case.title for case in desk.cases("promotion", audit=True)]
    assert TEXT in titles


def test_a_case_and_a_record_hold_back_the_same(desk: Desk) -> None:
    held = {record.id for record in desk.records() if record.withheld_by and record.kind != "log"}
    for case in desk.cases():
        record = case.id.partition(":")[2]
        if case.kind in ("promotion", "forget-request", "erasure"):
            assert (case.withheld_by is not None) == (record in held), case.id


def test_an_entry_of_the_log_that_says_nothing_is_shown(desk: Desk) -> None:
    shown = {record.text: record.withheld_by for record in desk.records("log") if record.text}
    assert all(line in shown and shown[line] is None for line in CONTENT_FREE)
    held = [record for record in desk.records("log") if record.withheld_by]
    assert len(held) == len(TELLING)
    assert all(BY in record.summary and record.text == "" for record in held)


def test_trust_metadata_of_a_withdrawn_item_are_closed_words(desk: Desk) -> None:
    facts = dict(desk.case(f"pending-cleanup:{ITEM}").facts)
    assert facts["kind"] == "state"
    assert facts["Status"] == "pending-cleanup"
    assert facts["id"] == ITEM
    assert {facts[name] for name in ("Source", "Scope", "subject", "Confidence", "superseded_by")} == {
        "held back"
    }
    assert facts["Marked by"].startswith("held back, 2026-08-07T09:00:00Z ")
    record = desk.record(ITEM)
    said = {name: value for name, value in record.facts if name != "place"}
    assert (said | {"id": record.id, "at": f"{record.path}:{record.line}"}) == facts


def lines(preview: Preview) -> list[str]:
    return [row.text for diff in preview.files for row in diff.rows]


@pytest.mark.parametrize("item", [ITEM, BESIDE])
def test_a_plan_beside_it_or_of_it_shows_ids_and_closed_words(desk: Desk, item: str) -> None:
    preview = desk.preview(prepare(desk, f"pending-cleanup:{item}", "stale"))
    shown = lines(preview)
    assert MARK not in told(preview)
    assert f"⊘ withdrawn by {BY}; text held back" in shown
    assert {"  - Source: held back", "  - Status: pending-cleanup", "  - Status: stale"} <= set(shown)
    if item == ITEM:
        assert {f"  - id: {ITEM}", "  - kind: state"} <= set(shown)
    else:
        assert "  - Source: user statement on 2026-08-02" in shown


def test_a_line_that_a_withdrawn_row_shares_with_another_stays_readable_there(l1_store: Path) -> None:
    make_leaky(l1_store)
    topic = l1_store / "memory/topics/environment.md"
    source = "  - Source: zqsource, said at archive/2026-08-01.md#zqanchor\n"
    text = topic.read_text(encoding="utf-8")
    topic.write_text(text.replace(source, "  - Source: user statement on 2026-08-02\n"), encoding="utf-8")
    desk = Desk.open(l1_store)
    shown = lines(desk.preview(prepare(desk, f"pending-cleanup:{BESIDE}", "stale")))
    assert shown.count("  - Source: user statement on 2026-08-02") == 1
    assert shown.count("  - Source: held back") == 1


def test_a_reverted_plan_shows_no_more(l1_store: Path) -> None:
    desk = Desk.open(make_leaky(l1_store))
    prepared = prepare(desk, f"pending-cleanup:{ITEM}", "stale")
    (outcome,) = desk.commit([prepared])
    assert outcome.exit == 0
    after = desk.reload()
    actor = prepared.actor
    preview = after.preview(after.prepare_revert(prepared.id, actor, "a mistake"))
    assert MARK not in told(preview)
    assert "  - Status: stale" in lines(preview)
