"""A ledger that is gone, cut or out of reach is told as that, and nothing of it is ever cleared away."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.governance.deciding import CACHE, HIDES, decide, prepare
from tests.trees import tree_bytes
from workbench.bindings.filesystem import binding
from workbench.governance.commit import commit
from workbench.governance.ledger import read_ledger
from workbench.governance.resume import resume
from workbench.governance.verify import verify
from workbench.store.decision import Verdict
from workbench.text.errors import Refused


def moved_away(root: Path) -> None:
    shutil.move(root / "governance" / "decisions", root.parent / "decisions")


def behind_a_link(root: Path) -> None:
    moved_away(root)
    (root / "governance" / "decisions").symlink_to(root.parent / "decisions")


def a_file_instead(root: Path) -> None:
    moved_away(root)
    (root / "governance" / "decisions").write_text("not a folder\n")


def behind_a_linked_folder(root: Path) -> None:
    shutil.move(root / "governance", root.parent / "elsewhere")
    (root / "governance").symlink_to(root.parent / "elsewhere")


LOSSES = [moved_away, behind_a_link, a_file_instead, behind_a_linked_folder]


@pytest.fixture
def decided(root: Path, home: Path) -> Path:
    assert decide(root, home, CACHE, Verdict("keep")).exit == 0
    return root


@pytest.mark.parametrize("known_here", [True, False])
@pytest.mark.parametrize("lose", LOSSES)
def test_a_living_ledger_out_of_reach_is_refused_and_left_alone(
    decided: Path, home: Path, tmp_path: Path, lose: Callable[[Path], None], known_here: bool
) -> None:
    machine = home if known_here else tmp_path / "elsewhere" / "workbench"
    prepared = prepare(decided, HIDES, Verdict("stale"))
    lose(decided)
    before = tree_bytes(decided.parent), tree_bytes(home)
    for act in (
        lambda: resume(decided, binding, private_home=machine),
        lambda: commit(decided, binding, prepared, private_home=machine),
    ):
        with pytest.raises(Refused, match="The ledger cannot be used"):
            act()
    report = verify(decided, binding, machine)
    assert not report.ok
    assert next(one.check for one in report.findings if one.failed) == "store"
    assert (tree_bytes(decided.parent), tree_bytes(home)) == before


@pytest.mark.parametrize("begun_here", [True, False])
def test_a_store_whose_decisions_are_all_gone_keeps_its_name(
    decided: Path, home: Path, tmp_path: Path, begun_here: bool
) -> None:
    machine = home if begun_here else tmp_path / "elsewhere" / "workbench"
    named = (decided / "governance" / "store.yaml").read_bytes()
    for path in (decided / "governance" / "decisions").iterdir():
        path.unlink()
    assert resume(decided, binding, private_home=machine) == ()
    assert (decided / "governance" / "store.yaml").read_bytes() == named
    assert (decided / "governance" / "decisions").is_dir()
    assert not verify(decided, binding, machine).ok


@pytest.mark.parametrize("heads", [b"{]\n", None])
def test_heads_that_tell_nothing_prove_nothing(decided: Path, home: Path, heads: bytes | None) -> None:
    """Decisions gone, log rotated, heads spoilt or lost: the bytes kept here still say that one counted."""
    private = home / str(read_ledger(decided).store_id)
    for path in (decided / "governance" / "decisions").iterdir():
        path.unlink()
    (decided / "log.md").write_bytes(b"# Log\n")
    (private / "heads.json").unlink() if heads is None else (private / "heads.json").write_bytes(heads)
    before = tree_bytes(decided), tree_bytes(home)
    resume(decided, binding, private_home=home)
    assert (tree_bytes(decided), tree_bytes(home)) == before


def test_a_first_decision_that_was_never_recorded_leaves_nothing(
    root: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tree_bytes(root)
    prepared = prepare(root, CACHE, Verdict("keep"))

    class Killed(BaseException):
        pass

    def killed(*_: object) -> None:
        raise Killed

    for step in ("write_bytes", "_undo"):
        monkeypatch.setattr(f"workbench.governance.commit.{step}", killed)
    with pytest.raises(Killed):
        commit(root, binding, prepared, private_home=home)
    monkeypatch.undo()
    assert (root / "governance" / "store.yaml").exists()
    assert resume(root, binding, private_home=home) == ()
    assert tree_bytes(root) == before


def test_a_log_that_names_decisions_and_no_ledger_fails(decided: Path, home: Path) -> None:
    [decision] = [entry.id for entry in read_ledger(decided).entries]
    shutil.rmtree(decided / "governance")
    report = verify(decided, binding, home)
    assert (report.ok, report.checked) == (False, 0)
    assert [(one.decision, one.failed) for one in report.findings] == [(decision, True)]


def test_what_was_begun_anew_is_told(decided: Path, home: Path) -> None:
    private = home / str(read_ledger(decided).store_id)
    told = "The ledger heads remembered on this machine did not read and were begun anew."
    (private / "heads.json").write_bytes(b"{]\n")
    assert told in decide(decided, home, CACHE, Verdict("stale")).message
    (private / "heads.json").write_bytes(b"{]\n")
    assert [outcome.message for outcome in resume(decided, binding, private_home=home)] == [told]
    assert resume(decided, binding, private_home=home) == ()
