"""A record that has no id but its place says the place once."""

from __future__ import annotations

from pathlib import Path

from screens.show.record import record_lines
from tests.cli.conftest import Workbench
from workbench.desk import Desk

PROPOSAL = "mempolicy-2026-08-12-001.yaml"
"""The one of the sample that does not read: a key stands in it twice."""


def test_a_proposal_that_does_not_read_says_its_path_once(workbench: Workbench, sample_store: Path) -> None:
    record = next(one for one in Desk.open(sample_store).records("proposal") if PROPOSAL in one.path)
    page = "\n".join(line.content.plain for line in record_lines(record, 200))
    said = workbench("records", sample_store, record.id).out

    assert record.problem
    assert (page.count(PROPOSAL), said.count(PROPOSAL)) == (1, 1)
