"""A plan: the ordered effects of one verdict, each with its bytes before and after.

Effects are spans, not files: they are located again at commit, resume and revert, so
that other decisions on other items of a file stand in nobody's way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from workbench.protocol.log import LogEvent
from workbench.store.snapshot import Address

Op = Literal["replace", "insert", "remove", "append", "create"]

Tail = Literal["", "open", "cut"]
"""How a span meets an unterminated end of file: it is that end (``open``), or the line end
before it was written with it and goes with it (``cut``)."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One change of one span.

    ``path`` is relative to the memory root. ``record`` is the key of the row, the
    decision id for a log line, or ``heading:<anchor>`` for a section heading.
    ``ordinal`` tells rows of one key in one file apart. ``section`` is the heading
    the span stands under (insert and remove), ``offset`` its place among the bytes of
    that section which are no bullets, and ``order`` the keys of the section's bullets
    when the plan was made. A span never holds the line end after its last line.
    ``line`` is for display alone.
    """

    op: Op
    path: str
    record: str
    before: bytes = field(repr=False)
    after: bytes = field(repr=False)
    ordinal: int = 0
    section: str = field(default="", repr=False)
    offset: int = -1
    order: tuple[str, ...] = ()
    tail: Tail = ""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A record that was on the screen when the verdict was given.

    ``digest`` is the SHA-256 of the bytes at ``address``; the commit refuses when any
    of them differs. ``seen`` is False when the record was offered but not shown, ``withheld``
    whether a withdrawal held it back then: the commit refuses when that is another now.
    """

    ref: str
    key: str
    address: Address
    digest: str
    role: str
    ordinal: int = 0
    seen: bool = True
    withheld: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What a decision would change, in the order in which it is carried out.

    ``log`` holds the events for ``log.md``, one per record changed; ``notes`` are
    sentences that a person must read before recording (an open conflict, a topic chosen).
    """

    effects: tuple[Effect, ...]
    log: tuple[LogEvent, ...]
    reviewed: tuple[Reviewed, ...]
    notes: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        """The files it changes, in order, each once."""
        return tuple(dict.fromkeys(effect.path for effect in self.effects))
