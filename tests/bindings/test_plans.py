"""Every verdict on real stores: the bytes it leaves, written here by hand from §9, §14 and §16."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.bindings.kit import BOT, applied, bytes_of, load, make, plan
from workbench.protocol.log import render_line
from workbench.store.decision import Verdict
from workbench.store.plan import Plan
from workbench.store.snapshot import Snapshot
from workbench.text.errors import Refused, UnknownId, UsageError

DECISION = "memdec-2026-08-21-001-0a1b"
SIGNED = f"by user:ada {DECISION}"
AT = "- 2026-08-21T09:14:02Z"
FEED = "mem-2026-07-02-002"

FEED_ROW = b"""- [2026-07-02] (knowledge) Caching the timetable makes reads faster.
  - id: mem-2026-07-02-002
  - kind: knowledge
  - Status: pending-cleanup
  - Source: archive/2026-07-02.md#cache
"""


def changes(snapshot: Snapshot, found: Plan) -> dict[str, bytes]:
    """The files that a plan changes, as it leaves them."""
    before = bytes_of(snapshot)
    after = applied(before, found.effects)
    return {path: data for path, data in after.items() if data != before[path]}


def log(found: Plan) -> list[str]:
    return [render_line(event) for event in found.log]


def edited(snapshot: Snapshot, path: str, *pairs: tuple[bytes, bytes]) -> bytes:
    """A file with some of its bytes replaced, each of which stands in it once."""
    data = snapshot.files[path].data
    for old, new in pairs:
        assert data.count(old) == 1, old
        data = data.replace(old, new)
    return data


def check(snapshot: Snapshot, found: Plan, expected: Mapping[str, bytes], lines: list[str]) -> None:
    assert changes(snapshot, found) == expected
    assert log(found) == lines


PITFALLS = "topics/operational-pitfalls.md"


def test_keep_and_stale_settle_topic_and_index(l1_store: Path) -> None:
    snapshot = load(l1_store)
    index = edited(snapshot, "index.md", (FEED_ROW, b""))
    for verdict, status in (("keep", b"active"), ("stale", b"stale")):
        row = FEED_ROW.replace(b"pending-cleanup", status)
        check(
            snapshot,
            plan(snapshot, FEED, verdict),
            {PITFALLS: edited(snapshot, PITFALLS, (FEED_ROW, row)), "index.md": index},
            [f"{AT} review {FEED} verdict={verdict} {SIGNED}"],
        )


def test_a_stale_item_goes_back_to_active(sample_store: Path) -> None:
    snapshot = load(sample_store)
    key, path = "mem-2026-03-11-003", "topics/catalogue-imports.md"
    old = b"  - id: mem-2026-03-11-003\n  - kind: knowledge\n  - Scope: project\n  - Status: stale\n"
    check(
        snapshot,
        plan(snapshot, key, "active"),
        {path: edited(snapshot, path, (old, old.replace(b"stale", b"active")))},
        [f"{AT} review {key} verdict=active {SIGNED}"],
    )


@pytest.mark.parametrize("status", ["active", "stale"])
def test_cool_makes_the_appendix_where_there_is_none(l1_store: Path, status: str) -> None:
    snapshot = load(l1_store)
    row = FEED_ROW.replace(b"pending-cleanup", status.encode())
    page = edited(snapshot, PITFALLS, (FEED_ROW, b"")) + b"\n## Historical lessons\n\n" + row
    check(
        snapshot,
        plan(snapshot, FEED, Verdict("cool", status=status)),
        {PITFALLS: page, "index.md": edited(snapshot, "index.md", (FEED_ROW, b""))},
        [f"{AT} cool {FEED} status={status} {SIGNED}"],
    )


def test_cool_uses_the_appendix_and_a_page_without_a_final_line_end(sample_store: Path) -> None:
    """Front matter, `last_updated` and the missing line end of the page stay as they are."""
    snapshot = load(sample_store)
    key, path = "mem-2026-05-12-007", "topics/deployments.md"
    data = snapshot.files[path].data
    row = data[data.index(b"- [2026-05-12] (knowledge) The kiosk gateway keeps") :]
    assert not row.endswith(b"\n")
    tail = b"  - Source: archive/2026-02-03.md#deploy-days\n  - Confidence-Scheme: epistemic-status-v1\n"
    last = tail + b"  - Confidence: observed-once\n"
    moved = row.replace(b"pending-cleanup", b"stale") + b"\n"
    page = data.removesuffix(row).replace(last, last + moved)
    check(
        snapshot,
        plan(snapshot, key, Verdict("cool", status="stale")),
        {path: page},
        [f"{AT} cool {key} status=stale {SIGNED}"],
    )
    assert page.endswith(b"## Pending cleanup\n\n")


def test_keep_moves_a_row_from_pending_cleanup_to_the_facts(tmp_path: Path) -> None:
    row = b"- [2026-08-01] (knowledge) x\r\n  - id: mem-2026-08-01-001\r\n  - Status: pending-cleanup\r\n"
    page = b"# A\r\n\r\n## Facts and lessons\r\n\r\n- [2026-07-01] y\r\n\r\n## Pending cleanup\r\n\r\n" + row
    snapshot = load(make(tmp_path, {"topics/a.md": page}))
    kept = row.replace(b"pending-cleanup", b"active")
    want = page.replace(row, b"").replace(b"y\r\n", b"y\r\n" + kept)
    check(
        snapshot,
        plan(snapshot, "mem-2026-08-01-001", "keep"),
        {"topics/a.md": want},
        [f"{AT} review mem-2026-08-01-001 verdict=keep {SIGNED}"],
    )


@pytest.mark.parametrize(
    ("page", "want"),
    [
        (b"# A\n\nWords.", b"# A\n\nWords.\n\n## Historical lessons\n\n{row}"),
        (b"# A\r\n\r\nWords.\r\n", b"# A\r\n\r\nWords.\r\n\r\n## Historical lessons\r\n\r\n{row}\r\n"),
        (b"# A\n\n### Historical lessons\n\n### Z\n", b"# A\n\n### Historical lessons\n{row}\n\n### Z\n"),
    ],
    ids=["unended", "crlf", "reused"],
)
def test_cool_an_item_of_the_index_into_pages_of_all_kinds(tmp_path: Path, page: bytes, want: bytes) -> None:
    row = b"- [2026-08-01] (knowledge) x\n  - id: mem-2026-08-01-001\n  - Status: pending-cleanup"
    index = b"## Pending Cleanup\n\n" + row + b"\n"
    snapshot = load(make(tmp_path, {"topics/a.md": page, "index.md": index}))
    found = plan(snapshot, "mem-2026-08-01-001", Verdict("cool", status="active", topic="a"))
    moved = row.replace(b"pending-cleanup", b"active")
    moved = moved.replace(b"\n", b"\r\n") if b"\r\n" in page else moved
    assert changes(snapshot, found) == {
        "topics/a.md": want.replace(b"{row}", moved),
        "index.md": b"## Pending Cleanup\n\n",
    }


STATE = {
    "topics/env.md": b"""---
