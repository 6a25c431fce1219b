"""Words, dates and identifiers (§9)."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.protocol.dates import is_date, parse_date, parse_time, utc_text
from workbench.protocol.errors import RecordError
from workbench.protocol.ids import MAX_ORDINAL, Prefix, ids_in, is_id, new_id, next_ordinal, parse_id
from workbench.protocol.words import LOG_EVENTS, Confidence, Scope, Status, weakest, word_of
from workbench.text.errors import Unreadable

DAY = dt.date(2026, 8, 12)
HUGE = "9" * 5000


def test_vocabularies_are_the_protocols():
    assert [str(word) for word in Status] == ["active", "superseded", "stale", "pending-cleanup"]
    assert {str(word) for word in Scope} == {
        "global", "project", "environment", "workflow", "user preference",
    }  # fmt: skip
    assert {"withdraw", "erase", "cool", "promote", "mend"} <= LOG_EVENTS
    assert len(LOG_EVENTS) == 20


@pytest.mark.parametrize("text", ["Active", " active", "withdrawn", "待清理", "", "ACTIVE"])
def test_a_word_is_taken_letter_for_letter(text):
    assert word_of(Status, text) is None


def test_weakest_confidence():
    unknown, inferred, once, confirmed = Confidence
    assert weakest([confirmed, once, inferred]) is inferred
    assert weakest([confirmed, unknown, once]) is unknown
    assert weakest([confirmed]) is confirmed
    assert weakest([confirmed, None]) is None
    assert weakest([]) is None


@pytest.mark.case("BI-08")
@pytest.mark.parametrize(
    "text",
    [
        "2026-02-30",
        "2026-13-01",
        "0000-01-01",
        HUGE,
        f"{HUGE}-01-01",
        "２０２６-01-01",
        "",
        "2026-1-1",
        "2026-01-01\n",
    ],
)
def test_bi_08_what_is_no_day_is_none(text):
    assert parse_date(text) is None
    assert not is_date(text)
    assert parse_time(text) is None


def test_a_day_is_a_day():
    assert parse_date("2028-02-29") == dt.date(2028, 2, 29)


@given(st.text(max_size=40))
def test_no_text_breaks_the_readers_of_dates_and_ids(text):
    assert parse_date(text) is None or is_date(text)
    assert parse_id(text) is None or next(ids_in(text)) == text
    parse_time(text)


def test_times_as_agents_and_records_write_them():
    eight = dt.timezone(dt.timedelta(hours=8))
    assert parse_time("2026-08-05T10:00:00+08:00") == dt.datetime(2026, 8, 5, 10, tzinfo=eight)
    assert parse_time("2026-08-05t10:00:00.123456789z") == dt.datetime(2026, 8, 5, 10, 0, 0, 123456, dt.UTC)
    assert parse_time("2026-05-11 07:30") == dt.datetime(2026, 5, 11, 7, 30)
    assert parse_time("2026-05-11") == dt.datetime(2026, 5, 11)
    assert parse_time("2026-05-11 25:00") is None
    assert utc_text(dt.datetime(2026, 8, 5, 10, tzinfo=eight)) == "2026-08-05T02:00:00Z"
    with pytest.raises(ValueError, match="timezone"):
        utc_text(dt.datetime(2026, 8, 5, 10))


def test_ids_of_every_prefix():
    for prefix in Prefix:
        tail = "-00ff" if prefix is Prefix.DECISION else ""
        text = f"{prefix}-2026-08-12-007{tail}"
        assert is_id(text, prefix)
        assert parse_id(text) == (prefix, DAY, 7, tail.removeprefix("-"))


@pytest.mark.parametrize(
    "text",
    [
        "mem-2026-08-12-07", "mem-2026-02-30-001", "mem-2026-08-12-001-00ff", "memdec-2026-08-12-001",
        "memdec-2026-08-12-001-00FG", "mem-2026-08-12-001\n", f"mem-2026-08-12-{HUGE}", "Mem-2026-08-12-001",
        "mem-2026-08-12-00１", "42", "",
    ],
)  # fmt: skip
def test_what_is_no_id(text):
    assert parse_id(text) is None


def test_next_ordinal_counts_one_day_and_one_prefix():
    used = ["mem-2026-08-12-002", "mem-2026-08-12-011", "mem-2026-08-11-400", "memwd-2026-08-12-900", "junk"]
    assert next_ordinal(DAY, Prefix.ITEM, used) == 12
    assert next_ordinal(DAY, Prefix.RECEIPT, used) == 1
    assert new_id(Prefix.ITEM, DAY, used) == "mem-2026-08-12-012"
    assert new_id(Prefix.ITEM, DAY, ["mem-2026-08-12-1234"]) == "mem-2026-08-12-1235"
    decision = new_id(Prefix.DECISION, DAY, ["memdec-2026-08-12-003-aaaa"], tail="0b1c")
    assert decision == "memdec-2026-08-12-004-0b1c"


@pytest.mark.parametrize(
    "prefix, tail", [(Prefix.ITEM, "00ff"), (Prefix.DECISION, ""), (Prefix.DECISION, "xyz")]
)
def test_a_tail_belongs_to_decisions_only(prefix, tail):
    with pytest.raises(RecordError, match="hex"):
        new_id(prefix, DAY, [], tail=tail)


def test_a_used_up_day_is_refused_and_not_wrapped():
    with pytest.raises(RecordError, match="no number left"):
        new_id(Prefix.ITEM, DAY, [f"mem-2026-08-12-{MAX_ORDINAL}"])


@given(st.lists(st.integers(min_value=0, max_value=MAX_ORDINAL - 1), max_size=8))
def test_a_new_id_was_never_used(numbers):
    used = [f"mem-2026-08-12-{number:03d}" for number in numbers]
    fresh = parse_id(new_id(Prefix.ITEM, DAY, used))
    assert fresh is not None
    assert fresh.ordinal not in numbers
    assert fresh.ordinal > max(numbers, default=0)


def test_ids_in_running_text():
    text = "merged mem-2026-08-12-001, (hyp-2026-08-01-002) not xmem-2026-08-12-003 nor mem-2026-08-12-0040x"
    assert list(ids_in(text)) == ["mem-2026-08-12-001", "hyp-2026-08-01-002"]
    assert list(ids_in("见mem-2026-08-12-001。")) == ["mem-2026-08-12-001"]


def test_a_record_error_is_an_unreadable_with_its_line():
    error = RecordError("a tag", line=3)
    assert isinstance(error, Unreadable)
    assert (error.reason, error.line, error.exit_code) == ("line 3: a tag", 3, 2)
