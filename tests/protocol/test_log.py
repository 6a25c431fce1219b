"""Lines of the operation log: agents' as far as they go, ours exactly (§7.1, §8)."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.protocol.errors import RecordError
from workbench.protocol.log import LogEvent, log_event, parse_line, render_line
from workbench.protocol.words import LOG_EVENTS


def read(text: str) -> LogEvent:
    found = parse_line(text)
    assert found is not None
    return found


def test_agents_lines_without_a_zone():
    found = read("- 2026-05-11 07:30 archive 2026-05-11\n")
    assert (found.time_text, found.event, found.rest) == ("2026-05-11 07:30", "archive", "2026-05-11")
    assert found.time == dt.datetime(2026, 5, 11, 7, 30)
    assert read("- 2026-05-12 07:30 archive-skip (empty)").rest == "(empty)"


def test_agents_lines_with_fields_and_ids():
    line = '- 2026-08-01T07:40:00+08:00 supersede subject=a:b prior="2026-07-02 7411" new="2026-08-01 7520"'
    found = read(line)
    assert found.event == "supersede"
    assert found.fields == (("subject", "a:b"), ("prior", "2026-07-02 7411"), ("new", "2026-08-01 7520"))
    assert found.value("new") == "2026-08-01 7520"
    assert found.value("old") is None
    marked = read("- 2026-08-01T07:40:01+08:00 pending-cleanup mem-2026-07-02-002 by agent:dream")
    assert (marked.ids, marked.by, marked.decision) == (("mem-2026-07-02-002",), "agent:dream", None)
    assert read("- 2026-08-01T07:30:00Z archive archive/2026-08-01.md").ids == ("archive/2026-08-01.md",)


@pytest.mark.parametrize(
    "line, event, rest",
    [
        ("## [2026-05-11] archive | done", "archive", "| done"),
        ("* 2026-05-11: review of three", "review", "of three"),
        ("2026-05-11 07:30 - cleanup", "cleanup", ""),
        ("- 2026-05-11 07:30 归档完成", "", "归档完成"),
        ("- 2026-05-11 07:30 dance x", "dance", "x"),
        ('- 2026-05-11 07:30 merge "open quote a=b', "merge", '"open quote'),
        ("- 2026-05-11 07:30", "", ""),
    ],
)
def test_agents_lines_of_other_shapes(line, event, rest):
    found = read(line)
    assert (found.event, found.rest) == (event, rest)
    assert found.known == (event in LOG_EVENTS)


@pytest.mark.parametrize(
    "line", ["# Operation log", "", "- hello", "decided_at: 2026-08-05", "```yaml", "- 2026-05-11x"]
)
def test_what_is_no_event(line):
    assert parse_line(line) is None


def test_a_time_that_is_none_is_kept_as_text():
    found = read("- 2026-02-30 07:30 archive")
    assert (found.time_text, found.time, found.event) == ("2026-02-30 07:30", None, "archive")


@pytest.mark.parametrize(
    "tail", ['"' * 200_000, '"\\' * 100_000, "a=" * 100_000, '"a" ' * 50_000, "-" * 200_000]
)
def test_a_long_hostile_line_is_read(tail):
    read(f"- 2026-05-11 07:30 archive {tail}")


def test_our_line():
    event = log_event(
        dt.datetime(2026, 8, 12, 17, 0, 5, 999, dt.timezone(dt.timedelta(hours=8))), "supersede",
        ids=["mem-2026-08-01-001"], fields=[("subject", "a:b"), ("prior", "2026-08-01 7520\u202e")],
        by="user:ada", decision="memdec-2026-08-12-001-00ff",
    )  # fmt: skip
    assert render_line(event) == (
        "- 2026-08-12T09:00:05Z supersede mem-2026-08-01-001 subject=a:b "
        'prior="2026-08-01 7520\\u202e" by user:ada memdec-2026-08-12-001-00ff'
    )


TIMES = st.datetimes(
    min_value=dt.datetime(1, 1, 2), max_value=dt.datetime(9999, 12, 30), timezones=st.just(dt.UTC)
)
REFS = st.one_of(
    st.sampled_from(["mem-2026-08-01-001", "archive/2026-08-01.md#gateway", "memwd-2026-08-05-001"]),
    st.from_regex(r"topics/[a-z]{1,8}\.md", fullmatch=True),
)
ANY_TEXT = st.one_of(st.text(max_size=40), st.text('"\\ =b\n\u2028by', max_size=12))
EVENTS = st.builds(
    log_event,
    TIMES,
    st.sampled_from(sorted(LOG_EVENTS)),
    ids=st.lists(REFS, max_size=3),
    fields=st.lists(
        st.tuples(st.from_regex(r"[A-Za-z][A-Za-z0-9_.-]{0,8}", fullmatch=True), ANY_TEXT), max_size=4
    ),
    by=st.one_of(ANY_TEXT, st.sampled_from(["by", "memdec-2026-08-12-001-00ff", "a=b"])),
    decision=st.from_regex(r"memdec-2026-08-12-[0-9]{3}-[0-9a-f]{4}", fullmatch=True),
)


@given(EVENTS)
def test_our_lines_read_back_as_they_were(event):
    line = render_line(event)
    assert line.isprintable()
    assert parse_line(line) == event


@given(st.one_of(st.text(max_size=80), st.text(max_size=80).map(lambda tail: f"- 2026-05-11 07:30 {tail}")))
def test_any_line_is_an_event_or_none(line):
    found = parse_line(line)
    assert found is None or found.time_text[:4].isdigit()


GOOD = log_event(
    dt.datetime(2026, 8, 12, tzinfo=dt.UTC), "review", by="user:ada", decision="memdec-2026-08-12-001-00ff"
)


@pytest.mark.parametrize(
    "changes",
    [
        {"time_text": "2026-08-12", "time": dt.datetime(2026, 8, 12)},
        {"time": None},
        {"event": "dance"},
        {"event": ""},
        {"ids": ("two words",)},
        {"ids": ("by",)},
        {"fields": (("a b", "c"),)},
        {"rest": "more"},
        {"by": None},
        {"decision": "mem-2026-08-12-001"},
        {"time_text": "2026-08-12T00:00:01Z"},
    ],
)
def test_what_our_lines_never_hold(changes):
    values = {name: getattr(GOOD, name) for name in GOOD.__dataclass_fields__} | changes
    with pytest.raises(RecordError):
        render_line(LogEvent(**values))


def test_a_time_without_a_zone_makes_no_line():
    with pytest.raises(ValueError, match="timezone"):
        log_event(dt.datetime(2026, 8, 12), "review", by="user:ada", decision="memdec-2026-08-12-001-00ff")


def test_memory_text_stays_out_of_repr():
    assert "hunter2" not in repr(read("- 2026-05-11 07:30 supersede new=hunter2 hunter2"))
