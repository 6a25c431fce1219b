"""Hostile and broken files in real stores: one visible entry or shown as it is, quick, nothing written."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from tests.bindings.kit import NOW, load, make
from workbench.bindings.filesystem import binding
from workbench.desk.desk import Desk
from workbench.store.snapshot import Snapshot

GOOD = "- [2026-08-01] (knowledge) Good.\n  - id: mem-2026-08-01-001\n  - Status: pending-cleanup\n"
BASE = {"memory.md": "# Inbox\n", "topics/good.md": GOOD, "../AGENTS.md": "Read memory/.\n"}
RECORD = "governance/controls/memwd-2026-08-05-001.yaml"
CONTROL = """withdrawal_id: memwd-2026-08-05-001
record_type: withdrawal-control-v1
action: withdraw
scope:
  memory_item_ids: [mem-2026-08-01-009]
reason: failed-exploration
decided_by: user:owner
decided_at: 2026-08-05T10:00:00+08:00
effect: exclude-from-influence
"""
State = dict[str, tuple[int, ...] | tuple[str, ...]]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    make(tmp_path / "agent" / "memory", BASE)
    return tmp_path / "agent"


def states(root: Path) -> State:
    """Inode, size and times of everything below a folder, no link followed."""
    found: State = {}
    for path in sorted(root.rglob("*")):
        state = path.lstat()
        found[str(path)] = (state.st_ino, state.st_mode, state.st_size, state.st_mtime_ns, state.st_ctime_ns)
    return found


def opened(home: Path) -> Snapshot:
    """The snapshot, with the good item in it and nothing on disk touched."""
    before = states(home)
    snapshot = load(home)
    assert states(home) == before
    assert "mem-2026-08-01-001" in snapshot.rows_by_key
    return snapshot


def unreadable(snapshot: Snapshot) -> dict[str, str]:
    return {file.path: file.reason for file in snapshot.unreadable}


def status(home: Path) -> None:
    """The desk answers, and the good item is a case."""
    before = states(home)
    desk = Desk.open(home, now=NOW)
    assert desk.status().waiting >= 1
    assert any(case.id == "pending-cleanup:mem-2026-08-01-001" for case in desk.cases())
    assert states(home) == before


BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{','.join([f'*{chr(97 + n)}'] * 9)}]\n" for n in range(7)
)
RECORDS = {
    "BI-01 alias bomb": BOMB,
    "BI-02 deep nesting": "a: " + "[" * 20_000,
    "BI-02 deep and closed": "a: " + "[" * 20_000 + "]" * 20_000,
    "BI-03 many keys": "".join(f"k{n}: v\n" for n in range(300_000)),
    "BI-04 duplicate keys": CONTROL + "decided_by: user:eve\n",
    "BI-05 merge key": CONTROL + "<<: {decided_by: user:eve}\n",
    "BI-05 tag": CONTROL.replace("user:owner", "!!python/object:os.system x"),
    "BI-05 anchor": CONTROL.replace("user:owner", "&a user:owner"),
    "BI-05 two documents": CONTROL + "---\n" + CONTROL,
    "BI-07 line separator": CONTROL.replace("user:owner", "user:owner\u2028decided_by: user:eve"),
    "BI-07 paragraph separator": CONTROL.replace("user:owner", "user:owner\u2029decided_by: user:eve"),
    "BI-07 next line": CONTROL.replace("user:owner", "user:owner\x85decided_by: user:eve"),
    "BI-08 bad date": CONTROL.replace("2026-08-05T10", "2026-02-31T10"),
    "BI-08 long number": CONTROL.replace("2026-08-05T10:00:00+08:00", "9" * 5_000),
    "BI-13 bidi in a reference": CONTROL.replace("user:owner", "user:\u202eowner"),
    "BI-23 unknown field": CONTROL + "note: hidden\n",
    "BI-23 future version": CONTROL.replace("control-v1", "control-v2"),
    "BI-23 very long value": CONTROL.replace("user:owner", "u" * 1_000_000),
    "BI-23 supersedes itself": CONTROL + "supersedes: memwd-2026-08-05-001\n",
    "BI-24 id with a newline": CONTROL.replace("memwd-2026-08-05-001", '"memwd-2026-08-05-001\\nx"'),
    "BI-24 id like an option": CONTROL.replace("memwd-2026-08-05-001", "--option"),
}


def named(table: Iterable[str]) -> list[object]:
    """The names of a table, each with the mark of the case that it begins with."""
    return [pytest.param(name, marks=pytest.mark.case(name[:5])) for name in table]


@pytest.mark.parametrize("name", named(RECORDS))
def test_a_record_that_is_not_what_it_should_be_is_shown_with_its_reason(home: Path, name: str) -> None:
    (home / "memory" / RECORD).parent.mkdir(parents=True)
    (home / "memory" / RECORD).write_text(RECORDS[name])
    snapshot = opened(home)
    problems = [held.problem for held in snapshot.controls if held.record is None]
    assert len(problems) + len(unreadable(snapshot)) == 1
    for reason in (*problems, *unreadable(snapshot).values()):
        assert reason is not None
        assert 0 < len(reason) < 200
        assert "eve" not in reason
    status(home)


@pytest.mark.parametrize("name", named(RECORDS))
def test_the_same_record_in_the_log_harms_nobody(home: Path, name: str) -> None:
    (home / "memory" / "log.md").write_text(f"# log\n\n```yaml\n{RECORDS[name]}```\n")
    snapshot = opened(home)
    assert all(held.record is None for held in snapshot.controls)
    if "withdrawal" in RECORDS[name]:
        assert len(snapshot.controls) == 1


@pytest.mark.case("BI-06")
def test_words_that_yaml_would_turn_into_something_else_stay_text(home: Path) -> None:
    (home / "feedback").mkdir()
    words = {"task_id": "0777", "action_or_decision": "no", "workspace_id": "12:30:45", "extra": "1_000"}
    lines = {
        "event_id": "memfb-2026-08-05-001", "memory_item_ids": "[0x10, 1e3]", "use_role": "background",
        "outcome": "yes", "verdict_scheme": "intervention-outcome-v1", "verdict": "unknown",
        "attribution_confidence_scheme": "ordinal-confidence-v1", "attribution_confidence": "low",
        "evidence_refs": "[2026-08-05]", "observed_at": "2026-08-05T10:00:00Z", **words,
    }  # fmt: skip
    text = "".join(f"{key}: {value}\n" for key, value in lines.items())
    (home / "feedback" / "memfb-2026-08-05-001.yaml").write_text(text)
    (held,) = opened(home).feedback
    assert held.problem is None
    assert held.record is not None
    assert (held.record.task_id, held.record.memory_item_ids) == ("0777", ("0x10", "1e3"))
    assert (held.record.action_or_decision, held.record.outcome) == ("no", "yes")


@pytest.mark.case("BI-23")
def test_two_records_of_one_id_and_a_circle_are_both_kept(home: Path) -> None:
    second = CONTROL.replace("failed-exploration", "owner-decision")
    circle = CONTROL + "supersedes: memwd-2026-08-05-003\n"
    for number, text in enumerate((CONTROL, second, circle), start=1):
        (home / "memory" / f"governance/controls/{number}.yaml").parent.mkdir(parents=True, exist_ok=True)
        (home / "memory" / f"governance/controls/{number}.yaml").write_text(text)
    assert len(opened(home).controls) == 3
    status(home)


ITEMS: dict[str, str | bytes] = {
    "BI-07 separators": "- [2026-08-02] a\u2028b\u2029c\x85d\n  - id: mem-2026-08-02-001\u2028\n",
    "BI-08 no day": "- [2026-02-31] a\n  - id: mem-2026-08-02-001\n",
    "BI-08 long number": f"- [2026-08-02] a\n  - id: mem-2026-08-02-{'9' * 5_000}\n",
    "BI-09 not utf-8": b"- [2026-08-02] \xff\xfe\n  - id: mem-2026-08-02-001\n",
    "BI-09 mixed ends": b"- [2026-08-02] a\r\n  - id: mem-2026-08-02-001\n\r  - Status: active\r",
    "BI-10 long line": "- [2026-08-02] " + "x" * 1_000_000 + "\n  - id: mem-2026-08-02-001\n",
    "BI-10 long blanks": "- [2026-08-02]" + " " * 1_000_000 + "x\n  - Status: a" + "\t" * 500_000 + "#\n",
    "BI-11 escapes": "- [2026-08-02] \x1b[2J\x1b]52;c;eA==\x07\x9b1m\rover\x08\n  - id: mem-2026-08-02-001\n",
    "BI-12 markup": "- [2026-08-02] [bold][@click=app.quit]x[/]]\n  - id: mem-2026-08-02-001\n",
    "BI-13 bidi": "- [2026-08-02] \u202eabc\u2066\u200b\U000e0041\n  - id: mem-2026-08-02-00\u0661\n",
    "BI-16 anchors": "- [2026-08-02] a\n  - id: mem-2026-08-02-001\n  - Source: archive/../../etc/x.md#x\n",
    "BI-24 id": "- [2026-08-02] a\n  - id: --option\n  - Status: pending-cleanup\n",
}


@pytest.mark.parametrize("name", named(ITEMS))
def test_an_odd_item_is_one_row_and_the_rest_is_read(home: Path, name: str) -> None:
    text = ITEMS[name]
    (home / "memory/topics/odd.md").write_bytes(text.encode() if isinstance(text, str) else text)
    snapshot = opened(home)
    assert [row.address.path for row in snapshot.rows] == ["topics/good.md", "topics/odd.md"]
    for row in snapshot.rows:
        binding.item(snapshot, row)
    status(home)


@pytest.mark.case("BI-09")
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("- [2026-08-02] a\n".encode("utf-16"), "UTF-16"),
        ("- [2026-08-02] a\n".encode("utf-16-be"), "NUL"),
        (b"- [2026-08-02] a\0b\n", "NUL"),
    ],
)
def test_what_is_no_utf8_text_is_unreadable(home: Path, data: bytes, reason: str) -> None:
    (home / "memory/topics/odd.md").write_bytes(data)
    found = unreadable(opened(home))
    assert set(found) == {"topics/odd.md"}
    assert reason in found["topics/odd.md"]
    status(home)


def fifo(path: Path) -> None:
    os.mkfifo(path)


def sock(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.fspath(path.relative_to(Path.cwd())))


def device(path: Path) -> None:
    try:
        os.mknod(path, 0o20666, os.makedev(1, 5))
    except PermissionError:
        pytest.skip("no right to make a device here")


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


def link(target: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(target)


ODD: dict[str, tuple[Callable[[Path], object], str]] = {
    "BI-14 fifo": (fifo, "is a FIFO"),
    "BI-14 socket": (sock, "is a socket"),
    "BI-14 device": (device, "is a device"),
    "BI-14 directory": (Path.mkdir, "is a directory"),
    "BI-15 link out": (link("/etc/passwd"), "is a symlink to /etc/passwd"),
    "BI-15 link to a neighbour": (link("good.md"), "is a symlink to good.md"),
    "BI-15 link to itself": (link("odd.md"), "is a symlink to odd.md"),
    "BI-15 link to nothing": (link("gone"), "is a symlink to gone"),
    "BI-15 link to a folder": (link("/etc"), "is a symlink to /etc"),
    "BI-15 link with escapes": (link("\x1b[2J"), "is a symlink to "),
    "BI-17 sparse": (sparse, "larger than 64 MiB"),
}


@pytest.mark.parametrize("name", named(ODD))
@pytest.mark.parametrize("where", ["memory/topics/odd.md", "memory/index.md", "proposals/odd.yaml"])
def test_what_is_no_regular_file_is_one_entry(
    home: Path, name: str, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_it, reason = ODD[name]
    path = home / where
    path.parent.mkdir(exist_ok=True)
    monkeypatch.chdir(home)
    make_it(path)
    found = unreadable(opened(home))
    assert list(found) == [where.removeprefix("memory/") if where.startswith("memory/") else f"../{where}"]
    (said,) = found.values()
    assert said.startswith(reason)
    assert "\x1b" not in said
    status(home)


@pytest.mark.case("BI-15")
def test_folders_that_are_links_are_not_followed(home: Path, tmp_path: Path) -> None:
    outside = make(tmp_path / "outside", {"x.md": "- [2026-08-02] x\n", "active/hyp-1.yaml": "id: hyp-1\n"})
    (home / "memory/archive").symlink_to(outside)
    (home / "memory/topics/sub").symlink_to(outside)
    (home / "walks").symlink_to(outside)
    found = unreadable(opened(home))
    assert set(found) == {"archive", "topics/sub", "../walks"}
    assert all(reason.startswith("is a symlink") for reason in found.values())


@pytest.mark.case("BI-15")
def test_a_store_whose_inbox_and_topics_are_links(tmp_path: Path) -> None:
    outside = make(tmp_path / "outside", {"memory.md": "- [2026-08-02] x\n", "topics/a.md": GOOD})
    root = tmp_path / "memory"
    root.mkdir()
    (root / "memory.md").symlink_to(outside / "memory.md")
    (root / "topics").symlink_to(outside / "topics")
    snapshot = load(root)
    assert snapshot.rows == ()
    assert set(unreadable(snapshot)) == {"memory.md", "topics"}


NAMES = [
    *("--option.md", "-rf.md", "a b.md", "new\nline.md", "\x1b[2Jescape.md", "t\tab.md", "é.md"),
    *("n" * 252 + ".md", "GOOD.md", "con.md", "dot..md", "#hash.md", "[bold]x.md", "\u202ebidi.md"),
    *("e\u0301.md", "%2f.md"),
]


@pytest.mark.case("BI-16")
@pytest.mark.case("BI-24")
@pytest.mark.parametrize("name", [*(name.encode() for name in NAMES), b"\xff\xfe.md"])
def test_odd_names_are_names_like_others(home: Path, name: bytes) -> None:
    path = os.path.join(os.fsencode(home / "memory/topics"), name)  # noqa: PTH118 - bytes that no Path shows
    with open(path, "wb") as file:  # noqa: PTH123
        file.write(GOOD.replace("001", "002").encode())
    snapshot = opened(home)
    assert sorted(snapshot.rows_by_key) == ["mem-2026-08-01-001", "mem-2026-08-01-002"]
    assert snapshot.unreadable == ()
    assert not binding.changed(snapshot)
    status(home)


@pytest.mark.case("BI-16")
def test_names_that_no_file_can_have_are_no_store(home: Path) -> None:
    assert binding.recognise(home / ("n" * 300)) is None
    assert binding.recognise(home / "a\0b") is None


@pytest.mark.case("BI-17")
def test_hard_links_are_read(home: Path) -> None:
    (home / "memory/topics/odd.md").hardlink_to(home / "memory/topics/good.md")
    snapshot = opened(home)
    assert len(snapshot.rows_by_key["mem-2026-08-01-001"]) == 2


@pytest.mark.case("BI-18")
def test_a_file_that_grows_while_it_is_read_is_read_once(home: Path) -> None:
    path = home / "memory/topics/grows.md"
    path.write_bytes(GOOD.replace("001", "003").encode())
    stop = threading.Event()

    def grow() -> None:
        with path.open("ab", buffering=0) as file:
            while not stop.is_set():
                file.write(b"- [2026-08-02] more\n")
                stop.wait(0.0005)

    writer = threading.Thread(target=grow)
    writer.start()
    try:
        for _ in range(5):
            snapshot = load(home)
            data = snapshot.files["topics/grows.md"].data
            for row in snapshot.rows:
                assert row.address.end <= len(snapshot.files[row.address.path].data)
            assert data.startswith(GOOD.replace("001", "003").encode())
    finally:
        stop.set()
        writer.join()


AS_ANOTHER = """
import os, sys
from pathlib import Path
os.setgroups([]); os.setegid(65534); os.seteuid(65534)
from workbench.bindings.filesystem import binding
found = binding.recognise(Path(sys.argv[1]))
if found is None:
    print("no store")
