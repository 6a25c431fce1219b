"""The log names who decided: a line that was altered is noticed, one that was rotated away is a note."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.governance.deciding import CACHE, EXPORT, decide, prepare_revert
from workbench.bindings.filesystem import binding
from workbench.governance.commit import commit
from workbench.governance.ledger import read_ledger
from workbench.governance.verify import verify
from workbench.store.decision import Verdict

LESSON = Verdict("new-value", value="Caching hides what was cancelled late.")


@pytest.fixture(params=["here", "elsewhere"])
def machine(request: pytest.FixtureRequest, home: Path, tmp_path: Path) -> Path:
    """Where it is verified: where it was decided, or by the salt alone."""
    return home if request.param == "here" else tmp_path / "elsewhere" / "workbench"


def failures(root: Path, machine: Path) -> list[tuple[str | None, str]]:
    return [(one.decision, one.check) for one in verify(root, binding, machine).findings if one.failed]


def rewrite(root: Path, old: bytes, new: bytes) -> None:
    log = root / "log.md"
    assert old in log.read_bytes()
    log.write_bytes(log.read_bytes().replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"verdict=keep by user:ada", b"verdict=stale by user:eve"),
        (b"by user:ada", b"by user:eve"),
        (b"- 2026-11-30T10:00:00Z review", b"- 2026-11-30T11:00:00Z review"),
        (CACHE.encode(), EXPORT.encode()),
        (b" by user:ada memdec-", b"  by user:ada memdec-"),
        (b"verdict=keep by user:ada", b"verdict=keep"),
    ],
)
def test_an_altered_line_fails(root: Path, home: Path, machine: Path, old: bytes, new: bytes) -> None:
    done = decide(root, home, CACHE, Verdict("keep"))
    log = (root / "log.md").read_bytes()
    at = log.index(b"- 2026-11-30T10")
    (root / "log.md").write_bytes(log[:at] + log[at:].replace(old, new))
    assert failures(root, machine) == [(done.id, "digest")]


def test_words_after_the_decision_are_an_alteration(root: Path, home: Path, machine: Path) -> None:
    done = decide(root, home, CACHE, Verdict("keep"))
    rewrite(root, done.id.encode() + b"\n", done.id.encode() + b" approved by user:eve\n")
    assert failures(root, machine) == [(done.id, "digest")]


def test_a_second_line_in_its_name_fails(root: Path, home: Path) -> None:
    done = decide(root, home, CACHE, Verdict("keep"))
    with (root / "log.md").open("a") as log:
        log.write(f"- 2026-12-01T10:00:00Z review {CACHE} verdict=stale by user:eve {done.id}\n")
    assert failures(root, home) == [(done.id, "digest")]


def test_one_of_several_lines_altered_fails(root: Path, home: Path, machine: Path) -> None:
    done = decide(root, home, CACHE, LESSON)
    assert (root / "log.md").read_text().count(done.id) == 2
    assert failures(root, machine) == []
    rewrite(root, b"cool " + CACHE.encode(), b"cool " + EXPORT.encode())
    assert failures(root, machine) == [(done.id, "digest")]


@pytest.mark.parametrize("begin", [b"# Log\r\n\r\n", b"# Log\n- 2026-11-29 archive", b"", b"# Log\r\n- x"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_line_ends_are_no_alteration(root: Path, home: Path, machine: Path, begin: bytes, end: bytes) -> None:
    """Logs with either line end, lines begun after an open one, and logs converted afterwards."""
    log = root / "log.md"
    log.write_bytes(begin)
    for key, verdict in ((CACHE, LESSON), (EXPORT, Verdict("stale"))):
        assert decide(root, home, key, verdict).exit == 0
    lines = log.read_bytes().replace(b"\r\n", b"\n") + b"- 2026-12-01 archive\n"
    log.write_bytes(lines.replace(b"\n", end))
    assert failures(root, machine) == []


def test_lines_of_others_that_name_a_decision_are_no_alteration(
    root: Path, home: Path, machine: Path
) -> None:
    first = decide(root, home, CACHE, Verdict("keep"))
    private = home / str(read_ledger(root).store_id)
    assert commit(root, binding, prepare_revert(root, private, first.id), private_home=home).exit == 0
    with (root / "log.md").open("a") as log:
        log.write(f"- 2026-12-01T08:00:00Z autodream read {first.id} and did nothing\n")
    assert failures(root, machine) == []


def test_the_line_of_a_revert_altered_fails_as_its_own(root: Path, home: Path, machine: Path) -> None:
    first = decide(root, home, CACHE, Verdict("keep"))
    private = home / str(read_ledger(root).store_id)
    back = commit(root, binding, prepare_revert(root, private, first.id), private_home=home)
    rewrite(root, b"verdict=revert by user:ada", b"verdict=revert by user:eve")
    assert failures(root, machine) == [(back.id, "digest")]


def test_a_missing_line_is_a_note(root: Path, home: Path) -> None:
    first = decide(root, home, CACHE, Verdict("keep"))
    assert decide(root, home, EXPORT, Verdict("stale")).exit == 0
    kept = [line for line in (root / "log.md").read_bytes().splitlines(True) if first.id.encode() not in line]
    (root / "log.md").write_bytes(b"".join(kept))
    report = verify(root, binding, home)
    assert report.ok
    assert [(one.decision, one.message) for one in report.findings] == [
        (first.id, "Its line is no longer in log.md.")
    ]
