"""Pending-cleanup and stale cases: one per item, facts first, offers by the verdict table (§9, §14, §16)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.review.build import Store, withdrawal
from workbench.review.queue import Review
from workbench.store.case import Case

OLD, NEW, MORE = "mem-2026-07-02-001", "mem-2026-08-01-001", "mem-2026-08-02-001"
PENDING, STALE = "pending-cleanup", "stale"
PORT = "gateway:port"


def ids(review: Review, kind: str) -> list[str]:
    return [case.id for case in review.cases if case.kind == kind]


def allowed(case: Case) -> dict[str, bool]:
    return {offer.verdict: offer.allowed for offer in case.verdicts}


def rule(case: Case, verdict: str) -> str:
    offer = case.offer(verdict)
    assert offer is not None and offer.rule is not None
    return offer.rule


def test_an_item_in_topic_and_index_is_one_case_with_two_targets() -> None:
    store = Store()
    store.item(OLD, "Reads are faster.", place="index", Status=PENDING)
    store.item(OLD, "Reads are faster.", Status=PENDING)

    (case,) = store.review().cases[:1]

    assert ids(store.review(), PENDING) == [f"{PENDING}:{OLD}"]
    assert [(target.role, target.path) for target in case.targets] == [
        ("item", "topics/a.md"), ("index copy", "index.md")]  # fmt: skip
    assert case.title == "Reads are faster."


@pytest.mark.parametrize("place", ["topic", "index", "inbox"])
def test_an_item_waits_wherever_it_stands(place: str) -> None:
    store = Store()
    store.item(OLD, "Reads are faster.", place=place, Status=PENDING)  # type: ignore[arg-type]

    assert ids(store.review(), PENDING) == [f"{PENDING}:{OLD}"]


def test_archive_lines_and_what_was_put_away_wait_for_nobody() -> None:
    store = Store()
    store.item(OLD, "Reads are faster.", place="archive", Status=PENDING)
    store.item(NEW, "It moved.", place="historical", Status=STALE)
    store.item(MORE, "It moved again.", Status=PENDING, merged_into="mem-2026-08-03-001")

    review = store.review()

    assert ids(review, PENDING) == ids(review, STALE) == []


def test_copies_that_disagree_are_one_case_that_says_so() -> None:
    store = Store()
    store.state(OLD, "Finished at 04:45.", "backup:end", Status=PENDING)
    store.state(OLD, "Finished at 05:15.", "backup:end", place="index", Status=PENDING)

    case = store.open(f"{PENDING}:{OLD}")

    assert case.title == "Finished at 04:45."
    assert any("index.md:1 differs in text" in note for note in case.notes)
    assert [shown.text for shown in case.evidence if shown.role == "copy"] == ["Finished at 05:15."]


def test_the_facts_stand_in_the_order_of_trust() -> None:
    store = Store()
    store.passage("cache", (OLD, "Reads are faster.", "session:1"))
    store.item(
        OLD, "Reads are faster.", Status=PENDING, Source="archive/2026-07-02.md#cache", Scope="environment"
    )

    case = store.open(f"{PENDING}:{OLD}")

    assert case.facts == (
        ("kind", "knowledge"),
        ("date", "2026-07-02"),
        ("Status", "pending-cleanup"),
        ("Confidence", "not given"),
        ("Source", "archive/2026-07-02.md#cache"),
        ("anchor", "resolves"),
        ("Scope", "environment"),
        ("id", OLD),
        ("at", "topics/a.md:1"),
        ("Marked by", "the log does not say"),
    )


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("archive/2026-07-02.md#cache", "resolves"),
        ("archive/2026-07-02.md#gone", "resolves to nothing"),
        ("archive/2026-07-09.md", "resolves to nothing"),
        ("explicit user preference", "not an anchor"),
        ("source-erased", "not an anchor"),
        ("archive/2026-07-02.md#cache; archive/2026-07-02.md#gone", "1 of 2 resolve"),
        ("topics/a.md#facts", "names a file that later passes rewrite (§9)"),
        ("", "not given"),
    ],
)
def test_a_source_is_said_to_resolve_or_not(source: str, says: str) -> None:
    store = Store()
    store.passage("cache", "Reads are faster.")
    store.item(OLD, "Reads are faster.", Status=PENDING, Source=source)

    assert ("anchor", says) in store.open(f"{PENDING}:{OLD}").facts


def test_the_mark_and_the_age_come_from_the_log() -> None:
    store = Store()
    store.item(OLD, "Reads are faster.", Status=PENDING)
    store.say(f"- 2026-08-01T07:40:01+08:00 pending-cleanup {OLD} by agent:dream")

    case = store.open(f"{PENDING}:{OLD}")

    assert (case.age_days, case.age_from) == (12, "mark")
    assert case.facts[-1] == ("Marked by", "agent:dream, 2026-08-01T07:40:01+08:00   log.md:1")


def test_without_a_mark_the_age_is_that_of_the_item_and_without_a_date_unknown() -> None:
    store = Store()
    store.item(OLD, "Reads are faster.", Status=PENDING)
    store.item(NEW, "It moved.", Status=PENDING, date="soon")

    ages = {case.id: (case.age_days, case.age_from) for case in store.review().cases if case.kind == PENDING}

    assert ages == {f"{PENDING}:{OLD}": (42, "date"), f"{PENDING}:{NEW}": (None, None)}


def test_stale_is_explained_by_the_review_line_that_set_it() -> None:
    store = Store()
    store.item(OLD, "Reads are faster.", Status=STALE)
    store.say(f"- 2026-08-03T10:00:00Z pending-cleanup {OLD}")
    store.say(f"- 2026-08-10T10:00:00Z review {OLD} verdict=stale by user:ada memdec-2026-08-10-001-ab12")

    case = store.open(f"{STALE}:{OLD}")

    assert case.age_days == 3
    assert case.facts[-1][1].startswith("user:ada, 2026-08-10T10:00:00Z, memdec-2026-08-10-001-ab12")


def test_a_review_that_kept_an_item_does_not_explain_that_it_is_stale() -> None:
    store = Store()
    store.item(OLD, "Reads are faster.", Status=STALE)
    store.say(f"- 2026-08-10T10:00:00Z review {OLD} keep by user:ada")

    assert store.open(f"{STALE}:{OLD}").facts[-1] == ("Marked by", "the log does not say")


def test_pending_knowledge_offers_what_the_table_says() -> None:
    store = Store()
    store.item(OLD, "Reads are faster.", Status=PENDING)

    (case,) = [case for case in store.review().cases if case.kind == PENDING]

    assert allowed(case) == dict.fromkeys(["keep", "stale", "merge", "cool", "defer"], True)
    assert [(offer.verdict, offer.needs) for offer in case.verdicts] == [
        ("keep", ()), ("stale", ()), ("merge", ("with",)), ("cool", ("status",)), ("defer", ())]  # fmt: skip


def test_pending_state_without_a_known_successor() -> None:
    store = Store()
    store.state(OLD, "It listens on 7411.", PORT, Status=PENDING)

    case = store.open(f"{PENDING}:{OLD}")

    assert [offer.verdict for offer in case.verdicts] == ["keep", "supersede", "new-value", "stale", "defer"]
    assert all(allowed(case).values())
    assert case.offer("supersede").needs == ("with",)  # type: ignore[union-attr]


def test_pending_state_with_a_known_successor_is_left_over_from_maintenance() -> None:
    store = Store()
    store.state(OLD, "It listens on 7411.", PORT, Status=PENDING, superseded_by=NEW)
    store.state(NEW, "It listens on 7520.", PORT)

    case = store.open(f"{PENDING}:{OLD}")

    assert [offer.verdict for offer in case.verdicts] == ["supersede", "keep", "new-value", "stale", "defer"]
    assert case.verdicts[0].allowed and case.verdicts[0].needs == ()
    assert any(note.startswith("Left over from maintenance") for note in case.notes)
    assert [(shown.role, shown.ref) for shown in case.evidence] == [("successor", NEW)]
    assert "§7.2" in rule(case, "keep")


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"subject": "gateway:Port"}, "constraint 4"),
        ({"kind": "knowledge"}, "constraint 3"),
        ({"date": "2026-06-01"}, "constraint 2"),
    ],
)
def test_a_successor_that_fails_a_constraint_is_not_followed(fields: dict[str, str], expected: str) -> None:
    store = Store()
    store.state(OLD, "It listens on 7411.", PORT, Status=PENDING, superseded_by=NEW)
    said: Any = {"kind": "state", "subject": PORT, "Status": "stale", **fields}
    store.item(NEW, "It listens on 7520.", **said)

    case = store.open(f"{PENDING}:{OLD}")

    assert case.verdicts[0].verdict == "keep"
    assert case.offer("supersede").needs == ("with",)  # type: ignore[union-attr]
    assert any(expected in note for note in case.notes)


def test_a_withdrawn_successor_is_not_followed() -> None:
    store = Store()
    store.state(OLD, "It listens on 7411.", PORT, Status=PENDING, superseded_by=NEW)
    store.state(NEW, "It listens on 7520.", PORT)
    store.withdraw(1, memory_item_ids=[NEW])

    case = store.open(f"{PENDING}:{OLD}")

    assert case.offer("supersede").needs == ("with",)  # type: ignore[union-attr]
    assert any("§15.2 rule 1" in note for note in case.notes)
    assert "7520" not in repr([(shown.text, shown.why) for shown in case.evidence])


@pytest.mark.parametrize("place", ["topic", "inbox", "historical"])
def test_keep_is_refused_while_another_row_of_the_subject_is_active(place: str) -> None:
    store = Store()
    store.state(OLD, "It listens on 7411.", PORT, Status=PENDING)
    store.state(NEW, "It listens on 7520.", PORT, place=place)

    case = store.open(f"{PENDING}:{OLD}")

    assert not allowed(case)["keep"] and "§7.2" in rule(case, "keep")
    assert allowed(case)["new-value"] is (place != "inbox")
    assert allowed(case)["supersede"] and allowed(case)["stale"]


@pytest.mark.parametrize(
    ("status", "subject"), [("superseded", PORT), ("stale", PORT), ("active", "gateway:host")]
)
def test_keep_is_allowed_beside_a_row_that_is_not_active_or_of_another_subject(
    status: str, subject: str
) -> None:
    store = Store()
    store.state(OLD, "It listens on 7411.", PORT, Status=PENDING)
    store.state(NEW, "It listens on 7520.", subject, Status=status)

    assert allowed(store.open(f"{PENDING}:{OLD}"))["keep"]


def test_stale_knowledge_and_stale_state_offer_what_the_table_says() -> None:
    store = Store()
    store.item(OLD, "Reads are faster.", Status=STALE)
    store.state(NEW, "It listens on 7520.", PORT, Status=STALE)

    verdicts = {
        case.id: [offer.verdict for offer in case.verdicts]
        for case in store.review().cases
        if case.kind == STALE
    }

    assert verdicts == {
        f"{STALE}:{OLD}": ["merge", "cool", "new-value", "active", "defer"],
        f"{STALE}:{NEW}": ["new-value", "cool", "active", "supersede", "defer"],
    }


@pytest.mark.parametrize("status", [PENDING, STALE])
@pytest.mark.parametrize("kind", ["knowledge", "state"])
def test_a_withdrawn_item_keeps_only_the_verdicts_that_use_nothing_of_it(status: str, kind: str) -> None:
    store = Store()
    store.item(
        OLD,
        "The secret of the port is 7411.",
        Status=status,
        kind=kind,
        subject=PORT if kind == "state" else "",
    )
    store.withdraw(1, memory_item_ids=[OLD])

    case = store.open(f"{status}:{OLD}")

    for verdict, is_allowed in allowed(case).items():
        assert is_allowed is (verdict in ("stale", "defer")), verdict
    assert all(
        "memwd-2026-08-05-001" in rule(case, verdict) for verdict, ok in allowed(case).items() if not ok
    )


def test_an_item_without_a_kind_is_treated_as_knowledge_and_never_superseded() -> None:
    store = Store()
    store.item(OLD, "It listens on 7411.", Status=PENDING, kind="", subject=PORT, superseded_by=NEW)
    store.state(NEW, "It listens on 7520.", PORT)

    case = store.open(f"{PENDING}:{OLD}")

    assert [offer.verdict for offer in case.verdicts] == [
        "keep",
        "stale",
        "merge",
        "cool",
        "supersede",
        "defer",
    ]
    assert "§14.2 constraint 3" in rule(case, "supersede")
    assert any("treated as knowledge (§4)" in note for note in case.notes)


def test_a_state_item_without_a_subject_cannot_be_superseded() -> None:
    store = Store()
    store.item(OLD, "It listens on 7411.", kind="state", Status=PENDING)

    case = store.open(f"{PENDING}:{OLD}")

    assert "§14.2 constraint 4" in rule(case, "supersede")
    assert "§14.2 constraint 4" in rule(case, "new-value")
    assert allowed(case)["keep"]


@pytest.mark.parametrize(
    "fields", [{"date": ""}, {"date": "soon"}, {"Source": ""}], ids=["none", "no day", "no Source"]
)
def test_an_item_without_date_or_source_is_no_member_of_a_merge(fields: dict[str, str]) -> None:
    store = Store()
    said: Any = {"Status": PENDING, "Source": "user statement", **fields}
    store.item(OLD, "Reads are faster.", **said)

    case = store.open(f"{PENDING}:{OLD}")

    assert [verdict for verdict, ok in allowed(case).items() if not ok] == ["merge"]
    assert "§14.3" in rule(case, "merge")


def test_an_id_that_stands_twice_in_the_item_store_takes_no_verdict_but_later() -> None:
    store = Store()
    store.item(OLD, "Reads are faster.", Status=PENDING)
    store.item(OLD, "Reads are faster.", Status=PENDING, path="topics/b.md")

    case = store.open(f"{PENDING}:{OLD}")

    assert [verdict for verdict, ok in allowed(case).items() if ok] == ["defer"]
    assert "§7.2" in rule(case, "keep")


def test_an_item_that_stands_in_no_topic_needs_one_unless_its_subject_has_one() -> None:
    store = Store()
    store.item(OLD, "Two tags.", place="index", Status=PENDING)
    store.state(NEW, "It listens on 7411.", PORT, place="inbox", Status=PENDING)
    store.state(MORE, "It listened on 7311.", PORT, Status="superseded", date="2026-07-01")

    assert store.open(f"{PENDING}:{OLD}").offer("keep").needs == ("topic",)  # type: ignore[union-attr]
    assert store.open(f"{PENDING}:{NEW}").offer("keep").needs == ()  # type: ignore[union-attr]


def test_the_text_of_a_withdrawn_item_is_nowhere_in_its_case_unless_it_is_audited() -> None:
    store = Store()
    secret = "Zanzibar caching is faster."
    store.passage("cache", (OLD, secret, "session:1"), "Zanzibar was measured twice.")
    store.item(OLD, secret, Status=PENDING, Source="archive/2026-07-02.md#cache")
    store.item(NEW, "Zanzibar caching is not faster.")
    store.control(withdrawal("memwd-2026-08-05-001", {"memory_item_ids": [OLD]}))

    case = store.open(f"{PENDING}:{OLD}")
    shown = [
        case.title,
        case.text,
        *case.notes,
        *map(str, case.facts),
        *(f"{one.text} {one.why}" for one in case.evidence),
    ]

    assert case.withheld_by == "memwd-2026-08-05-001"
    assert case.title == "withdrawn by memwd-2026-08-05-001; text held back"
    assert not [said for said in shown if "Zanzibar" in said]
    audited = store.open(f"{PENDING}:{OLD}", audit=True)
    assert audited.text == secret and audited.withheld_by == "memwd-2026-08-05-001"
    assert any("measured twice" in one.text for one in audited.evidence)


@pytest.mark.parametrize("status", ["active", "superseded"])
def test_an_inbox_line_stops_waiting_when_its_item_is_stored(status: str) -> None:
    """Inbox lines are never edited, so a decided one goes on saying pending-cleanup."""
    store = Store()
    store.state(OLD, "It listens on 7411.", PORT, place="inbox", Status=PENDING)
    assert ids(store.review(), PENDING) == [f"{PENDING}:{OLD}"]
    store.state(OLD, "It listens on 7411.", PORT, Status=status)

    assert ids(store.review(), PENDING) == ids(store.review(), STALE) == []


def test_an_index_entry_waits_on_though_its_item_is_stored() -> None:
    store = Store()
    store.item(OLD, "Reads are faster.", place="index", Status=PENDING)
    store.item(OLD, "Reads are faster.", Status="active")

    assert ids(store.review(), PENDING) == [f"{PENDING}:{OLD}"]


def test_what_is_superseded_takes_no_verdict_but_later() -> None:
    store = Store()
    store.state(OLD, "It listens on 7411.", PORT, Status="superseded", superseded_by=NEW)
    store.state(OLD, "It listens on 7411.", PORT, place="index", Status=PENDING)

    case = store.open(f"{PENDING}:{OLD}")

    assert [verdict for verdict, ok in allowed(case).items() if ok] == ["defer"]
    assert all("§14.2 constraint 1" in rule(case, one) for one in ("keep", "stale", "new-value", "supersede"))


def test_a_stored_row_without_a_status_is_active_and_a_rival() -> None:
    store = Store()
    store.state(OLD, "It listens on 7411.", PORT, Status=PENDING)
    store.state(NEW, "It listens on 7520.", PORT, Status="")

    assert "§7.2" in rule(store.open(f"{PENDING}:{OLD}"), "keep")


def test_an_active_row_of_the_index_alone_is_a_rival_that_no_new_value_supersedes() -> None:
    store = Store()
    store.state(OLD, "It listens on 7411.", PORT, Status=PENDING)
    store.state(NEW, "It listens on 7520.", PORT, place="index")

    case = store.open(f"{PENDING}:{OLD}")

    assert "§7.2" in rule(case, "keep") and "stands in no topic" in rule(case, "new-value")


@pytest.mark.parametrize("place", ["index", "inbox"])
def test_an_id_that_stands_twice_in_index_or_inbox_takes_no_verdict_but_later(place: Any) -> None:
    store = Store()
    store.item(OLD, "Reads are faster.", place=place, Status=PENDING)
    store.item(OLD, "Reads are faster.", place=place, Status=PENDING)

    case = store.open(f"{PENDING}:{OLD}")

    assert [verdict for verdict, ok in allowed(case).items() if ok] == ["defer"]
    assert place in rule(case, "keep")


def test_a_row_that_no_successor_could_follow_is_not_offered_supersede() -> None:
    store = Store()
    store.state(OLD, "It listens on 7411.", PORT, Status=PENDING, date="soon")

    assert "§14.2 constraint 2" in rule(store.open(f"{PENDING}:{OLD}"), "supersede")
