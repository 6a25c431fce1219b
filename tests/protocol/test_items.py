"""Items of §9: reading fields, finding departures, who may set what, the written form."""

from __future__ import annotations

import datetime as dt
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.protocol.errors import RecordError
from workbench.protocol.items import Item, findings, may_set, render_structured, supersede_refusal
from workbench.protocol.words import Confidence, Form, Kind, Place, Scope, Status

STATE = {
    "date": "2026-08-01", "text": "Staging gateway listens on port 7520.", "id": "mem-2026-08-01-001",
    "kind": "state", "subject": "staging-gateway:port", "Status": "active",
    "Source": "archive/2026-08-01.md#gateway",
}  # fmt: skip
LESSON = {
    "date": "2026-07-02", "text": "Caching the timetable makes reads faster.", "id": "mem-2026-07-02-002",
    "kind": "knowledge", "Status": "active", "Source": "archive/2026-07-02.md#cache",
}  # fmt: skip


def item(base, *, form="structured", without=(), **changes) -> Item:
    fields = {key: value for key, value in (base | changes).items() if key not in without}
    return Item.from_fields(fields, form=form)


def rules(found: Item, place: Place = Place.TOPIC) -> set[str]:
    return {finding.rule for finding in findings(found, place)}


def test_fields_are_read_whatever_the_case_of_their_keys():
    found = Item.from_fields(
        {"DATE": "2026-08-01", "Text": "x", "ID": "i", "Kind": "state", "SCOPE": "user preference",
         "status": "stale", "CONFIDENCE": "inferred", "confidence-scheme": "epistemic-status-v1",
         "Corroborating_Refs": ["a", " b "], "Owner": "ada"},
        form="structured",
    )  # fmt: skip
    assert (found.date, found.kind, found.scope) == (dt.date(2026, 8, 1), Kind.STATE, Scope.USER_PREFERENCE)
    assert (found.status, found.confidence) == (Status.STALE, Confidence.INFERRED)
    assert found.corroborating_refs == ("a", "b")
    assert found.extras == (("Owner", "ada"),)


def test_unknown_tokens_are_kept_and_reported():
    found = item(LESSON, kind="fact", Status="Active", Scope="galaxy", Confidence="sure")
    assert (found.kind, found.status, found.scope, found.confidence) == (None, None, None, None)
    assert (found.kind_text, found.status_text, found.scope_text) == ("fact", "Active", "galaxy")
    assert {"unknown-kind", "unknown-status", "unknown-scope", "unknown-confidence"} <= rules(found)


RAW = st.one_of(st.text(), st.lists(st.text(), max_size=3))
KEYS = st.one_of(
    st.text(), st.sampled_from([*STATE, "corroborating_refs", "head_kind", "Confidence", "scope"])
)


@given(st.lists(st.tuples(KEYS, RAW), max_size=12), st.sampled_from(Form), st.sampled_from(Place))
def test_no_value_breaks_an_item_and_no_finding_quotes_one(pairs, form, place):
    found = Item.from_fields(pairs, form=form)
    secret = "\u2603secret\u2603"
    loud = Item.from_fields([(key, secret) for key, _ in pairs], form=form)
    assert all(secret not in finding.message for finding in findings(loud, place))
    assert secret not in repr(loud.model_copy(update={"id": None, "superseded_by": None, "inspired_by": None,
                                                      "merged_into": None}))  # fmt: skip
    assert isinstance(findings(found, place), tuple)


@pytest.mark.case("BI-08")
@pytest.mark.parametrize("date", ["2026-02-30", "9" * 5000, "yesterday"])
def test_bi_08_a_bad_date_is_kept_and_reported(date):
    found = item(LESSON, date=date)
    assert (found.date, found.date_text) == (None, date)
    assert rules(found) == {"bad-date"}


def test_surrogates_do_not_break_an_item():
    assert item(LESSON, text="a\udcffb").text == "a\ufffdb"


def test_sound_items_have_no_findings():
    assert rules(item(STATE)) == set()
    assert (
        rules(item(LESSON, Confidence="confirmed", **{"Confidence-Scheme": "epistemic-status-v1"})) == set()
    )
    assert rules(item(LESSON, form="inbox", without=("Status",)), Place.INBOX) == set()


