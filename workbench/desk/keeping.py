"""Keeping, after each decision of this person, what the store then held; see :mod:`workbench.desk.baseline`.

Nothing here may stand in the way of a decision: what cannot be kept is not kept.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from workbench.desk import baseline
from workbench.desk.baseline import Baseline, Lost, Prints
from workbench.desk.baseline_steps import count_on, step, stepped
from workbench.governance.ledger import Ledger
from workbench.governance.own import alone, has_own, read_own, write_own
from workbench.governance.own_lines import Look, append_line, forget_lines, look_of, read_lines
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

WHOLE: Final = 65_536
"""What is kept is written anew as a whole up to so many bytes; beyond that, what changed is added."""

UNSOUND: Final = -1
"""The length of lines to which nothing can be added."""

Touched = Iterable[tuple[str, str]]
"""Paths and keys of the records that decisions of ours changed."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What was kept of a store. ``whole`` names the whole that it begins from, of ``size`` bytes; ``lines``
    are the bytes added to it since. ``look`` is how the files looked before they were read.
    """

    baseline: Baseline = field(repr=False)
    whole: str
    size: int
    lines: int
    look: Look


def read_kept(private_home: Path, root: Path) -> Kept | None:
    """What was kept of the store at ``root``, or None where nothing ever was.

    Raises:
        ValueError: something was kept and does not read.
    """
    look = look_of(private_home, root, TOPIC)
    value = read_own(private_home, root, TOPIC)
    if not value:
        if has_own(private_home, root, TOPIC):
            raise ValueError("does not read")
        return None
    whole = baseline.from_json(value)
    name, size = _name(whole), look[0][2] if look[0] else 0
    if look[1] is None:
        return Kept(whole, name, size, 0, look)
    now, (values, lines) = whole, read_lines(private_home, root, TOPIC)
    for one in values:
        after = stepped(now, one, name)
        if after is None:
            return Kept(now, name, size, UNSOUND, look)
        now = after
    return Kept(now, name, size, lines, look)


def _name(whole: Baseline) -> str:
    """What tells one whole from another that is written later."""
    head = json.dumps(baseline.head_of(whole), sort_keys=True).encode()
    return hashlib.sha256(head + whole.salt).hexdigest()[:32]


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

    def __init__(self, binding: Binding, snapshot: Snapshot, earlier: Keeper | None = None) -> None:
        self._binding, self._snapshot = binding, snapshot
        self.prints: Prints = Prints(snapshot, earlier.prints if earlier is not None else None)
        self._kept: Kept | None = earlier._kept if earlier is not None else None
        self._left: Kept | None = None
        """What this load kept last."""
        self._ours: list[str] = []
        self._touched: list[tuple[str, str]] = []

    def kept(self, private_home: Path) -> Kept | None:
        """What is kept now; read again only where its files look other than when they were read.

        Raises:
            ValueError: something was kept and does not read.
        """
        if self._kept is None or self._kept.look != look_of(private_home, self._snapshot.root, TOPIC):
            self._kept = read_kept(private_home, self._snapshot.root)
        return self._kept

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
        with suppress(Exception), alone(private_home, self._snapshot.root, TOPIC):
            self._ours += [one.id for one in recorded]
            touched = [
                *finished,
                *((effect.path, effect.record) for one in recorded for effect in one.plan.effects),
            ]
            self._touched += touched
            last, store = recorded[-1], _store_id(self._snapshot.root)
            earlier = self._of_store(private_home, store)
            now = baseline.taken(
                self._snapshot,
                self.prints,
                earlier.baseline if earlier is not None else None,
                at=utc_text(last.decided_at),
                by=last.actor.name,
                decision=last.id,
                ours=self._ours,
                store=store,
                lost=lost(),
            )
            if earlier is not None and earlier is self._left:
                self._keep(private_home, earlier, replace(now, files=earlier.baseline.files), touched)
            else:
                self._keep(private_home, earlier, now, self._touched)

    def finished(self, private_home: Path, touched: Touched) -> None:
        """Take into what was kept the effects that were still to be carried out."""
        if not has_own(private_home, self._snapshot.root, TOPIC):
            return
        # As above: what was finished is finished.
        with suppress(Exception), alone(private_home, self._snapshot.root, TOPIC):
            earlier = self._of_store(private_home, _store_id(self._snapshot.root))
            if earlier is not None:
                self._keep(private_home, earlier, earlier.baseline, touched)

    def _of_store(self, private_home: Path, store: str) -> Kept | None:
        """What was kept of this very store; another one may have stood at the same place."""
        try:
            kept = self.kept(private_home)
        except ValueError:
            return None
        return kept if kept is not None and is_of(kept.baseline, store or None) else None

    def _keep(self, private_home: Path, earlier: Kept | None, now: Baseline, touched: Touched) -> None:
        items = [(path, key) for path, key in touched if not key.startswith((HEADING, "memdec-"))]
        files: dict[str, bytes | None] = {}
        now = baseline.settled(
            now, items, lambda path, key: self._spans(files, path, key), self._status, self._binding.place
        )
        if earlier is not None:
            count_on(earlier.baseline, now)
        self._kept = self._left = self._written(private_home, earlier, now)

    def _written(self, private_home: Path, earlier: Kept | None, now: Baseline) -> Kept | None:
        """Add what is another, or write the whole anew where that is small or what was added grows large."""
        root = self._snapshot.root
        if earlier is not None and earlier.size > WHOLE and 0 <= earlier.lines <= earlier.size // 2:
            line = step(earlier.baseline, now, earlier.whole)
            if append_line(private_home, root, TOPIC, line, earlier.lines):
                look = look_of(private_home, root, TOPIC)
                return replace(earlier, baseline=now, lines=look[1][2] if look[1] else UNSOUND, look=look)
        if not write_own(private_home, root, TOPIC, baseline.as_json(now), sure=True):
            return None
        forget_lines(private_home, root, TOPIC)
        look = look_of(private_home, root, TOPIC)
        return Kept(now, _name(now), look[0][2] if look[0] else 0, 0, look)

    def _spans(self, files: dict[str, bytes | None], path: str, key: str) -> list[bytes] | None:
        if path not in files:
            try:
                files[path] = durable.read_file(self._snapshot.root, path).data
            except Unreadable:
                files[path] = None
        data = files[path]
        return None if data is None else self._binding.spans(path, data, key)

    def _status(self, path: str, key: str, span: bytes) -> str | None:
        """The Status that the bytes of an item say."""
        row = Row(
            key=key, id=None, kind=None, subject=None, status=None, date=None, source=None,
            superseded_by=None, merged_into=None, place=self._binding.place(path) or "topic", section="",
            ordinal=0, address=Address(path, 0, len(span), 1), text="",
        )  # fmt: skip
        alone = replace(self._snapshot, files={path: FileBytes(path, span)})
        return self._binding.item(alone, row).status_text


def _store_id(root: Path) -> str:
    """The id of the store as it is now, empty where it has none that reads."""
    try:
        return parse_store(durable.read_file(root, STORE).data)
    except Unreadable:
        return ""
