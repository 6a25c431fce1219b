"""The workbench runs where no screen is: none of its modules loads Textual, and git only when asked."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from pkgutil import iter_modules

ROOT = Path(__file__).resolve().parents[2]

IMPORT_ALL = """
import importlib, pkgutil, sys
import workbench

names = [found.name for found in pkgutil.walk_packages(workbench.__path__, "workbench.")]
for name in names:
    if not name.endswith(".__main__"):
        importlib.import_module(name)
print(len(names), *sorted({"textual", "git", "screens"} & sys.modules.keys()))
"""


def test_every_module_of_the_workbench_imports_neither_textual_nor_git_nor_a_screen() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL], cwd=ROOT, capture_output=True, text=True, timeout=60
    )

    assert done.returncode == 0, done.stderr
    count, *loaded = done.stdout.split()
    assert loaded == []
    assert int(count) >= len(floors("workbench.")), "the walk did not reach every room"


def test_the_contract_names_every_room() -> None:
    rooms = {f"workbench.{found.name}" for found in iter_modules([str(ROOT / "workbench")])}

    assert rooms - {"workbench.__main__"} == floors("workbench.")


def floors(prefix: str) -> set[str]:
    """The modules that the floors contract names and that begin with `prefix`."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    [contract] = [found for found in settings["contracts"] if found["id"] == "floors"]
    names = {name.strip() for layer in contract["layers"] for name in layer.split("|")}
    return {name for name in names if name.startswith(prefix)}
