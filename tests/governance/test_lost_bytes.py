"""What is told of a decision that was interrupted when the data folder that could finish it is lost."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.governance.deciding import CACHE, decide, prepare
from tests.trees import tree_bytes
from workbench.bindings.filesystem import binding
from workbench.governance.commit import commit
from workbench.governance.ledger import read_ledger
from workbench.governance.resume import resume
from workbench.governance.states import states
from workbench.governance.verify import verify
from workbench.store.decision import Verdict
from workbench.text import durable
from workbench.text.errors import IoFailed

TEMP = ".wb-tmp-1-s0123abcd"


def stop_at_the_index(root: Path, home: Path) -> str:
    """Record a decision that changes its topic and stops before the index is exchanged."""
    replace = durable.replace

    def stop(base: Path, path: str, *rest: object, **named: object) -> object:
        if path == "index.md":
            raise IoFailed("no space", errno=28)
        return replace(base, path, *rest, **named)  # type: ignore[arg-type]

    prepared = prepare(root, CACHE, Verdict("keep"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(durable, "replace", stop)
        assert commit(root, binding, prepared, private_home=home).exit == 7
    return prepared.id


def test_staged_bytes_are_not_said_to_be_anothers_when_nothing_can_tell(root: Path, home: Path) -> None:
    decision = stop_at_the_index(root, home)
    (root / TEMP).write_bytes((root / "index.md").read_bytes() + b"staged\n")
    shutil.rmtree(home)
    assert states(read_ledger(root), root, binding, None) == {decision: "unverifiable here"}

    outcomes = resume(root, binding, private_home=home)

    kept, lost = sorted(outcomes, key=lambda outcome: outcome.id)
    [beside] = root.glob("recovered.conflict-*")
    assert kept.message == (
        f"Kept for you to look at, because nothing here can tell who wrote it: {beside.name}."
    )
    assert (lost.id, lost.exit) == (decision, 7)
    assert lost.message.startswith(f"{decision} cannot be finished or checked here: ")
    assert "workbench verify" in lost.message and "workbench resume" not in lost.next
    assert not verify(root, binding, home).ok
    before = tree_bytes(root)
    assert [outcome.id for outcome in resume(root, binding, private_home=home)] == [decision]
    assert tree_bytes(root) == before


def test_the_bytes_of_another_are_known_where_every_decision_is_kept(root: Path, home: Path) -> None:
    assert decide(root, home, CACHE, Verdict("keep")).exit == 0
    (root / TEMP).write_bytes(b"# Somebody else's page\n")
    [kept] = resume(root, binding, private_home=home)
    assert "written by another program: recovered.conflict-" in kept.message


def test_a_page_that_is_gone_cannot_tell_whose_bytes_were_left(root: Path, home: Path) -> None:
    assert decide(root, home, CACHE, Verdict("keep")).exit == 0
    page = root / "topics" / "operational-pitfalls.md"
    page.rename(page.with_name(TEMP))
    [kept] = resume(root, binding, private_home=home)
    assert "nothing here can tell who wrote it: topics/recovered.conflict-" in kept.message


def test_a_finished_decision_without_its_bytes_is_not_told(root: Path, home: Path) -> None:
    assert decide(root, home, CACHE, Verdict("keep")).exit == 0
    shutil.rmtree(home)
    assert resume(root, binding, private_home=home) == ()


def test_a_store_mounted_read_only_is_told_as_such(
    root: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = prepare(root, CACHE, Verdict("keep"))
    before = tree_bytes(root)
    # What Linux answers on a read-only mount: statvfs has the flag, and access is denied even to root.
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=os.ST_RDONLY))
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(IoFailed) as refused:
        commit(root, binding, prepared, private_home=home)
    assert str(refused.value) == "topics/operational-pitfalls.md cannot be written: it is mounted read-only."
    assert refused.value.next == "Mount it for writing, then decide again."
    assert tree_bytes(root) == before
