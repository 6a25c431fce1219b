"""The table of cases tells of all of them, and never more than the tests do."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.proof import cases, table
from tests.proof.cases import BY_ID, CASES, GROUPS, Case
from tests.proof.recorder import NOT_RUN, Result, words
from workbench.text.filesystems import WORDS

pytestmark = pytest.mark.xdist_group("cases")

PAGE = table.PAGE.read_text("utf-8")
ID = re.compile(r"\b[A-Z]{2}-\d\d\b")
SOME = Case("ER-99", "It happens.", "It holds.")
LEFT = Case("ER-98", "It happens.", "It holds.", "There is none.")

COLLECT = """
import contextlib, io, json, pytest
from tests.proof.recorder import Collected
found = Collected()
with contextlib.redirect_stdout(io.StringIO()):
    pytest.main(["--collect-only", "-q", "-m", "case", "-p", "no:cacheprovider"], plugins=[found])
print(json.dumps(found.tests))
"""


@pytest.fixture(scope="module")
def proven() -> dict[str, list[str]]:
    """The tests that carry each case, as they are collected anew."""
    done = subprocess.run(
        [sys.executable, "-c", COLLECT], cwd=table.PAGE.parents[1], capture_output=True, text=True, check=True
    )
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


def rows() -> dict[str, str]:
    """The row of each case on the page."""
    return {found[1]: found[0] for found in table.ROW.finditer(PAGE)}


def test_every_case_is_listed_once_and_has_its_words():
    text = Path(cases.__file__).with_suffix(".yaml").read_text("utf-8")
    keys = re.findall(r"^([A-Z]{2}-\d\d):$", text, re.M)
    assert Counter(keys) == Counter(BY_ID.keys()), "a key that was there before"
    assert all(case.happens and case.holds and case.group in GROUPS for case in CASES)


def test_every_case_stands_once_on_the_page():
    assert Counter(ID.findall(PAGE)) == Counter(case.id for case in CASES)
    assert set(rows()) == set(BY_ID)


def test_every_case_has_a_test_or_a_reason(proven: dict[str, list[str]]):
    assert set(proven) <= set(BY_ID)
    assert [case.id for case in CASES if case.id not in proven and not case.left] == []


def test_no_row_says_more_than_the_tests(proven: dict[str, list[str]]):
    for id_, told in rows().items():
        assert ("passed" in told) <= (id_ in proven), told
        assert (id_ in proven) <= ("| Not tried: " not in told), told
        assert "FAILED" not in told
        assert any(said in told for said in ("passed", "skipped: ", "Not tried: ", NOT_RUN)), told


def test_the_page_names_the_machine_and_the_day():
    (machine,) = table.MACHINE.findall(PAGE)
    assert re.fullmatch(r"Linux \S+ \(.*cores\), stores on \S+, Python 3\.\S+, git \S+, .*strace.*", machine)
    assert all(re.search(r"\| (\d{4}-\d\d-\d\d|–) \|$", told) for told in rows().values())


def test_every_lack_of_a_weak_store_is_on_the_page():
    assert [said for said in WORDS.values() if said not in PAGE] == []


def test_what_is_said_of_a_result():
    assert words(SOME, None) == NOT_RUN
    assert words(LEFT, Result()) == "Not tried: There is none."
    one = Result({"a": "passed"}, kills=[("s", 40, 9, 0), ("t", 5, 1, 0)])
    assert words(SOME, one) == "passed: 1 test; 45 points, 10 stores reopened, 0 violations."
    cut = Result({"a": "passed"}, cuts=[("s", 60, 400, 90, 0), ("t", 5, 20, 3, 1)])
    assert words(SOME, cut) == (
        "passed: 1 test; 65 power cuts, 420 states judged, 93 of them reopened, 1 violations."
    )
    died = Result({"a": "passed"}, machines=[(70, 400)])
    assert words(SOME, died) == "passed: 1 test; 70 programs died, 400 comparisons with the model."
    mixed = Result(
        {"a": "passed", "b": "skipped", "c": "passed"}, skips={"no root"}, lines=[("x", 90, 0, 1, 2)]
    )
    assert words(LEFT, mixed) == (
        "passed: 2 tests; 90 lines or decisions written meanwhile, 0 lost. skipped: 1 (no root). "
        "Not tried: There is none."
    )
    assert words(SOME, Result({"a": "skipped"}, skips={"no root"})) == "skipped: no root."
    assert words(SOME, Result({"a": "failed", "b": "passed"})) == "**FAILED**: 1 of 2 tests."


def test_the_page_counts_its_rows():
    told = rows().values()
    passed = sum("passed: " in one for one in told)
    assert f"Of {len(told)} cases {passed} passed, " in PAGE


def test_a_row_is_one_line_and_is_found_again():
    made = table.row("ER-99", "a | b", "c\nd", "e", "2026-01-02")
    assert [found[1] for found in table.ROW.finditer(f"x\n{made}\ny")] == ["ER-99"]
    assert "a \\| b" in made and "\n" not in made


def test_a_mark_of_no_case_stops_the_run(tmp_path: Path):
    conftest = (
        "from tests.proof.marks import pytest_collection_modifyitems as pytest_collection_modifyitems\n"
    )
    (tmp_path / "conftest.py").write_text(conftest)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n  case(id): x\n")
    (tmp_path / "test_x.py").write_text('import pytest\n@pytest.mark.case("XX-01")\ndef test_x(): pass\n')
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", tmp_path],
        cwd=table.PAGE.parents[1], capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 4, done.stdout
    assert "no case of tests/proof/cases.yaml" in done.stdout + done.stderr