title: Env
last_updated: 2026-08-01
---

# Env

## Facts and lessons

- [2026-07-02] (state) Port is 7411.
  - id: mem-2026-07-02-001
  - kind: state
  - subject: gw:port
  - Scope: environment
  - Status: pending-cleanup
  - mood: kept
  - Source: archive/2026-07-02.md#gw
  - Confidence-Scheme: epistemic-status-v1
  - Confidence: confirmed
- [2026-08-01] (state) Port is 7520.
  - id: mem-2026-08-01-001
  - kind: state
  - subject: gw:port
  - Status: active
  - Source: archive/2026-08-01.md#gw
""",
}
OLD, NEW = "mem-2026-07-02-001", "mem-2026-08-01-001"


def test_supersede_writes_status_and_pointer_and_logs_both_values(tmp_path: Path) -> None:
    snapshot = load(make(tmp_path, STATE))
    page = edited(
        snapshot,
        "topics/env.md",
        (b"  - Status: pending-cleanup\n", f"  - Status: superseded\n  - superseded_by: {NEW}\n".encode()),
    )
    line = (
        f'{AT} supersede {OLD} {NEW} subject=gw:port prior="2026-07-02 Port is 7411." '
        f'new="2026-08-01 Port is 7520." {SIGNED}'
    )
    check(
        snapshot,
        plan(snapshot, OLD, Verdict("supersede", with_ids=(NEW,))),
        {"topics/env.md": page},
        [line],
    )


def test_the_successor_that_the_row_names_needs_no_parameter(sample_store: Path) -> None:
    snapshot = load(sample_store)
    key = "mem-2026-04-02-006"
    found = plan(snapshot, key, "supersede")
    page = changes(snapshot, found)["topics/environment.md"]
    old = b"  - subject: branch-vpn:endpoint\n  - Scope: environment\n  - Status: pending-cleanup\n"
    assert page == edited(
        snapshot, "topics/environment.md", (old, old.replace(b"pending-cleanup", b"superseded"))
    )
    assert key.encode() not in changes(snapshot, found)["index.md"]


@pytest.mark.parametrize(
    ("head", "kind", "subject", "status", "rule"),
    [
        ("[2026-08-02] (state) a", "state", "gw:port", "stale", "1"),
        ("[2026-08-02] (state) a", "state", "gw:port", "current", "2"),
        ("[2026-06-02] (state) a", "state", "gw:port", "active", "2"),
        ("(state) a", "state", "gw:port", "active", "2"),
        ("[2026-08-02] a", "", "gw:port", "active", "3"),
        ("[2026-08-02] a", "knowledge", "gw:port", "active", "3"),
        ("[2026-08-02] (knowledge) a", "state", "gw:port", "active", "3"),
        ("[2026-08-02] a", "state", "GW:port", "active", "4"),
        ("[2026-08-02] a", "state", "", "active", "4"),
        ("[2026-08-02] a", "state", "gw:port\udcff", "active", "4"),
    ],
)
def test_each_constraint_of_supersede_is_refused_by_its_number(
    tmp_path: Path, head: str, kind: str, subject: str, status: str, rule: str
) -> None:
    fields = {"id": "mem-2026-08-02-001", "kind": kind, "subject": subject, "Status": status}
    lines = [f"- {head}", *(f"  - {key}: {value}" for key, value in fields.items() if value)]
    other = "\n".join(lines).encode("utf-8", "surrogateescape")
    snapshot = load(make(tmp_path, {**STATE, "topics/other.md": other}))
    with pytest.raises(Refused) as refused:
        plan(snapshot, OLD, Verdict("supersede", with_ids=("mem-2026-08-02-001",)))
    assert refused.value.rule is not None
    assert refused.value.rule.startswith(f"§14.2 constraint {rule}")


def test_supersede_with_an_inbox_row_copies_it_and_leaves_the_inbox(tmp_path: Path) -> None:
    inbox = (
        b"- [2026-08-12] [mem-2026-08-12-001] (state) Port is 7611. Subject: gw:port. "
        b"Source: user statement on 2026-08-12.\n"
    )
    page = STATE["topics/env.md"].replace(b"Status: active", b"Status: stale")
    snapshot = load(make(tmp_path, {"topics/env.md": page, "memory.md": inbox}))
    copy = b"""- [2026-08-12] (state) Port is 7611.
  - id: mem-2026-08-12-001
  - kind: state
  - subject: gw:port
  - Status: active
  - Source: user statement on 2026-08-12
