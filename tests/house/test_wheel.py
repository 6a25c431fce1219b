"""One wheel holds the workbench, its screens and its sample store, byte for byte, and runs from there."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from configparser import ConfigParser
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]

ROOT = Path(__file__).resolve().parents[2]
TREES = ("workbench", "screens", "sample_store")
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that an installer would build from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    run([*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)])
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheel, and nothing else of the checkout, is installed."""
    folder = tmp_path_factory.mktemp("site")
    run([*PIP, "install", "--no-deps", "--no-index", "--target", str(folder), str(wheel)])
    return folder


def test_the_wheel_is_pure_and_holds_the_three_trees_byte_for_byte(wheel: Path) -> None:
    listed = run(["git", "ls-files", "-z", *TREES])
    tracked = [name for name in listed.split("\0") if name and (ROOT / name).is_file()]

    with zipfile.ZipFile(wheel) as archive:
        packed = {name: archive.read(name) for name in archive.namelist()}

    assert wheel.name.endswith("-py3-none-any.whl")
    assert {name.partition("/")[0] for name in tracked} == set(TREES)
    assert {name: packed.get(name) for name in tracked} == {
        name: (ROOT / name).read_bytes() for name in tracked
    }
    assert {"screens/workbench.tcss", "LICENSE"} <= {name.split("/licenses/")[-1] for name in packed}
    foreign = {
        name for name in packed if not name.startswith((*(f"{tree}/" for tree in TREES), "memory_workbench-"))
    }
    assert foreign == set()


def test_the_wheel_announces_the_command_and_the_binding(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".dist-info/entry_points.txt")]
        entry_points = ConfigParser()
        entry_points.read_string(archive.read(name).decode())

    assert entry_points["console_scripts"]["workbench"] == "workbench.cli.main:entry"
    assert entry_points["workbench.bindings"]["filesystem"] == "workbench.bindings.filesystem:binding"


def test_the_installed_command_runs_its_demo_without_the_checkout(site: Path, tmp_path: Path) -> None:
    where = run_installed(site, tmp_path, sys.executable, "-c", "import workbench; print(workbench.__file__)")
    status = run_installed(site, tmp_path, str(site / "bin" / "workbench"), "demo")

    assert Path(where.strip()).is_relative_to(site)
    assert "pending-cleanup" in status


def test_the_installed_screens_load(site: Path, tmp_path: Path) -> None:
    where = run_installed(
        site, tmp_path, sys.executable, "-c", "import screens.app; print(screens.app.__file__)"
    )

    assert Path(where.strip()) == site / "screens" / "app.py"


def run(command: list[str], cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    """What `command` prints; fails the test with its errors when it does not end with 0."""
    done = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_installed(site: Path, cwd: Path, *command: str) -> str:
    """What `command` prints when the packages in `site` come before any other, far from the checkout."""
    return run(list(command), cwd=cwd, env={**os.environ, "PYTHONPATH": str(site)})
