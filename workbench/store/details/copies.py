"""One id that stands in several places with different values (§7.2, §9)."""

from __future__ import annotations

from dataclasses import dataclass, field

from workbench.store.detail import Detail
from workbench.store.details.conflict import ConflictRow


@dataclass(frozen=True, slots=True)
class DifferingField:
    """A field by its name, and its value in each row of the detail; None where a row does not give it."""

    name: str
    values: tuple[str | None, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class CopiesDetail(Detail):
    """The rows of one id that differ, the one that counts first, and every field in which they do.

    Of a withdrawn item neither texts nor values are in it.
    """

    id: str
    rows: tuple[ConflictRow, ...]
    fields: tuple[DifferingField, ...] = field(repr=False)
