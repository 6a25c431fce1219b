"""What the file system below a store keeps of the promise, found out without writing anything.

The table knows kinds by the kernel's name. What it does not know is said to be unknown, and
nothing is promised there; what only a write shows is told with the decision that met it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from workbench.text.mounts import Mount, mount_of
from workbench.text.visible import visible

NAMES = 80
"""Bytes that the longest name of a record of ours, or of a conflict, takes with room to spare."""


class Lack(StrEnum):
    """What of the promise a file system does not keep."""

    GONE = "gone"
    POWER = "power"
    REMOTE = "remote"
    DEPENDS = "depends"
    SWAP = "swap"
    OWNERS = "owners"
    CASE = "case"
    NAMES = "names"
    READ_ONLY = "read-only"
    UNKNOWN = "unknown"


WORDS = {
    Lack.GONE: "everything is gone when the machine stops",
    Lack.POWER: "a power cut can take away or tear what was recorded",
    Lack.REMOTE: "writers on other machines are not kept out, and the server says when bytes are on disk",
    Lack.DEPENDS: "what a power cut leaves, and whether an edit at the same instant is kept, is up to it",
    Lack.SWAP: "an edit by another program at the same instant can be lost",
    Lack.OWNERS: "it keeps no owners and no permissions",
    Lack.CASE: "names that differ only in capital letters are one file",
    Lack.NAMES: "it has no room for the names of our records",
    Lack.READ_ONLY: "it is mounted read-only, so that nothing can be recorded",
    Lack.UNKNOWN: "it is not known what it keeps",
}
"""Each lack as half a sentence."""

_NET = (Lack.REMOTE, Lack.SWAP)
_FAT = (Lack.POWER, Lack.OWNERS)
KINDS: dict[str, tuple[str, tuple[Lack, ...]]] = {
    **{
        kind: (kind, ())
        for kind in (
            "ext3", "ext4", "xfs", "btrfs", "bcachefs", "f2fs", "zfs", "ubifs", "overlay",
            "erofs", "iso9660", "squashfs",
        )
    },
    **dict.fromkeys(("nfs", "nfs4"), ("NFS", _NET)),
    **dict.fromkeys(("cifs", "smb3", "smbfs"), ("a Windows share", _NET)),
    **dict.fromkeys(("afs", "ceph", "gfs2", "gpfs", "lustre", "ocfs2"), ("a network file system", _NET)),
    **dict.fromkeys(("9p", "drvfs", "prl_fs", "vboxsf", "virtiofs"), ("a folder of the host", _NET)),
    **dict.fromkeys(("vfat", "msdos", "umsdos"), ("FAT", _FAT)),
    "exfat": ("exFAT", (*_FAT, Lack.SWAP)),
    **dict.fromkeys(("ntfs", "ntfs3"), ("NTFS", (Lack.SWAP,))),
    **dict.fromkeys(("jfs", "nilfs2", "reiserfs", "ecryptfs", "aufs"), ("a local file system", (Lack.SWAP,))),
    "ext2": ("ext2", (Lack.POWER,)),
    **dict.fromkeys(("tmpfs", "ramfs"), ("memory", (Lack.GONE,))),
}  # fmt: skip
"""What a kind is called and lacks, by the kernel's name."""

_UNSYNCED = frozenset(
    ("volatile", "fsync=volatile", "nobarrier", "barrier=0", "barrier=none", "fsync_mode=nobarrier")
)
"""Options under which fsync does not wait for the disk."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What a store stands on: the kernel's name of it, what people call it, and what it lacks."""

    kind: str | None
    name: str
    lacks: tuple[Lack, ...] = ()

    @property
    def weak(self) -> str | None:
        """Why promises are weaker here and which one still holds; None where all of them hold."""
        if not self.lacks:
            return None
        return f"{self.name}: {'; '.join(WORDS[lack] for lack in self.lacks)}. {self.promise}"

    @property
    def promise(self) -> str:
        """What still holds, as a sentence; empty where everything does."""
        if not self.lacks:
            return ""
        if Lack.UNKNOWN in self.lacks:
            return "Nothing is promised here."
        if Lack.READ_ONLY in self.lacks:
            return "Reading is as everywhere."
        held = "the program is killed" + ("" if self._only_kills else " or the power fails")
        return f"Still, when {held}, a decision is whole or not there."

    @property
    def short(self) -> str:
        """Kind and promise in a few words for a line of facts; empty where everything holds."""
        if not self.lacks:
            return ""
        if Lack.UNKNOWN in self.lacks:
            return f"{self.kind or 'unknown disk'}: no promise"
        if Lack.READ_ONLY in self.lacks:
            return f"{self.kind} read-only"
        return f"{self.kind}: safe from {'kills only' if self._only_kills else 'kills, power cuts'}"

    @property
    def _only_kills(self) -> bool:
        return bool({Lack.GONE, Lack.POWER, Lack.REMOTE, Lack.DEPENDS} & set(self.lacks))


