"""What was recorded is finished once, whatever happened to files, logs and later decisions meanwhile."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.governance.deciding import CACHE, EXPORT, HIDES, decide, load, prepare
from tests.trees import tree_bytes
from workbench.bindings.filesystem import binding
from workbench.governance.commit import commit
from workbench.governance.effects import log_rest
from workbench.governance.ledger import read_ledger
from workbench.governance.resume import resume
from workbench.governance.states import unfinished
from workbench.governance.verify import verify
from workbench.store.decision import Prepared, Verdict
from workbench.store.plan import Effect
from workbench.text import durable
from workbench.text.errors import IoFailed, StoreChanged

ID = "memdec-2026-11-30-001-ab12"
LINES = (
    f"- 2026-11-30T10:00:00Z review mem-1 by user:ada {ID}\n"
    f"- 2026-11-30T10:00:00Z cool mem-2 by user:ada {ID}\n"
)
ENTRY = LINES.encode()


@given(st.integers(0, len(ENTRY)), st.sampled_from([b"", b"# Log\n", b"# Log\n\n- 2026-11-29 archive\n"]))
def test_a_log_entry_torn_anywhere_is_made_whole_once(length: int, log: bytes) -> None:
    torn = log + ENTRY[:length]
    whole = torn + log_rest(torn, ID, ENTRY)
    for line in LINES.splitlines():
        assert whole.decode().splitlines().count(line) == 1
    assert whole.startswith(log)
    assert log_rest(whole, ID, ENTRY) == b""
    assert log_rest(whole + b"- later\n", ID, ENTRY) == b""


def test_two_equal_lines_of_one_decision_are_appended_once() -> None:
    entry = ENTRY.splitlines(keepends=True)[0] * 2
    assert log_rest(b"x\n" + entry, ID, entry) == b""


def test_another_id_that_begins_alike_is_not_this_one() -> None:
    assert log_rest(f"- x by user:ada {ID}0\n".encode(), ID, ENTRY) == ENTRY


def stop_before_effects(root: Path, home: Path, prepared: Prepared) -> None:
    """Record a decision while no file can be replaced."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(durable, "replace", refuse)
        assert commit(root, binding, prepared, private_home=home).exit == 7


def refuse(*_: object, **__: object) -> durable.Replaced:
    raise IoFailed("no space", errno=28)


def test_listing_what_is_outstanding_writes_nothing(root: Path, home: Path) -> None:
    prepared = prepare(root, CACHE, Verdict("keep"))
    stop_before_effects(root, home, prepared)
    before = tree_bytes(root), tree_bytes(home)
    ledger = read_ledger(root)
    assert unfinished(ledger, root, binding, home / str(ledger.store_id)) == (prepared.id,)
    assert not verify(root, binding, home).ok
    assert (tree_bytes(root), tree_bytes(home)) == before


def test_what_changed_meanwhile_stays_and_the_rest_waits(root: Path, home: Path) -> None:
    prepared = prepare(root, CACHE, Verdict("keep"))
    stop_before_effects(root, home, prepared)
    page = root / "topics" / "operational-pitfalls.md"
    page.write_bytes(page.read_bytes().replace(b"reads faster", b"writes faster"))
    before = tree_bytes(root), tree_bytes(home)

    [outcome] = resume(root, binding, private_home=home)

    assert (outcome.exit, [state for *_, state in outcome.effects]) == (7, ["not done", "not done"])
    assert "writes faster" not in outcome.message
    assert (tree_bytes(root), tree_bytes(home)) == before


def test_a_later_decision_on_the_record_makes_the_stuck_one_void(root: Path, home: Path) -> None:
    stuck = prepare(root, CACHE, Verdict("stale"))
    stop_before_effects(root, home, stuck)
    page = root / "topics" / "operational-pitfalls.md"
    original = page.read_bytes()
    page.write_bytes(original.replace(b"reads faster", b"writes faster"))
    later = decide(root, home, CACHE, Verdict("keep"))
    assert later.exit == 0 and f"Still unfinished: {stuck.id}" in later.message
    kept = page.read_bytes()

    outcomes = resume(root, binding, private_home=home)

    assert [(outcome.id, outcome.exit) for outcome in outcomes] == [(stuck.id, 0)]
    assert {state for *_, state in outcomes[0].effects} == {"overtaken"}
    assert page.read_bytes() == kept
    assert verify(root, binding, home).findings == ()


def test_a_file_that_vanished_stays_away(root: Path, home: Path) -> None:
    prepared = prepare(root, CACHE, Verdict("keep"))
    stop_before_effects(root, home, prepared)
    (root / "index.md").unlink()
    [outcome] = resume(root, binding, private_home=home)
    assert outcome.exit == 7 and "index.md" in outcome.message
    assert not (root / "index.md").exists()
    states = {path: state for path, _, state in outcome.effects}
    assert states == {"topics/operational-pitfalls.md": "done", "index.md": "not done"}


