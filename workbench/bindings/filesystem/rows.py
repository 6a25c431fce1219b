"""From the bullets of a page to rows of the snapshot and to item models (§9)."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.bindings.filesystem.bullet import Bullet, read_bullet
from workbench.bindings.filesystem.layout import Role, expected
from workbench.bindings.filesystem.page import Keyed, Page, Titled
from workbench.protocol.items import Item
from workbench.protocol.words import Form
from workbench.store.snapshot import Address, Place, Row

FACTS, PENDING, HISTORICAL = "Facts and lessons", "Pending cleanup", "Historical lessons"
_PLACES: dict[Role, Place] = {"inbox": "inbox", "topic": "topic", "archive": "archive", "index": "index"}


def rows_of(page: Page, role: Role) -> Iterator[Row]:
    """The items on a page, in order; prose bullets and an index's other sections are no items."""
    for spot in page.spots:
        if spot.bullet.is_item and has_rows(role, spot.section):
            yield row_of(page.path, spot, spot.section.name, place_in(role, spot.section))


def place_of(path: str) -> Place | None:
    """Where the rows of a file stand, by its path; the archive holds copies alone."""
    role = expected(path)
    return _PLACES.get(role) if role in ("inbox", "topic", "index") else None


def row_of(path: str, spot: Keyed, section: str, place: Place) -> Row:
    """One row with its address; an inbox row without a Status is active (§9)."""
    value = spot.bullet.value
    status = value("status") or ("active" if place == "inbox" else None)
    return Row(
        key=spot.key,
        id=value("id"),
        kind=spot.bullet.kind,
        subject=value("subject"),
        status=status,
        date=spot.bullet.date,
        source=value("source"),
        superseded_by=value("superseded_by"),
        merged_into=value("merged_into"),
        place=place,
        section=section,
        ordinal=spot.ordinal,
        address=Address(path, spot.start, spot.end, spot.block.line),
        text=spot.bullet.text,
        also=spot.bullet.other_ids,
    )


def item_of(data: bytes, place: Place) -> Item:
    """The item model of a row's bytes."""
    bullet = read_bullet(data)
    return Item.from_fields(bullet.pairs(), form=_form(bullet, place))


def place_in(role: Role, section: Titled) -> Place:
    """Where the rows of a section stand, in a file that has rows."""
    if role == "topic" and section.is_under(HISTORICAL):
        return "historical"
    return _PLACES[role]


def has_rows(role: Role, section: Titled) -> bool:
    """Whether items of a section are rows; of an index only what is pending."""
    return role in _PLACES and (role != "index" or section.is_under(PENDING))


def _form(bullet: Bullet, place: Place) -> Form:
    """An inbox row that says no Status is of the inbox form, whatever its layout: it is active (§9)."""
    if bullet.structured and (place != "inbox" or bullet.value("status")):
        return Form.STRUCTURED
    return Form.INBOX if place in ("inbox", "archive") else Form.LEGACY
