"""Decisions in a world on another file system, mounted in a namespace that ends with this process.

``weak_world.py KIND FOLDER POINTS`` mounts, decides once undisturbed and then as often as there
are POINTS, killed at calls that change names, and prints one JSON object: what was mounted, what
the program said of it, and what does not hold. ``missing`` says why nothing could be mounted.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.proof.probe import look, look_finished, read_shop
from tests.proof.program import STORES, make_world, run
from tests.proof.scenes import KEEP, Scene
from tests.proof.sweep import Sweep, set_stage
from tests.proof.warm import Warm

NAMES = ("renameat2", "rename", "renameat", "link", "linkat", "unlink", "unlinkat")
"""The calls that change names, which is where file systems differ."""
KEPT = Scene("keep on a weak store", "sample", KEEP)


class Missing(Exception):
    """This machine cannot mount that, and why."""


def call(*words: str | Path) -> None:
    """Run one command of the system."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    except FileNotFoundError:
        raise Missing(f"{words[0]} is not installed") from None
    if done.returncode:
        said = (done.stderr.strip() or "it said nothing").splitlines()[0]
        raise Missing(f"{Path(words[0]).name} failed: {said.rpartition(': ')[2]}")


def tmpfs(where: Path, at: Path) -> None:
    """Memory."""
    call("mount", "-t", "tmpfs", "none", at)


def overlay(where: Path, at: Path, options: str = "") -> None:
    """A layer above a folder in which the world stands already, so that the first write copies up."""
    for name in ("upper", "work"):
        (where / name).mkdir()
    make_world(where / "lower" / "world", "sample")
    layers = f"lowerdir={where}/lower,upperdir={where}/upper,workdir={where}/work{options}"
    call("mount", "-t", "overlay", "overlay", "-o", layers, at)


def volatile(where: Path, at: Path) -> None:
    """An overlay that syncs nothing."""
    overlay(where, at, ",volatile")


def bindfs(where: Path, at: Path) -> None:
    """A FUSE file system that passes everything on."""
    (where / "behind").mkdir()
    call("bindfs", where / "behind", at)


def _image(where: Path, *make: str) -> Path:
    image = where / "image"
    with image.open("wb") as file:
        file.truncate(64 * 1024 * 1024)
    call(*make, image)
    return image


def vfat(where: Path, at: Path) -> None:
    """FAT by the kernel."""
    call("mount", "-t", "vfat", "-o", "loop", _image(where, "mkfs.vfat"), at)


def fusefat(where: Path, at: Path) -> None:
    """FAT by a program."""
    call("fusefat", "-o", "rw+", _image(where, "mkfs.vfat"), at)


def casefold(where: Path, at: Path) -> None:
    """ext4 with a folder in which capital letters make no difference."""
    call("mount", "-o", "loop", _image(where, "mkfs.ext4", "-q", "-O", "casefold"), at)
    call("chattr", "+F", at)


MOUNTS: dict[str, Callable[[Path, Path], None]] = {
    one.__name__: one for one in (tmpfs, overlay, volatile, bindfs, vfat, fusefat, casefold)
}


def plain_world(where: Path) -> Path:
    """A world by names and bytes alone, for file systems that keep no modes and no times."""
    for path in sorted(STORES["sample"].rglob("*")):
        target = where / "agent" / path.relative_to(STORES["sample"])
        if path.is_dir():
            target.mkdir(parents=True, exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    for name in ("home", "data"):
        (where / name).mkdir()
    return where


def undisturbed(world: Path) -> dict[str, Any]:
    """What the program says of the store, how a decision ends, and what does not hold then."""
    before = read_shop(world)
    weak = run(world, "status").answer["store"]["weak"]
    same = read_shop(world) == before
    ran = run(world, *KEEP)
    after = read_shop(world)
    problems = [] if same else ["looking changed the store"]
    if ran.code == 0:
        checked = run(world, "verify")
        problems += [] if checked.code == 0 else [f"verify: {checked.out}"]
    elif ran.code in (3, 4, 5):
        problems += look_finished(before, before, after, recorded=False)
    else:
        problems += [problem for problem in look(before, after, after) if "without its decision" in problem]
    return {"weak": weak, "code": ran.code, "said": ran.out, "problems": problems}


def killed(where: Path, points: int) -> dict[str, Any]:
    """Kills at calls that change names, spread over all of them, each judged and resumed."""
    stage = set_stage(KEPT, where)
    mine = [one for one in stage.calls if one.name in NAMES]
    chosen = [mine[len(mine) * number // points] for number in range(min(points, len(mine)))]
    warm = Warm()
    try:
        sweep = Sweep(stage, where, warm)
        found = sweep.over(chosen)
    finally:
        warm.close()
    return {"kills": sweep.kills, "states": len(sweep.states), "problems": found}


def main(words: Sequence[str]) -> None:
    """Mount, try, unmount, tell."""
    kind, where, points = words[0], Path(words[1]), int(words[2])
    at = where / "at"
    at.mkdir()
    told: dict[str, Any] = {"kind": kind}
    try:
        MOUNTS[kind](where, at)
    except Missing as error:
        print(json.dumps(told | {"missing": str(error)}))
        return
    try:
        world = at / "world"
        told |= undisturbed(world if world.exists() else plain_world(world))
        shutil.rmtree(world)
        if points:
            swept = killed(at, points)
            told |= swept | {"problems": told["problems"] + swept["problems"]}
    finally:
        subprocess.run(["umount", at], capture_output=True, check=False)
    print(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1:])