@dataclass(frozen=True, slots=True)
class DataGround(Ground):
    """What a person's own folder stands on, with what it lacks and the store's ground does not.

    The folder holds what a decision needs to be finished, and which decisions were seen.
    """

    @property
    def promise(self) -> str:
        """What still holds, as a sentence: the record of a decision stands in the store."""
        if Lack.READ_ONLY in self.lacks:
            return "Reading is as everywhere."
        if set(self.lacks) == {Lack.OWNERS}:
            return "Still, all that is recorded is kept."
        return "Still, a decision is whole or not there; one that was begun may then be left unfinished."

    @property
    def weak(self) -> str | None:
        """What is weaker than the store, and what still holds."""
        lacking = "; ".join(WORDS[lack] for lack in self.lacks)
        return f"your data folder on {self.name}: {lacking}. {self.promise}"

    @property
    def short(self) -> str:
        """Kind and promise in a few words for a line of facts."""
        return f"data on {Ground(self.kind, self.name, self.lacks).short}"


def grounds_of(root: Path, home: Path) -> tuple[Ground, DataGround | None]:
    """What a store stands on, and the folder of data beside it where that is weaker. Nothing is written."""
    store = ground_of(root)
    place = next((path for path in (home, *home.parents) if path.exists()), home)
    found = ground(mount_of(place))
    weaker = [lack for lack in found.lacks if lack not in _covered(store)]
    weaker += [Lack.NAMES] * (_longest_name(place) < NAMES)
    return store, DataGround(found.kind, found.name, tuple(weaker)) if weaker else None


def _covered(store: Ground) -> frozenset[Lack]:
    """What a folder of data may lack and be no weaker than the store; nobody else writes into it."""
    if Lack.UNKNOWN in store.lacks:
        return frozenset(Lack) - {Lack.READ_ONLY}
    lost = {Lack.POWER, Lack.REMOTE, Lack.DEPENDS} if Lack.GONE in store.lacks else set[Lack]()
    return frozenset({Lack.SWAP, *store.lacks, *lost})


def ground_of(root: Path) -> Ground:
    """What the folder of a store stands on. It is looked at and nothing is written."""
    found = ground(mount_of(root))
    more = [Lack.CASE] * folds_case(root) + [Lack.NAMES] * (_longest_name(root) < NAMES)
    return Ground(found.kind, found.name, (*found.lacks, *more))


def ground(mount: Mount | None) -> Ground:
    """What the kernel's words for a mount mean."""
    if mount is None:
        return Ground(None, "a file system that cannot be told", (Lack.UNKNOWN,))
    name, lacks = _known(mount.kind)
    unsynced = sorted(_UNSYNCED & mount.options)
    if unsynced:
        name = f"{name}, mounted with {unsynced[0]}"
        lacks = lacks if Lack.GONE in lacks else tuple(dict.fromkeys((Lack.POWER, *lacks)))
    if "ro" in mount.options:
        lacks = (*lacks, Lack.READ_ONLY)
    return Ground(visible(mount.kind), name, lacks)


def _known(kind: str) -> tuple[str, tuple[Lack, ...]]:
    """What a kind is called and lacks."""
    if kind == "fuse" or kind.startswith(("fuse.", "fuseblk")):
        behind = visible(kind.partition(".")[2]) or kind
        return f"a FUSE file system ({behind})", (Lack.DEPENDS,)
    if kind not in KINDS:
        return f"an unknown file system ({visible(kind)})", (Lack.UNKNOWN,)
    name, lacks = KINDS[kind]
    return (name if name.lower() == kind else f"{name} ({kind})"), lacks


def folds_case(root: Path) -> bool:
    """Whether a name leads somewhere with its letters swapped though no such name is listed."""
    with suppress(OSError):
        names = {path.name for path in root.iterdir()}
        for name in sorted(names):
            other = name.swapcase()
            if name.isascii() and other != name and other not in names:
                (root / other).lstat()
                return True
    return False


def _longest_name(root: Path) -> int:
    """Bytes that a name may have; taken for enough where the system does not tell."""
    with suppress(OSError, ValueError):
        return os.pathconf(root, "PC_NAME_MAX")
    return NAMES
