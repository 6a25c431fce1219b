"""Files beneath a root: what is refused, what survives, and what another program did is never lost."""

from __future__ import annotations

import os
import shutil
import socket
import stat
import subprocess
import sys
import threading
import time
from hashlib import sha256
from pathlib import Path

import pytest

from workbench.text import durable
from workbench.text._linux import has_writer
from workbench.text.durable import (
    Entry,
    Replaced,
    WriterLock,
    append,
    clear_temps,
    create,
    is_own_temp,
    list_dir,
    make_dirs,
    own_temps,
    read_file,
    remove,
    replace,
    scan_dir,
)
from workbench.text.errors import IoFailed, Refused, StoreChanged, Unreadable, WriterBusy

ROOT = Path(__file__).resolve().parents[2]
HAS_STRACE = shutil.which("strace") is not None
needs_strace = pytest.mark.skipif(
    not HAS_STRACE and not os.environ.get("CI"),
    reason="strace is not installed: errors of the kernel not injected",
)
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")


def names(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


# Reading


def test_a_file_is_read_with_its_state(tmp_path: Path) -> None:
    (tmp_path / "topics").mkdir()
    path = tmp_path / "topics/x.md"
    path.write_bytes(b"\xef\xbb\xbfa\r\nb")
    image = read_file(tmp_path, "topics/x.md")
    state = path.stat()
    assert (image.path, image.data) == ("topics/x.md", b"\xef\xbb\xbfa\r\nb")
    told = (state.st_dev, state.st_ino, 7, state.st_mtime_ns, state.st_mode, 1, state.st_ctime_ns)
    assert image.stat == told
    assert "xef" not in repr(image)


def plant(tmp_path: Path, kind: str) -> str:
    """Something at `x.md` that is no plain file."""
    path = tmp_path / "x.md"
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "socket":
        server = socket.socket(socket.AF_UNIX)
        server.bind(os.path.relpath(path))
        server.close()
    elif kind == "directory":
        path.mkdir()
    elif kind == "symlink":
        path.symlink_to("/etc/passwd")
    elif kind == "loop":
        path.symlink_to("x.md")
    elif kind == "sparse":
        with path.open("wb") as stream:
            stream.truncate(1 << 40)
    return "x.md"


@pytest.mark.case("BI-14")
@pytest.mark.case("BI-15")
@pytest.mark.case("BI-17")
@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("fifo", "is a FIFO"),
        ("socket", "is a socket"),
        ("directory", "is a directory"),
        ("symlink", "is a symlink to /etc/passwd"),
        ("loop", "is a symlink to x.md"),
        ("sparse", "larger than 64 MiB"),
        ("nothing", "does not exist"),
    ],
)
def test_what_is_no_plain_file_is_unreadable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Unreadable) as caught:
        read_file(tmp_path, plant(tmp_path, kind))
    assert caught.value.reason == reason
    assert (caught.value.code == "missing") == (kind == "nothing")


@pytest.mark.case("BI-14")
def test_a_device_is_refused() -> None:
    with pytest.raises(Unreadable, match="is a device"):
        read_file(Path("/dev"), "null")


@pytest.mark.case("BI-17")
def test_another_file_system_beneath_the_root_is_refused() -> None:
    if not Path("/proc/version").exists():
        pytest.skip("no /proc")
    with pytest.raises(Unreadable, match="is on another file system"):
        read_file(Path("/"), "proc/version")


