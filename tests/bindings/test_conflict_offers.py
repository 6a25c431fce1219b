"""What a conflict on a state subject offers and what its plans refuse are told by the same rules (§14.2)."""

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
from workbench.text.errors import Refused, UsageError

TODAY = dt.date(2026, 8, 21)
IDS = ("mem-2026-07-01-001", "mem-2026-07-02-001", "mem-2026-07-03-001", "mem-2026-07-04-001")
PLACES = ("topics/a.md", "topics/a.md", "topics/b.md", "index.md", "memory.md")
HEADS = {
    "topics/a.md": "# A\n\n## Facts and lessons\n\n",
    "topics/b.md": "# B\n\n## Pending cleanup\n\n",
    "topics/free.md": "# Free\n\n## Facts and lessons\n\n",
    "index.md": "# Memory Index\n\n## Pending Cleanup\n\n",
    "memory.md": "# Inbox\n\n",
}
FLAWS: tuple[dict[str, str], ...] = (
    {"id": ""},
    {"id": "not a plain id"},
    {"subject": "hidden\u202eword"},
    {"subject": "s:\udcfe"},
    {"Status": ""},
    {"Status": "stale"},
    {"Status": "superseded", "superseded_by": IDS[3]},
    {"superseded_by": IDS[1]},
    {"merged_into": IDS[2]},
    {"Source": ""},
    {"Source": "hyp-2026-07-01-001"},
    {"status": "stale"},
    {"Superseded_by": IDS[2]},
    {"Scope": "everywhere"},
    {"scope": "global"},
    {"date": "soon"},
    {"date": ""},
    {"date": "2026-02-31"},
    {"date": "2026-07-02"},
    {"text": "An\u200b unseen sign."},
)
"""What may be amiss with a row: a field changed, taken away, or said a second time in other letters."""
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
    fields = {"date": IDS[number][4:14], "text": f"Text {number}.", "id": IDS[number], "kind": "state",
              "subject": "s:1", "Status": "active", "Source": "said"} | changes  # fmt: skip
    date, text = fields.pop("date"), fields.pop("text")
    said = "".join(f"  - {key}: {value}\n" for key, value in fields.items() if value)
    return place, f"- {f'[{date}] ' if date else ''}{text}\n{said}"


def store_of(*rows: tuple[str, str], withdrawn: str = "") -> dict[str, bytes]:
    files = dict(HEADS)
    for place, text in rows:
        files[place] += text
    if withdrawn:
        files["log.md"] = WITHDRAWAL.format(withdrawn)
    return {path: text.encode("utf-8", "surrogateescape") for path, text in files.items()}


@st.composite
def rows(draw: st.DrawFn) -> tuple[str, str]:
    """A row with at most two things amiss, often with none."""
    changes = {"Status": draw(st.sampled_from(["active", "active", "pending-cleanup"]))}
    for flaw in draw(st.lists(st.sampled_from(FLAWS), max_size=2)) if draw(st.booleans()) else ():
        changes |= flaw
    return row(draw(st.sampled_from(range(3))), draw(st.sampled_from(PLACES)), **changes)


@st.composite
def stores(draw: st.DrawFn) -> dict[str, bytes]:
    """Two to five rows of three ids over two topics, the index and the inbox."""
    withdrawn = draw(st.sampled_from(["", "", "", *IDS]))
    return store_of(*draw(st.lists(rows(), min_size=2, max_size=5)), withdrawn=withdrawn)


KNOWN = (
    store_of(row(0), row(1)),
    store_of(row(0), row(1, "memory.md")),
    store_of(row(0, "index.md"), row(1, "memory.md")),
    store_of(row(0), row(1, id="")),
    store_of(row(0, id=""), row(1, id="")),
    store_of(row(0), row(0, "topics/b.md"), row(1)),
    store_of(row(0), row(1, status="stale")),
    store_of(row(0), row(1, date="")),
    store_of(row(0, Scope="everywhere"), row(1)),
    store_of(row(0, Source="hyp-2026-07-01-001"), row(1)),
    store_of(row(0, text="An\u200b unseen sign."), row(1)),
    store_of(row(0, subject="s:\udcfe"), row(1, subject="s:\udcfe")),
    store_of(row(0), row(1), row(2, Status="pending-cleanup")),
    store_of(row(0, subject="un\u202eseen"), row(1, subject="un\u202eseen")),
    store_of(row(0), row(1), row(2), withdrawn=IDS[2]),
    store_of(row(0), row(1, Status="pending-cleanup"), row(2), withdrawn=IDS[2]),
)


def given_as_offered(case: Case, offer: Offer) -> Iterator[Verdict]:
    """A verdict with every answer to what it needs: one of them has to do."""
    topic = "free" if "topic" in offer.needs else None
    places = [f"{target.path}:{target.line}" for target in case.targets]
    if offer.verdict == "current":
        yield from (Verdict("current", (place,), topic=topic) for place in places)
    elif offer.verdict == "new-value":
        yield Verdict("new-value", value="New.", topic=topic)
    elif offer.verdict == "both":
        yield Verdict("both", condition="Either, by day.", topic=topic)
        yield from (Verdict("both", (place,), subject="s:new", topic=topic) for place in places)
    else:
        yield Verdict(offer.verdict, topic=topic)


def refusal(snapshot: Snapshot, case: Case, verdict: Verdict, excluded: frozenset[str]) -> str | None:
    try:
        binding.plan(snapshot, case, verdict, context(snapshot, excluded=sorted(excluded)))
    except (Refused, UsageError) as error:
        return f"{error.message} {error.rule}"
    return None


def check(snapshot: Snapshot) -> int:
    """Hold every offer of every conflict against its plans; how many there were."""
    review = queue.build(snapshot, lambda row: binding.item(snapshot, row), today=TODAY)
    cases = [case for case in review.cases if case.kind == "conflict"]
    offers = [(case, offer) for case in cases for offer in case.verdicts]
    for case, offer in offers:
        verdicts = given_as_offered(case, offer)
        said = [refusal(snapshot, case, verdict, review.exclusions.keys) for verdict in verdicts]
        assert offer.allowed == (None in said), (case.id, offer, said)
        assert offer.allowed == (offer.rule is None)
    return len(offers)


@pytest.mark.parametrize("files", KNOWN, ids=range(len(KNOWN)))
def test_known_conflicts_offer_what_their_plans_allow(files: dict[str, bytes], tmp_path: Path) -> None:
    assert check(load(make(tmp_path, files))) == 5


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(stores())
def test_a_verdict_is_offered_exactly_when_some_plan_is_not_refused(files: dict[str, bytes]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        check(load(make(Path(folder), files)))
