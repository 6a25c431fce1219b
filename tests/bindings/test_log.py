"""Every line that a plan adds to the log is read back whole, and stands on the page on the layout."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bindings.kit import ADA, NOW, context, load, make, plan
from workbench.bindings.filesystem import binding
from workbench.desk.desk import Desk
from workbench.protocol.log import LogEvent, log_event, parse_line, render_line
from workbench.store.decision import PlanContext, Verdict
from workbench.store.plan import Plan

PAGE = Path(__file__).resolve().parents[2] / "docs" / "store-layout.md"
DECISION = "memdec-2026-08-21-001-0a1b"
ROW = re.compile(r"^\| `(?P<verdict>[a-z-]+)`[^|]*\|[^|]*\| (?P<events>[^|]*) \|$", re.MULTILINE)
EXAMPLE = re.compile(
    r"^`(?P<verdict>[a-z-]+)`[^\n]*:\n\n```text\n(?P<lines>.*?)```$", re.MULTILINE | re.DOTALL
)

GIVEN: dict[str, list[tuple[str, Verdict]]] = {
    "keep": [("mem-2026-02-19-001", Verdict("keep"))],
    "active": [("mem-2026-03-11-003", Verdict("active"))],
    "stale": [("mem-2026-02-19-003", Verdict("stale"))],
    "supersede": [("mem-2026-04-02-006", Verdict("supersede"))],
    "new-value": [
        ("mem-2026-04-02-003", Verdict("new-value", value="Notices leave through the relay mail-2.")),
        ("mem-2026-03-11-003", Verdict("new-value", value="Import files of any size may be whole.")),
    ],
    "merge": [("mem-2026-02-19-001", Verdict("merge", with_ids=("mem-2026-06-04-002",)))],
    "cool": [("mem-2026-05-12-007", Verdict("cool", status="stale"))],
    "defer": [("mem-2026-06-04-006", Verdict("defer", until="2026-09-01"))],
}
"""Verdicts on items of the sample store: those that the page shows."""


def examples() -> dict[str, list[str]]:
    return {match["verdict"]: match["lines"].splitlines() for match in EXAMPLE.finditer(PAGE.read_text())}


@pytest.mark.parametrize("verdict", GIVEN)
def test_the_page_shows_the_lines_that_plans_really_write(sample_store: Path, verdict: str) -> None:
    snapshot = load(sample_store)
    lines = [
        render_line(event) for key, given_ in GIVEN[verdict] for event in plan(snapshot, key, given_).log
    ]
    assert examples()[verdict] == lines


def test_the_page_shows_a_revert_as_the_desk_writes_it(sample_store: Path) -> None:
    desk = Desk.open(sample_store, now=NOW)
    (first,) = desk.prepare(["pending-cleanup:mem-2026-02-19-001"], Verdict("keep"), ADA, "still so")
    assert desk.commit([first])[0].exit == 0
    desk = desk.reload()
    second = desk.prepare_revert(first.id, ADA, "not so")
    (shown,) = examples()["revert"]
    event = parse_line(shown)
    assert event is not None
    said = shown.replace(event.ids[0], first.id).replace(str(event.decision), second.id)
    assert desk.commit([second])[0].exit == 0
    assert (sample_store / "memory/log.md").read_text().splitlines()[-1] == said


def test_the_table_names_the_events_of_every_verdict(sample_store: Path) -> None:
    snapshot = load(sample_store)
    rows = ROW.finditer(PAGE.read_text())
    table = {match["verdict"]: set(re.findall(r"`([a-z]+)`", match["events"])) for match in rows}
    assert table.pop("revert") == {"review"}
    assert table == {
        verdict: {event.event for key, given_ in found for event in plan(snapshot, key, given_).log}
        for verdict, found in GIVEN.items()
    }


def test_every_example_is_read_back_whole() -> None:
    found = [line for lines in examples().values() for line in lines]
    assert len(found) >= 11
    for line in found:
        event = parse_line(line)
        assert event is not None
        assert (event.known, event.rest, event.by) == (True, "", "user:ada")
        assert event.decision is not None
        assert render_line(event) == line


def entry(data: bytes, *events: LogEvent) -> bytes:
    return binding.log_entry(data, Plan((), events, ()), PlanContext(NOW, ADA, DECISION, frozenset()))


def event_of(word: str, fields: list[tuple[str, str]]) -> LogEvent:
    return log_event(NOW, word, ids=["mem-2026-08-01-001"], fields=fields, by="user:ada", decision=DECISION)


EVENT = event_of("review", [("verdict", "keep")])


@pytest.mark.parametrize(
    ("before", "lead", "end"),
    [
        (b"", b"", b"\n"),
        (b"# log\n", b"", b"\n"),
        (b"# log", b"\n", b"\n"),
        (b"# log\r\n- x\r\n", b"", b"\r\n"),
        (b"# log\r\n- x", b"\r\n", b"\r\n"),
    ],
)
def test_an_entry_begins_on_a_line_of_its_own(before: bytes, lead: bytes, end: bytes) -> None:
    assert entry(before, EVENT) == lead + render_line(EVENT).encode() + end


ODD = st.sampled_from(['"', "\\", "\n", "=", " ", "\u2028", "\udcff"])
values = st.text(st.characters(codec="utf-8") | ODD, max_size=30)
pairs = st.lists(st.tuples(st.sampled_from(["subject", "prior", "new"]), values), max_size=4)


@given(pairs, st.sampled_from(["", "# log", "```\nopen\n"]))
def test_whatever_an_item_says_its_event_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, fields: list[tuple[str, str]], before: str
) -> None:
    event = event_of("supersede", fields)
    log = before.encode() + entry(before.encode(), event)
    root = make(tmp_path_factory.mktemp("log"), {"memory.md": "", "log.md": log})
    (line,) = load(root).log
    assert line.event == event
    assert binding.spans("log.md", log, DECISION) == [log[line.address.start : line.address.end]]


def test_keys_that_are_no_ids_of_the_protocol_are_logged_as_records(tmp_path: Path) -> None:
    one = "- [2026-08-01] (knowledge) x\n  - Status: pending-cleanup\n"
    text = one + "- [2026-08-01] y\n  - id: row:17\n  - Status: stale\n"
    snapshot = load(make(tmp_path, {"topics/a.md": text}))
    for row in snapshot.rows:
        found = plan(snapshot, row.key, "defer")
        (line,) = binding.log_entry(b"", found, context(snapshot)).decode().splitlines()
        event = parse_line(line)
        assert event is not None
        assert (event.ids, event.value("record")) == ((), row.key)
