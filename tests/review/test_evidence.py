"""Archive passages beside a case: bound to their bytes, withheld lines masked (§9, §15.2 rule 1)."""

from __future__ import annotations

import hashlib

import pytest

from tests.review.build import Store

OLD, OUT = "mem-2026-07-02-001", "mem-2026-07-02-002"
BY = "memwd-2026-08-05-001"


def waiting(store: Store, source: str = "archive/2026-07-02.md#cache") -> None:
    store.item(OLD, "Reads are faster.", Status="pending-cleanup", Source=source)


def test_a_passage_is_shown_with_its_address_and_digest() -> None:
    store = Store()
    store.passage("gateway", "It moved.")
    passage = store.passage("cache", (OLD, "Reads are faster.", "session:1"))
    waiting(store)

    (shown,) = store.open(f"pending-cleanup:{OLD}").evidence

    data = store.data["archive/2026-07-02.md"][passage.address.start : passage.address.end]
    assert (shown.role, shown.ref, shown.line) == ("archive", "archive/2026-07-02.md#cache", 3)
    assert shown.text == data.decode().rstrip("\n")
    assert shown.digest == hashlib.sha256(data).hexdigest()
    assert shown.address == passage.address


@pytest.mark.case("BI-16")
def test_a_reference_that_resolves_to_nothing_is_said_to() -> None:
    store = Store()
    waiting(store)

    (shown,) = store.open(f"pending-cleanup:{OLD}").evidence

    assert (shown.path, shown.text, shown.why, shown.digest) == (None, "", "resolves to nothing", None)


def test_withheld_lines_of_a_passage_name_their_record() -> None:
    store = Store()
    store.passage(
        "cache",
        (OLD, "Reads are faster.", "session:1"),
        (OUT, "Zanzibar hides cancellations.", "session:1"),
        "- Zanzibar hides cancellations",
        f"As {OUT} told us, Zanzibar is slow.",
        "The end.",
    )
    waiting(store)
    store.withdraw(1, memory_item_ids=[OUT])

    (shown,) = store.open(f"pending-cleanup:{OLD}").evidence

    assert "Reads are faster." in shown.text and shown.text.endswith("The end.")
    assert "Zanzibar" not in shown.text
    assert shown.text.count(f"withheld by {BY}") == 3
    (audited,) = store.open(f"pending-cleanup:{OLD}", audit=True).evidence
    assert audited.text.count("Zanzibar") == 3
    assert audited.digest == shown.digest


def test_a_withdrawn_passage_is_held_back_as_a_whole() -> None:
    store = Store()
    store.passage("cache", "Zanzibar prose.")
    waiting(store, "archive/2026-07-02.md#other; archive/2026-07-02.md#cache")
    store.passage("other", "Plain prose.")
    store.withdraw(1, archive_refs=["archive/2026-07-02.md#cache"])

    case = store.open(f"pending-cleanup:{OLD}")

    assert case.withheld_by == BY
    assert [shown.text for shown in case.evidence] == ["", ""]


def test_corroborating_refs_of_an_item_are_evidence_of_their_own() -> None:
    store = Store()
    store.passage("cache", "Prose.")
    store.item(
        OLD, "Reads are faster.", Status="pending-cleanup", corroborating_refs="archive/2026-07-02.md#cache"
    )

    assert [(shown.role, shown.text) for shown in store.open(f"pending-cleanup:{OLD}").evidence] == [
        ("corroborating", "## cache\nProse.")]  # fmt: skip
