"""What the binding reads out of a store: both grammars, old forms, records, and what it leaves (§7-§13)."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from tests.bindings.kit import load, make
from workbench.bindings.filesystem import binding
from workbench.protocol.words import Confidence, Form, Kind, Scope, Status
from workbench.store.snapshot import Row, Snapshot


def topic(tmp_path: Path, text: str | bytes) -> Snapshot:
    return load(make(tmp_path, {"topics/a.md": text}))


def only(snapshot: Snapshot) -> Row:
    assert len(snapshot.rows) == 1
    return snapshot.rows[0]


def test_the_worked_examples_of_the_protocol(tmp_path: Path) -> None:
    inbox = (
        "- [2026-05-11] [mem-2026-05-11-001] (knowledge) In a containerized agent deployment, mutable "
        "instruction state should live on writable persistent storage rather than a read-only configuration "
        "mount. Source: archive/2026-05-11.md#instruction-mount-test.\n"
    )
    stored = """- [2026-05-21] (state) Local default model is `<model-id-A>`.
  - id: mem-2026-05-21-001
  - kind: state
  - subject: local:default-model
  - Scope: environment
  - Status: superseded
  - superseded_by: mem-2026-06-01-001
  - Source: archive/2026-05-21.md
  - Confidence-Scheme: epistemic-status-v1
  - Confidence: observed-once
"""
    snapshot = load(make(tmp_path, {"memory.md": inbox, "topics/a.md": stored}))
    first, second = snapshot.rows
    assert (first.place, first.id, first.kind, first.status) == (
        "inbox", "mem-2026-05-11-001", "knowledge", "active",
    )  # fmt: skip
    assert first.source == "archive/2026-05-11.md#instruction-mount-test"
    assert first.text.endswith("read-only configuration mount.")
    item = binding.item(snapshot, second)
    assert (item.form, item.date, item.kind) == (Form.STRUCTURED, dt.date(2026, 5, 21), Kind.STATE)
    assert (item.subject, item.scope, item.status) == (
        "local:default-model", Scope.ENVIRONMENT, Status.SUPERSEDED,
    )  # fmt: skip
    assert (item.superseded_by, item.source) == ("mem-2026-06-01-001", "archive/2026-05-21.md")
    assert (item.confidence_scheme, item.confidence) == ("epistemic-status-v1", Confidence.OBSERVED_ONCE)
    assert item.text == "Local default model is `<model-id-A>`."


@pytest.mark.parametrize(
    ("line", "text", "subject", "source"),
    [
        ("Port is 1. Subject: gw:port. Source: said.", "Port is 1.", "gw:port", "said"),
        ("Port is 1. Source: said. Subject: gw:port.", "Port is 1.", "gw:port", "said"),
        ("Port is 1. Source: archive/2026-08-01.md#a", "Port is 1.", None, "archive/2026-08-01.md#a"),
        ("Port is 1 Source: said", "Port is 1", None, "said"),
        ("端口是 1。 Subject: gw:port. Source: 用户说的。", "端口是 1。", "gw:port", "用户说的。"),
        ("Port is 1. subject: gw:port. source: said.", "Port is 1.", "gw:port", "said"),
        ("The Source: header is odd. Source: said.", "The Source: header is odd.", None, "said"),
        ("Light says Status: red today. Source: said.", "Light says Status: red today.", None, "said"),
        ("No label at all.", "No label at all.", None, None),
    ],
)
def test_the_inbox_line_with_its_labels(
    tmp_path: Path, line: str, text: str, subject: str | None, source: str | None
) -> None:
    row = only(load(make(tmp_path, {"memory.md": f"- [2026-08-01] [mem-2026-08-01-001] (state) {line}\n"})))
    assert (row.text, row.subject, row.source) == (text, subject, source)


def test_keys_in_any_case_comments_on_tokens_and_unknown_keys(tmp_path: Path) -> None:
    snapshot = topic(
        tmp_path,
        """- [2026-08-01] Fact.
  - ID: mem-2026-08-01-001   # required
  - Kind: state # required
  - SUBJECT: channel #ops
  - scope: project\t# optional
  - status: stale # by hand
  - mood: good # kept
  - source: chat #7
  - confidence-scheme: epistemic-status-v1
  - confidence: inferred # weak
