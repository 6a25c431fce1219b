"""Runs the tests that prove named cases and writes their results into `docs/reliability.md`.

``python -m tests.proof.table`` runs all of them, ``python -m tests.proof.table BI WS-04`` those
of some cases; the rows of the others stay, on the machine that they were made on.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.proof.cases import CASES, GROUPS
from tests.proof.marks import ONLY
from tests.proof.recorder import Recorder, Result, words
from workbench.text.filesystems import ground_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reliability.md"
BEGIN, END = "<!-- The table is written by `make reliability`. -->\n", "<!-- The end of the table. -->\n"
ROW = re.compile(r"^\| ([A-Z]{2}-\d\d) \|.*\|$", re.M)
MACHINE = re.compile(r"^Run on (.*)\.$", re.M)


def machine() -> str:
    """What the results depend on: kernel, file system of the stores, Python, git, tracer, cores."""
    kind = ground_of(Path(tempfile.gettempdir())).kind or "an unknown file system"
    python = platform.python_version()
    return (
        f"Linux {platform.release()} ({platform.machine()}, {os.cpu_count()} cores), stores on {kind}, "
        f"Python {python}, {_version('git')}, {_version('strace')}"
    )


def _version(program: str) -> str:
    try:
        done = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return f"no {program}"
    number = re.search(r"\d+(\.\d+)+", done.stdout)
    return f"{program} {number[0] if number else 'of unknown version'}"


def run(only: str) -> Mapping[str, Result]:
    """Run the tests that carry a case, or those of some cases."""
    os.environ[ONLY] = only
    recorder = Recorder()
    workers = os.environ.get("WORKERS", "2")
    pytest.main(["-m", "case", "-n", workers, "--dist", "loadgroup", "-q"], plugins=[recorder])
    return recorder.results


def row(id_: str, happens: str, holds: str, result: str, day: str) -> str:
    """One row of the table."""
    cells = (id_, happens, holds, result, day)
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def table(results: Mapping[str, Result], kept: Mapping[str, str], day: str) -> str:
    """All groups with their rows; those in `kept` stay as they are."""
    parts = []
    for group, title in GROUPS.items():
        parts += [f"### {title}", "", "| case | what happens | what must hold | result | run |"]
        parts += ["| --- | --- | --- | --- | --- |"]
        for case in CASES:
            if case.group == group:
                result = results.get(case.id)
                made = row(case.id, case.happens, case.holds, words(case, result), day if result else "–")
                parts.append(kept.get(case.id, made))
        parts.append("")
    return "\n".join(parts)


def summary(made: str) -> str:
    """How many of the cases of a table passed, were skipped alone, and were not run, in words."""
    told = [found[0] for found in ROW.finditer(made)]
    passed = sum("passed: " in one for one in told)
    skipped = sum("passed: " not in one and "skipped: " in one for one in told)
    return (
        f"Of {len(told)} cases {passed} passed, {skipped} could not be tried on that machine, and "
        f"{len(told) - passed - skipped} are not tried, each with its reason."
    )


def write(only: str) -> int:
    """Run, write the page, and answer 1 when a test failed or the machine is not that of the rows kept."""
    here, before = machine(), MACHINE.search(PAGE.read_text("utf-8"))
    if only and before is not None and before[1] != here:
        print(f"The table is of another machine ({before[1]}): run all of it here.", file=sys.stderr)
        return 1
    results = run(only)
    head, rest = PAGE.read_text("utf-8").split(BEGIN)
    old, tail = rest.split(END)
    wanted = tuple(only.split()) or tuple(GROUPS)
    kept = {found[1]: found[0] for found in ROW.finditer(old) if not found[1].startswith(wanted)}
    day = datetime.now(UTC).date().isoformat()
    made = table(results, kept, day)
    PAGE.write_text(f"{head}{BEGIN}\nRun on {here}.\n\n{summary(made)}\n\n{made}{END}{tail}", "utf-8")
    return int(any("failed" in result.ended.values() for result in results.values()))


if __name__ == "__main__":
    sys.exit(write(" ".join(sys.argv[1:])))
