"""Real file systems that keep less, mounted for a moment: said, and never an effect without its decision."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.proof.program import ROOT, warm_bytecode

pytestmark = pytest.mark.slow

KILLS = 4
"""Kills on each file system, spread over the calls that change names."""


def tried(kind: str, where: Path, kills: int = 0) -> dict[str, Any]:
    """What happened on a file system; a skip with its reason where this machine cannot mount it."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a file system")
    warm_bytecode()
    words = [sys.executable, "-m", "tests.proof.weak_world", kind, str(where), str(kills)]
    done = subprocess.run(
        ["unshare", "--mount", *words], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    if "unshare failed" in done.stderr:
        pytest.skip("no mount namespace is to be had here")
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    if "missing" in told:
        pytest.skip(f"{kind}: {told['missing']}")
    return told


def lacks(told: dict[str, Any]) -> list[str]:
    """What the program says is lacking."""
    return told["weak"]["lacks"] if told["weak"] else []


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        pytest.param("bindfs", ["depends"], marks=pytest.mark.case("WS-01")),
        pytest.param("overlay", [], marks=pytest.mark.case("WS-03")),
        pytest.param("volatile", ["power"], marks=pytest.mark.case("WS-03")),
        pytest.param("tmpfs", ["gone"], marks=pytest.mark.case("WS-04")),
        pytest.param("casefold", ["case"], marks=pytest.mark.case("WS-05")),
        pytest.param(
            "fusefat", ["depends", "case"], marks=[pytest.mark.case("WS-05"), pytest.mark.case("WS-06")]
        ),
        pytest.param("vfat", ["power", "owners", "case"], marks=pytest.mark.case("WS-06")),
    ],
)
def test_it_is_said_and_a_decision_is_done_or_refused_as_a_whole(kind: str, said: list[str], tmp_path: Path):
    told = tried(kind, tmp_path)
    assert told["problems"] == []
    assert lacks(told) == said
    if said:
        assert told["weak"]["promise"] in told["weak"]["words"]
    assert told["code"] in (0, 5), told["said"]


@pytest.mark.case("WS-05")
@pytest.mark.case("WS-06")
def test_where_names_cannot_be_exchanged_the_answer_says_so(tmp_path: Path):
    told = tried("fusefat", tmp_path)
    (decision,) = json.loads(told["said"])["decisions"]
    assert decision["exit"] == 0
    assert "cannot swap two files in one step" in decision["note"]


@pytest.mark.kill
@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("bindfs", marks=pytest.mark.case("WS-01")),
        pytest.param("overlay", marks=pytest.mark.case("WS-03")),
        pytest.param("tmpfs", marks=pytest.mark.case("WS-04")),
    ],
)
def test_killed_there_it_leaves_no_effect_without_its_decision(kind: str, tmp_path: Path, record_property):
    told = tried(kind, tmp_path, KILLS)
    record_property("kill points", (f"on {kind}", told["kills"], told["states"], len(told["problems"])))
    assert told["kills"] == KILLS
    assert told["problems"] == []
