"""Keeping, after each decision of this person, what the store then held; see :mod:`workbench.desk.baseline`.

Nothing here may stand in the way of a decision: what cannot be kept is not kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from workbench.desk import baseline
from workbench.desk.baseline import Baseline, Lost
from workbench.governance.ledger import Ledger
from workbench.governance.own import has_own, read_own, write_own
from workbench.governance.places import STORE, parse_store
from workbench.governance.records import HEADING
from workbench.governance.results import Outcome
from workbench.protocol.dates import utc_text
from workbench.store.binding import Binding
from workbench.store.decision import Prepared
from workbench.store.snapshot import Address, FileBytes, Row, Snapshot
from workbench.text import durable
from workbench.text.errors import Unreadable

TOPIC = "seen"

Touched = Iterable[tuple[str, str]]
"""Paths and keys of the records that decisions of ours changed."""


def read_baseline(private_home: Path, root: Path) -> Baseline | None:
    """What was kept of the store at ``root``, or None where nothing ever was.

    Raises:
        ValueError: something was kept and does not read.
    """
    value = read_own(private_home, root, TOPIC)
    if value:
        return baseline.from_json(value)
    if has_own(private_home, root, TOPIC):
        raise ValueError("does not read")
    return None


def is_of(kept: Baseline, store: str | None) -> bool:
    """Whether what was kept can be of the store of that id; one that is not known speaks against nothing."""
    return not kept.store or store is None or kept.store == store


def touched_by(ledger: Ledger, decisions: Iterable[str]) -> list[tuple[str, str]]:
    """Paths and keys that the effects of recorded decisions name plainly."""
    entries = (ledger.by_id.get(decision) for decision in decisions)
    return [
        (effect.path, effect.record)
        for entry in entries
        if entry is not None and entry.record is not None
        for effect in entry.record.effects
    ]


class Keeper:
    """Keeps what one load of a store held, with what was decided on it."""

    def __init__(self, binding: Binding, snapshot: Snapshot) -> None:
        self._binding, self._snapshot = binding, snapshot
        self._ours: list[str] = []
        self._touched: list[tuple[str, str]] = []

    def decided(
        self,
        private_home: Path,
        prepared: Sequence[Prepared],
        outcomes: Sequence[Outcome],
        finished: Touched,
        lost: Callable[[], Mapping[str, Lost]],
    ) -> None:
        """Keep the store as it was loaded, and as these decisions left what they changed.

        ``finished`` are records of earlier decisions of which the commit carried out the rest.
        ``lost`` tells what was gone when the store was loaded.
        """
        recorded = [one for one, outcome in zip(prepared, outcomes, strict=True) if outcome.recorded]
        if not recorded:
            return
        # The decisions are on disk: no failure of what follows may be taken for a failure of theirs.
        with suppress(Exception):
            self._ours += [one.id for one in recorded]
            self._touched += finished
            self._touched += [(effect.path, effect.record) for one in recorded for effect in one.plan.effects]
            last, store = recorded[-1], _store_id(self._snapshot.root)
            now = baseline.taken(
                self._snapshot,
                _earlier(private_home, self._snapshot.root, store),
                at=utc_text(last.decided_at),
                by=last.actor.name,
                decision=last.id,
                ours=self._ours,
                store=store,
                lost=lost(),
            )
            self._keep(private_home, now, self._touched)

    def finished(self, private_home: Path, touched: Touched) -> None:
        """Take into what was kept the effects that were still to be carried out."""
        # As above: what was finished is finished.
        with suppress(Exception):
            earlier = _earlier(private_home, self._snapshot.root, _store_id(self._snapshot.root))
            if earlier is not None:
                self._keep(private_home, earlier, touched)

    def _keep(self, private_home: Path, kept: Baseline, touched: Touched) -> None:
        items = [(path, key) for path, key in touched if not key.startswith((HEADING, "memdec-"))]
        settled = baseline.settled(kept, items, self._spans, self._status, self._binding.place)
        write_own(private_home, self._snapshot.root, TOPIC, baseline.as_json(settled), sure=True)

    def _spans(self, path: str, key: str) -> list[bytes] | None:
        try:
            data = durable.read_file(self._snapshot.root, path).data
        except Unreadable:
            return None
        return self._binding.spans(path, data, key)

    def _status(self, path: str, key: str, span: bytes) -> str | None:
        """The Status that the bytes of an item say."""
        row = Row(
            key=key, id=None, kind=None, subject=None, status=None, date=None, source=None,
            superseded_by=None, merged_into=None, place=self._binding.place(path) or "topic", section="",
            ordinal=0, address=Address(path, 0, len(span), 1), text="",
        )  # fmt: skip
        alone = replace(self._snapshot, files={path: FileBytes(path, span)})
        return self._binding.item(alone, row).status_text


def _earlier(private_home: Path, root: Path, store: str) -> Baseline | None:
    """What was kept of this very store; another one may have stood at the same place."""
    try:
        kept = read_baseline(private_home, root)
    except ValueError:
        return None
    return kept if kept is not None and is_of(kept, store or None) else None


def _store_id(root: Path) -> str:
    """The id of the store as it is now, empty where it has none that reads."""
    try:
        return parse_store(durable.read_file(root, STORE).data)
    except Unreadable:
        return ""
