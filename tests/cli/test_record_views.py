"""`show` and `records` print what the pages of the screens show, and give it to programs as `detail`."""

from __future__ import annotations

from pathlib import Path

import pytest

from screens.show.record import record_lines
from tests.cli.conftest import Workbench
from tests.screens.stores import plant
from workbench.desk import Desk
from workbench.text.visible import visible

PROPOSAL = "mempolicy-2026-08-16-001"
TOMBSTONE = "memerase-2026-08-12-001"


@pytest.mark.parametrize(
    "case", [f"promotion:{PROPOSAL}", f"erasure:{TOMBSTONE}", "forget-request:log.md:46"]
)
def test_a_case_and_its_record_give_the_same_detail(
    workbench: Workbench, sample_store: Path, case: str
) -> None:
    name = case.partition(":")[2]
    shown = workbench("show", sample_store, case, "--json").answer["detail"]
    [record] = workbench("records", sample_store, name, "--json").answer["records"]

    assert shown == record["detail"]
    assert shown["name"] == name


@pytest.mark.parametrize(
    "name",
    [PROPOSAL, TOMBSTONE, "log.md:46", "memfb-2026-08-05-001", "memret-2026-07-07-001",
     "hyp-2026-07-12-001", "memwd-2026-07-16-001", "mem-2026-06-04-005", "conventions.md:10", "log.md:86"],
)  # fmt: skip
def test_a_command_prints_every_word_that_the_page_shows(
    workbench: Workbench, sample_store: Path, name: str
) -> None:
    told = workbench("records", sample_store, name)
    page = record_lines(Desk.open(sample_store).record(name), 400)

    assert told.code == 0
    words = {word for line in page for word in line.content.plain.split()} - {"│"}
    assert words <= set(told.out.split())


def test_a_tombstone_says_irreversible_in_print(workbench: Workbench, sample_store: Path) -> None:
    told = workbench("show", sample_store, f"erasure:{TOMBSTONE}").out

    assert "IRREVERSIBLE" in told
    assert "nothing was checked here" in told
    assert "backup:town-hall-nightly      unevaluated" in told


def test_columns_of_a_list_stand_under_each_other(workbench: Workbench, sample_store: Path) -> None:
    rows = [line for line in workbench("records", sample_store, "--kind", "feedback").out.splitlines()
            if "memfb-" in line]  # fmt: skip

    assert len(rows) == 8
    assert len({line.index("memfb-", 30) for line in rows}) == 1


def test_a_planted_store_prints_no_raw_byte(workbench: Workbench, sample_store: Path) -> None:
    plant(sample_store)
    for kind in ("proposal", "receipt", "tombstone", "rule", "log", "item"):
        listed = workbench("records", sample_store, "--kind", kind)
        assert listed.out == visible(listed.out, newlines=True), kind
    for record in Desk.open(sample_store).records("proposal"):
        told = workbench("records", sample_store, record.id)
        assert told.out == visible(told.out, newlines=True), record.id
