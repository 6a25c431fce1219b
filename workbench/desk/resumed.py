"""What a person must hear of decisions that were finished late: some items are withdrawn by now (§12.2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from workbench.governance.results import Outcome


def with_withdrawals(
    outcomes: Sequence[Outcome], withheld_by: Callable[[str], str | None]
) -> tuple[Outcome, ...]:
    """The outcomes, each saying when the item that it decided is excluded by a withdrawal.

    ``withheld_by`` maps an item's key to the withdrawal that excludes it, or None. Carrying a
    recorded decision out restores no influence: the item stays excluded whatever its Status says.
    """
    return tuple(_told(one, withheld_by(one.case.partition(":")[2])) for one in outcomes)


def _told(outcome: Outcome, by: str | None) -> Outcome:
    if by is None or not outcome.id:
        return outcome
    said = f"Its item is withdrawn by {by} and stays excluded, whatever its Status says."
    return replace(outcome, message=f"{outcome.message} {said}")
