"""Only the program itself may take what is alive out of later collections."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.bindings.test_earlier import SAMPLE

READ = """
import gc, sys
from pathlib import Path
from workbench.desk import Desk
from workbench.text import collecting
collecting.LARGE = 1
{said}
print(len(Desk.open(Path(sys.argv[1])).cases()) > 1, gc.get_freeze_count() > 0, gc.isenabled())
"""
ENTRY = """
import gc, sys
from workbench.text import collecting
collecting.LARGE = 1
from workbench.cli import main
sys.argv = ["workbench", "status", sys.argv[1]]
try:
    main.entry()
except SystemExit as end:
    print(not end.code, gc.get_freeze_count() > 0, gc.isenabled())
"""
PAUSED = """
import gc
from workbench.text import collecting
from workbench.text.collecting import be_the_program, no_collecting
if {program}:
    be_the_program()
found = []
with no_collecting():
    with no_collecting():
        found += [[at] for at in range({number})]
    inside = gc.get_freeze_count()
print(not inside, gc.get_freeze_count() >= {number}, gc.isenabled())
"""


def last_line(script: str) -> str:
    command = [sys.executable, "-c", script, str(SAMPLE)]
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("script", "frozen"),
    [
        (READ.format(said=""), False),
        (READ.format(said="collecting.be_the_program()"), True),
        (ENTRY, True),
    ],
    ids=["a process that reads a store", "one that says it is the program", "the console script"],
)
def test_reading_a_store_freezes_nothing_but_in_the_program(script: str, frozen: bool) -> None:
    assert last_line(script) == f"True {frozen} True"


@pytest.mark.parametrize(
    ("program", "number", "frozen"),
    [(True, 50_000, True), (True, 5_000, False), (False, 50_000, False)],
    ids=["much in the program", "little in the program", "much elsewhere"],
)
def test_what_was_made_in_a_pause_is_not_looked_at_when_it_ends(
    program: bool, number: int, frozen: bool
) -> None:
    assert last_line(PAUSED.format(program=program, number=number)) == f"True {frozen} True"