"""
    pending = b"  - Status: pending-cleanup\n"
    want = page.replace(pending, b"  - Status: superseded\n  - superseded_by: mem-2026-08-12-001\n") + copy
    found = plan(snapshot, OLD, Verdict("supersede", with_ids=("mem-2026-08-12-001",)))
    assert changes(snapshot, found) == {"topics/env.md": want}


def test_a_superseded_inbox_row_enters_the_store_with_its_pointer(tmp_path: Path) -> None:
    inbox = b"- [2026-07-30] [mem-2026-07-30-001] (state) Port is 1. Subject: gw:port. Source: said.\n"
    snapshot = load(make(tmp_path, {**STATE, "memory.md": inbox}))
    found = plan(snapshot, "mem-2026-07-30-001", Verdict("supersede", with_ids=(NEW,)))
    copy = f"""- [2026-07-30] (state) Port is 1.
  - id: mem-2026-07-30-001
  - kind: state
  - subject: gw:port
  - Status: superseded
  - superseded_by: {NEW}
  - Source: said
"""
    assert changes(snapshot, found) == {"topics/env.md": STATE["topics/env.md"] + copy.encode()}


def test_a_new_state_value_supersedes_every_active_row(tmp_path: Path) -> None:
    snapshot = load(make(tmp_path, STATE))
    found = plan(snapshot, OLD, Verdict("new-value", value="Port is 7700."))
    new = "mem-2026-08-21-001"
    pointer = f"  - Status: superseded\n  - superseded_by: {new}\n".encode()
    row = f"""- [2026-08-21] (state) Port is 7700.
  - id: {new}
  - kind: state
  - subject: gw:port
  - Scope: environment
  - Status: active
  - Source: user:ada, decision {DECISION}