def test_bytes_that_are_not_those_of_the_record_are_never_applied(root: Path, home: Path) -> None:
    prepared = prepare(root, CACHE, Verdict("keep"))
    stop_before_effects(root, home, prepared)
    [kept] = home.rglob("memdec-*.json")
    value = json.loads(kept.read_bytes())
    value["effects"][0]["after"] = base64.b64encode(b"- [2026-07-02] (knowledge) Injected.").decode()
    kept.write_text(json.dumps(value) + "\n")
    before = tree_bytes(root)
    resume(root, binding, private_home=home)
    assert tree_bytes(root) == before


@pytest.mark.case("BI-24")
def test_a_topic_whose_name_is_not_plain_is_finished_and_verified(root: Path, home: Path) -> None:
    (root / "topics" / "operational-pitfalls.md").rename(root / "topics" / "运行 陷阱.md")
    prepared = prepare(root, CACHE, Verdict("keep"))
    stop_before_effects(root, home, prepared)
    record = read_ledger(root).entries[0].record
    assert record is not None and record.effects[0].path.startswith("~")
    assert [outcome.exit for outcome in resume(root, binding, private_home=home)] == [0]
    assert verify(root, binding, home).findings == ()
    assert decide(root, home, CACHE, Verdict("stale")).exit == 0
    assert verify(root, binding, home).findings == ()


def test_a_displaced_edit_of_another_program_is_kept(root: Path, home: Path) -> None:
    """A kill between exchange and check leaves the other program's bytes in a temp."""
    outcome = decide(root, home, CACHE, Verdict("keep"))
    assert outcome.exit == 0
    temp = root / "topics" / ".wb-tmp-1-s0123abcd"
    temp.write_bytes(b"# Somebody else's page\n")
    own = root / "topics" / ".wb-tmp-1-s4567abcd"
    own.write_bytes((root / "topics" / "operational-pitfalls.md").read_bytes()[:100])
    [told] = resume(root, binding, private_home=home)
    assert not temp.exists() and not own.exists()
    [kept] = (root / "topics").glob("recovered.conflict-*")
    assert kept.read_bytes() == b"# Somebody else's page\n" and kept.name in told.message
    assert resume(root, binding, private_home=home) == ()


def test_a_store_without_a_ledger_has_nothing_to_resume(root: Path, home: Path) -> None:
    before = tree_bytes(root)
    assert resume(root, binding, private_home=home) == ()
    assert verify(root, binding, home).findings == ()
    assert tree_bytes(root) == before and not home.exists()


def new_page(root: Path) -> Prepared:
    """A plan that makes a file and changes another."""
    prepared = prepare(root, CACHE, Verdict("keep"))
    made = Effect("create", "topics/new/page.md", "page", b"", b"# New\n")
    return replace(prepared, plan=replace(prepared.plan, effects=(made, *prepared.plan.effects)))


def test_a_file_is_made_once_and_what_was_added_to_it_since_stays(root: Path, home: Path) -> None:
    prepared = new_page(root)
    stop_before_effects(root, home, prepared)
    page = root / "topics" / "new" / "page.md"
    assert page.read_bytes() == b"# New\n"
    page.write_bytes(b"# New\nmore\n")
    assert [outcome.exit for outcome in resume(root, binding, private_home=home)] == [0]
    assert page.read_bytes() == b"# New\nmore\n"
    assert verify(root, binding, home).ok


def test_a_file_that_is_there_already_refuses_its_making(root: Path, home: Path) -> None:
    prepared = new_page(root)
    (root / "topics" / "new").mkdir()
    (root / "topics" / "new" / "page.md").write_bytes(b"# New\n")
    before = tree_bytes(root)
    with pytest.raises(StoreChanged):
        commit(root, binding, prepared, private_home=home)
    assert tree_bytes(root) == before


def test_several_outstanding_decisions_are_finished_in_their_order(root: Path, home: Path) -> None:
    first, second = prepare(root, CACHE, Verdict("keep")), prepare(root, HIDES, Verdict("stale"))
    stop_before_effects(root, home, first)
    stop_before_effects(root, home, second)
    third = prepare(root, EXPORT, Verdict("stale"))
    outcome = commit(root, binding, third, private_home=home)
    assert outcome.exit == 0 and f"Finished first: {first.id}, {second.id}" in outcome.message
    status = {row.key: row.status for row in load(root).rows if row.place == "topic"}
    assert (status[CACHE], status[HIDES], status[EXPORT]) == ("active", "stale", "stale")
    assert verify(root, binding, home).findings == ()