@pytest.mark.parametrize(
    "changes, without, rule",
    [
        ({}, ("date",), "missing-date"),
        ({}, ("id",), "missing-id"),
        ({}, ("kind",), "missing-kind"),
        ({}, ("Source",), "missing-source"),
        ({}, ("subject",), "missing-subject"),
        ({}, ("Status",), "missing-status"),
        ({"Status": "withdrawn"}, (), "unknown-status"),
        ({"Confidence": "confirmed"}, (), "confidence-without-scheme"),
        ({"Confidence": "confirmed", "Confidence-Scheme": "mine"}, (), "unknown-confidence-scheme"),
        ({"Status": "superseded"}, (), "superseded-without-successor"),
        ({"superseded_by": "mem-2026-08-02-001"}, (), "successor-on-wrong-status"),
        ({"Status": "superseded", "superseded_by": "mem-2026-08-01-001"}, (), "superseded-by-itself"),
        ({"Source": "walk hyp-2026-07-28-001"}, (), "hypothesis-in-source"),
        ({"Source": "idea-7", "inspired_by": "idea-7"}, (), "hypothesis-in-source"),
        ({"Source": "topics/environment.md#gateway"}, (), "mutable-source"),
        ({"Source": "see memory/topics/a.md."}, (), "mutable-source"),
        ({"text": "[待清理] old port"}, (), "legacy-marker"),
        ({"text": "【待确认】 maybe"}, (), "legacy-marker"),
        ({"Status": "pending-confirmation"}, (), "legacy-status"),
        ({"Status": "待清理"}, (), "legacy-status"),
        ({"id": "item-7"}, (), "id-shape"),
        ({"inspired_by": "mem-2026-08-01-009"}, (), "id-shape"),
        ({"head_kind": "knowledge"}, (), "unknown-kind"),
    ],
)
def test_each_departure_has_its_rule(changes, without, rule):
    assert rule in rules(item(STATE, without=without, **changes))


def test_what_is_no_departure():
    assert rules(item(STATE, text="Never write `[待清理]` into prose.")) == set()
    assert rules(item(STATE, Source="archive/topics.md#x and user statement on 2026-08-01")) == set()
    waiting = {"Status": "pending-cleanup", "superseded_by": "mem-2026-08-02-001"}
    assert rules(item(STATE, **waiting)) == set()
    assert rules(item(LESSON, **waiting)) == {"successor-on-wrong-status"}
    assert "knowledge-superseded" in rules(
        item(LESSON, Status="superseded", superseded_by="mem-2026-08-02-001")
    )


def test_a_field_that_stands_twice_is_reported():
    found = Item.from_fields([*STATE.items(), ("status", "stale")], form="structured")
    assert (found.status, found.repeated) == (Status.ACTIVE, ("status",))
    assert rules(found) == {"repeated-key"}


def test_an_inbox_item_is_active_by_default():
    assert item(LESSON, form="inbox", without=("Status",)).effective_status is Status.ACTIVE
    assert item(LESSON, form="inbox", Status="待清理").effective_status is None
    assert item(LESSON, without=("Status",)).effective_status is None


PASS_MAY = {
    (Kind.STATE, "active", "superseded"), (Kind.STATE, "pending-cleanup", "superseded"),
    (Kind.STATE, "active", "pending-cleanup"), (Kind.KNOWLEDGE, "active", "pending-cleanup"),
    (None, "active", "pending-cleanup"),
}  # fmt: skip


@pytest.mark.parametrize("kind, old, new", itertools.product([*Kind, None], Status, Status))
def test_the_table_of_who_may_set_what(kind, old, new):
    may_supersede = new is not Status.SUPERSEDED or kind is Kind.STATE
    is_history = old is Status.SUPERSEDED
    assert (may_set(kind, old, new, human=True) is None) == (old is new or (may_supersede and not is_history))
    allowed = old is new or (kind, str(old), str(new)) in PASS_MAY
    assert (may_set(kind, old, new, human=False) is None) == allowed


def test_refusals_name_their_rule():
    assert "only a person sets stale" in (may_set(Kind.STATE, Status.ACTIVE, Status.STALE, human=False) or "")
    cleared = may_set(Kind.KNOWLEDGE, Status.PENDING_CLEANUP, Status.ACTIVE, human=False)
    assert cleared == "§16: only a person clears pending-cleanup from knowledge"
    assert (
        may_set(Kind.KNOWLEDGE, None, Status.SUPERSEDED, human=True) == "§14.3: knowledge is never superseded"
    )
    assert "constraint 3" in (may_set(None, Status.ACTIVE, Status.SUPERSEDED, human=True) or "")


NEWER = {"id": "mem-2026-08-12-001", "date": "2026-08-12", "text": "Port 7611."}


def test_a_state_item_may_supersede_one_of_its_subject():
    assert supersede_refusal(item(STATE), item(STATE, **NEWER)) is None
    assert supersede_refusal(item(STATE), item(STATE, id="mem-2026-08-01-002")) is None
    inbox = item(STATE, form="inbox", without=("Status",), **NEWER)
    assert supersede_refusal(item(STATE, Status="pending-cleanup"), inbox) is None