@pytest.mark.case("BI-16")
@pytest.mark.parametrize(
    ("relative", "reason"),
    [
        ("../x", "leaves the store"),
        ("a/../../etc/passwd", "leaves the store"),
        ("/etc/passwd", "leaves the store"),
        ("", "is no plain path"),
        (".", "is no plain path"),
        ("a//b", "is no plain path"),
        ("./a", "is no plain path"),
        ("a\0b", "the name holds a NUL"),
        ("a\ud800", "is a name that no file can have"),
        ("n" * 300, "the name is too long"),
        ("..%2fpasswd", "does not exist"),
    ],
)
def test_names_that_leave_the_root_or_cannot_be(tmp_path: Path, relative: str, reason: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_file(tmp_path, relative)
    assert caught.value.reason == reason


@pytest.mark.case("BI-15")
def test_a_linked_directory_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real/x.md").write_text("x")
    (tmp_path / "link").symlink_to("real")
    for reach in (lambda: read_file(tmp_path, "link/x.md"), lambda: list_dir(tmp_path, "link")):
        with pytest.raises(Unreadable, match="is a symlink to real"):
            reach()


@pytest.mark.case("BI-10")
def test_the_limit_counts_bytes(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"12345")
    assert read_file(tmp_path, "x", limit=5).data == b"12345"
    with pytest.raises(Unreadable, match="larger than 4 bytes"):
        read_file(tmp_path, "x", limit=4)


def test_directories_list_every_name_in_byte_order(tmp_path: Path) -> None:
    for name in (b"b.md", b"\xff.md", b"-rf", b"a\nb", "漢.md".encode()):
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_bytes(name)
    (tmp_path / "d").mkdir()
    (tmp_path / "l").symlink_to("b.md")
    os.mkfifo(tmp_path / "f")
    found = list_dir(tmp_path)
    assert [os.fsencode(name) for name in found] == [
        b"-rf", b"a\nb", b"b.md", b"d", b"f", b"l", "漢.md".encode(), b"\xff.md",
    ]  # fmt: skip
    assert read_file(tmp_path, found[-1]).data == b"\xff.md"
    kinds = dict(scan_dir(tmp_path))
    assert (kinds["d"], kinds["l"], kinds["f"], kinds["b.md"]) == ("directory", "symlink", "other", "file")
    assert scan_dir(tmp_path, "d") == []
    assert Entry("d", "directory") in scan_dir(tmp_path, ".")


@pytest.mark.case("BI-19")
@needs_root
def test_permission_denied_has_its_reason(tmp_path: Path) -> None:
    code = (
        "import os, sys\nfrom pathlib import Path\n"
        "from workbench.text.durable import read_file, list_dir, create\n"
        "os.chdir(sys.argv[1]); os.setuid(65534)\nroot = Path('.')\n"
        "for call, name in ((read_file, 'x'), (list_dir, 'd'), (create, 'n')):\n"
        "    try: call(root, name, *((b'',) if call is create else ()))\n"
        "    except Exception as e: print(type(e).__name__, e.message, e.exit_code)\n"
    )
    tmp_path.chmod(0o755)
    (tmp_path / "x").write_text("x")
    (tmp_path / "x").chmod(0)
    (tmp_path / "d").mkdir(mode=0o700)
    shown = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert shown.stdout.splitlines() == [
        "Unreadable x: permission denied 2",
        "Unreadable d: permission denied 2",
        "IoFailed cannot write n: permission denied 5",
    ], shown.stderr


# Creating


def test_create_makes_a_file_once(tmp_path: Path) -> None:
    assert create(tmp_path, "dec.json", b"{}", mode=0o600) is True
    assert stat.S_IMODE((tmp_path / "dec.json").stat().st_mode) == 0o600
    assert create(tmp_path, "dec.json", b"{}") is False
    with pytest.raises(FileExistsError):
        create(tmp_path, "dec.json", b"{ }")
    assert (tmp_path / "dec.json").read_bytes() == b"{}"
    assert names(tmp_path) == ["dec.json"]


def test_create_does_not_follow_what_stands_there(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"{}")
    (tmp_path / "link").symlink_to("target")
    with pytest.raises(FileExistsError):
        create(tmp_path, "link", b"{}")
    assert (tmp_path / "target").read_bytes() == b"{}"
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "governance").symlink_to("elsewhere")
    with pytest.raises(IoFailed):
        create(tmp_path / "governance", "x", b"")
    with pytest.raises(Refused, match="is a symlink"):
        create(tmp_path / "governance/decisions", "x", b"", beneath=tmp_path)
    with pytest.raises(Refused, match="is a symlink"):
        make_dirs(tmp_path / "governance/decisions", beneath=tmp_path)
    assert names(tmp_path / "elsewhere") == []


