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
