"""What every finder reads from: the snapshot with its controls resolved, and what is looked up in it."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from workbench.protocol.dates import parse_date
from workbench.protocol.items import Finding, Item, findings
from workbench.protocol.words import Place, Status
from workbench.review.anchors import Anchors
from workbench.review.controls import Controls, resolve
from workbench.review.exclusions import Exclusions
from workbench.review.marks import Marks
from workbench.review.near import Near
from workbench.review.similar import Similar
from workbench.review.withheld import record_withheld, told
from workbench.store.case import Offer, Target
from workbench.store.changed import Changed
from workbench.store.rows import deciding
from workbench.store.snapshot import Address, Held, Row, Snapshot
from workbench.text.primed import prime, primed

ItemOf = Callable[[Row], Item]

READ_ONLY = "it is shown so that nobody overlooks it"


class Lookups:
    """Indexes of one snapshot, each built when it is first needed."""

    def __init__(
        self,
        snapshot: Snapshot,
        exclusions: Exclusions,
        earlier: Lookups | None = None,
        changed: Changed | None = None,
    ) -> None:
        self._snapshot = snapshot
        self._exclusions = exclusions
        if earlier is not None and changed is not None:
            self._take_over(earlier, changed)
        self._earlier = earlier.judged if earlier is not None else {}
        self._replaced = changed.paths if changed is not None else frozenset()
        self._dangles: dict[str, bool] = {}
        self.offered: dict[tuple[str | None, str | None, str], tuple[Offer, ...]] = {}
        """What a waiting item offers about which nothing is special, by kind, Status and place."""
        self.judged: dict[int, tuple[Row, tuple[Finding, ...]]] = {}
        """Findings by the identity of a row, which is held so that it stays its own."""

    def findings(self, row: Row, item_of: ItemOf) -> tuple[Finding, ...]:
        """Where the item of a row departs from the protocol, as far as the item alone tells.

        A row that an earlier reading held, the very same object, was judged already, and one that
        is plain by the reader of its bytes.
        """
        if row.plain:
            return ()
        kept = self.judged.get(id(row)) or self._earlier.get(id(row))
        if kept is None or kept[0] is not row:
            kept = (row, findings(item_of(row), Place(row.place)))
        self.judged[id(row)] = kept
        return kept[1]

    def dangles(self, source: str | None) -> bool:
        """Whether a Source names an archive passage that is not there; each Source is looked at once."""
        if not source:
            return False
        known = self._dangles.get(source)
        if known is None:
            known = self._dangles[source] = bool(self.anchors.dangling(source))
        return known

    def _take_over(self, earlier: Lookups, changed: Changed) -> None:
        """Every index that an earlier reading has, with what changed put right."""
        known, before, now = primed(earlier), earlier._snapshot, self._snapshot
        if "anchors" in known and now.passages is before.passages:
            prime(self, anchors=replace(earlier.anchors, files=frozenset(now.files)))
        if "marks" in known and now.log is before.log:
            prime(self, marks=earlier.marks)
        if "similar" in known:
            by_key = now.rows_by_key
            similar = earlier.similar.again(
                lambda key: by_key.get(key, ()), changed.keys, self._exclusions.withheld_by
            )
            if similar is not None:
                prime(self, similar=similar)

    def keep_earlier(self) -> None:
        """Take over what the earlier reading judged of files that stand: it is not looked at again."""
        left = self._earlier
        if self._replaced:
            left = {at: kept for at, kept in left.items() if kept[0].path not in self._replaced}
        self.judged = {**left, **self.judged}

    def forget_earlier(self) -> None:
        """Let go of what the earlier reading judged: all that still counts has been taken over."""
        self._earlier = {}

    @cached_property
    def by_status(self) -> Mapping[str | None, Sequence[Row]]:
        """Rows by the Status that they give, in file order; those that are ``active`` are left out."""
        found: dict[str | None, list[Row]] = {}
        for row in self._snapshot.rows:
            if row.status != Status.ACTIVE:
                found.setdefault(row.status, []).append(row)
        return found

    @cached_property
    def odd(self) -> Sequence[Row]:
        """Rows that are not known to be plain, in file order."""
        return [row for row in self._snapshot.rows if not row.plain]

    @cached_property
    def anchors(self) -> Anchors:
        """Archive passages by reference."""
        return Anchors.of(self._snapshot)

    @cached_property
    def marks(self) -> Marks:
        """Log lines by item."""
        return Marks.of(self._snapshot)

    @cached_property
    def near(self) -> Near:
        """Subjects that look alike."""
        return Near.of(self._snapshot, self._exclusions.withheld_by)

    @cached_property
    def similar(self) -> Similar:
        """The refuter finder."""
        return Similar.of(self._snapshot.rows, self._exclusions.withheld_by)


@dataclass(frozen=True)
class Reading:
    """One snapshot as it is reviewed on one day. ``audit`` unmasks withdrawn text for a person."""

    snapshot: Snapshot
    item_of: ItemOf
    today: dt.date
    controls: Controls
    exclusions: Exclusions
    lookups: Lookups = field(repr=False)
    audit: bool = False

    @classmethod
    def of(
        cls,
        snapshot: Snapshot,
        item_of: ItemOf,
        *,
        today: dt.date,
        audit: bool = False,
        earlier: Reading | None = None,
    ) -> Reading:
        """Resolve the controls of a snapshot, then everything else.

        What ``earlier`` found out of rows that stand unchanged is not found out again.
        """
        controls = resolve(snapshot.controls, lambda held: text_at(snapshot, held.address))
        if earlier is None:
            exclusions = Exclusions.of(snapshot, controls)
            return cls(snapshot, item_of, today, controls, exclusions, Lookups(snapshot, exclusions), audit)
        changed = Changed.between(earlier.snapshot, snapshot)
        exclusions = earlier.exclusions.again(earlier.snapshot, snapshot, controls, changed)
        lookups = Lookups(snapshot, exclusions, earlier.lookups, changed)
        return cls(snapshot, item_of, today, controls, exclusions, lookups, audit)

    def audited(self, audit: bool) -> Reading:
        """The same reading with withdrawn text masked or shown."""
        return self if audit == self.audit else replace(self, audit=audit)

    def hides(self, row: Row) -> bool:
        """Whether what a row says is held back: it is withdrawn, and nobody asked for an audit."""
        return not self.audit and self.exclusions.withheld_by(row) is not None

    def shown(self, row: Row) -> str:
        """The text of a row, or empty when it is withheld."""
        return "" if self.hides(row) else row.text

    def status(self, row: Row) -> str | None:
        """The Status of a row as it stands; of a withheld one, no word that the protocol does not know."""
        return told("status", row.status) if self.hides(row) else row.status

    def record_by(self, held: Held[Any], *, names_ids: bool = False) -> str | None:
        """The withdrawal under which a record that is no item is held back, or None."""
        text = text_at(self.snapshot, held.address)
        return record_withheld(self.exclusions, held, text, names_ids=names_ids)

    def unread_file(self, held: Held[Any]) -> bool:
        """Whether a record is a whole file that is no YAML: a case of its own kind, ``unreadable``."""
        size = len(self.snapshot.files[held.address.path].data)
        whole = held.address.end - held.address.start == size
        return whole and held.record is None and held.raw is None

    def title(self, row: Row) -> str:
        """The text of a row, or which record holds it back."""
        by = self.exclusions.withheld_by(row)
        return row.text if by is None or self.audit else f"withdrawn by {by}; text held back"

    def row(self, key: str | None) -> Row | None:
        """The row of a key that counts: the item store's, else the inbox's, else the index's."""
        rows = self.snapshot.present(key or "")
        return deciding(rows) if rows else None

    def digest(self, address: Address) -> str:
        """SHA-256 of the bytes at an address, in hex."""
        return hashlib.sha256(self.snapshot.span(address)).hexdigest()

    def target(self, row: Row, role: str) -> Target:
        """A row as what a case is about."""
        return Target(
            row.id, row.key, row.address, role, self.status(row), self.digest(row.address), row.kind
        )

    def item_targets(self, main: Row, rows: Iterable[Row]) -> tuple[Target, ...]:
        """The row of an item that counts, then its copies."""
        copies = [row for row in rows if row is not main]
        roles = ["item" if row.place == main.place else f"{row.place} copy" for row in copies]
        found = (self.target(row, role) for row, role in zip(copies, roles, strict=True))
        return (self.target(main, "item"), *found)

    def record_target(self, held: Held[Any], role: str, status: str | None = None) -> Target:
        """A record that is no item as what a case is about."""
        return self.place_target(held.name, held.address, role, status)

    def place_target(self, name: str, address: Address, role: str, status: str | None = None) -> Target:
        """A named span as what a case is about."""
        return Target(name, name, address, role, status, self.digest(address))

    def days_since(self, text: str | None) -> int | None:
        """Days since the day a date or a time begins with, or None; a day to come counts as today."""
        day = parse_date(text[:10]) if text else None
        return None if day is None else max((self.today - day).days, 0)


def grouped(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Rows outside the archive by key, in file order."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        if row.place != "archive":
            found.setdefault(row.key, []).append(row)
    return found


def place_of(address: Address) -> str:
    """An address as ``path:line``."""
    return f"{address.path}:{address.line}"


def text_at(snapshot: Snapshot, address: Address) -> str:
    """The decoded bytes at an address; bytes that are no UTF-8 stand as lone surrogates."""
    return snapshot.span(address).decode("utf-8", "surrogateescape")