"""
    page = edited(
        snapshot,
        "topics/env.md",
        (b"  - Status: pending-cleanup\n", pointer),
        (b"  - Status: active\n", pointer),
    )
    lines = [
        f'{AT} supersede {key} {new} subject=gw:port prior="{prior}" new="2026-08-21 Port is 7700." {SIGNED}'
        for key, prior in ((OLD, "2026-07-02 Port is 7411."), (NEW, "2026-08-01 Port is 7520."))
    ]
    check(snapshot, found, {"topics/env.md": page + row.encode()}, lines)


def test_no_reader_sees_two_active_rows_between_two_effects(tmp_path: Path) -> None:
    snapshot = load(make(tmp_path, STATE))
    for verdict in (Verdict("new-value", value="Port is 1."), Verdict("supersede", with_ids=(NEW,))):
        files = bytes_of(snapshot)
        for effect in plan(snapshot, OLD, verdict).effects:
            files = applied(files, [effect])
            assert files["topics/env.md"].count(b"Status: active") <= 1


def test_a_new_lesson_takes_the_place_of_a_stale_one(tmp_path: Path) -> None:
    row = b"- [2026-07-02] (knowledge) Old.\n  - id: mem-2026-07-02-001\n  - Status: stale\n"
    page = b"# A\n\n## Facts and lessons\n\n" + row
    snapshot = load(make(tmp_path, {"topics/a.md": page}))
    new = f"""- [2026-08-21] (knowledge) New.
  - id: mem-2026-08-21-001
  - kind: knowledge
  - Status: active
  - Source: user:ada, decision {DECISION}
"""
    want = b"# A\n\n## Facts and lessons\n\n" + new.encode() + b"\n## Historical lessons\n\n" + row
    check(
        snapshot,
        plan(snapshot, OLD, Verdict("new-value", value="New.")),
        {"topics/a.md": want},
        [
            f"{AT} cool {OLD} status=stale {SIGNED}",
            f"{AT} review {OLD} mem-2026-08-21-001 verdict=new-value {SIGNED}",
        ],
    )


MERGE = b"""## Facts and lessons

- [2026-07-02] (knowledge) One.
  - id: mem-2026-07-02-001
  - kind: knowledge
  - Scope: project
  - Status: pending-cleanup
  - Source: archive/2026-07-02.md#a
  - Confidence-Scheme: epistemic-status-v1
  - Confidence: confirmed
- [2026-07-05] (knowledge) Two.
  - id: mem-2026-07-05-001
  - kind: knowledge
  - Scope: project
  - Status: active
  - corroborating_refs:
    - archive/2026-07-01.md
  - Source: archive/2026-07-05.md
  - Confidence-Scheme: epistemic-status-v1
  - Confidence: inferred
- [2026-07-06] (knowledge) Waits.
  - id: mem-2026-07-06-001
  - kind: knowledge
  - Status: pending-cleanup
  - Source: said
- [2026-07-07] (state) State.
  - id: mem-2026-07-07-001
  - kind: state
  - subject: a:b
  - Status: active
  - Source: said
- [2026-07-08] (knowledge) Merged.
  - id: mem-2026-07-08-001
  - kind: knowledge
  - Status: active
  - merged_into: mem-2026-07-09-001
  - Source: said
