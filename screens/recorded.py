"""What became of the decisions that a screen asked for, in words and by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from textual.content import Content

from screens.actions import key_of
from screens.text import counted, joined, safe, styled
from screens.words import verdict_done
from workbench.desk.batches import LeftOut
from workbench.desk.views import Outcome

UNKNOWN = "unknown"
"""The code of an outcome that nobody can tell here."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """Decisions of which at least one is in the ledger, for the screen that asked for them.

    `names` says what each case is called; `left_out` are cases that got no decision.
    """

    outcomes: tuple[Outcome, ...]
    verdict: str
    name: str
    names: Mapping[str, str] = field(default_factory=dict)
    left_out: tuple[LeftOut, ...] = ()

    @property
    def done(self) -> tuple[str, ...]:
        """The ids of the cases of which a decision is recorded."""
        return tuple(outcome.case for outcome in self.outcomes if outcome.recorded)

    @property
    def not_done(self) -> tuple[tuple[str, str], ...]:
        """The names of the cases of which none is, each with the reason."""
        failed = [
            (self.names.get(one.case, one.case), one.message.rstrip("."))
            for one in self.outcomes
            if not one.recorded
        ]
        return (*failed, *((one.name, one.why) for one in self.left_out))

    @property
    def unknown(self) -> bool:
        """Whether of some of them nobody can tell here."""
        return any(one.code == UNKNOWN for one in self.outcomes)

    @property
    def words(self) -> Content:
        """What was done and how it is taken back; what is still to be done; what was not done, by name."""
        first = next(one for one in self.outcomes if one.recorded)
        parts: list[Content | str] = []
        trouble = next((one for one in self.outcomes if one.recorded and one.exit), None)
        if trouble is not None:
            parts += [styled("! ", "warn"), "recorded as ", safe(trouble.id), ", but not all of it is done: "]
            parts += [
                safe(trouble.message.rstrip(".")),
                ". On Home, ",
                styled(key_of("home.resume"), "key"),
                " finishes it",
            ]
        else:
            parts += [styled("✓ ", "good"), f"{verdict_done(self.verdict)} ", self._what()]
        parts += [styled(" ! ", "warn"), "not: ", *self._not_done()] if self.not_done else []
        if trouble is not None:
            return joined(parts)
        if self.verdict == "revert":
            return joined([*parts, styled(f", recorded as {first.id}", "dim")])
        again = " reverts the last of them" if len(self.done) > 1 else " reverts"
        return joined([*parts, "   ", styled(key_of("queue.revert"), "key"), styled(again, "dim")])

    def _what(self) -> Content:
        if len(self.done) == 1:
            return safe(self.names.get(self.done[0], self.name))
        total = len(self.outcomes) + len(self.left_out)
        of = f" of {total}" if total > len(self.done) else ""
        return styled(f"{len(self.done)}{of} cases" if of else counted(len(self.done), "case"))

    def _not_done(self) -> list[Content | str]:
        name, why = self.not_done[0]
        more = len(self.not_done) - 1
        words: list[Content | str] = [safe(name), ": ", safe(why)]
        return [*words, f", and {more} more; what is unchanged stays marked"] if more else words
