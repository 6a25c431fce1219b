"""What a case offers and what a plan refuses are told by the same rules (§7.2, §9, §12.2, §14)."""

from __future__ import annotations

import datetime as dt
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.bindings.kit import context, load, make
from workbench.bindings.filesystem import binding
from workbench.review import queue
from workbench.store.case import Case, Offer
from workbench.store.decision import Verdict
from workbench.store.snapshot import Snapshot
from workbench.text.errors import Refused

TODAY = dt.date(2026, 8, 21)
IDS = ("mem-2026-07-01-001", "mem-2026-07-02-001", "mem-2026-07-03-001")
PLACES = ("topics/a.md", "topics/b.md", "index.md", "memory.md")
FREE, FREE_PAGE = "mem-2026-07-09-001", "topics/free.md"
HEADS = {
    "topics/a.md": "# A\n\n## Facts and lessons\n\n",
    "topics/b.md": "# B\n\n## Pending cleanup\n\n",
    "index.md": "# Memory Index\n\n## Pending Cleanup\n\n",
    "memory.md": "# Inbox\n\n",
}
FREE_ITEM = f"""# Free

## Facts and lessons

- [2026-07-09] (knowledge) A lesson that may join any other.
  - id: {FREE}
  - kind: knowledge
  - Status: active
  - Source: archive/2026-07-09.md
"""


FLAWS: tuple[dict[str, str], ...] = (
    {"id": ""},
    {"id": "not a plain id"},
    {"kind": ""},
    {"kind": "lesson"},
    {"subject": ""},
    {"subject": "s:2"},
    {"subject": "hidden\u202eword"},
    {"subject": "s:\udcfe"},
    {"subject": "s:\udcff"},
    {"Status": ""},
    {"Status": "?"},
    {"superseded_by": "SECRET words"},
    {"merged_into": FREE},
    {"Source": ""},
    {"Source": "hyp-2026-07-01-001"},
    {"Confidence": "confirmed"},
    {"status": "stale"},
    {"Superseded_by": IDS[2]},
    {"date": "soon"},
    {"date": ""},
)
"""What may be amiss with an item: a field changed, taken away, or said a second time in other letters."""


@st.composite
def items(draw: st.DrawFn) -> tuple[str, str]:
    """A place and an item in it, with at most two things amiss."""
    name = draw(st.sampled_from(IDS))
    fields = {
        "date": name[4:14],
        "id": name,
        "kind": draw(st.sampled_from(["state", "state", "knowledge"])),
        "subject": "s:1",
        "Status": draw(st.sampled_from(["pending-cleanup", "active", "stale", "superseded"])),
        "superseded_by": draw(st.sampled_from(["", *IDS])),
        "Source": "archive/2026-07-01.md",
    }
    for flaw in draw(st.lists(st.sampled_from(FLAWS), max_size=2)) if draw(st.booleans()) else ():
        fields |= flaw
    date = fields.pop("date")
    day = f"[{date}] " if date else ""
    said = "".join(f"  - {key}: {value}\n" for key, value in fields.items() if value)
    return draw(st.sampled_from(PLACES)), f"- {day}Text.\n{said}"


@st.composite
def succeeded(draw: st.DrawFn) -> tuple[str, str]:
    """A state item that waits and names a successor."""
    text = (
        f"- [2026-07-01] (state) Text.\n  - id: {IDS[0]}\n  - subject: {{}}\n"
        f"  - Status: pending-cleanup\n  - superseded_by: {IDS[1]}\n  - Source: archive/2026-07-01.md\n"
    )
    subject = draw(st.sampled_from(["s:1", "s:1", "s:1", "s:\udcff"]))
    return draw(st.sampled_from(PLACES)), text.format(subject)


@st.composite
def stores(draw: st.DrawFn) -> dict[str, bytes]:
    """Up to five items of three ids over two topics, the index and the inbox, and one that is apart."""
    files = {**HEADS, FREE_PAGE: FREE_ITEM}
    first = draw(st.lists(succeeded(), max_size=1))
    for place, text in [*first, *draw(st.lists(items(), min_size=1, max_size=4))]:
        files[place] += text
    if draw(st.integers(0, 3)) == 0:
        files["log.md"] = WITHDRAWAL.format(draw(st.sampled_from(IDS)))
    return {path: text.encode("utf-8", "surrogateescape") for path, text in files.items()}