"""


def test_merge_makes_one_entry_and_keeps_its_members(tmp_path: Path) -> None:
    snapshot = load(make(tmp_path, {"topics/a.md": MERGE}))
    new = "mem-2026-08-21-001"
    one = MERGE[MERGE.index(b"- [2026-07-02]") : MERGE.index(b"- [2026-07-05]")]
    two = MERGE[MERGE.index(b"- [2026-07-05]") : MERGE.index(b"- [2026-07-06]")]
    entry = f"""- [2026-07-05] (knowledge) One and two.
  - id: {new}
  - kind: knowledge
  - Scope: project
  - Status: active
  - corroborating_refs:
    - archive/2026-07-01.md
  - Source: archive/2026-07-02.md#a; archive/2026-07-05.md
  - Confidence-Scheme: epistemic-status-v1
  - Confidence: inferred
""".encode()
    pointer = f"  - Status: active\n  - merged_into: {new}\n".encode()
    first = one.replace(b"  - Status: pending-cleanup\n", pointer)
    second = two.replace(b"  - Status: active\n", pointer)
    rest = MERGE.replace(one, b"").replace(two, b"")
    check(
        snapshot,
        plan(snapshot, OLD, Verdict("merge", with_ids=("mem-2026-07-05-001",), text="One and two.")),
        {"topics/a.md": rest + entry + b"\n## Historical lessons\n\n" + first + second},
        [f"{AT} merge {OLD} mem-2026-07-05-001 into={new} {SIGNED}"],
    )


@pytest.mark.parametrize(
    ("member", "rule", "excluded"),
    [
        ("mem-2026-07-05-001", "§15.2 rule 1", ("mem-2026-07-05-001",)),
        ("mem-2026-07-05-001", "§15.2 rule 1", (OLD,)),
        ("mem-2026-07-06-001", "§14.3, §16", ()),
        ("mem-2026-07-07-001", "§14.3: only knowledge", ()),
        ("mem-2026-07-08-001", "§14.3: a member belongs", ()),
    ],
    ids=["withdrawn", "withdrawn-case", "undecided", "cross-kind", "merged"],
)
def test_members_that_merge_refuses(
    tmp_path: Path, member: str, rule: str, excluded: tuple[str, ...]
) -> None:
    snapshot = load(make(tmp_path, {"topics/a.md": MERGE}))
    with pytest.raises(Refused) as refused:
        plan(snapshot, OLD, Verdict("merge", with_ids=(member,)), excluded=excluded)
    assert (refused.value.rule or "").startswith(rule)


def test_merge_without_a_scheme_or_a_claim_makes_no_claim(tmp_path: Path) -> None:
    page = MERGE.replace(b"  - Confidence: inferred\n", b"").replace(
        b"Source: archive/2026-07-05.md\n  - Confidence-Scheme: epistemic-status-v1\n",
        b"Source: archive/2026-07-05.md\n",
    )
    snapshot = load(make(tmp_path, {"topics/a.md": page}))
    found = plan(snapshot, OLD, Verdict("merge", with_ids=("mem-2026-07-05-001",)))
    entry = found.effects[0].after
    assert b"(knowledge) One. / Two." in entry
    assert b"Confidence" not in entry


def test_defer_changes_nothing_and_is_logged(l1_store: Path) -> None:
    snapshot = load(l1_store)
    check(
        snapshot,
        plan(snapshot, FEED, Verdict("defer", until="2026-09-01")),
        {},
        [f"{AT} defer {FEED} until=2026-09-01 {SIGNED}"],
    )
    check(snapshot, plan(snapshot, FEED, "defer"), {}, [f"{AT} defer {FEED} {SIGNED}"])


INDEX_ONLY = b"""## Pending Cleanup

- [2026-07-02] (state) Port is 7411.
  - id: mem-2026-07-02-009
  - kind: state
  - subject: other:port
  - Status: pending-cleanup
  - Source: said
