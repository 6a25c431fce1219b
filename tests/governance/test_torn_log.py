"""A log entry of which only the beginning reached the log is completed, wherever it was cut."""

from __future__ import annotations

import pytest

from workbench.governance.effects import log_rest

DECISION = "memdec-2026-08-20-001-9f3c"
ENTRY = f"- 2026-08-20T10:00:00Z review mem-2026-07-02-002 verdict=keep by user:ada {DECISION}\n".encode()
LOG = b"# Operation log\n\n- 2026-07-02T07:00:00Z pass id=p-1\n"


@pytest.mark.case("ER-07")
def test_an_entry_cut_anywhere_is_completed():
    whole = LOG + ENTRY
    for length in range(len(ENTRY) + 1):
        log = LOG + ENTRY[:length]
        assert log + log_rest(log, DECISION, ENTRY) == whole, length


@pytest.mark.case("ER-07")
@pytest.mark.parametrize("line", [b"- seen: vpn-", b"see -", b"* 2026"])
def test_another_line_without_its_end_is_not_taken_for_the_beginning_of_ours(line: bytes):
    log = LOG + line
    assert log + log_rest(log, DECISION, ENTRY) == log + b"\n" + ENTRY
