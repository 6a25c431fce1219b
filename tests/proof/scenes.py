"""The commits that are interrupted: which store, what was decided before, what is decided now."""

from __future__ import annotations

from dataclasses import dataclass

Words = tuple[str, ...]
_WHO: Words = ("--as", "ada", "--reason", "measured again")


@dataclass(frozen=True)
class Scene:
    """One command on one store, after others. With ``resumes`` the command itself is already cut off
    just behind its commit point, and what is interrupted is the `resume` that finishes it. With
    ``changes_only`` it is interrupted before each call that changes something: the others leave what is
    on disk as they find it, so that a kill there leaves what the next kill leaves."""

    name: str
    store: str
    words: Words
    earlier: tuple[Words, ...] = ()
    resumes: bool = False
    chunks: int = 3
    changes_only: bool = False

    def __str__(self) -> str:
        return self.name


def decide(case: str, verdict: str, *options: str) -> Words:
    """The words of a decision."""
    return ("decide", case, verdict, *options, *_WHO)


def taking_back(decision: str) -> Words:
    """The words that take a decision back."""
    return ("revert", decision, *_WHO)


MERGE = decide(
    "pending-cleanup:mem-2026-02-19-001", "merge",
    "--with", "mem-2026-08-19-002", "mem-2026-04-21-009", "mem-2026-06-04-005", "--text", "One lesson.",
)  # fmt: skip
"""Four lessons become one: a row that stands in index and topic, one of the inbox, two of other topics."""

NEW_VALUE = decide(
    "pending-cleanup:mem-2026-04-02-006", "new-value", "--value", "The branch VPN ends at vpn-3."
)
"""Two rows of a subject, one of them in the index too, give their place to a third."""

KEEP = decide("pending-cleanup:mem-2026-04-21-006", "keep")
SMALL_MERGE = decide("pending-cleanup:mem-2026-07-02-002", "merge", "--with", "mem-2026-08-12-002")

_BARRIER = "conflict:crossing%20barrier%3Alead%20time"
LEAVE_OPEN = decide(_BARRIER, "open")
SETTLE = decide(_BARRIER, "current", "--with", "mem-2026-05-04-001", "--topic", "timings")
"""The oldest value holds: a new row of today, after which two rows of two topics and one of the inbox are
history. The inbox line stays as it is, and its item stands in a topic as superseded."""

SCENES = (
    Scene("merge, the first decision ever", "sample", MERGE, chunks=4),
    Scene("new value, a later decision", "sample", NEW_VALUE, (KEEP,)),
    Scene("merge on the small store", "l1", SMALL_MERGE),
    Scene(
        "settling a conflict over two topics and the inbox",
        "two topics",
        SETTLE,
        (LEAVE_OPEN,),
        chunks=2,
        changes_only=True,
    ),
    Scene("resume of the merge", "sample", MERGE, resumes=True),
)

BROKEN = Scene("broken writer", "l1", SMALL_MERGE)