WITHDRAWAL = """```yaml
withdrawal_id: memwd-2026-08-05-001
record_type: withdrawal-control-v1
action: withdraw
scope:
  memory_item_ids: [{}]
reason: owner-decision
decided_by: user:owner
decided_at: 2026-08-05T10:00:00Z
effect: exclude-from-influence
```
"""


def row(number: int, place: str = "topics/a.md", **changes: str) -> tuple[str, str]:
    """A place and a plain active state row in it, with some of its fields changed or taken away."""
    fields = {"id": IDS[number], "kind": "state", "subject": "s:1", "Status": "active", "Source": "said"}
    said = "".join(f"  - {key}: {value}\n" for key, value in (fields | changes).items() if value)
    return place, f"- [{IDS[number][4:14]}] Text {number}.\n{said}"


def store_of(*rows: tuple[str, str]) -> dict[str, bytes]:
    files = {**HEADS, FREE_PAGE: FREE_ITEM}
    for place, text in rows:
        files[place] += text
    return {path: text.encode("utf-8", "surrogateescape") for path, text in files.items()}


LEFT_OVER = row(0, Status="pending-cleanup", superseded_by=IDS[1])
PENDING = row(0, Status="pending-cleanup")
KNOWN = (
    store_of(LEFT_OVER, row(1, "memory.md"), row(2)),
    store_of(LEFT_OVER, row(1, "memory.md", Source="")),
    store_of(row(0, Status="pending-cleanup", superseded_by=IDS[1], subject="s:\udcfe"),
             row(1, subject="s:\udcff")),
    store_of(LEFT_OVER, row(1), row(1, "topics/b.md")),
    store_of(PENDING, row(1, id="")),
    store_of(PENDING, row(1, Status="")),
    store_of(PENDING, row(1, "index.md")),
    store_of(PENDING, row(1, "memory.md"), row(1, Status="superseded", superseded_by=IDS[2])),
    store_of(row(0, kind="knowledge", subject="", Status="pending-cleanup", Source="hyp-2026-07-01-001")),
    store_of(PENDING, row(0, "index.md"), row(0, "index.md")),
    store_of(PENDING, row(0, "topics/b.md", Status="pending-cleanup")),
)  # fmt: skip
"""Stores in which one told beforehand what the other did not."""


def given_as_offered(snapshot: Snapshot, offer: Offer) -> Iterator[Verdict]:
    """A verdict with every answer to what it needs: one of them has to do."""
    topic = "free" if "topic" in offer.needs else None
    if offer.verdict == "supersede" and "with" in offer.needs:
        yield from (Verdict("supersede", (key,), topic=topic) for key in sorted(snapshot.rows_by_key))
    elif offer.verdict == "cool":
        yield from (Verdict("cool", status=status, topic=topic) for status in ("stale", "active"))
    elif offer.verdict == "merge":
        yield Verdict("merge", (FREE,), text="One lesson.", topic=topic)
    elif offer.verdict == "new-value":
        yield Verdict("new-value", value="New.", topic=topic)
    else:
        yield Verdict(offer.verdict, topic=topic)


def refusal(snapshot: Snapshot, case: Case, verdict: Verdict, excluded: frozenset[str]) -> str | None:
    try:
        binding.plan(snapshot, case, verdict, context(snapshot, excluded=sorted(excluded)))
    except Refused as error:
        return f"{error.message} {error.rule}"
    return None


def waiting(snapshot: Snapshot) -> tuple[queue.Review, list[Case]]:
    review = queue.build(snapshot, lambda row: binding.item(snapshot, row), today=TODAY)
    return review, [case for case in review.cases if case.kind in ("pending-cleanup", "stale")]


@pytest.mark.parametrize("files", KNOWN)
def test_known_stores_offer_what_their_plans_allow(files: dict[str, bytes], tmp_path: Path) -> None:
    assert check(load(make(tmp_path, files)))


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(stores())
def test_a_verdict_is_offered_exactly_when_its_plan_is_not_refused(files: dict[str, bytes]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        check(load(make(Path(folder), files)))


def check(snapshot: Snapshot) -> int:
    """Hold every offer of every waiting case against its plans; how many there were."""
    review, cases = waiting(snapshot)
    offers = [(case, offer) for case in cases for offer in case.verdicts]
    for case, offer in offers:
        if offer.allowed and offer.verdict == "supersede" and "with" in offer.needs:
            continue
        verdicts = given_as_offered(snapshot, offer)
        said = [refusal(snapshot, case, verdict, review.exclusions.keys) for verdict in verdicts]
        assert offer.allowed == (None in said), (case.id, offer, said)
    return len(offers)
