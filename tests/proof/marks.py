"""The marks of tests that prove named cases, carried into the reports of their runs."""

from __future__ import annotations

import os

import pytest

from tests.proof.cases import BY_ID

ONLY = "PROOF_CASES"
"""Variable with the beginnings of the ids to prove, `BI WS-04`; every other test is left out of a run."""


def cases_of(item: pytest.Item) -> list[str]:
    """The ids of the cases that a test says it proves, each once, in their order.

    Raises:
        pytest.UsageError: a mark without one id, or with one that no case has.
    """
    found: set[str] = set()
    for mark in item.iter_markers("case"):
        if len(mark.args) != 1 or mark.kwargs or mark.args[0] not in BY_ID:
            raise pytest.UsageError(f"{item.nodeid}: no case of tests/proof/cases.yaml: {mark.args!r}")
        found.add(mark.args[0])
    return sorted(found)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the cases of every test where its reports show them, on whichever worker it runs."""
    for item in items:
        item.user_properties += [("case", id_) for id_ in cases_of(item)]
    only = tuple(os.environ.get(ONLY, "").split())
    if only:
        mine = [item for item in items if any(id_.startswith(only) for id_ in cases_of(item))]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(mine)])
        items[:] = mine
