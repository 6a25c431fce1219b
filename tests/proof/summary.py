"""One line for every sweep of kills or power cuts: how many calls, how many different stores, what failed."""

from __future__ import annotations

from collections import defaultdict

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Add up what the tests of each sweep reported, wherever they were run."""
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    cuts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    lines: list[tuple[str, int, int, int, int]] = []
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, value in getattr(report, "user_properties", ()):
                if name == "kill points" and getattr(report, "when", "") == "call":
                    sums[value[0]] = [old + new for old, new in zip(sums[value[0]], value[1:], strict=True)]
                if name == "power cuts" and getattr(report, "when", "") == "call":
                    cuts[value[0]] = [old + new for old, new in zip(cuts[value[0]], value[1:], strict=True)]
                if name == "machine" and getattr(report, "when", "") == "call":
                    terminalreporter.write_line(
                        f"state machine: {value[0]} programs died, {value[1]} comparisons with the model"
                    )
                if name == "lines" and getattr(report, "when", "") == "call":
                    lines.append(value)
    for scene, (kills, states, problems) in sums.items():
        terminalreporter.write_line(
            f"kill points: {kills} in {scene}, {states} stores reopened, {problems} violations"
        )
    for scene, (steps, states, reopened, problems) in cuts.items():
        terminalreporter.write_line(
            f"power cuts: {steps} operations of {scene}, {states} states, {reopened} of them reopened, "
            f"{problems} violations"
        )
    for what, written, lost, done, tried in lines:
        terminalreporter.write_line(
            f"two writers: {what}, {written} written, {lost} lost, {done} of {tried} decisions done"
        )
