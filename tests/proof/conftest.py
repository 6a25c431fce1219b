"""Without a tracer the kill tests are one visible skip; where CI runs they are a failure."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.proof.tracing import missing_tracer
from tests.proof.warm import Warm


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave one test of the kind where no system call can be traced, and have it say so."""
    traced = [item for item in items if item.get_closest_marker("kill")]
    reason = missing_tracer() if traced else ""
    if reason and not os.environ.get("CI"):
        config.hook.pytest_deselected(items=traced[1:])
        items[:] = [item for item in items if item not in traced[1:]]
        traced[0].add_marker(pytest.mark.skip(reason=f"no kill test was run: {reason}"))


@pytest.fixture(autouse=True)
def a_tracer(request: pytest.FixtureRequest) -> None:
    """A kill test that cannot be run where it must be is a failure."""
    if request.node.get_closest_marker("kill") and missing_tracer():
        pytest.fail(f"no kill test can be run: {missing_tracer()}")


@pytest.fixture(scope="session")
def warm() -> Iterator[Warm]:
    """The program loaded once, for looks at stores that must not change any more."""
    server = Warm()
    yield server
    server.close()
