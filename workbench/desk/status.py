"""What waits for a person, by kind, in the order of the home screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from workbench.desk.views import KindCount
from workbench.store.case import Case

KINDS: tuple[tuple[str, str], ...] = (
    ("pending-cleanup", "Pending cleanup"),
    ("stale", "Stale"),
    ("conflict", "Conflicts"),
    ("contradiction", "Contradictions"),
    ("promotion", "Promotions"),
    ("withdrawal", "Withdrawals"),
    ("forget-request", "Forget requests"),
    ("erasure", "Erasures"),
    ("drift", "Drift"),
    ("unreadable", "Unreadable"),
)
"""Kinds of case and what the home screen calls them, in its order."""

DECIDABLE = frozenset({"pending-cleanup", "stale"})


def kind_counts(cases: Iterable[Case], item_kinds: Mapping[str, str]) -> tuple[KindCount, ...]:
    """One count a kind that the workbench looks for, kinds with nothing waiting included.

    ``item_kinds`` maps the key of an item to its kind.
    """
    by_kind: dict[str, list[Case]] = {kind: [] for kind, _ in KINDS if kind != "contradiction"}
    for case in cases:
        by_kind.setdefault(case.kind, []).append(case)
    return tuple(_count(kind, label, by_kind[kind], item_kinds) for kind, label in KINDS if kind in by_kind)


def _count(kind: str, label: str, cases: Sequence[Case], item_kinds: Mapping[str, str]) -> KindCount:
    waiting = [case for case in cases if case.deferred is None]
    ages = [case.age_days for case in waiting if case.age_days is not None]
    return KindCount(
        kind=kind,
        label=label,
        waiting=len(waiting),
        deferred=len(cases) - len(waiting),
        detail=_detail(waiting, item_kinds) if kind in DECIDABLE else "",
        oldest_days=max(ages, default=None),
        decidable=kind in DECIDABLE,
    )


def _detail(cases: Sequence[Case], item_kinds: Mapping[str, str]) -> str:
    """How many of each item kind wait."""
    kinds = Counter(item_kinds.get(case.targets[0].key, "no kind") for case in cases)
    return "  ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