@pytest.mark.parametrize(
    "old, new, constraint",
    [
        ({"kind": "knowledge"}, {}, 3),
        ({}, {"kind": ""}, 3),
        ({"head_kind": "knowledge"}, {}, 3),
        ({}, {"subject": "Staging-Gateway:port"}, 4),
        ({}, {"subject": ""}, 4),
        ({"subject": ""}, {"subject": ""}, 4),
        ({"date": "2026-08-13"}, {}, 2),
        ({"date": ""}, {}, 2),
        ({}, {"date": "2026-02-30"}, 2),
        ({}, {"Status": "current"}, 2),
        ({"Status": "待清理"}, {}, 2),
        ({}, {"id": ""}, 1),
        ({}, {"id": "mem-2026-08-01-001"}, 1),
        ({}, {"Status": "stale"}, 1),
        ({}, {"Status": ""}, 1),
        ({"Status": "superseded"}, {}, 1),
    ],
)
def test_each_constraint_refuses_by_name(old, new, constraint):
    said = supersede_refusal(item(STATE, **old), item(STATE, **(NEWER | new)))
    assert said is not None
    assert said.startswith(f"§14.2 constraint {constraint}: ")


def test_the_written_form_is_that_of_the_protocol():
    found = item(
        STATE, Status="superseded", superseded_by="mem-2026-08-12-001", Scope="environment",
        Confidence="observed-once", corroborating_refs=["archive/a.md#x", "archive/b.md#y"],
        inspired_by="hyp-2026-07-28-001", Owner="ada", **{"Confidence-Scheme": "epistemic-status-v1"},
    )  # fmt: skip
    assert render_structured(found) == (
        "- [2026-08-01] (state) Staging gateway listens on port 7520.\n"
        "  - id: mem-2026-08-01-001\n"
        "  - kind: state\n"
        "  - subject: staging-gateway:port\n"
        "  - Scope: environment\n"
        "  - Status: superseded\n"
        "  - superseded_by: mem-2026-08-12-001\n"
        "  - inspired_by: hyp-2026-07-28-001\n"
        "  - corroborating_refs:\n"
        "    - archive/a.md#x\n"
        "    - archive/b.md#y\n"
        "  - Source: archive/2026-08-01.md#gateway\n"
        "  - Confidence-Scheme: epistemic-status-v1\n"
        "  - Confidence: observed-once\n"
        "  - Owner: ada\n"
    )


def test_merged_members_point_at_the_consolidated_item():
    lines = render_structured(item(LESSON, merged_into="mem-2026-08-12-003")).splitlines()
    assert lines[3:5] == ["  - Status: active", "  - merged_into: mem-2026-08-12-003"]


@pytest.mark.parametrize(
    "changes",
    [
        {"text": "two\nlines"},
        {"text": "a\u2028b"},
        {"text": "\u202egnp"},
        {"text": "\x1b[2J"},
        {"text": ""},
        {"Source": "a\r- Status: stale"},
        {"subject": "a\u200bb"},
        {"corroborating_refs": ["a\nb"]},
        {"Status": "gone"},
        {"kind": "fact"},
        {"Source": ""},
        {"id": ""},
        {"date": "2026-02-30"},
        {"Status": ""},
        {"Confidence": "confirmed"},
        {"Source": "hyp-2026-07-28-001"},
        {"a\nb": "x"},
        {"Status": "superseded"},
        {"note": "a\n- [2026-01-01] (state) forged"},
    ],
)
def test_what_may_not_be_written_is_refused(changes):
    with pytest.raises(RecordError):
        render_structured(item(STATE, **changes))


def read_back(block: str) -> dict[str, object]:
    """A reader of the written form that shares nothing with the code."""
    head, *bullets = block.removesuffix("\n").split("\n")
    fields: dict[str, object] = {"date": head[3:13], "text": head.split(") ", 1)[1]}
    for line in bullets:
        if line.startswith("    - "):
            refs = fields["corroborating_refs"]
            assert isinstance(refs, list)
            refs.append(line[6:])
        else:
            key, _, value = line.removeprefix("  - ").partition(":")
            fields[key] = value[1:] if value else []
    return fields


@given(text=st.text(max_size=60), subject=st.text(max_size=20), source=st.text(max_size=30),
       refs=st.lists(st.text(max_size=10), max_size=3), scope=st.sampled_from(Scope))  # fmt: skip
def test_what_is_written_reads_back_or_is_refused(text, subject, source, refs, scope):
    found = item(STATE, text=text, subject=subject, Source=source, corroborating_refs=refs, Scope=str(scope))
    try:
        block = render_structured(found)
    except RecordError:
        return
    assert block.count("\n") == 8 + (len(found.corroborating_refs) + 1 if found.corroborating_refs else 0) - 1
    again = Item.from_fields(read_back(block), form="structured")  # type: ignore[arg-type]
    assert again == found
