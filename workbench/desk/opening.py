"""How far the reading of a store has come, for whoever waits for it, and how it is given up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Step = Literal["files", "cases", "changes"]
"""What is done of a reading: its files are read, what waits is looked for, what changed is compared."""

STEPS: Final[tuple[Step, ...]] = ("files", "cases", "changes")


class GivenUp(Exception):
    """The reading was stopped because nobody waits for it any longer; nothing was written."""


@dataclass
class Opening:
    """One reading of a store: the thread that reads tells of it, another looks and may stop it.

    It is the ``progress`` that :meth:`Desk.open` and the rest take. ``done`` of ``total`` are in the
    unit of the step (bytes, kinds of case, 0 of 0 where it has none), and never fall within it.
    """

    step: Step = "files"
    done: int = 0
    total: int = 0
    items: int | None = None
    """How many items there are, once the files are read."""
    read: int = 0
    """How many bytes the files held, once they are read."""
    given_up: bool = False

    def stop(self) -> None:
        """Let the reading end as soon as it tells of itself again."""
        self.given_up = True

    def check(self) -> None:
        """Go on only while it is not given up.

        Raises:
            GivenUp: it was stopped.
        """
        if self.given_up:
            raise GivenUp

    def begin(self, step: Step) -> None:
        """Go on to a step.

        Raises:
            GivenUp: it was stopped.
        """
        self.check()
        if self.step == "files":
            self.read = self.done
        self.step, self.done, self.total = step, 0, 0

    def __call__(self, done: int, total: int) -> None:
        """So much of the step is done.

        Raises:
            GivenUp: it was stopped.
        """
        self.check()
        self.total = max(total, self.total)
        self.done = min(max(done, self.done), self.total)
