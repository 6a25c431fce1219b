"""What the kernel says of a mount, and what it means for the promise. Lines as kernels wrote them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.trees import tree_bytes
from workbench.text import filesystems, mounts
from workbench.text.filesystems import (
    KINDS,
    WORDS,
    Ground,
    Lack,
    folds_case,
    ground,
    ground_of,
    grounds_of,
)
from workbench.text.mounts import Mount, find_mount, mount_of

TOLD = rb"""22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,discard
23 22 0:21 / /proc rw,nosuid,nodev,noexec,relatime shared:13 - proc proc rw
30 22 0:27 / /tmp rw,nosuid,nodev - tmpfs tmpfs rw,size=8120340k,inode64
41 22 8:17 / /media/usb\040stick rw,nosuid,nodev,uid=1000 - vfat /dev/sdb1 rw,fmask=0022,shortname=mixed
42 22 0:40 / /mnt/nas rw,relatime - nfs4 nas:/export rw,vers=4.2,hard,proto=tcp
43 22 0:41 / /mnt/win rw,relatime - cifs //win/share rw,vers=3.1.1,cache=strict
44 22 0:42 / /host rw,relatime - 9p drvfs rw,aname=drvfs,trans=fd
45 22 0:43 / /home/ada/remote rw,nosuid,nodev,relatime - fuse.sshfs ada@far: rw,user_id=1000
46 22 0:44 / /var/lib/box rw,relatime - overlay overlay rw,lowerdir=/l,upperdir=/u,workdir=/w
47 22 0:45 / /var/lib/fast rw,relatime - overlay overlay rw,lowerdir=/l,upperdir=/u,workdir=/w,volatile
48 22 8:33 / /srv ro,relatime - xfs /dev/sdc1 rw,attr2,inode64
49 22 8:49 / /old rw,relatime - ext4 /dev/sdd1 rw,nobarrier,data=ordered
50 22 0:50 / /odd rw,relatime - newfs none rw
51 22 0:51 / /stick rw,relatime - exfat /dev/sde1 rw,iocharset=utf8
52 22 0:52 / /ntfs rw,relatime - fuseblk /dev/sdf1 rw,user_id=0,allow_other
53 22 0:30 /@home /home rw,relatime - btrfs /dev/sdg2 rw,ssd,subvol=/@home
54 53 0:54 / /home/ada/hidden rw - tmpfs tmpfs rw
55 53 0:55 / /home/ada/hidden rw - ext4 /dev/sdh rw
"""

MEANS = {
    "/home/old/agent": ("btrfs", set()),
    "/agent": ("ext4", set()),
    "/tmp/agent/memory": ("tmpfs", {Lack.GONE}),
    "/tmpfoo": ("ext4", set()),
    "/media/usb stick/agent": ("vfat", {Lack.POWER, Lack.OWNERS}),
    "/mnt/nas": ("nfs4", {Lack.REMOTE, Lack.SWAP}),
    "/mnt/win/agent": ("cifs", {Lack.REMOTE, Lack.SWAP}),
    "/host/c/agent": ("9p", {Lack.REMOTE, Lack.SWAP}),
    "/home/ada/remote/agent": ("fuse.sshfs", {Lack.DEPENDS}),
    "/var/lib/box/agent": ("overlay", set()),
    "/var/lib/fast/agent": ("overlay", {Lack.POWER}),
    "/srv/agent": ("xfs", {Lack.READ_ONLY}),
    "/old/agent": ("ext4", {Lack.POWER}),
    "/odd/agent": ("newfs", {Lack.UNKNOWN}),
    "/stick/agent": ("exfat", {Lack.POWER, Lack.OWNERS, Lack.SWAP}),
    "/ntfs/agent": ("fuseblk", {Lack.DEPENDS}),
    "/home/ada/hidden/agent": ("ext4", set()),
}


@pytest.mark.parametrize("path", MEANS)
def test_what_a_mount_lacks(path: str) -> None:
    found = ground(find_mount(TOLD, path.encode(), None))
    assert (found.kind, set(found.lacks)) == MEANS[path]
    assert (found.weak is None) == (not found.lacks)


def test_the_number_of_a_mount_goes_before_its_place() -> None:
    assert find_mount(TOLD, b"/home/ada/hidden/x", b"54") == Mount("tmpfs", frozenset({"rw"}))
    nowhere = find_mount(TOLD, b"/agent", b"99")
    assert nowhere is not None and nowhere.kind == "ext4"
    assert find_mount(b"", b"/agent", b"1") is None
    assert find_mount(b"garbage\n1 2 3\n - x\n", b"/agent", b"1") is None


def test_each_promise_that_still_holds_is_said_in_words() -> None:
    said = {kind: ground(Mount(kind)) for kind in ("tmpfs", "jfs", "nfs", "what", "fuse.bindfs")}
    assert said["tmpfs"].weak == (
        "memory (tmpfs): everything is gone when the machine stops. "
        "Still, when the program is killed, a decision is whole or not there."
    )
    assert said["jfs"].promise.startswith("Still, when the program is killed or the power fails,")
    assert "power fails" not in said["nfs"].promise + said["fuse.bindfs"].promise
    assert (said["what"].promise, said["what"].short) == ("Nothing is promised here.", "what: no promise")
    assert "is not known" in (said["what"].weak or "")
    assert ground(None).short == "unknown disk: no promise"
    assert ground(Mount("ext4", frozenset({"ro"}))).short == "ext4 read-only"
    assert [one.short for one in (ground(Mount("ext4")), Ground("xfs", "xfs"))] == ["", ""]


def test_a_read_only_mount_of_an_unknown_kind_promises_nothing() -> None:
    found = ground(Mount("what", frozenset({"ro"})))
    assert set(found.lacks) == {Lack.UNKNOWN, Lack.READ_ONLY}
    assert found.promise == "Nothing is promised here."


def test_the_words_of_a_hostile_mount_are_made_visible() -> None:
    found = ground(Mount("fuse.\x1b[2J\u202e"))
    assert "\x1b" not in f"{found.kind}{found.weak}{found.short}"
    assert "\u202e" not in f"{found.kind}{found.weak}{found.short}"


def test_every_lack_has_words_and_every_kind_a_name() -> None:
    assert set(WORDS) == set(Lack)
    assert all(name and len(set(lacks)) == len(lacks) for name, lacks in KINDS.values())


def test_capital_letters_are_told_apart_or_not_by_looking_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "topics").mkdir()
    (tmp_path / "log.md").write_text("x")
    before = tree_bytes(tmp_path)
    assert not folds_case(tmp_path)
    assert tree_bytes(tmp_path) == before
    (tmp_path / "LOG.MD").hardlink_to(tmp_path / "log.md")
    (tmp_path / "TOPICS").mkdir()
    assert not folds_case(tmp_path), "a second name that is listed is a file of its own"
    for name in ("LOG.MD", "TOPICS"):
        path = tmp_path / name
        path.rmdir() if path.is_dir() else path.unlink()
    looked = Path.lstat
    monkeypatch.setattr(Path, "lstat", lambda path: looked(path.with_name(path.name.lower())))
    assert folds_case(tmp_path)
    assert set(ground_of(tmp_path).lacks) >= {Lack.CASE}


def test_a_folder_that_cannot_be_looked_at_has_no_answer(tmp_path: Path) -> None:
    assert not folds_case(tmp_path / "nowhere")
    assert not folds_case(tmp_path), "an empty folder"


def test_names_that_are_too_short_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "pathconf", lambda path, name: 12)
    assert Lack.NAMES in ground_of(tmp_path).lacks


def test_a_kernel_that_tells_nothing_is_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mounts, "_PROC", tmp_path / "proc")
    assert mount_of(tmp_path) is None
    assert filesystems.ground_of(tmp_path).lacks == (Lack.UNKNOWN,)


@pytest.mark.case("WS-04")
def test_memory_is_told_where_this_machine_has_some() -> None:
    mine = [line.split(" ") for line in Path("/proc/self/mountinfo").read_text().splitlines()]
    places = [Path(fields[4]) for fields in mine if fields[fields.index("-") + 1] == "tmpfs"]
    place = next((path for path in reversed(places) if path.is_dir()), None)
    if place is None:
        pytest.skip("no tmpfs is mounted here")
    found = ground_of(place)
    assert (found.kind, found.lacks[0]) == ("tmpfs", Lack.GONE)
    assert ground_of(Path("/proc/self")).lacks[0] is Lack.UNKNOWN


BESIDE = [
    ("ext4", "ext4", ()),
    ("ext4", "jfs", ()),
    ("ext4", "tmpfs", (Lack.GONE,)),
    ("ext4", "nfs", (Lack.REMOTE,)),
    ("ext4", "odd", (Lack.UNKNOWN,)),
    ("ext2", "vfat", (Lack.OWNERS,)),
    ("ext2", "tmpfs", (Lack.GONE,)),
    ("tmpfs", "ext2", ()),
    ("tmpfs", "tmpfs", ()),
    ("odd", "tmpfs", ()),
]


@pytest.mark.parametrize(("store", "home", "lacks"), BESIDE)
def test_a_data_folder_is_told_where_it_stands_on_less(
    store: str, home: str, lacks: tuple[Lack, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, beside = tmp_path / "store", tmp_path / "data"
    root.mkdir()
    beside.mkdir()
    kinds = {root: store, beside: home}
    monkeypatch.setattr(filesystems, "mount_of", lambda path: Mount(kinds[path]))
    found, data = grounds_of(root, beside / "workbench")
    assert found.kind == store
    assert (data.lacks if data else ()) == lacks
    assert data is None or (data.promise and data.promise in (data.weak or ""))
    assert data is None or data.short.startswith(f"data on {home}: ")
    assert [path.name for path in tmp_path.iterdir() if any(path.iterdir())] == []


def test_a_read_only_data_folder_records_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").mkdir()
    options = {"data": frozenset({"ro"})}
    monkeypatch.setattr(
        filesystems, "mount_of", lambda path: Mount("ext4", options.get(path.name, frozenset()))
    )
    _, data = grounds_of(tmp_path, tmp_path / "data")
    assert data is not None
    assert data.weak == (
        "your data folder on ext4: it is mounted read-only, so that nothing can be recorded. "
        "Reading is as everywhere."
    )
    assert data.short == "data on ext4 read-only"
