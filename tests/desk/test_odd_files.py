"""Decisions on files that are odd: refused with the store untouched, or done with everything else kept."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.desk.conftest import prepare
from tests.trees import changed_paths, tree_bytes
from workbench.desk import Desk

ITEM = "mem-2026-07-02-002"
CASE = f"pending-cleanup:{ITEM}"
TOPIC = "memory/topics/operational-pitfalls.md"


def refused(store: Path) -> str:
    """Why a decision is not recorded; nothing of the store has changed."""
    before = tree_bytes(store)
    desk = Desk.open(store)
    (outcome,) = desk.commit([prepare(desk, CASE, "keep")])
    assert not outcome.recorded
    assert outcome.effects == ()
    assert tree_bytes(store) == before
    return outcome.message


@pytest.mark.case("BI-17")
def test_a_file_of_two_names_is_not_changed_and_nothing_is_recorded(l1_store: Path, tmp_path: Path) -> None:
    (tmp_path / "other").hardlink_to(l1_store / TOPIC)
    assert "more than one name" in refused(l1_store)


@pytest.fixture
def immutable(l1_store: Path) -> Iterator[Path]:
    """A store with a topic that not even its owner may change."""
    chattr = shutil.which("chattr") or "chattr"
    try:
        done = subprocess.run([chattr, "+i", l1_store / TOPIC], capture_output=True, check=False)
    except OSError:
        pytest.skip("no chattr here")
    if done.returncode:
        pytest.skip("no file can be made immutable here: only root can, and not on every file system")
    yield l1_store
    subprocess.run([chattr, "-i", l1_store / TOPIC], check=True)


@pytest.mark.case("BI-17")
def test_an_immutable_file_is_read_and_nothing_is_recorded(immutable: Path) -> None:
    assert "cannot be written" in refused(immutable)


@pytest.mark.case("BI-17")
@pytest.mark.parametrize("mode", [0o4755, 0o2775, 0o600])
def test_the_mode_of_a_changed_file_is_kept(mode: int, l1_store: Path, decide: Callable[..., str]) -> None:
    (l1_store / TOPIC).chmod(mode)
    decide(l1_store, CASE, "keep")
    assert (l1_store / TOPIC).stat().st_mode & 0o7777 == mode


@pytest.mark.case("BI-16")
@pytest.mark.parametrize("clash", ["OPERATIONAL-PITFALLS.md", "operational-pitfalls..md", "con.md"])
def test_a_name_that_clashes_elsewhere_is_another_file(
    clash: str, l1_store: Path, decide: Callable[..., str]
) -> None:
    other = (l1_store / TOPIC).with_name(clash)
    other.write_text("- [2026-07-02] (knowledge) Other.\n  - id: mem-2025-07-02-002\n  - Status: active\n")
    if (l1_store / TOPIC).samefile(other):
        pytest.skip("capital letters make no difference on this file system")
    before = tree_bytes(l1_store)
    decide(l1_store, CASE, "keep")
    changed = changed_paths(before, tree_bytes(l1_store))
    assert TOPIC in changed
    assert f"memory/topics/{clash}" not in changed


@pytest.mark.case("BI-16")
@pytest.mark.case("BI-24")
@pytest.mark.parametrize(
    "name", ["n" * 252 + ".md", "--output=x.md", "new\nline.md", " a b .md", "%2e%2e.md"]
)
def test_an_item_of_an_oddly_named_file_is_decided_and_taken_back(
    name: str, l1_store: Path, decide: Callable[..., str]
) -> None:
    topic = (l1_store / TOPIC).rename((l1_store / TOPIC).with_name(name))
    before = topic.read_bytes()
    made = decide(l1_store, CASE, "keep")
    assert topic.read_bytes() != before
    desk = Desk.open(l1_store)
    assert desk.verify().ok
    (outcome,) = desk.commit([desk.prepare_revert(made, desk.actor("ada", at_terminal=False), "a mistake")])
    assert (outcome.exit, topic.read_bytes()) == (0, before)


SOURCES = [
    "archive/../../outside.md#secret", "../outside.md#secret", "archive/..%2f..%2foutside.md#secret",
    "archive/../../../outside.md", "{outside}#secret", "archive/linked.md#secret",
]  # fmt: skip


@pytest.mark.case("BI-16")
@pytest.mark.parametrize("source", SOURCES)
def test_a_source_that_climbs_out_of_the_store_shows_nothing_of_what_is_there(
    source: str, l1_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = l1_store / "outside.md"
    for path in (outside, l1_store.parent / "outside.md"):
        path.write_text("# secret\n\n- [2026-07-02] zqoutside\n")
    (l1_store / "memory/archive").mkdir(exist_ok=True)
    (l1_store / "memory/archive/linked.md").symlink_to(outside)
    page = (l1_store / TOPIC).read_text()
    at = page.index("  - Source:", page.index(ITEM))
    line = page[at : page.index("\n", at)]
    named = source.format(outside=outside)
    (l1_store / TOPIC).write_text(page.replace(line, f"  - Source: {named}", 1))
    before = tree_bytes(l1_store)
    case = Desk.open(l1_store).case(CASE)
    told = [(one.text, one.why, one.path) for one in case.evidence]
    assert "zqoutside" not in f"{told}{case.text}{case.facts}{case.notes}"
    assert not any(one.path and "outside" in one.path and one.text for one in case.evidence)
    assert tree_bytes(l1_store) == before
