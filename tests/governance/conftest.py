"""A memory root to decide on, and a data home outside it."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def root(l1_store: Path) -> Path:
    """The memory root of a small store."""
    return l1_store / "memory"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """One person's data folder."""
    return tmp_path / "data" / "workbench"
