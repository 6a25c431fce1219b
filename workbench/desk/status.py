"""What waits for a person, by kind, in the order of the home screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from workbench.desk.views import KindCount
from workbench.store.case import RECONCILED, Case

KINDS: tuple[tuple[str, str], ...] = (
    ("pending-cleanup", "Pending cleanup"),
    ("stale", "Stale"),
    ("conflict", "Conflicts"),
    ("contradiction", "Contradictions"),
    ("duplicate", "Possible duplicates"),
    ("copies", "Copies that differ"),
    ("broken-supersede", "Broken supersedes"),
    ("promotion", "Promotions"),
    ("withdrawal", "Withdrawals"),
    ("forget-request", "Forget requests"),
    ("erasure", "Erasures"),
    ("drift", "Drift"),
    ("unreadable", "Unreadable"),
)
"""Kinds of case and what the home screen calls them, in its order."""

BY_ITEM = frozenset({"pending-cleanup", "stale"})
"""Kinds of which a case is that of one item."""
DECIDABLE = BY_ITEM | RECONCILED


KindOf = Callable[[str], str | None]
"""The kind of an item by its key, or None."""


def kind_counts(cases: Iterable[Case], kind_of: KindOf) -> tuple[KindCount, ...]:
    """One count a kind that the workbench looks for, kinds with nothing waiting included."""
    by_kind: dict[str, list[Case]] = {kind: [] for kind, _ in KINDS}
    for case in cases:
        by_kind.setdefault(case.kind, []).append(case)
    return tuple(_count(kind, label, by_kind[kind], kind_of) for kind, label in KINDS if kind in by_kind)


def _count(kind: str, label: str, cases: Sequence[Case], kind_of: KindOf) -> KindCount:
    waiting = [case for case in cases if case.deferred is None]
    ages = [case.age_days for case in waiting if case.age_days is not None]
    return KindCount(
        kind=kind,
        label=label,
        waiting=len(waiting),
        deferred=len(cases) - len(waiting),
        detail=_detail(waiting, kind_of) if kind in BY_ITEM else "",
        oldest_days=max(ages, default=None),
        decidable=kind in DECIDABLE,
    )


def _detail(cases: Sequence[Case], kind_of: KindOf) -> str:
    """How many of each item kind wait."""
    kinds = Counter(kind_of(case.targets[0].key) or "no kind" for case in cases)
    return "  ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
