"""A person decides, programs die, others edit, git goes back: store and ledger agree with a plain model.

Bounded and the same in every run. ``WORKBENCH_MACHINE=N`` looks for N times as long, in another order
each time: ``WORKBENCH_MACHINE=40 pytest tests/proof/test_machine.py`` is a night's work.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.proof.machine import StoreMachine
from tests.proof.warm import DIED, Warm

pytestmark = [pytest.mark.slow, pytest.mark.case("CO-14")]

TIMES_LONGER = int(os.environ.get("WORKBENCH_MACHINE", "0"))
BOUNDED = settings(
    max_examples=20 * max(TIMES_LONGER, 1),
    stateful_step_count=25,
    deadline=None,
    derandomize=not TIMES_LONGER,
    database=None,
    print_blob=True,
    phases=(Phase.generate, Phase.shrink) if TIMES_LONGER else (Phase.generate,),
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def machine(warm: Warm, tmp_path: Path) -> Iterator[type[StoreMachine]]:
    """A machine with a folder of its own."""
    yield type("Machine", (StoreMachine,), {"warm": warm, "base": tmp_path, "seen": Counter()})


REACHED = (
    *(0, 2, 3, 4, DIED, "died, recorded"),
    *("keep", "stale", "cool", "defer", "current", "none", "revert"),
    *("a row of today", "the newest row stays", "settled, taken back"),
)
"""Exit codes, verdicts and outcomes that the bounded run comes by; else it would prove little.

The run is drawn by Hypothesis and the same for one version of it and of the rules, which is the locked one.
"""
ORDER = (
    "another version of Hypothesis or of the rules draws other events: raise max_examples until all are met"
)


def test_any_order_of_events_agrees_with_the_model(machine: type[StoreMachine], record_property):
    run_state_machine_as_test(machine, settings=BOUNDED)
    seen = machine.seen
    looks = seen["verified", 0] + seen["verified", 1]
    assert seen["verified", 0] and seen["verified", 1], ORDER
    assert [what for what in REACHED if not seen[what]] == [], ORDER
    record_property("machine", (seen[DIED], looks))


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("effects-first", "is not as decided"),
        ("no-bytes", "neither on this machine|the bytes it left in the data folder are not here"),
        ("half-revert", "is not as decided"),
        ("no-withdrawals", "is shown otherwise"),
    ],
)
def test_a_broken_rule_is_found(fault: str, said: str, machine: type[StoreMachine]):
    machine.fault = fault
    with pytest.raises(AssertionError, match=said):
        run_state_machine_as_test(machine, settings=BOUNDED)
