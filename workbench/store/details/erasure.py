"""An erasure tombstone: what was authorized, which holders it names, and with what result (§12.3)."""

from __future__ import annotations

from dataclasses import dataclass, field

from workbench.store.detail import Detail
from workbench.store.details.refs import RefState


@dataclass(frozen=True, slots=True)
class HolderView:
    """One holder with the result that the record gives it: nothing of it was checked here."""

    ref: str = field(repr=False)
    result: str
    limitation: str | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class ErasureDetail(Detail):
    """One tombstone; content-free always.

    ``result`` is what the holders come to: ``completed`` only where every one is. ``logged_by``
    is who signed the erase entry of the log above the record, ``logged_at`` where it stands; the
    record itself has no field for an executor and none for an expiry.
    """

    name: str
    place: str
    authority: str = field(repr=False)
    decided_at: str
    executed_at: str
    logged_by: str | None = field(repr=False)
    logged_at: str | None
    result: str
    covers: tuple[tuple[str, int], ...]
    """(what, how many) of the scope: items, archive references, other references."""
    scope: tuple[RefState, ...] = field(repr=False)
    holders: tuple[HolderView, ...] = field(repr=False)
    replacements: tuple[RefState, ...] = field(repr=False)
    withheld_by: str | None = None