"""


def test_an_item_of_the_index_alone_moves_to_its_subject_or_the_topic_named(tmp_path: Path) -> None:
    key = "mem-2026-07-02-009"
    files = {**STATE, "topics/b.md": b"# B\n", "index.md": INDEX_ONLY}
    snapshot = load(make(tmp_path / "one", files))
    with pytest.raises(Refused) as refused:
        plan(snapshot, key, "keep")
    assert refused.value.rule == "an item moves into the topic named, else its subject's"
    row = INDEX_ONLY.removeprefix(b"## Pending Cleanup\n\n").replace(b"pending-cleanup", b"active")
    for name in ("b", "b.md", "topics/b.md"):
        found = changes(snapshot, plan(snapshot, key, Verdict("keep", topic=name)))
        assert found == {
            "topics/b.md": b"# B\n\n## Facts and lessons\n\n" + row,
            "index.md": b"## Pending Cleanup\n\n",
        }
    same = {**files, "index.md": INDEX_ONLY.replace(b"other:port", b"gw:port")}
    snapshot = load(make(tmp_path / "two", same))
    found_plan = plan(snapshot, key, "stale")
    assert set(changes(snapshot, found_plan)) == {"topics/env.md", "index.md"}
    assert found_plan.notes == (f"{key} is copied into topics/env.md, where its subject stands.",)
    for name in ("gone", "../env", "/etc/passwd", "env.md/../b"):
        with pytest.raises(UsageError):
            plan(snapshot, key, Verdict("keep", topic=name))


def test_facts_stand_above_pending_cleanup_with_blank_lines_around(tmp_path: Path) -> None:
    row = b"- [2026-08-01] (knowledge) x\n  - id: mem-2026-08-01-001\n  - Status: pending-cleanup\n"
    page = b"# A\n\nWords.\n\n## Pending cleanup\n\n" + row
    snapshot = load(make(tmp_path, {"topics/a.md": page}))
    kept = row.replace(b"pending-cleanup", b"active")
    assert changes(snapshot, plan(snapshot, "mem-2026-08-01-001", "keep")) == {
        "topics/a.md": b"# A\n\nWords.\n\n## Facts and lessons\n\n" + kept + b"\n## Pending cleanup\n\n"
    }


def test_two_copies_in_one_place_are_refused(tmp_path: Path) -> None:
    env = STATE["topics/env.md"]
    for files in (
        {"topics/a.md": env, "topics/b.md": env},
        {"topics/a.md": env + env.split(b"lessons\n\n")[1]},
    ):
        snapshot = load(make(tmp_path / str(len(files)), files))
        with pytest.raises(Refused) as refused:
            plan(snapshot, OLD, "stale")
        assert refused.value.rule == "§7.2: stable item identity"


def test_two_active_rows_of_one_subject_are_refused(tmp_path: Path) -> None:
    snapshot = load(make(tmp_path / "a", STATE))
    for verdict in (Verdict("keep"), Verdict("active"), Verdict("cool", status="active")):
        with pytest.raises(Refused) as refused:
            plan(snapshot, OLD, verdict)
        assert refused.value.rule == "§7.2: a subject must not have two active rows"
    page = STATE["topics/env.md"].replace(b"Status: active", b"Status: stale")
    inbox = b"- [2026-08-12] [mem-2026-08-12-001] (state) Port. Subject: gw:port. Source: said.\n"
    snapshot = load(make(tmp_path / "b", {"topics/env.md": page, "memory.md": inbox}))
    with pytest.raises(Refused):
        plan(snapshot, OLD, "keep")
    with pytest.raises(Refused):
        plan(snapshot, OLD, Verdict("new-value", value="Port is 1."))


def test_agents_decide_nothing(l1_store: Path) -> None:
    snapshot = load(l1_store)
    for verdict in ("keep", "stale", "active", "supersede", "new-value", "merge", "cool", "defer"):
        with pytest.raises(Refused) as refused:
            plan(snapshot, FEED, Verdict(verdict, status="active", value="x"), actor=BOT)
        assert (refused.value.rule or "").startswith("§16")


def test_a_withdrawn_item_takes_no_verdict_that_would_use_it(l1_store: Path) -> None:
    snapshot = load(l1_store)
    for verdict in ("keep", "active", "cool", "new-value", "supersede"):
        with pytest.raises(Refused) as refused:
            plan(snapshot, FEED, Verdict(verdict, status="active", value="x"), excluded=(FEED,))
        assert (refused.value.rule or "").startswith("§15.2 rule 1")
    assert plan(snapshot, FEED, "stale", excluded=(FEED,)).effects
    assert plan(snapshot, FEED, "defer", excluded=(FEED,)).effects == ()


def test_what_a_verdict_needs_is_asked_for(tmp_path: Path) -> None:
    snapshot = load(make(tmp_path, {**STATE, "topics/a.md": MERGE.replace(b"07-02", b"07-03")}))
    knowledge = "mem-2026-07-03-001"
    for key, verdict in (
        (OLD, Verdict("supersede")),
        (OLD, Verdict("new-value")),
        (OLD, Verdict("new-value", value=" ")),
        (OLD, Verdict("new-value", value="two\nlines")),
        (OLD, Verdict("new-value", value="hidden \u202e")),
        (OLD, Verdict("unknown")),
        (OLD, Verdict("defer", until="soon")),
        (OLD, Verdict("defer", until="2026-08-21")),
        (OLD, Verdict("defer", until="2026-08-20")),
        (OLD, Verdict("supersede", with_ids=(NEW, "mem-2020-01-01-001"))),
        (knowledge, Verdict("merge")),
        (knowledge, Verdict("cool")),
        (knowledge, Verdict("cool", status="superseded")),
    ):
        with pytest.raises(UsageError):
            plan(snapshot, key, verdict)
    with pytest.raises(UnknownId):
        plan(snapshot, OLD, Verdict("supersede", with_ids=("mem-2020-01-01-001",)))


def test_a_page_that_an_open_fence_swallows_is_not_written_to(tmp_path: Path) -> None:
    page = STATE["topics/env.md"] + b"\n```\nopen\n"
    snapshot = load(make(tmp_path, {"topics/env.md": page}))
    assert set(changes(snapshot, plan(snapshot, OLD, "stale"))) == {"topics/env.md"}
    with pytest.raises(Refused) as refused:
        plan(snapshot, OLD, Verdict("cool", status="stale"))
    assert refused.value.code == "refused"


def test_an_inbox_row_whose_bytes_are_no_text_is_not_copied(tmp_path: Path) -> None:
    inbox = b"- [2026-08-12] [mem-2026-08-12-001] (state) Port \xff. Subject: gw:port. Source: said.\n"
    snapshot = load(make(tmp_path, {**STATE, "memory.md": inbox}))
    with pytest.raises(Refused):
        plan(snapshot, "mem-2026-08-12-001", "stale")


def test_no_verdict_touches_inbox_archive_or_front_matter(sample_store: Path) -> None:
    snapshot = load(sample_store)
    planned = 0
    for key in sorted({row.key for row in snapshot.rows if row.status in ("pending-cleanup", "stale")}):
        for verdict in (
            Verdict("keep", topic="kiosks"),
            Verdict("cool", status="active", topic="kiosks"),
            Verdict("new-value", value="Else.", topic="kiosks"),
        ):
            try:
                found = plan(snapshot, key, verdict)
            except Refused:
                continue
            planned += 1
            for path, data in changes(snapshot, found).items():
                assert path == "index.md" or path.startswith("topics/")
                before = snapshot.files[path].data
                front = before[: before.rfind(b"\n---") + 4]
                assert path == "index.md" or (b"last_updated" in front and data.startswith(front))
    assert planned > 20


def test_what_is_superseded_stays_history_whatever_is_decided(tmp_path: Path) -> None:
    """§14.2 constraint 1: the row and its pointer remain; only a revert changes them."""
    pending = b"  - Status: pending-cleanup\n"
    page = STATE["topics/env.md"]
    superseded = page.replace(pending, f"  - Status: superseded\n  - superseded_by: {NEW}\n".encode())
    snapshot = load(make(tmp_path, {"topics/env.md": superseded}))
    for verdict in (
        Verdict("keep"),
        Verdict("active"),
        Verdict("stale"),
        Verdict("supersede", with_ids=(NEW,)),
        Verdict("new-value", value="Port is 1."),
        Verdict("cool", status="active"),
        Verdict("cool", status="stale"),
    ):
        with pytest.raises(Refused) as refused:
            plan(snapshot, OLD, verdict)
        assert (refused.value.rule or "").startswith("§14.2 constraint 1"), verdict


def test_a_pointer_that_names_no_item_is_not_quoted_and_not_followed(tmp_path: Path) -> None:
    pending = b"  - Status: pending-cleanup\n"
    page = STATE["topics/env.md"].replace(pending, pending + b"  - superseded_by: SECRET words\n")
    snapshot = load(make(tmp_path, {"topics/env.md": page}))
    with pytest.raises(UsageError) as refused:
        plan(snapshot, OLD, "supersede")
    assert not isinstance(refused.value, UnknownId)
    assert "SECRET" not in str(refused.value.as_dict())


def test_a_field_name_of_the_store_is_not_quoted(tmp_path: Path) -> None:
    inbox = (
        b"- [2026-08-12] (knowledge) x\n  - id: mem-2026-08-12-001\n  - Source: said\n"
        b"  - SECRET: hidden \xe2\x80\xae\n"
    )
    snapshot = load(make(tmp_path, {**STATE, "memory.md": inbox}))
    with pytest.raises(Refused) as refused:
        plan(snapshot, "mem-2026-08-12-001", Verdict("keep", topic="env"))
    assert "SECRET" not in str(refused.value.as_dict())


def test_a_stored_row_without_a_status_is_active(tmp_path: Path) -> None:
    """§9: active is what an item is unless it says otherwise, so a second one may not join it."""
    page = STATE["topics/env.md"].replace(b"  - Status: active\n", b"")
    snapshot = load(make(tmp_path, {"topics/env.md": page}))
    with pytest.raises(Refused) as refused:
        plan(snapshot, OLD, "keep")
    assert refused.value.rule == "§7.2: a subject must not have two active rows"
    found = changes(snapshot, plan(snapshot, OLD, Verdict("new-value", value="Port is 1.")))
    assert found["topics/env.md"].count(b"Status: superseded") == 2


def test_an_inbox_line_says_nothing_of_an_item_that_is_stored(tmp_path: Path) -> None:
    """The superseded row's own inbox line, which is never edited, is no second active row."""
    page = STATE["topics/env.md"].replace(
        b"  - Status: active\n", f"  - Status: superseded\n  - superseded_by: {OLD}\n".encode()
    )
    inbox = f"- [2026-08-01] [{NEW}] (state) Port is 7520. Subject: gw:port. Source: said.\n"
    snapshot = load(make(tmp_path, {"topics/env.md": page, "memory.md": inbox}))
    assert plan(snapshot, OLD, "keep").effects


