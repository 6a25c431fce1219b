"""What has been on the screen in this run, bound to its bytes: what changed since has not been seen."""

from __future__ import annotations

from collections.abc import Iterable

from screens.show.parts import TEXT
from workbench.store.case import Case


class Seen:
    """The evidence of cases, and their own texts, that were shown in whole."""

    def __init__(self) -> None:
        self._known: set[tuple[str, str, str | None, str | None]] = set()

    def note(self, case: Case, refs: Iterable[str]) -> None:
        """All lines of these refs of a case have been on the screen."""
        shown = set(refs)
        self._known.update(part for part in _parts(case) if part[1] in shown)

    def unseen(self, case: Case) -> frozenset[str]:
        """Refs of evidence, and names of the record itself, that were not shown in whole as they are now."""
        missing = {ref for _, ref, _, _ in set(_parts(case)) - self._known}
        own = set(_names(case)) if TEXT in missing else set()
        return frozenset((missing - {TEXT}) | own)


def changed(before: Case, after: Case) -> frozenset[str]:
    """The refs of a case whose bytes are others than they were, or that something else holds back now."""
    return frozenset(ref for _, ref, _, _ in set(_parts(after)) - set(_parts(before)))


def _parts(case: Case) -> Iterable[tuple[str, str, str | None, str | None]]:
    """The text of a case and its evidence, each as case, ref, digest, and what holds it back."""
    yield case.id, TEXT, " ".join(target.digest for target in case.targets), case.withheld_by
    for one in case.evidence:
        yield case.id, one.ref, one.digest, one.withheld_by


def _names(case: Case) -> Iterable[str]:
    """What the records of a case are called: the one whose text is shown, and its copies."""
    return (name for target in case.targets for name in (target.id, target.key) if name)
