"""Subjects that are other strings and look alike: told as maybe the same, never treated so (§14.2)."""

from __future__ import annotations

import datetime as dt
import random
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.review.build import Store
from workbench.bindings.filesystem import binding
from workbench.review.near import all_near, differs_in, near_subjects, skeleton
from workbench.review.queue import build
from workbench.store.details.conflict import ConflictDetail

A, B, C, D = "mem-2026-07-02-001", "mem-2026-08-01-001", "mem-2026-08-12-001", "mem-2026-08-13-001"
SAMPLE = Path(__file__).resolve().parents[2] / "sample_store"

ALIKE = [
    ("gateway:port", "Gateway:Port", "case"),
    ("gateway:port", "gateway: port", "spaces"),
    ("gateway:port", "gateway:port ", "spaces"),
    ("gateway:port", "gateway:\u00a0port", "spaces"),
    ("gateway:port", "gateway-port", "punctuation"),
    ("gateway:port", "gateway.port", "punctuation"),
    ("gateway:port", "gate\u200bway:port", "hidden characters"),
    ("gateway:port", "gateway:\u202eport", "hidden characters"),
    ("gateway:port", "gateway:port\ufe0f", "hidden characters"),
    ("gateway:port", "g\u0430teway:port", "look-alike characters"),
    ("gateway:port", "gateway:p\u03bfrt", "look-alike characters"),
    ("gateway:port", "gatew\uff41y:port", "look-alike characters"),
    ("gateway:port", "gateway\uff1aport", "look-alike characters"),
    ("caf\u00e9:hours", "cafe\u0301:hours", "look-alike characters"),
    ("host-l:disk", "host-1:disk", "look-alike characters"),
    ("Host:Disk", "\u041dost:Disk", "look-alike characters"),
    ("gateway:port", "G\u0430teway: port", "case, spaces, look-alike characters"),
    ("网关:端口", "网关\uff1a端口", "look-alike characters"),
    ("网关:端口", "网关: 端口", "spaces"),
]
OTHERS = [
    ("gateway:port", "gateway:ports"),
    ("api:v1.2", "api:v12"),
    ("host-1:2", "host-12"),
    ("c:compiler", "c++:compiler"),
    ("resume:path", "résumé:path"),
    ("网关:端口", "网关:入口"),
    ("staging:port", "production:port"),
]


@pytest.mark.parametrize(("one", "other", "why"), ALIKE)
def test_what_differs_is_said_in_closed_words(one: str, other: str, why: str) -> None:
    assert one != other
    assert skeleton(one) == skeleton(other)
    assert differs_in(one, other) == differs_in(other, one) == why


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_subjects_that_read_differently_do_not_look_alike(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126)))
def test_plain_subjects_come_to_the_same_by_the_short_way_and_the_long_one(subject: str) -> None:
    """A hidden character more sends it the long way, and changes nothing."""
    assert skeleton(subject) == skeleton(f"{subject}\u200b")


@given(st.text())
def test_case_is_no_difference(subject: str) -> None:
    assert skeleton(subject.casefold()) == skeleton(subject)


@pytest.mark.parametrize(("one", "other", "why"), ALIKE)
def test_look_alike_subjects_are_no_conflict_and_each_names_the_other(one: str, other: str, why: str) -> None:
    store = Store()
    store.state(A, "It listens on 7411.", one)
    store.state(B, "It listens on 7520.", other)
    review = store.review()

    assert [case for case in review.cases if case.kind == "conflict"] == []
    (near,) = near_subjects(review.reading, one)
    assert (near.subject, near.why, near.refs) == (other, why, (B,))
    assert [near.subject for near in near_subjects(review.reading, other)] == [one]
    ((first, beside),) = all_near(review.reading)
    assert {first, *(near.subject for near in beside)} == {one, other}


def test_an_opened_conflict_tells_what_may_be_the_same_and_counts_none_of_it() -> None:
    store = Store()
    store.state(A, "It listens on 7411.", "gateway:port")
    store.state(B, "It listens on 7520.", "gateway:port")
    store.state(C, "It listens on 7611.", "Gateway:port")
    store.state(D, "It listens on 7700.", "gateway: port", place="inbox")
    review = store.review()
    (light,) = [case for case in review.cases if case.kind == "conflict"]

    case = review.open(light.id)

    assert isinstance(case.detail, ConflictDetail)
    assert [(near.subject, near.why, near.refs) for near in case.detail.near] == [
        ("Gateway:port", "case", (C,)),
        ("gateway: port", "spaces", (D,)),
    ]
    assert [row.id for row in case.detail.rows] == [A, B] and case.detail.in_force == B
    assert case.notes[1:] == (
        "Maybe the same subject: Gateway:port (case).",
        "Maybe the same subject: gateway: port (spaces).",
    )
    assert not any("aybe the same" in note for note in light.notes)


@pytest.mark.parametrize(
    "fields",
    [{"Status": "superseded", "superseded_by": C}, {"Status": "stale"}, {"place": "historical"},
     {"merged_into": C}, {"kind": "knowledge"}, {"place": "archive"}],
    ids=lambda fields: next(iter(fields)),
)  # fmt: skip
def test_a_subject_of_settled_rows_alone_is_not_near(fields: dict[str, str]) -> None:
    store = Store()
    store.state(A, "It listens on 7411.", "gateway:port")
    store.item(B, "It listened on 7520.", **{"kind": "state", "subject": "Gateway:port", **fields})  # type: ignore[arg-type]

    assert all_near(store.review().reading) == ()


@pytest.mark.parametrize("audit", [False, True])
def test_the_subject_of_a_withdrawn_row_is_never_told(audit: bool) -> None:
    store = Store()
    store.state(A, "It listens on 7411.", "gateway:port")
    store.state(B, "It listens on 7520.", "Gateway:port")
    store.withdraw(1, memory_item_ids=[B])
    reading = store.review().reading.audited(audit)

    assert near_subjects(reading, "gateway:port") == () and all_near(reading) == ()


def test_the_sample_store_has_the_pairs_of_its_list_and_no_others() -> None:
    listed = yaml.load((SAMPLE / "findings.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
    found = binding.recognise(SAMPLE / "agent")
    assert found is not None
    snapshot = binding.load(found)
    review = build(
        snapshot,
        lambda row: binding.item(snapshot, row),
        today=dt.date.fromisoformat(listed["store_now"]),
    )

    groups = [[first, *(near.subject for near in others)] for first, others in all_near(review.reading)]

    assert sorted(sorted(group) for group in groups) == sorted(
        sorted(pair) for pair in listed["near_miss_subjects"]
    )


def test_the_order_of_rows_changes_nothing() -> None:
    subjects = [one for pair in ALIKE for one in pair[:2]]
    rows = [(f"mem-2026-07-{day:02d}-001", subject) for day, subject in enumerate(dict.fromkeys(subjects), 1)]
    told = []
    for seed in range(3):
        random.Random(seed).shuffle(rows)
        store = Store()
        for name, subject in rows:
            store.state(name, "It listens.", subject)
        told.append(all_near(store.review().reading))

    assert told[0] == told[1] == told[2] and len(told[0]) == 5