@pytest.mark.parametrize("status", ["active", "stale"])
def test_cool_takes_the_pointer_away(tmp_path: Path, status: str) -> None:
    """§9: superseded_by goes with superseded alone."""
    page = (
        STATE["topics/env.md"]
        .replace(b"Status: pending-cleanup", b"Status: stale\n  - superseded_by: mem-2026-01-01-001")
        .replace(b"Status: active", b"Status: stale")
    )
    snapshot = load(make(tmp_path, {"topics/env.md": page}))
    found = changes(snapshot, plan(snapshot, OLD, Verdict("cool", status=status)))["topics/env.md"]
    assert b"superseded_by" not in found
    assert found.count(f"  - Status: {status}\n".encode()) == (1 if status == "active" else 2)


def test_defer_needs_no_place_of_its_own(tmp_path: Path) -> None:
    env = STATE["topics/env.md"]
    snapshot = load(make(tmp_path, {"topics/a.md": env, "topics/b.md": env}))
    check(snapshot, plan(snapshot, OLD, "defer"), {}, [f"{AT} defer {OLD} {SIGNED}"])
    twice = INDEX_ONLY + INDEX_ONLY.split(b"\n\n")[1]
    snapshot = load(make(tmp_path / "index", {"topics/a.md": env, "index.md": twice}))
    assert plan(snapshot, "mem-2026-07-02-009", "defer").effects == ()
    with pytest.raises(Refused):
        plan(snapshot, "mem-2026-07-02-009", Verdict("stale", topic="a"))
