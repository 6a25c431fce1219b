"""The end of a log after a power cut: zeroes in the place of bytes that never reached the disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.governance.effects import append_log, close_hole, log_rest

ENTRY = b"- 2026-08-20 keep by ada memdec-2026-08-20-001-7c8d\n- and a second line\n"
DECISION = "memdec-2026-08-20-001-7c8d"
LOG = b"- 2026-08-19 archive\n"


@pytest.mark.parametrize("before", [LOG, b"", LOG.rstrip(b"\n")], ids=["lines", "empty", "no line end"])
@pytest.mark.parametrize("kept", [0, 5, 30, len(ENTRY) - 1])
def test_first_bytes_and_zeroes_as_long_as_the_entry_give_way_to_it(before: bytes, kept: int, tmp_path: Path):
    written = log_rest(before, DECISION, ENTRY)
    log = tmp_path / "log.md"
    log.write_bytes(before + written[:kept] + bytes(len(written) - kept))
    assert log_rest(log.read_bytes(), DECISION, ENTRY)
    close_hole(tmp_path, ENTRY)
    assert append_log(tmp_path, DECISION, ENTRY)
    assert log.read_bytes() == before + written


@pytest.mark.parametrize(
    "end",
    [b"\0\0\0", bytes(len(ENTRY) + 3), ENTRY[:20] + bytes(7), ENTRY + bytes(4), b"x" + bytes(len(ENTRY) - 1)],
)
def test_zeroes_that_are_not_ours_stay(end: bytes, tmp_path: Path):
    log = tmp_path / "log.md"
    log.write_bytes(LOG + end)
    close_hole(tmp_path, ENTRY)
    assert log.read_bytes() == LOG + end