def test_create_in_a_missing_directory_fails_plainly(tmp_path: Path) -> None:
    with pytest.raises(IoFailed) as caught:
        create(tmp_path / "no", "x", b"")
    assert caught.value.exit_code == 5
    assert caught.value.not_done == "nothing was recorded"


def test_make_dirs_makes_parents_and_is_idempotent(tmp_path: Path) -> None:
    for _ in range(2):
        make_dirs(tmp_path / "a/b/c", 0o700)
    assert stat.S_IMODE((tmp_path / "a/b/c").stat().st_mode) == 0o700
    (tmp_path / "file").write_text("")
    with pytest.raises(IoFailed):
        make_dirs(tmp_path / "file")


def test_parallel_creators_have_one_winner(tmp_path: Path) -> None:
    won: list[int] = []

    def creator(number: int) -> None:
        try:
            create(tmp_path, "id", str(number).encode())
        except FileExistsError:
            return
        won.append(number)

    threads = [threading.Thread(target=creator, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == 1
    assert (tmp_path / "id").read_bytes() == str(won[0]).encode()
    assert names(tmp_path) == ["id"]


# Replacing


def test_replace_keeps_mode_owner_and_attributes(tmp_path: Path) -> None:
    path = tmp_path / "x.md"
    path.write_bytes(b"old")
    path.chmod(0o640)
    try:
        os.setxattr(path, "user.note", b"kept")
        attributes = [b"kept"]
    except OSError:
        attributes = []
    if os.geteuid() == 0:
        os.chown(path, 1234, 2345)
    before = path.stat()
    assert isinstance(replace(tmp_path, "x.md", b"old", b"new"), Replaced)
    after = path.stat()
    assert path.read_bytes() == b"new"
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert [os.getxattr(path, name) for name in os.listxattr(path) if name == "user.note"] == attributes
    assert names(tmp_path) == ["x.md"]


def test_replace_refuses_what_is_not_expected(tmp_path: Path) -> None:
    path = tmp_path / "x.md"
    path.write_bytes(b"other")
    before = path.stat()
    for expected in (b"old", b"othe", b"other "):
        with pytest.raises(StoreChanged):
            replace(tmp_path, "x.md", expected, b"new")
    with pytest.raises(StoreChanged):
        replace(tmp_path, "gone.md", b"old", b"new")
    assert path.read_bytes() == b"other"
    assert path.stat().st_ino == before.st_ino
    assert names(tmp_path) == ["x.md"]


@pytest.mark.case("BI-15")
@pytest.mark.case("BI-17")
def test_links_and_second_names_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.md"
    path.write_bytes(b"old")
    (tmp_path / "link.md").symlink_to("x.md")
    for change in (
        lambda name: replace(tmp_path, name, b"old", b"new"),
        lambda name: append(tmp_path, name, b"new"),
        lambda name: remove(tmp_path, name, b"old"),
        lambda name: remove(tmp_path, name, None),
    ):
        with pytest.raises(Refused, match="is a symlink"):
            change("link.md")
    (tmp_path / "second.md").hardlink_to(path)
    for change in (
        lambda name: replace(tmp_path, name, b"old", b"new"),
        lambda name: append(tmp_path, name, b"new"),
        lambda name: remove(tmp_path, name, None),
    ):
        with pytest.raises(Refused, match="more than one name"):
            change("x.md")
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["link.md", "second.md", "x.md"]


def test_a_writer_that_holds_the_file_makes_replace_give_way(tmp_path: Path) -> None:
    path = tmp_path / "x.md"
    path.write_bytes(b"old")
    with path.open("ab") as stream:
        if has_writer(stream.fileno()) is None:
            pytest.skip("this file system gives no leases")
        with pytest.raises(StoreChanged, match="open for writing"):
            replace(tmp_path, "x.md", b"old", b"new")
        with pytest.raises(StoreChanged):
            remove(tmp_path, "x.md", b"old")
        stream.write(b" and late")
    assert path.read_bytes() == b"old and late"
    assert names(tmp_path) == ["x.md"]


def test_nothing_of_an_appending_program_is_lost(tmp_path: Path) -> None:
    """In-place appends race with replacements of the first line; every line must survive."""
    path = tmp_path / "log.md"
    path.write_bytes(b"0\n")
    written: list[bytes] = []
    stop = threading.Event()

    def agent() -> None:
        while not stop.is_set() and len(written) < 20_000:
            with path.open("ab", buffering=0) as stream:
                line = b"line %d" % len(written)
                stream.write(line + b"\n")
            written.append(line)

    thread = threading.Thread(target=agent)
    thread.start()
    done = refused = 0
    for _ in range(40):
        current = path.read_bytes()
        head, rest = current.split(b"\n", 1)
        try:
            replace(tmp_path, "log.md", current, b"%d\n" % (int(head) + 1) + rest)
            done += 1
        except StoreChanged:
            refused += 1
    stop.set()
    thread.join()
    conflicts = b"".join(p.read_bytes() for p in tmp_path.glob("*.conflict-*"))
    kept = set((path.read_bytes() + conflicts).splitlines())
    assert [line for line in written if line not in kept] == []
    assert not own_temps(tmp_path, [""])
    assert done + refused == 40
    assert written


def test_nothing_of_a_renaming_editor_is_lost(tmp_path: Path) -> None:
    """An editor that saves by rename right before our exchange keeps its version."""
    path = tmp_path / "x.md"
    path.write_bytes(b"old")
    image = read_file(tmp_path, "x.md")
    (tmp_path / "save~").write_bytes(b"edited")
    (tmp_path / "save~").rename(path)
    with pytest.raises(StoreChanged):
        replace(tmp_path, "x.md", image.data, b"new")
    assert path.read_bytes() == b"edited"


# Appending and removing


def test_append_adds_and_creates(tmp_path: Path) -> None:
    append(tmp_path, "log.md", b"one\n", create_mode=0o600)
    append(tmp_path, "log.md", b"two\n")
    assert (tmp_path / "log.md").read_bytes() == b"one\ntwo\n"
    assert stat.S_IMODE((tmp_path / "log.md").stat().st_mode) == 0o600
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Refused, match="is a FIFO"):
        append(tmp_path, "pipe", b"x")


def test_parallel_appends_interleave_whole(tmp_path: Path) -> None:
    def writer(letter: bytes) -> None:
        for _ in range(50):
            append(tmp_path, "log.md", letter * 500 + b"\n")

    threads = [threading.Thread(target=writer, args=(letter,)) for letter in (b"a", b"b")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = (tmp_path / "log.md").read_bytes().splitlines()
    assert sorted(lines) == [b"a" * 500] * 50 + [b"b" * 500] * 50


def test_remove_takes_only_what_was_reviewed(tmp_path: Path) -> None:
    path = tmp_path / "x.salt"
    path.write_bytes(b"salt")
    with pytest.raises(StoreChanged):
        remove(tmp_path, "x.salt", b"pepper")
    assert path.read_bytes() == b"salt"
    assert remove(tmp_path, "x.salt", b"salt") is True
    assert remove(tmp_path, "x.salt", b"salt") is False
    path.write_bytes(b"any")
    assert remove(tmp_path, "x.salt", None) is True
    assert names(tmp_path) == []


# Leftovers


def test_leftover_temps_go_but_never_an_unknown_edit(tmp_path: Path) -> None:
    (tmp_path / "topics").mkdir()
    for name, data in {
        ".wb-tmp-1-0123abcd": b"half a record",
        "topics/.wb-tmp-1-s0123abcd": b"before",
        "topics/.wb-tmp-1-s0123abce": b"somebody's edit",
        "topics/.wb-tmp-note.md": b"not ours",
    }.items():
        (tmp_path / name).write_bytes(data)
    assert own_temps(tmp_path, ["", "topics", "missing"]) == [
        ".wb-tmp-1-0123abcd", "topics/.wb-tmp-1-s0123abcd", "topics/.wb-tmp-1-s0123abce",
    ]  # fmt: skip
    kept = clear_temps(tmp_path, ["", "topics"], {sha256(b"before").hexdigest()})
    assert [(tmp_path / name).read_bytes() for name in kept] == [b"somebody's edit"]
    assert kept[0].startswith("topics/recovered.conflict-")
    assert names(tmp_path / "topics") == [".wb-tmp-note.md", kept[0].split("/")[1]]
    assert clear_temps(tmp_path, ["", "topics"], lambda _: True) == []
    assert not is_own_temp(".wb-tmp-1-0123abcd.md")


# The lock


def test_one_writer_at_a_time_and_no_file(tmp_path: Path) -> None:
    with WriterLock(tmp_path) as lock:
        lock.check()
        with pytest.raises(WriterBusy) as caught, WriterLock(tmp_path, wait=0.05):
            pass
        assert caught.value.exit_code == 4
    with WriterLock(tmp_path, wait=0):
        pass
    assert names(tmp_path) == []


def test_the_lock_waits_for_a_short_holder(tmp_path: Path) -> None:
    lock = WriterLock(tmp_path)
    lock.__enter__()
    timer = threading.Timer(0.1, lock.__exit__, (None, None, None))
    timer.start()
    with WriterLock(tmp_path, wait=2):
        pass
    timer.join()


def test_the_lock_dies_with_its_process(tmp_path: Path) -> None:
    code = (
        "import os,sys,pathlib\nfrom workbench.text.durable import WriterLock\n"
        "WriterLock(pathlib.Path(sys.argv[1])).__enter__()\nprint('held', flush=True)\nsys.stdin.read()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with holder:
        assert holder.stdout is not None and holder.stdout.readline() == b"held\n"
        with pytest.raises(WriterBusy), WriterLock(tmp_path, wait=0):
            pass
        holder.kill()
    with WriterLock(tmp_path, wait=0.5):
        pass


def test_a_moved_store_is_noticed_under_the_lock(tmp_path: Path) -> None:
    store = tmp_path / "memory"
    store.mkdir()
    with WriterLock(store) as lock:
        store.rename(tmp_path / "away")
        with pytest.raises(StoreChanged):
            lock.check()
        store.mkdir()
        with pytest.raises(StoreChanged):
            lock.check()
    with pytest.raises(IoFailed), WriterLock(tmp_path / "nowhere"):
        pass


# What the kernel can answer


def run_injected(tmp_path: Path, inject: str, code: str) -> subprocess.CompletedProcess[str]:
    """Run code on a store with a system call made to fail from a marked point on."""
    program = (
        "import sys, pathlib\nfrom workbench.text import durable, errors\nroot = pathlib.Path(sys.argv[1])\n"
        f"try:\n    print({code})\n"
        "except errors.WorkbenchError as e:\n    print(type(e).__name__, e.not_done)\n"
    )
    return subprocess.run(
        ["strace", "-f", "-o", "/dev/null", "-e", f"inject={inject}",
         sys.executable, "-c", program, str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


@needs_strace
@pytest.mark.parametrize("error", ["EINVAL", "ENOSYS"])
def test_without_rename_flags_the_weaker_way_is_taken(tmp_path: Path, error: str) -> None:
    (tmp_path / "x").write_bytes(b"old")
    inject = f"renameat2:error={error}"
    done = run_injected(tmp_path, inject, "durable.create(root, 'n', b'data')")
    assert (done.stdout, (tmp_path / "n").read_bytes()) == ("True\n", b"data")
    done = run_injected(tmp_path, inject, "durable.replace(root, 'x', b'old', b'new')")
    assert (done.stdout, (tmp_path / "x").read_bytes()) == ("Replaced(weak=True)\n", b"new")
    done = run_injected(tmp_path, inject, "durable.replace(root, 'x', b'old', b'again')")
    assert (done.stdout, (tmp_path / "x").read_bytes()) == (
        "StoreChanged the file was left as it was\n",
        b"new",
    )
    assert names(tmp_path) == ["n", "x"]


@needs_strace
def test_without_links_either_create_still_never_replaces(tmp_path: Path) -> None:
    inject = "renameat2,linkat:error=ENOSYS"
    done = run_injected(tmp_path, inject, "durable.create(root, 'n', b'data')")
    assert (done.stdout, (tmp_path / "n").read_bytes()) == ("True\n", b"data")
    done = run_injected(tmp_path, inject, "durable.create(root, 'n', b'other')")
    assert "FileExistsError" in done.stderr
    assert names(tmp_path) == ["n"]


@needs_strace
@pytest.mark.parametrize("when", [1, 2])
@pytest.mark.parametrize("call", ["create(root, 'n', b'data')", "replace(root, 'x', b'old', b'new')"])
def test_a_failing_fsync_is_never_called_recorded(tmp_path: Path, call: str, when: int) -> None:
    (tmp_path / "x").write_bytes(b"old")
    done = run_injected(tmp_path, f"fsync:error=EIO:when={when}", f"durable.{call}")
    assert done.stdout.startswith("IoFailed "), done.stderr
    assert not own_temps(tmp_path, [""])
    if "create" in call:
        assert names(tmp_path) == ["x"]
    if when == 1:
        assert (tmp_path / "x").read_bytes() == b"old"


@needs_strace
def test_a_short_append_is_told(tmp_path: Path) -> None:
    (tmp_path / "log.md").write_bytes(b"")
    done = run_injected(tmp_path, "write:retval=3:when=1", "durable.append(root, 'log.md', b'a line')")
    assert done.stdout.startswith("IoFailed the line is torn"), done.stderr


@needs_strace
def test_a_full_disk_leaves_no_temp(tmp_path: Path) -> None:
    done = run_injected(tmp_path, "write:error=ENOSPC:when=1", "durable.create(root, 'n', b'data')")
    assert done.stdout == "IoFailed nothing was recorded\n", done.stderr
    assert names(tmp_path) == []


@needs_strace
def test_an_edit_between_exchange_and_check_is_put_back(tmp_path: Path) -> None:
    """The exchange returns late, and the displaced file is written to in between."""
    path = tmp_path / "x"
    path.write_bytes(b"old")
    stop = threading.Event()

    def editor() -> None:
        while not stop.is_set():
            for temp in own_temps(tmp_path, [""]):
                try:
                    if (tmp_path / temp).read_bytes() == b"old":
                        (tmp_path / temp).write_bytes(b"edited")
                        return
                except OSError:
                    continue

    thread = threading.Thread(target=editor)
    thread.start()
    done = run_injected(
        tmp_path, "renameat2:delay_exit=300000:when=1", "durable.replace(root, 'x', b'old', b'new')"
    )
    stop.set()
    thread.join()
    assert done.stdout == "StoreChanged the file was left as it was\n", done.stderr
    assert path.read_bytes() == b"edited"
    assert names(tmp_path) == ["x"]


@needs_strace
def test_two_edits_at_once_keep_both_versions(tmp_path: Path) -> None:
    """The displaced file and its successor are both edited before the exchange is undone."""
    path = tmp_path / "x"
    path.write_bytes(b"old")

    def editor() -> None:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and path.read_bytes() != b"new":
            time.sleep(0.005)
        path.write_bytes(b"second edit")
        for temp in own_temps(tmp_path, [""]):
            (tmp_path / temp).write_bytes(b"first edit")

    thread = threading.Thread(target=editor)
    thread.start()
    done = run_injected(
        tmp_path, "renameat2:delay_exit=500000:when=1", "durable.replace(root, 'x', b'old', b'new')"
    )
    thread.join()
    assert done.stdout == "StoreChanged nothing of ours was written\n", done.stderr
    assert path.read_bytes() == b"first edit"
    kept = [name for name in names(tmp_path) if name.startswith("x.conflict-")]
    assert [(tmp_path / name).read_bytes() for name in kept] == [b"second edit"]


def test_the_limit_is_the_one_of_the_documents() -> None:
    assert durable.LIMIT == 64 * 1024 * 1024
