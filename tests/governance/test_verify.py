"""Any byte of the ledger that changed, went or came is noticed; honest stores raise no alarm."""

from __future__ import annotations

import hashlib
import hmac
import json
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.governance.deciding import CACHE, EXPORT, HIDES, decide, load, prepare_revert
from tests.trees import copy_store, tree_bytes
from workbench.bindings.filesystem import binding
from workbench.governance.commit import commit
from workbench.governance.ledger import read_ledger
from workbench.governance.results import VerifyReport
from workbench.governance.resume import resume
from workbench.governance.states import states, unfinished
from workbench.governance.verify import verify
from workbench.store.decision import Verdict


@pytest.fixture(scope="module")
def decided(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A store with three decisions, and the data folder of who made them; not to be changed."""
    base = tmp_path_factory.mktemp("decided")
    stores = Path(__file__).resolve().parents[1] / "stores"
    root = copy_store(stores / "protocol-l1", base / "agent") / "memory"
    home = base / "data" / "workbench"
    for key, verdict in ((CACHE, Verdict("keep")), (EXPORT, Verdict("stale")), (HIDES, Verdict("defer"))):
        assert decide(root, home, key, verdict).exit == 0
    return root, home


@pytest.fixture
def copy(decided: tuple[Path, Path], tmp_path: Path) -> tuple[Path, Path]:
    """A copy of it to spoil."""
    shutil.copytree(decided[1].parent, tmp_path / "private")
    return copy_store(decided[0].parent, tmp_path / "spoiled") / "memory", tmp_path / "private" / "workbench"


def failed(report: VerifyReport) -> set[str]:
    return {finding.check for finding in report.findings if finding.failed}


def ids(root: Path) -> list[str]:
    return [entry.id for entry in read_ledger(root).entries]


def test_an_honest_store_has_no_findings_and_verifying_writes_nothing(decided: tuple[Path, Path]) -> None:
    before = tree_bytes(decided[0].parent), tree_bytes(decided[1])
    report = verify(decided[0], binding, decided[1])
    assert (report.ok, report.checked, report.findings) == (True, 3, ())
    assert unfinished(read_ledger(decided[0]), decided[0], binding, None) == ()
    assert (tree_bytes(decided[0].parent), tree_bytes(decided[1])) == before


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_single_changed_missing_or_added_byte_is_detected(
    decided: tuple[Path, Path], data: st.DataObject
) -> None:
    root, home = decided
    files = sorted(path for path in (root / "governance").rglob("*") if path.is_file())
    path = data.draw(st.sampled_from(files))
    original = path.read_bytes()
    at = data.draw(st.integers(0, len(original) - 1))
    byte = bytes([data.draw(st.integers(0, 255))])
    how = data.draw(st.sampled_from(["change", "delete", "insert"]))
    rest = original[at:] if how == "insert" else original[at + 1 :]
    spoiled = original[:at] + (b"" if how == "delete" else byte) + rest
    if spoiled == original:
        return
    try:
        path.write_bytes(spoiled)
        assert not verify(root, binding, home).ok, (path.name, how, at)
    finally:
        path.write_bytes(original)


def test_every_file_gone_truncated_or_longer_is_detected(decided: tuple[Path, Path]) -> None:
    root, home = decided
    for path in sorted(path for path in (root / "governance").rglob("*") if path.is_file()):
        original = path.read_bytes()
        for spoiled in (None, b"", original[:-1], original + b"\n", original + b" ", b"\n" + original):
            path.unlink() if spoiled is None else path.write_bytes(spoiled)
            assert not verify(root, binding, home).ok, path.name
            path.write_bytes(original)
    assert verify(root, binding, home).ok


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_cut_tail_is_noticed_here(copy: tuple[Path, Path], count: int) -> None:
    root, home = copy
    for decision in ids(root)[-count:]:
        for path in (root / "governance" / "decisions").glob(decision + "*"):
            path.unlink()
    assert "head" in failed(verify(root, binding, home))


def test_the_whole_newest_decision_rewritten_is_noticed(copy: tuple[Path, Path]) -> None:
    """With digests that fit each other, which needs no key."""
    root, home = copy
    newest = ids(root)[-1]
    base = root / "governance" / "decisions"
    record = json.loads((base / f"{newest}.json").read_bytes())
    (base / f"{newest}.json").write_text(json.dumps({**record, "decided_by": "user:eve"}) + "\n")
    assert "digest" in failed(verify(root, binding, home))


@pytest.mark.parametrize("lost", ["heads.json", "bytes"])
@pytest.mark.parametrize("spoilt", [0, 1, 2])
def test_heads_and_bytes_notice_an_altered_record_without_each_other(
    copy: tuple[Path, Path], lost: str, spoilt: int
) -> None:
    root, home = copy
    private = home / str(read_ledger(root).store_id)
    for path in [private / lost] if lost == "heads.json" else (private / lost).iterdir():
        path.unlink()
    record = root / "governance" / "decisions" / f"{ids(root)[spoilt]}.json"
    record.write_bytes(record.read_bytes().replace(b'"user:ada"', b'"user:eve"', 1))
    assert "digest" in failed(verify(root, binding, home))


def test_elsewhere_the_head_is_not_known_and_that_is_a_note(copy: tuple[Path, Path], tmp_path: Path) -> None:
    report = verify(copy[0], binding, tmp_path / "elsewhere")
    assert report.ok
    assert [finding.message for finding in report.findings] == ["This head is not known on this machine."]
    assert set(states(read_ledger(copy[0]), copy[0], binding, None).values()) == {"done"}


def test_elsewhere_the_chain_shows_an_altered_first_record(copy: tuple[Path, Path], tmp_path: Path) -> None:
    first = copy[0] / "governance" / "decisions" / f"{ids(copy[0])[0]}.json"
    first.write_bytes(first.read_bytes().replace(b'"user:ada"', b'"user:eve"', 1))
    assert failed(verify(copy[0], binding, tmp_path / "elsewhere")) == {"chain"}


def forge(root: Path, prev: list[str]) -> None:
    base = root / "governance" / "decisions"
    record = json.loads((base / f"{ids(root)[-1]}.json").read_bytes())
    name = "memdec-2026-12-01-001-ffff"
    salt, reason = b"x" * 65, b"because\n"
    record |= {
        "id": name,
        "prev": prev,
        "salt_digest": hashlib.sha256(salt).hexdigest(),
        "reason_digest": hmac.new(salt, reason, hashlib.sha256).hexdigest(),
    }
    (base / f"{name}.salt").write_bytes(salt)
    (base / f"{name}.reason.md").write_bytes(reason)
    (base / f"{name}.json").write_text(json.dumps(record) + "\n")


def test_a_chained_record_from_elsewhere_is_a_note(copy: tuple[Path, Path]) -> None:
    root, home = copy
    newest = root / "governance" / "decisions" / f"{ids(root)[-1]}.json"
    forge(root, [hashlib.sha256(newest.read_bytes()).hexdigest()])
    report = verify(root, binding, home)
    assert report.ok
    assert "It is not known on this machine." in {finding.message for finding in report.findings}


@pytest.mark.parametrize("prev", [[], ["0" * 64]])
def test_an_added_record_outside_the_chain_fails(copy: tuple[Path, Path], prev: list[str]) -> None:
    forge(copy[0], prev)
    assert "chain" in failed(verify(copy[0], binding, copy[1]))


def test_a_change_by_no_decision_is_a_foreign_change(copy: tuple[Path, Path]) -> None:
    page = copy[0] / "topics" / "environment.md"
    page.write_bytes(page.read_bytes().replace(b"runs at 02:00", b"runs at 04:00"))
    assert failed(verify(copy[0], binding, copy[1])) == {"foreign change"}


def test_an_effect_undone_by_hand_is_told_as_such(copy: tuple[Path, Path]) -> None:
    page = copy[0] / "topics" / "environment.md"
    page.write_bytes(page.read_bytes().replace(b"Status: stale", b"Status: active"))
    report = verify(copy[0], binding, copy[1])
    assert failed(report) == {"effect"}
    assert [finding.decision for finding in report.findings] == [ids(copy[0])[1]]


def test_an_index_entry_that_came_back_is_told(copy: tuple[Path, Path], l1_store: Path) -> None:
    (copy[0] / "index.md").write_bytes((l1_store / "memory" / "index.md").read_bytes())
    assert failed(verify(copy[0], binding, copy[1])) == {"effect"}


def test_a_record_moved_with_its_bytes_is_a_note(copy: tuple[Path, Path]) -> None:
    root, home = copy
    [row] = [row for row in load(root).rows if row.key == EXPORT and row.place == "topic"]
    page = root / "topics" / "environment.md"
    span = page.read_bytes()[row.address.start : row.address.end]
    page.write_bytes(page.read_bytes().replace(span, b""))
    (root / "topics" / "exports.md").write_bytes(b"# Exports\n\n## Facts and lessons\n\n" + span + b"\n")
    report = verify(root, binding, home)
    assert report.ok
    assert ["moved" in finding.message for finding in report.findings] == [True]


def test_what_a_dead_attempt_meant_to_do_and_a_later_decision_did_is_no_lost_record(
    l1_store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bytes kept for the attempt are known for what they are, and cleared away."""
    root, home = l1_store / "memory", tmp_path / "data"
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("workbench.governance.commit._undo", lambda steps: None)
        patch.setattr("workbench.governance.commit._create", _interrupted)
        decide(root, home, CACHE, Verdict("keep"))
    assert decide(root, home, CACHE, Verdict("keep")).exit == 0
    assert verify(root, binding, home).ok
    resume(root, binding, private_home=home)
    assert verify(root, binding, home).findings == ()
    assert len(list(home.glob("store-*/bytes/*.json"))) == 1


def _interrupted(root: Path, path: str, data: bytes) -> bool:
    """As of a process that ends before the salt of its decision is written."""
    if path.endswith(".salt"):
        raise KeyboardInterrupt
    (root / path).write_bytes(data)
    return True


def test_a_copy_that_the_decision_left_beside_is_no_place_a_lost_record_moved_to(
    copy: tuple[Path, Path],
) -> None:
    """Taken back, an item stands in its topic and, with the same bytes, in the index; the topic goes."""
    root, home = copy
    keep = read_ledger(root).entries[0].id
    assert (
        commit(root, binding, prepare_revert(root, next(home.glob("store-*")), keep), private_home=home).exit
        == 0
    )
    assert verify(root, binding, home).ok
    (root / "topics" / "operational-pitfalls.md").unlink()
    report = verify(root, binding, home)
    assert [finding.check for finding in report.findings if finding.failed] == ["foreign change"]


def test_a_rotated_log_is_a_note(copy: tuple[Path, Path]) -> None:
    (copy[0] / "log.md").write_bytes(b"# Operation log\n")
    report = verify(copy[0], binding, copy[1])
    assert report.ok
    assert {finding.message for finding in report.findings} == {"Its line is no longer in log.md."}
    assert resume(copy[0], binding, private_home=copy[1]) == ()


def test_later_decisions_and_reverts_raise_no_alarm(copy: tuple[Path, Path]) -> None:
    root, home = copy
    private = home / str(read_ledger(root).store_id)
    again = decide(root, home, CACHE, Verdict("stale"))
    assert verify(root, binding, home).findings == ()
    back = prepare_revert(root, private, again.id)
    assert commit(root, binding, back, private_home=home).exit == 0
    assert verify(root, binding, home).findings == ()
    forth = prepare_revert(root, private, back.id)
    assert commit(root, binding, forth, private_home=home).exit == 0
    assert read_ledger(root).reverted == {back.id: forth.id}
    assert verify(root, binding, home).findings == ()


def test_elsewhere_without_the_log_the_digests_tell(copy: tuple[Path, Path], tmp_path: Path) -> None:
    root = copy[0]
    (root / "log.md").write_bytes(b"")
    ledger = read_ledger(root)
    kept, stale, deferred = ids(root)
    private = tmp_path / "elsewhere" / str(ledger.store_id)
    assert dict(states(ledger, root, binding, private)) == {
        kept: "done", stale: "done", deferred: "unverifiable here",
    }  # fmt: skip
    assert resume(root, binding, private_home=tmp_path / "elsewhere") == ()
    page = root / "topics" / "environment.md"
    page.write_bytes(page.read_bytes().replace(b"Status: stale", b"Status: active"))
    assert unfinished(ledger, root, binding, private) == (stale,)
    [outcome] = resume(root, binding, private_home=tmp_path / "elsewhere")
    assert (outcome.exit, outcome.id) == (7, stale) and "machine where it was decided" in outcome.next
    (root / "governance" / "decisions" / f"{stale}.salt").unlink()
    assert states(read_ledger(root), root, binding, private)[stale] == "unverifiable here"


def test_a_half_synced_decision_is_not_cleared_away(copy: tuple[Path, Path], tmp_path: Path) -> None:
    base = copy[0] / "governance" / "decisions"
    (base / f"{ids(copy[0])[-1]}.json").unlink()
    before = tree_bytes(copy[0])
    assert resume(copy[0], binding, private_home=tmp_path / "elsewhere") == ()
    assert resume(copy[0], binding, private_home=copy[1]) == ()
    assert tree_bytes(copy[0]) == before


def test_corrupt_private_files_are_reported_and_crash_nothing(copy: tuple[Path, Path]) -> None:
    root, home = copy
    private = home / str(read_ledger(root).store_id)
    for path in private.rglob("*.json"):
        path.write_bytes(b"{]\n")
    report = verify(root, binding, home)
    assert not report.ok
    assert {finding.check for finding in report.findings} >= {"head", "digest"}
    assert resume(root, binding, private_home=home) == ()
    assert decide(root, home, CACHE, Verdict("stale")).exit == 0


def test_store_yaml_of_another_store_fails_everything(copy: tuple[Path, Path]) -> None:
    (copy[0] / "governance" / "store.yaml").write_text("version: 1\nstore_id: store-" + "1" * 32 + "\n")
    assert "store" in failed(verify(copy[0], binding, copy[1]))


def test_foreign_and_torn_files_are_listed(copy: tuple[Path, Path]) -> None:
    base = copy[0] / "governance" / "decisions"
    (base / "notes.txt").write_text("hello")
    (base / ".wb-tmp-1-0123abcd").write_text("{")
    (base / "memdec-2026-11-30-009-abcd.json").write_text('{"schema": "work')
    (base / "memdec-2026-11-30-008-abcd.json").mkdir()
    ledger = read_ledger(copy[0])
    assert set(ledger.foreign) == {"notes.txt", ".wb-tmp-1-0123abcd"}
    assert [entry.id for entry in ledger.entries if entry.problem] == [
        "memdec-2026-11-30-008-abcd", "memdec-2026-11-30-009-abcd",
    ]  # fmt: skip
    assert "record" in failed(verify(copy[0], binding, copy[1]))
    resume(copy[0], binding, private_home=copy[1])
    assert sorted(path.name for path in base.iterdir() if not path.name.startswith("memdec")) == ["notes.txt"]
