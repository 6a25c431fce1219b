"""What became of each named case in a run of the tests, from the reports of its tests."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.proof.cases import Case


@dataclass
class Result:
    """The tests of one case by how they ended, why some were skipped, and what they counted."""

    ended: dict[str, str] = field(default_factory=dict)
    """passed, failed or skipped, by node id."""
    skips: set[str] = field(default_factory=set)
    kills: list[tuple[str, int, int, int]] = field(default_factory=list)
    """Of each sweep: its scene, points, stores reopened, violations."""
    cuts: list[tuple[str, int, int, int, int]] = field(default_factory=list)
    """Of each run with power cuts: its scene, points, states judged, stores reopened, violations."""
    lines: list[tuple[str, int, int, int, int]] = field(default_factory=list)
    """Of each pair of writers: what, lines written, lines lost, decisions done, decisions tried."""
    machines: list[tuple[int, int]] = field(default_factory=list)
    """Of each run of the state machine: programs that died, looks at the whole store against the model."""


class Recorder:
    """A plugin of pytest that keeps the results by case."""

    def __init__(self) -> None:
        self.results: dict[str, Result] = defaultdict(Result)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take in the report of one phase of one test."""
        for name, value in report.user_properties:
            if name == "case":
                self._take(self.results[str(value)], report)

    def _take(self, result: Result, report: pytest.TestReport) -> None:
        ended = result.ended.get(report.nodeid)
        if report.failed or ended == "failed":
            result.ended[report.nodeid] = "failed"
        elif report.skipped:
            result.ended[report.nodeid] = "skipped"
            result.skips.add(_reason(report.longrepr))
        elif report.when == "call":
            result.ended[report.nodeid] = "passed"
        if report.when == "call":
            _count(result, report.user_properties)


class Collected:
    """A plugin of pytest that keeps which tests prove which case, without running any."""

    def __init__(self) -> None:
        self.tests: dict[str, list[str]] = defaultdict(list)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Take in the tests that were collected."""
        for item in session.items:
            for name, value in item.user_properties:
                if name == "case":
                    self.tests[str(value)].append(item.nodeid)


def _reason(longrepr: Any) -> str:
    """Why a test was skipped."""
    text = longrepr[2] if isinstance(longrepr, tuple) else str(longrepr)
    return str(text).removeprefix("Skipped: ")


def _count(result: Result, properties: Iterable[tuple[str, Any]]) -> None:
    for name, value in properties:
        if name == "kill points":
            result.kills.append(tuple(value))
        elif name == "power cuts":
            result.cuts.append(tuple(value))
        elif name == "machine":
            result.machines.append(tuple(value))
        elif name == "lines":
            result.lines.append(tuple(value))


NOT_RUN = "Not run yet."


def words(case: Case, result: Result | None) -> str:
    """The result of a case for its row: never "passed" where no test of it was run and passed."""
    left = f"Not tried: {case.left}" if case.left else ""
    if result is None or not result.ended:
        return left or NOT_RUN
    ends = Counter(result.ended.values())
    if ends["failed"]:
        head = f"**FAILED**: {ends['failed']} of {len(result.ended)} tests"
    elif ends["passed"]:
        head = f"passed: {_tests(ends['passed'])}"
    else:
        return _joined([f"skipped: {'; '.join(sorted(result.skips))}", left])
    counted = [
        part
        for part in (_kills(case, result), _cuts(case, result), _lines(result), _machines(result))
        if part
    ]
    skipped = f"skipped: {ends['skipped']} ({'; '.join(sorted(result.skips))})" if ends["skipped"] else ""
    return _joined(["; ".join([head, *counted]), skipped, left])


def _joined(parts: list[str]) -> str:
    """Parts as sentences."""
    return " ".join(part if part.endswith(".") else f"{part}." for part in parts if part)


def _tests(number: int) -> str:
    return f"{number} test" if number == 1 else f"{number} tests"


def _kills(case: Case, result: Result) -> str:
    """How many points were tried; a writer that is broken on purpose has to be objected to."""
    points = sum(kill[1] for kill in result.kills)
    stores, problems = sum(kill[2] for kill in result.kills), sum(kill[3] for kill in result.kills)
    if not points:
        return ""
    return f"{points} points, {stores} stores reopened, {_found(case, problems)}"


def _cuts(case: Case, result: Result) -> str:
    """How many steps the power went after, and what was looked at."""
    points, states = sum(cut[1] for cut in result.cuts), sum(cut[2] for cut in result.cuts)
    stores, problems = sum(cut[3] for cut in result.cuts), sum(cut[4] for cut in result.cuts)
    told = f"{points} power cuts, {states} states judged, {stores} of them reopened"
    return f"{told}, {_found(case, problems)}" if points else ""


def _found(case: Case, problems: int) -> str:
    return f"{problems} objections, as there must be" if case.group == "FS" else f"{problems} violations"


def _machines(result: Result) -> str:
    died, looks = sum(run[0] for run in result.machines), sum(run[1] for run in result.machines)
    return f"{died} programs died, {looks} comparisons with the model" if looks else ""


def _lines(result: Result) -> str:
    written, lost = sum(line[1] for line in result.lines), sum(line[2] for line in result.lines)
    return f"{written} lines or decisions written meanwhile, {lost} lost" if result.lines else ""
