"""What the screens of one run share: the desk, the person, and what was said so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from screens.possible import Possible
from screens.seen import Seen
from workbench.desk import Desk
from workbench.desk.views import StatusView, StoreView
from workbench.store.decision import Actor


@dataclass
class Session:
    """The open store and the person at the keyboard. Only the app puts another desk in place."""

    desk: Desk
    store: StoreView
    status: StatusView
    actor: Actor | None
    readonly: bool = False
    decided: list[str] = field(default_factory=list)
    """Ids of the decisions of this run that are not reverted, the latest last."""
    seen: Seen = field(default_factory=Seen, repr=False)
    """What of each case has been on the screen in this run."""
    possible: Possible = field(default_factory=Possible, repr=False)
    """What a finder picked in the reading of the store that is shown."""
    kept_for_good: set[str] = field(default_factory=set)
    """What was found out of a large store once, and is left out of the garbage collector's looks since."""
    changed: bool = False
    """Whether a file that was read is another on disk now."""
    changed_at: float | None = None
    """When that was seen, by the clock that only goes forward, in seconds."""

    @property
    def actor_words(self) -> str:
        """Who decides and how that is claimed, for a line of text."""
        if self.actor is None:
            return "nobody named yet"
        return f"{self.actor.name.removeprefix('user:')}, by {claim_words(self.actor.claimed)}"


def claim_words(claimed: str) -> str:
    """How an identity was claimed, in a word or two."""
    return {"git identity": "git", "flag": "flag", "asked": "own word"}.get(claimed, claimed)
