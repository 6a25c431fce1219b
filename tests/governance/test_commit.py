"""A decision is on disk before anything is done, and is done to the letter of its plan."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.governance.deciding import (
    CACHE,
    EXPORT,
    GATEWAY,
    HIDES,
    INBOX_GATEWAY,
    decide,
    load,
    prepare,
    prepare_revert,
)
from tests.trees import changed_paths, open_up, tree_bytes
from workbench.bindings.filesystem import binding
from workbench.governance.commit import commit
from workbench.governance.ledger import read_ledger
from workbench.governance.resume import resume
from workbench.governance.verify import verify
from workbench.store.decision import Actor, Verdict
from workbench.text.errors import IoFailed, Refused, StoreChanged, WriterBusy

REASON = "Measured again: the words zebra and quagga."


def test_keep_changes_topic_index_and_log_and_nothing_else(root: Path, home: Path) -> None:
    before = tree_bytes(root.parent)
    prepared = prepare(root, CACHE, Verdict("keep"), reason=REASON)

    outcome = commit(root, binding, prepared, private_home=home)

    assert (outcome.exit, outcome.recorded, outcome.id) == (0, True, prepared.id)
    changed = changed_paths(before, tree_bytes(root.parent))
    decisions = f"memory/governance/decisions/{prepared.id}"
    assert changed == {
        *(f"memory/{name}" for name in ("topics/operational-pitfalls.md", "index.md", "log.md")),
        *(f"memory/governance{name}" for name in ("", "/decisions", "/store.yaml")),
        *(f"{decisions}{suffix}" for suffix in (".json", ".salt", ".reason.md")),
    }
    assert "Status: pending-cleanup" not in (root / "topics/operational-pitfalls.md").read_text()
    assert CACHE not in (root / "index.md").read_text()
    log = before["memory/log.md"][1]
    grown = (root / "log.md").read_bytes()
    assert isinstance(log, bytes) and grown.startswith(log)
    [line] = grown[len(log) :].decode().splitlines()
    assert line.endswith(f"by user:ada {prepared.id}") and line.startswith("- 2026-11-30T10:00:00Z review ")


def test_the_record_holds_salted_digests_and_quotes_nothing(root: Path, home: Path) -> None:
    prepared = prepare(root, CACHE, Verdict("keep"), reason=REASON)
    effect = prepared.plan.effects[0]
    commit(root, binding, prepared, private_home=home)
    base = root / "governance" / "decisions"
    data = (base / f"{prepared.id}.json").read_bytes()
    salt = (base / f"{prepared.id}.salt").read_bytes()
    record = json.loads(data)

    def digest(span: bytes) -> str:
        return hmac.new(salt, span, hashlib.sha256).hexdigest()

    assert record["effects"][0]["before"] == digest(effect.before)
    assert record["effects"][0]["after"] == digest(effect.after)
    assert record["reviewed"][0]["digest"] == digest(effect.before)
    assert record["reason_digest"] == digest(REASON.encode() + b"\n")
    assert record["salt_digest"] == hashlib.sha256(salt).hexdigest()
    assert (record["decided_by"], record["claimed"], record["at_terminal"]) == ("user:ada", "flag", False)
    assert record["authority"] == {"rule": "owner by their own word", "roster": None}
    assert not any(word in data for word in (b"Caching", b"timetable", b"zebra"))
    assert data.isascii() and data.endswith(b"}\n")


def test_the_private_bytes_are_outside_and_for_this_person_alone(root: Path, home: Path) -> None:
    outcome = decide(root, home, CACHE, Verdict("keep"))
    store_id = read_ledger(root).store_id
    assert store_id is not None
    private = home / store_id

    assert stat.S_IMODE(private.stat().st_mode) == 0o700
    for path in (private / "bytes" / f"{outcome.id}.json", private / "heads.json"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    kept = json.loads((private / "bytes" / f"{outcome.id}.json").read_bytes())
    record = (root / "governance" / "decisions" / f"{outcome.id}.json").read_bytes()
    assert kept["record_sha256"] == hashlib.sha256(record).hexdigest()


def test_a_data_home_inside_the_memory_is_refused(root: Path) -> None:
    before = tree_bytes(root)
    with pytest.raises(Refused):
        commit(root, binding, prepare(root, CACHE, Verdict("keep")), private_home=root / "data")
    assert tree_bytes(root) == before


def test_each_decision_names_the_head_before_it(root: Path, home: Path) -> None:
    first = decide(root, home, CACHE, Verdict("keep"))
    second = decide(root, home, HIDES, Verdict("stale"))
    base = root / "governance" / "decisions"
    record = json.loads((base / f"{second.id}.json").read_bytes())
    assert record["prev"] == [hashlib.sha256((base / f"{first.id}.json").read_bytes()).hexdigest()]
    assert [entry.id for entry in read_ledger(root).entries] == [first.id, second.id]


@pytest.mark.parametrize("path", ["topics/operational-pitfalls.md", "index.md"])
def test_reviewed_bytes_that_changed_refuse_and_leave_everything_as_it_was(
    root: Path, home: Path, path: str
) -> None:
    prepared = prepare(root, CACHE, Verdict("keep"))
    page = root / path
    page.write_bytes(page.read_bytes().replace(b"makes reads faster", b"makes reads secret"))
    before = tree_bytes(root.parent)

    with pytest.raises(StoreChanged) as raised:
        commit(root, binding, prepared, private_home=home)

    assert path in raised.value.message and "secret" not in raised.value.message
    assert tree_bytes(root.parent) == before
    assert not home.exists()


def test_a_reviewed_record_that_vanished_refuses(root: Path, home: Path) -> None:
    prepared = prepare(root, CACHE, Verdict("keep"))
    (root / "index.md").unlink()
    before = tree_bytes(root)
    with pytest.raises(StoreChanged):
        commit(root, binding, prepared, private_home=home)
    assert tree_bytes(root) == before


def test_an_effect_that_somebody_made_already_refuses(root: Path, home: Path) -> None:
    prepared = prepare(root, CACHE, Verdict("keep"))
    prepared = replace(prepared, plan=replace(prepared.plan, reviewed=()))
    page = root / "topics/operational-pitfalls.md"
    page.write_bytes(page.read_bytes().replace(b"pending-cleanup", b"active"))
    with pytest.raises(StoreChanged):
        commit(root, binding, prepared, private_home=home)


def test_other_edits_of_the_same_files_stand_in_nobodys_way(root: Path, home: Path) -> None:
    prepared = prepare(root, CACHE, Verdict("keep"))
    page = root / "topics/operational-pitfalls.md"
    page.write_bytes(page.read_bytes().replace(b"harbour VPN", b"harbour tunnel"))
    assert commit(root, binding, prepared, private_home=home).exit == 0
    text = page.read_text()
    assert "harbour tunnel" in text and "pending-cleanup" not in text


def test_a_taken_id_and_another_store_refuse(root: Path, home: Path) -> None:
    prepared = prepare(root, CACHE, Verdict("keep"))
    commit(root, binding, prepared, private_home=home)
    again = replace(prepare(root, HIDES, Verdict("stale")), id=prepared.id)
    with pytest.raises(StoreChanged, match="taken"):
        commit(root, binding, again, private_home=home)
    other = replace(prepare(root, HIDES, Verdict("stale")), store_id="store-" + "0" * 32)
    with pytest.raises(StoreChanged, match="another store"):
        commit(root, binding, other, private_home=home)


def test_a_roster_that_came_meanwhile_refuses(root: Path, home: Path) -> None:
    prepared = prepare(root, CACHE, Verdict("keep"))
    (root / "governance").mkdir()
    roster = root / "governance" / "roster.yaml"
    roster.write_text("version: 1\npeople:\n  user:bo: {kind: human, may: [review]}\n")
    with pytest.raises(Refused, match="not in the roster"):
        commit(root, binding, prepared, private_home=home)
    roster.write_text("version: 1\npeople:\n  user:ada: {kind: human, may: [review]}\n")
    with pytest.raises(StoreChanged, match="roster"):
        commit(root, binding, prepared, private_home=home)


def test_an_agent_decides_nothing(root: Path, home: Path) -> None:
    prepared = replace(prepare(root, CACHE, Verdict("keep")), actor=Actor("agent:dream", "flag", False))
    with pytest.raises(Refused):
        commit(root, binding, prepared, private_home=home)
    assert not (root / "governance").exists()


def test_a_missing_log_is_made(root: Path, home: Path) -> None:
    (root / "log.md").unlink()
    outcome = decide(root, home, CACHE, Verdict("keep"))
    assert outcome.exit == 0
    assert outcome.id in (root / "log.md").read_text()


def test_a_log_without_a_last_line_end_keeps_its_last_line(root: Path, home: Path) -> None:
    (root / "log.md").write_bytes(b"# Log\n- 2026-11-29T10:00:00Z archive archive/x.md")
    outcome = decide(root, home, CACHE, Verdict("keep"))
    _, first, second = (root / "log.md").read_text().splitlines()
    assert first == "- 2026-11-29T10:00:00Z archive archive/x.md"
    assert outcome.id in second


def test_a_revert_restores_every_byte_outside_log_and_governance(root: Path, home: Path) -> None:
    before = tree_bytes(root.parent)
    kept = decide(root, home, CACHE, Verdict("keep"))
    decide(root, home, HIDES, Verdict("defer", until="2027-01-01"))
    store_id = read_ledger(root).store_id
    assert store_id is not None
    taken_back = prepare_revert(root, home / store_id, kept.id)
    assert commit(root, binding, taken_back, private_home=home).exit == 0

    changed = changed_paths(before, tree_bytes(root.parent))
    assert {path for path in changed if not path.startswith(("memory/governance", "memory/log.md"))} == set()
    assert read_ledger(root).reverted == {kept.id: taken_back.id}
    assert verify(root, binding, home).ok
    with pytest.raises(StoreChanged, match="taken back already"):
        commit(root, binding, replace(taken_back, id="memdec-2026-11-30-009-abcd"), private_home=home)


def test_supersede_from_the_inbox(root: Path, home: Path) -> None:
    inbox = (root / "memory.md").read_bytes()
    outcome = decide(root, home, GATEWAY, Verdict("supersede", with_ids=(INBOX_GATEWAY,)))
    assert outcome.exit == 0
    assert (root / "memory.md").read_bytes() == inbox
    rows = load(root).rows_by_subject["staging-gateway:port"]
    assert {row.key for row in rows if row.status == "active"} == {INBOX_GATEWAY}
    assert verify(root, binding, home).ok


def test_defer_is_read_back(root: Path, home: Path) -> None:
    outcome = decide(root, home, CACHE, Verdict("defer", until="2027-01-01"))
    deferred = read_ledger(root).deferred(f"pending-cleanup:{CACHE}")
    assert deferred is not None and (deferred.decision, deferred.until) == (outcome.id, "2027-01-01")
    decide(root, home, CACHE, Verdict("keep"))
    assert read_ledger(root).deferred(f"pending-cleanup:{CACHE}") is None


def test_a_second_writer_waits_and_is_refused(root: Path, home: Path) -> None:
    from workbench.text.durable import WriterLock

    prepared = prepare(root, CACHE, Verdict("keep"))
    before = tree_bytes(root)
    with WriterLock(root), pytest.raises(WriterBusy):
        commit(root, binding, prepared, private_home=home)
    assert tree_bytes(root) == before


@pytest.mark.parametrize("folder", ["", "topics", "governance"])
def test_no_permission_means_nothing_recorded(root: Path, home: Path, folder: str) -> None:
    """Runs as somebody else when this is root, whom permissions do not stop."""
    (root / "governance").mkdir()
    before = tree_bytes(root.parent)
    script = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from tests.governance.deciding import *\n"
        "from workbench.text.errors import WorkbenchError\n"
        "root, home = Path(sys.argv[1]), Path(sys.argv[2])\n"
        "if os.getuid() == 0:\n    os.setgid(65534); os.setuid(65534)\n"
        "try:\n    out = decide(root, home, CACHE, Verdict('keep'))\n"
        "except WorkbenchError as error:\n    print(error.exit_code, type(error).__name__, error.not_done)\n"
        "else:\n    print(out.exit)\n"
    )
    open_up(root.parent, home.parent)
    (root / folder).chmod(0o555)
    try:
        done = subprocess.run(
            [sys.executable, "-c", script, str(root), str(home)], capture_output=True, text=True, timeout=60,
            cwd=Path(__file__).resolve().parents[2], env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        )  # fmt: skip
    finally:
        (root / folder).chmod(0o777)
    assert done.stdout.split()[:2] == ["5", "IoFailed"], done.stdout + done.stderr
    assert {name: entry[1] for name, entry in tree_bytes(root.parent).items()} == {
        name: entry[1] for name, entry in before.items()
    }
    assert not list(home.rglob("*.json"))


@pytest.mark.slow
def test_two_processes_decide_at_once(root: Path, home: Path) -> None:
    script = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from tests.governance.deciding import *\n"
        "from workbench.text.errors import StoreChanged\n"
        "root, home, key = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]\n"
        "for turn in range(6):\n"
        "    name = 'stale' if turn % 2 == 0 else 'active'\n"
        "    while True:\n"
        "        try:\n            out = decide(root, home, key, Verdict(name))\n"
        "        except StoreChanged:\n            time.sleep(0.01); continue\n"
        "        assert out.exit == 0, out.message\n        break\n"
    )
    runs = [
        subprocess.Popen([sys.executable, "-c", script, str(root), str(home), key],
                         cwd=Path(__file__).resolve().parents[2], stderr=subprocess.PIPE)
        for key in (HIDES, CACHE)
    ]  # fmt: skip
    ends = [(run.communicate(timeout=120)[1].decode(), run.returncode) for run in runs]
    assert ends == [("", 0), ("", 0)]
    ledger = read_ledger(root)
    assert len(ledger.entries) == 12 and len(ledger.heads) == 1
    assert verify(root, binding, home).ok
    log = (root / "log.md").read_text()
    assert all(log.count(entry.id) == 1 for entry in ledger.entries)


def test_a_foreign_change_after_the_record_leaves_it_unfinished_and_says_so(
    root: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from workbench.text import durable

    prepared = prepare(root, CACHE, Verdict("keep"))
    page = root / "topics/operational-pitfalls.md"
    original = durable.replace

    def meddling(base: Path, relative: str, expected: bytes, new: bytes) -> durable.Replaced:
        if relative.startswith("topics/"):
            page.write_bytes(expected.replace(b"makes reads faster", b"makes reads slower"))
        return original(base, relative, expected, new)

    monkeypatch.setattr(durable, "replace", meddling)
    outcome = commit(root, binding, prepared, private_home=home)
    monkeypatch.undo()

    assert (outcome.exit, outcome.recorded) == (7, True)
    assert outcome.effects[0][2] == "not done" and "resume" in outcome.next
    assert b"makes reads slower" in page.read_bytes()
    assert outcome.id not in (root / "log.md").read_text()
    report = verify(root, binding, home)
    assert [finding.check for finding in report.findings if finding.failed] == ["effect"]
    page.write_bytes(page.read_bytes().replace(b"makes reads slower", b"makes reads faster"))
    [finished] = resume(root, binding, private_home=home)
    assert finished.exit == 0
    assert verify(root, binding, home).ok


def test_the_next_decision_finishes_what_was_outstanding_and_says_so(
    root: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from workbench.text import durable

    def full(*_: object, **__: object) -> None:
        raise IoFailed("no space", errno=28)

    monkeypatch.setattr(durable, "append", full)
    first = decide(root, home, CACHE, Verdict("keep"))
    monkeypatch.undo()
    assert first.exit == 7

    second = decide(root, home, EXPORT, Verdict("stale"))
    assert second.exit == 0
    assert first.id in second.message
    log = (root / "log.md").read_text()
    assert log.index(first.id) < log.index(second.id)


def test_an_old_decision_is_never_applied_again_to_what_the_agent_does_later(root: Path, home: Path) -> None:
    decide(root, home, CACHE, Verdict("keep"))
    page = root / "topics/operational-pitfalls.md"
    head, item, rest = page.read_bytes().partition(b"- id: " + CACHE.encode())
    marked = head + item + rest.replace(b"Status: active", b"Status: pending-cleanup", 1)
    assert marked != page.read_bytes()
    page.write_bytes(marked)
    (root / "log.md").write_bytes(b"# rotated\n")

    assert resume(root, binding, private_home=home) == ()
    assert decide(root, home, EXPORT, Verdict("stale")).exit == 0
    assert page.read_bytes() == marked


@pytest.mark.parametrize("reason", ["a reason with \udcff in it", "\ud800"])
def test_a_reason_that_is_no_text_is_refused(root: Path, home: Path, reason: str) -> None:
    before = tree_bytes(root)
    with pytest.raises(Refused):
        commit(root, binding, prepare(root, CACHE, Verdict("keep"), reason=reason), private_home=home)
    assert tree_bytes(root) == before


def test_what_does_not_fit_a_record_is_refused(root: Path, home: Path) -> None:
    before = tree_bytes(root)
    prepared = prepare(root, CACHE, Verdict("keep"))
    for wrong in (Verdict("keep", until="soon"), Verdict("keep", until="x y")):
        with pytest.raises(Refused):
            commit(root, binding, replace(prepared, verdict=wrong), private_home=home)
    assert tree_bytes(root) == before and not home.exists()


def test_a_reason_of_several_lines_is_read_back(root: Path, home: Path) -> None:
    reason = "First.\nSecond: \u9a8c\u8bc1\u3002\n"
    commit(root, binding, prepare(root, CACHE, Verdict("keep"), reason=reason), private_home=home)
    assert read_ledger(root).entries[0].reason_text == reason