else:
    snapshot = binding.load(found)
    print(len(snapshot.rows), *sorted(f"{one.path}={one.reason}" for one in snapshot.unreadable), sep="|")
"""


@pytest.fixture
def denied() -> Iterator[Path]:
    """An agent home in a folder that every user may enter."""
    if os.geteuid() != 0:
        pytest.skip("only root can look as another user")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        make(Path(folder) / "agent" / "memory", BASE)
        yield Path(folder) / "agent"


def as_another(home: Path) -> str:
    import workbench.bindings.filesystem.read
    import workbench.text.visible  # noqa: F401

    root = Path(__file__).resolve().parents[2]
    code = f"import sys; sys.path[:0] = {[str(root), *sys.path]!r}\n" + (
        "import workbench.bindings.filesystem, workbench.protocol.records\n" + AS_ANOTHER
    )
    done = subprocess.run(
        [sys.executable, "-c", code, os.fspath(home)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr == ""
    return done.stdout.strip()


@pytest.mark.case("BI-19")
def test_denied_files_and_folders_are_one_entry_each(denied: Path) -> None:
    (denied / "memory/archive").mkdir()
    (denied / "memory/archive/2026-08-01.md").write_text("- [2026-08-01] a\n")
    (denied / "memory/topics/secret.md").write_text(GOOD)
    (denied / "memory/topics/secret.md").chmod(0)
    (denied / "memory/archive").chmod(0)
    assert as_another(denied) == "1|archive=permission denied|topics/secret.md=permission denied"


@pytest.mark.case("BI-19")
def test_a_memory_that_may_not_be_entered_is_a_store_that_says_so(denied: Path) -> None:
    (denied / "memory").chmod(0)
    said = as_another(denied)
    (denied / "memory").chmod(0o755)
    assert said.startswith("0|")
    assert "memory.md=permission denied" in said
    assert "topics=permission denied" in said


@pytest.mark.case("BI-17")
def test_another_file_system_in_the_store_is_not_read(home: Path) -> None:
    """Mounted in a namespace of its own, which ends with the process in it."""
    inner = home / "memory/topics"
    (inner / "sub").mkdir()
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", 'mount -t tmpfs none "$1/sub" && exec "$2" -c "$3" "$4"', "sh",
         os.fspath(inner), sys.executable,
         f"import sys; sys.path[:0] = {[str(Path(__file__).resolve().parents[2]), *sys.path]!r}\n"
         "from pathlib import Path\nfrom workbench.bindings.filesystem import binding\n"
         "s = binding.load(binding.recognise(Path(sys.argv[1])))\n"
         "print(len(s.rows), [(u.path, u.reason) for u in s.unreadable])",
         os.fspath(home)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    if done.returncode:
        pytest.skip("no mount namespace to be had here")
    assert done.stdout == "1 [('topics/sub', 'is on another file system')]\n"


@pytest.mark.case("BI-10")
@pytest.mark.slow
def test_a_large_store_is_read_whole(tmp_path: Path) -> None:
    row = "- [2026-08-01] (knowledge) Text {0}.\n  - id: mem-2026-08-01-{0:06d}\n  - Status: active\n"
    text = "".join(row.format(number) for number in range(100_000))
    make(tmp_path, {"topics/a.md": text})
    assert load(tmp_path).item_count == 100_000


@pytest.mark.case("BI-10")
@pytest.mark.slow
def test_a_page_of_tens_of_megabytes_is_read_and_one_above_the_limit_is_not(home: Path) -> None:
    prose = "Words that are no item, in a paragraph of many lines.\n" * 600_000
    item = "- [2026-08-02] (knowledge) Last.\n  - id: mem-2026-08-02-001\n  - Status: active\n"
    (home / "memory/topics/long.md").write_text(f"# Long\n\n{prose}\n{item}")
    (home / "memory/topics/longer.md").write_bytes(b"x" * (64 * 1024 * 1024 + 1))
    snapshot = opened(home)
    assert [row.id for row in snapshot.rows if row.address.path == "topics/long.md"] == ["mem-2026-08-02-001"]
    assert unreadable(snapshot) == {"topics/longer.md": "larger than 64 MiB"}


def test_opening_the_sample_store_touches_nothing(sample_store: Path) -> None:
    before = states(sample_store)
    snapshot = load(sample_store)
    assert not binding.changed(snapshot)
    assert states(sample_store) == before


def test_pages_in_folders_are_read_and_what_lies_too_deep_is_said(tmp_path: Path) -> None:
    root = tmp_path / "memory"
    page = b"- [2026-07-02] (knowledge) X.\n  - id: mem-2026-07-02-001\n  - Status: active\n  - Source: x\n"
    for depth, folder in ((3, "topics/a/b/c"), (9, "topics/1/2/3/4/5/6/7/8/9")):
        (root / folder).mkdir(parents=True)
        (root / folder / "page.md").write_bytes(page.replace(b"001", b"%03d" % depth))
    found = binding.recognise(tmp_path)
    assert found is not None
    snapshot = binding.load(found)
    assert [row.id for row in snapshot.rows] == ["mem-2026-07-02-003"]
    assert [(one.path, one.reason) for one in snapshot.unreadable] == [
        ("topics/1/2/3/4/5/6", "lies deeper than folders are read")
    ]
