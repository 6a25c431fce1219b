"""What has been on the screen in this run, bound to its bytes: what changed since has not been seen."""

from __future__ import annotations

from collections.abc import Iterable

from screens.show.parts import TEXT
from workbench.store.case import Case


class Seen:
    """The evidence of cases, and their own texts, that were shown in whole."""

    def __init__(self) -> None:
        self._known: set[tuple[str, str, str | None]] = set()

    def note(self, case: Case, refs: Iterable[str]) -> None:
        """All lines of these refs of a case have been on the screen."""
        shown = set(refs)
        self._known.update(part for part in _parts(case) if part[1] in shown)

    def unseen(self, case: Case) -> frozenset[str]:
        """Refs of evidence, and names of the record itself, that were not shown in whole as they are now."""
        missing = {ref for _, ref, _ in set(_parts(case)) - self._known}
        own = {name for name in _names(case) if name} if TEXT in missing else set()
        return frozenset((missing - {TEXT}) | own)


def changed(before: Case, after: Case) -> frozenset[str]:
    """The refs of a case whose bytes are others than they were."""
    return frozenset(ref for _, ref, _ in set(_parts(after)) - set(_parts(before)))


def _parts(case: Case) -> Iterable[tuple[str, str, str | None]]:
    """The text of a case and its evidence, each as case, ref and digest."""
    yield case.id, TEXT, case.targets[0].digest if case.targets else None
    for one in case.evidence:
        yield case.id, one.ref, one.digest


def _names(case: Case) -> tuple[str | None, ...]:
    return (case.targets[0].id, case.targets[0].key) if case.targets else ()
