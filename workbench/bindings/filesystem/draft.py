"""A plan while it is being made: effects on rows, in the order they will be carried out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from workbench.bindings.filesystem import spans
from workbench.bindings.filesystem.fields import remove_field, set_field, with_eol
from workbench.bindings.filesystem.page import Page, Section, Spot, anchor_of
from workbench.bindings.filesystem.rows import FACTS, HISTORICAL, PENDING, item_of, same_title
from workbench.protocol.items import Item
from workbench.protocol.log import LogEvent, log_event
from workbench.protocol.transitions import may_set
from workbench.protocol.words import Kind, Place, Status, word_of
from workbench.protocol.writing import render_structured
from workbench.store.decision import PlanContext
from workbench.store.plan import Effect, Plan, Tail
from workbench.store.snapshot import Row, Snapshot
from workbench.text.errors import Refused, StoreChanged

Fields = dict[str, str | None]
"""Fields to set, as they are written; None takes the field away."""


class Draft:
    """Collects the effects of one decision on the pages of a snapshot."""

    def __init__(self, snapshot: Snapshot, context: PlanContext) -> None:
        self.snapshot = snapshot
        self.context = context
        self.effects: list[Effect] = []
        self.events: list[LogEvent] = []
        self.notes: list[str] = []
        self._pages: dict[str, Page] = {}

    def plan(self) -> Plan:
        """What was drafted."""
        return Plan(tuple(self.effects), tuple(self.events), (), tuple(self.notes))

    @property
    def changed(self) -> dict[str, Page]:
        """The pages that the effects drafted so far change, as they leave them."""
        return {effect.path: self._pages[effect.path] for effect in self.effects}

    def page(self, path: str) -> Page:
        """A page as the effects drafted so far leave it."""
        if path not in self._pages:
            if path not in self.snapshot.files:
                raise StoreChanged(f"{path} is not there, or can't be read.", not_done="Nothing was planned.")
            self._pages[path] = Page(path, self.snapshot.files[path].data)
        return self._pages[path]

    def log(self, event: str, *ids: str, **fields: str) -> None:
        """Add one event for ``log.md``."""
        self.events.append(
            log_event(
                self.context.now,
                event,
                ids=[one for one in ids if not one.startswith("~")],
                fields=[*(("record", one) for one in ids if one.startswith("~")), *fields.items()],
                by=self.context.actor.name,
                decision=self.context.decision_id,
            )
        )

    def check_status(self, row: Row, new: Status) -> None:
        """Refuse a Status that this actor may not set on that row (§9, §14, §16)."""
        kind, old = word_of(Kind, row.kind or ""), word_of(Status, row.status or "")
        rule = may_set(kind, old, new, human=not self.context.actor.is_agent)
        if rule is not None:
            raise Refused(
                f"{row.key} may not become {new}.",
                rule=rule,
                not_done="Nothing was planned.",
                next="Choose another verdict.",
            )

    def change(self, row: Row, fields: Fields) -> None:
        """Set fields of a row where it stands."""
        spot = self.spot(row)
        page = self.page(row.address.path)
        before = page.bytes_of(spot)
        after = changed_bytes(before, fields, page.eol)
        if after != before:
            self._do(Effect("replace", page.path, row.key, before, after, spot.ordinal, line=spot.block.line))

    def move(self, row: Row, title: str, fields: Fields) -> None:
        """Set fields of a row and move it to the section of that title on its page."""
        page = self.page(row.address.path)
        spot = self.spot(row)
        if same_title(spot.section.title, title):
            self.change(row, fields)
            return
        before = page.bytes_of(spot)
        after = changed_bytes(before, fields, page.eol)
        self.remove(row)
        self.insert(page.path, title, row.key, after)

    def remove(self, row: Row) -> None:
        """Take a row out of its section."""
        page = self.page(row.address.path)
        spot = self.spot(row)
        self._do(
            Effect(
                "remove",
                page.path,
                row.key,
                page.bytes_of(spot),
                b"",
                spot.ordinal,
                section=spot.section.name,
                offset=page.offset_of(spot),
                order=page.order(spot.section),
                tail="open" if spot.end == len(page.data) else "",
                line=spot.block.line,
            )
        )

    def insert(self, path: str, title: str, key: str, block: bytes) -> None:
        """Put a bullet at the end of a section, which is made when the page has none of that title."""
        section = self._section(path, title)
        page = self.page(path)
        effect = Effect("insert", path, key, b"", block, section=section.name, order=page.order(section))
        at = spans.landing(page, section, effect)
        tail: Tail = "cut" if at == len(page.data) and page.data and not page.data.endswith(b"\n") else ""
        self._do(replace(effect, tail=tail, line=page.data.count(b"\n", 0, at) + 1))

    def insert_item(self, path: str, item: Item, title: str = FACTS) -> None:
        """Put a new item, in the structured form of §9, into a topic."""
        self.insert(path, title, str(item.id), with_eol(render_structured(item), self.page(path).eol))

    def take_back(self, effect: Effect, orders: Sequence[Sequence[str]]) -> None:
        """Add an effect that undoes one of an earlier decision.

        Raises:
            StoreChanged: it would change nothing, so the store is not what that decision left.
        """
        page = self.page(effect.path)
        data = spans.apply(effect.path, page.data, [effect], orders)
        if data == page.data:
            raise StoreChanged(
                f"{effect.record} in {effect.path} is not what the decision left.",
                not_done="Nothing was planned.",
                next="Look at the item as it is now.",
            )
        order = effect.order
        if effect.op == "insert" and not effect.record.startswith(spans.HEADING):
            section = page.section(effect.section)
            order = Page(effect.path, data).order(section) if section else effect.order
        self._do(replace(effect, order=order, line=None))

    def spot(self, row: Row) -> Spot:
        """Where a row stands on its page as drafted so far."""
        page = self.page(row.address.path)
        found = [spot for spot in page.keyed(row.key) if spot.ordinal == row.ordinal]
        if not found:
            raise StoreChanged(
                f"{row.key} no longer stands in {row.address.path}.", not_done="Nothing was planned."
            )
        return found[0]

    def item(self, row: Row) -> Item:
        """The model of a row as it stands in the store."""
        return item_of(self.snapshot.span(row.address), row.place)

    def _section(self, path: str, title: str) -> Section:
        page = self.page(path)
        found = page.section(title)
        if found is not None:
            return found
        before = page.section(PENDING) if title == FACTS else None
        name = before.name if before is not None else ""
        level = next((section.level for section in page.sections if section.level > 1), 2)
        heading = b"#" * level + b" " + title.encode()
        lead = spans.heading_lead(page, name)
        self._do(
            Effect("insert", path, spans.HEADING + anchor_of(title), b"", heading, section=name, offset=lead)
        )
        return self._section(path, title)

    def _do(self, effect: Effect) -> None:
        self.effects.append(effect)
        data = spans.apply(effect.path, self.page(effect.path).data, [effect])
        self._pages[effect.path] = Page(effect.path, data)


def changed_bytes(data: bytes, fields: Fields, eol: bytes) -> bytes:
    """Item bytes with the fields set or taken away."""
    for key, value in fields.items():
        data = remove_field(data, key) if value is None else set_field(data, key, value, eol)
    return data


__all__ = ["FACTS", "HISTORICAL", "PENDING", "Draft", "Fields", "Place", "changed_bytes"]
