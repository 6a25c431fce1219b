"""What every test stands on: a person with no settings, a fixed look, and stores to spoil."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import hypothesis
import pytest

from tests.proof.marks import pytest_collection_modifyitems as pytest_collection_modifyitems
from tests.proof.summary import pytest_terminal_summary as pytest_terminal_summary
from tests.trees import copy_store
from workbench.text.mounts import Mount

ROOT = Path(__file__).resolve().parents[1]
STORES = ROOT / "tests" / "stores"

hypothesis.settings.register_profile("here", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "here")


@pytest.fixture(autouse=True)
def a_clean_person(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with nothing in it, and no word from the caller's environment; answers that home."""
    home = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name.startswith(("WORKBENCH_", "GIT_", "XDG_")) or name in {"NO_COLOR", "FORCE_COLOR", "EMAIL"}:
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return home


@pytest.fixture(autouse=True)
def a_fixed_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Screens without animation in the default theme, in this process and in those it starts."""
    for name in list(os.environ):
        if name.startswith("TEXTUAL_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    if "textual.constants" in sys.modules:  # read once, when a plugin first imported it
        monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
        monkeypatch.setattr("textual.constants.DEFAULT_THEME", "textual-dark")


@pytest.fixture
def ordinary_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stores of this process stand on ext4, wherever the temporary folder of this machine is."""
    monkeypatch.setattr("workbench.text.filesystems.mount_of", lambda root: Mount("ext4"))


@pytest.fixture
def sample_store(tmp_path: Path) -> Path:
    """The agent's home of the sample store, copied; `memory/` is in it."""
    return copy_store(ROOT / "sample_store" / "agent", tmp_path / "agent")


@pytest.fixture
def l1_store(tmp_path: Path) -> Path:
    """A small agent's home that records what level 1 of the protocol asks for."""
    return copy_store(STORES / "protocol-l1", tmp_path / "protocol-l1")


@pytest.fixture
def legacy_store(tmp_path: Path) -> Path:
    """A small agent's home whose items are markers from before the protocol."""
    return copy_store(STORES / "protocol-legacy", tmp_path / "protocol-legacy")