""",
    )
    item = binding.item(snapshot, only(snapshot))
    assert (item.id, item.kind, item.scope, item.status) == (
        "mem-2026-08-01-001", Kind.STATE, Scope.PROJECT, Status.STALE,
    )  # fmt: skip
    assert (item.subject, item.source, item.confidence) == ("channel #ops", "chat #7", Confidence.INFERRED)
    assert item.extras == (("mood", "good # kept"),)


def test_lists_and_nested_references(tmp_path: Path) -> None:
    snapshot = topic(
        tmp_path,
        """- [2026-08-01] One.
  - corroborating_refs: [archive/a.md#x, archive/b.md]
  - id: mem-2026-08-01-001
- [2026-08-01] Two.
  - corroborating_refs:
    - archive/c.md#y
    - id: of somebody
  - id: mem-2026-08-01-002
""",
    )
    one, two = (binding.item(snapshot, row) for row in snapshot.rows)
    assert (one.id, one.corroborating_refs) == ("mem-2026-08-01-001", ("archive/a.md#x", "archive/b.md"))
    assert (two.id, two.corroborating_refs) == ("mem-2026-08-01-002", ("archive/c.md#y", "id: of somebody"))


def test_wrapped_text_and_wrapped_values(tmp_path: Path) -> None:
    snapshot = topic(
        tmp_path,
        "- [2026-08-01] (knowledge) A text\n  that goes on\n  - id: mem-2026-08-01-001\n"
        "  - Source: said\n    on Monday\n  - Status: active\n",
    )
    row = only(snapshot)
    assert (row.text, row.source, row.status) == ("A text that goes on", "said on Monday", "active")


@pytest.mark.case("BI-09")
def test_crlf_and_a_byte_order_mark_are_no_part_of_anything(tmp_path: Path) -> None:
    text = "- [2026-08-01] (knowledge) Fact.\r\n  - id: mem-2026-08-01-001\r\n  - Status: active\r\n"
    data = b"\xef\xbb\xbf" + text.encode()
    snapshot = topic(tmp_path, data)
    row = only(snapshot)
    assert (row.text, row.id, row.status) == ("Fact.", "mem-2026-08-01-001", "active")
    assert snapshot.span(row.address) == data[3:-2]


def test_what_stands_in_a_fence_is_no_item(tmp_path: Path) -> None:
    snapshot = topic(
        tmp_path,
        """- Example:

  ```md
  - [2026-08-02] inner
    - id: mem-2026-08-02-001
  ```

~~~
- [2026-08-03] [mem-2026-08-03-001] (knowledge) outer. Source: x.
~~~

- [2026-08-01] (knowledge) Fact with an example.
  - id: mem-2026-08-01-001
  ```
  - Status: stale
  ```
  - Status: active
""",
    )
    row = only(snapshot)
    assert (row.id, row.status) == ("mem-2026-08-01-001", "active")


def test_fields_of_a_nested_bullet_belong_to_it(tmp_path: Path) -> None:
    snapshot = topic(
        tmp_path,
        "- Ports\n  - [2026-08-01] (state) inner\n    - id: mem-2026-08-01-009\n    - Status: active\n",
    )
    assert snapshot.rows == ()


def test_head_and_field_that_disagree_are_no_kind_and_the_field_id_counts(tmp_path: Path) -> None:
    snapshot = topic(
        tmp_path,
        "- [2026-08-01] [mem-2026-08-01-001] (knowledge) x\n  - id: mem-2026-08-01-002\n  - kind: state\n",
    )
    row = only(snapshot)
    item = binding.item(snapshot, row)
    assert (row.id, item.id) == ("mem-2026-08-01-002", "mem-2026-08-01-002")
    assert (row.kind, item.kind) == ("knowledge / state", None)
    assert "id" in item.repeated


def test_the_legacy_store(legacy_store: Path) -> None:
    snapshot = load(legacy_store)
    assert [
        (row.place, row.date, row.status, row.text) for row in snapshot.rows if row.place != "archive"
    ] == [
        ("inbox", "2026-05-20", "active", "The harbour wiki moved to a new host."),
        ("index", "2026-05-02", None, "[待清理] Old gateway port 7311."),
        ("topic", "2026-05-02", None, "[待清理] Old gateway port 7311."),
        ("topic", "2026-05-11", None, "Gateway port is 7411."),
        ("topic", "2026-05-14", "pending-confirmation", "Export may run twice on month end."),
        ("topic", "2026-05-15", None, "[待确认] The tide feed may be UTC."),
    ]
    assert all(row.id is None and row.key.startswith("~") for row in snapshot.rows)
    assert [capability.present for capability in snapshot.capabilities] == [True, True, False, True, True]


def test_only_pending_cleanup_of_the_index_holds_items(tmp_path: Path) -> None:
    line = "- [2026-08-0{0}] (knowledge) x{0}\n  - id: mem-2026-08-0{0}-001\n"
    text = (
        f"# Memory Index\n\n## Recent Activity\n\n{line.format(1)}\n## Pending cleanup\n\n{line.format(2)}\n"
        f"### Older\n\n{line.format(3)}\n## Topic Map\n\n{line.format(4)}"
    )
    rows = load(make(tmp_path, {"index.md": text})).rows
    assert [row.id for row in rows] == ["mem-2026-08-02-001", "mem-2026-08-03-001"]
    assert {row.place for row in rows} == {"index"}


def test_historical_lessons_and_what_stands_below_them(tmp_path: Path) -> None:
    line = "- [2026-08-0{0}] (knowledge) x\n  - id: mem-2026-08-0{0}-001\n"
    text = f"## Facts\n{line.format(1)}## historical Lessons\n{line.format(2)}### 2025\n{line.format(3)}"
    assert [row.place for row in topic(tmp_path, text).rows] == ["topic", "historical", "historical"]


def test_a_store_of_an_inbox_alone(tmp_path: Path) -> None:
    snapshot = load(make(tmp_path, {"memory.md": "# Inbox\n"}))
    assert (snapshot.rows, snapshot.unreadable) == ((), ())
    assert [capability.present for capability in snapshot.capabilities] == [True, False, False, False, False]


@pytest.mark.parametrize("named", [".", "memory"])
def test_agent_home_and_memory_folder_are_the_same_store(l1_store: Path, named: str) -> None:
    found = binding.recognise(l1_store / named)
    assert found is not None
    assert found.root.resolve() == (l1_store / "memory").resolve()
    assert found.home is not None
    assert len(binding.load(found).proposals) == 1


def test_what_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "memory").write_text("a file")
    (tmp_path / "notes.md").write_text("- [2026-08-01] x\n")
    for path in (tmp_path, tmp_path / "memory", tmp_path / "gone", tmp_path / ("n" * 300)):
        assert binding.recognise(path) is None
    assert "memory.md" in binding.looked_for()


ID = "memwd-2026-08-05-001"
CONTROL = """withdrawal_id: memwd-2026-08-05-00{0}
record_type: withdrawal-control-v1
action: withdraw
scope:
  memory_item_ids: [mem-2026-08-01-00{0}]
reason: failed-exploration
decided_by: user:owner
decided_at: 2026-08-05T10:00:00+08:00
effect: exclude-from-influence
"""
FIVE = (
    "Context / Workspace: none\nOriginal project: clean\nTemporary exploration workspace: disposed\n"
    "Promoted / derived artifacts: none found\nMemory: no capture\n"
)


def fenced(text: str, indent: str = "", info: str = "yaml") -> str:
    return "".join(f"{indent}{line}\n" for line in [f"```{info}", *text.splitlines(), "```"])


@pytest.mark.parametrize(
    "log",
    [
        "- 2026-08-05T10:00:00Z withdraw\n\n" + fenced(CONTROL.format(1)),
        "- 2026-08-05T10:00:00Z withdraw\n\n" + fenced(CONTROL.format(1), "  "),
        "- 2026-08-05T10:00:00Z withdraw\n" + fenced(CONTROL.format(1), "\t"),
        fenced(CONTROL.format(1)).replace("\n", "\r\n"),
        "```text\nan open fence\n\n" + fenced(CONTROL.format(1)),
        fenced(CONTROL.format(1), info="YAML"),
        fenced(CONTROL.format(1), info=""),
        "\ufeff" + fenced(CONTROL.format(1)).removesuffix("```\n"),
    ],
    ids=["plain", "indented", "tab", "crlf", "below-open", "capitals", "bare", "torn"],
)
def test_a_control_is_found_wherever_it_stands_in_the_log(tmp_path: Path, log: str) -> None:
    snapshot = load(make(tmp_path, {"memory.md": "", "log.md": log}))
    assert [held.record.withdrawal_id for held in snapshot.controls if held.record] == [ID]
    assert [held.problem for held in snapshot.controls] == [None]


@pytest.mark.case("BI-23")
def test_a_control_that_does_not_read_is_still_a_control(tmp_path: Path) -> None:
    broken = CONTROL.format(1) + "reason: again\n"
    files = {
        "memory.md": "",
        "log.md": fenced(broken),
        "governance/controls/memwd-2026-08-05-001.yaml": broken,
    }
    snapshot = load(make(tmp_path, files))
    assert len(snapshot.controls) == 2
    for held in snapshot.controls:
        assert held.record is None
        assert held.problem is not None and "there before" in held.problem


def test_events_around_fences_and_below_a_torn_one_are_read(tmp_path: Path) -> None:
    log = (
        "# log\n- 2026-08-01T07:30:00Z archive archive/2026-08-01.md\n" + fenced("- 2026-08-02 archive x")
        + "```\ntorn\n- 2026-08-03T07:30:00Z review mem-2026-08-01-001 by user:ada\n"
    )  # fmt: skip
    events = load(make(tmp_path, {"memory.md": "", "log.md": log})).log
    assert [(line.event.event, line.address.line) for line in events] == [("archive", 2), ("review", 8)]
    data = log.encode()
    assert data[events[1].address.start : events[1].address.end].decode() == events[1].text


@pytest.mark.parametrize(
    "text",
    [
        FIVE,
        "".join(f"- {line}\n" for line in FIVE.splitlines()),
        "".join(f"- **{line.replace(':', ':**', 1)}\n\n" for line in FIVE.splitlines()),
        "".join(reversed(FIVE.splitlines(keepends=True))),
        fenced(FIVE, info="text"),
        FIVE.replace("clean", "clean,\n  as far as was looked"),
    ],
    ids=["lines", "bullets", "loose-bold", "reversed", "fenced", "wrapped"],
)
def test_the_five_lines_of_a_receipt(tmp_path: Path, text: str) -> None:
    log = f"# log\n- 2026-08-05T10:00:00Z review forget\n\n{text}\n- 2026-08-06T10:00:00Z archive-skip\n"
    snapshot = load(make(tmp_path, {"memory.md": "", "log.md": log}))
    assert [held.problem for held in snapshot.receipts] == [None]
    record = snapshot.receipts[0].record
    assert record is not None
    assert record.missing_surfaces == ()
    assert record.memory == "no capture"
    assert [line.event.event for line in snapshot.log] == ["review", "archive-skip"]


def test_two_receipts_and_prose_that_is_none(tmp_path: Path) -> None:
    log = f"Memory: is a word.\n\n{FIVE}{FIVE.replace('clean', 'dirty')}\n"
    snapshot = load(make(tmp_path, {"memory.md": "", "log.md": log}))
    assert [held.record.original_project for held in snapshot.receipts if held.record] == ["clean", "dirty"]


def test_records_in_governance_and_beside_memory(tmp_path: Path) -> None:
    files = {
        "memory.md": "",
        "governance/controls/memwd-2026-08-05-001.yaml": CONTROL.format(1),
        "../controls/memwd-2026-08-05-002.yml": CONTROL.format(2),
        "../receipts/notes.txt": "not read",
        "../feedback/broken.yaml": "a: [",
        "../walks/active/hyp-2026-07-28-001.yaml": "id: hyp-2026-07-28-001\n",
        "../AGENTS.md": "",
    }
    snapshot = load(make(tmp_path / "memory", files))
    assert [held.name for held in snapshot.controls] == ["memwd-2026-08-05-001", "memwd-2026-08-05-002"]
    assert [held.name for held in snapshot.hypotheses] == ["hyp-2026-07-28-001"]
    assert [file.path for file in snapshot.unreadable] == ["../feedback/broken.yaml"]


def test_the_level_one_store(l1_store: Path) -> None:
    snapshot = load(l1_store)
    in_topics, in_the_inbox = 7, 2
    assert snapshot.item_count == in_topics + in_the_inbox
    assert len(snapshot.controls) == 3
    assert len(snapshot.tombstones) == len(snapshot.proposals) == len(snapshot.hypotheses) == 1
    assert all(capability.present for capability in snapshot.capabilities)
    assert snapshot.unreadable == ()


def test_passages_hold_the_items_below_their_headings(tmp_path: Path) -> None:
    text = "# Day\n\n## One\n\n- [2026-08-01] a\n- prose\n\n### Deep\n\n- [2026-08-01] b\n\n## Two!\n"
    found = load(make(tmp_path, {"memory.md": "", "archive/2026-08-01.md": text})).passages
    held = {one.anchor: text.encode()[one.address.start : one.address.end] for one in found}
    assert [(anchor, said.count(b"- [2026-")) for anchor, said in held.items()] == [
        ("", 2), ("day", 2), ("one", 2), ("deep", 1), ("two", 0),
    ]  # fmt: skip
