"""A plan while it is being made: effects on rows, in the order they will be carried out."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

from workbench.bindings.filesystem import spans
from workbench.bindings.filesystem.fields import remove_field, set_field, with_eol
from workbench.bindings.filesystem.page import Page, Section, Spot, anchor_of, page_of, same_title
from workbench.bindings.filesystem.rows import FACTS, HISTORICAL, PENDING, item_of
from workbench.protocol.items import Item
from workbench.protocol.log import LogEvent, is_log_reference, log_event
from workbench.protocol.transitions import may_set
from workbench.protocol.words import Kind, Place, Status, word_of
from workbench.protocol.writing import render_structured
from workbench.store.decision import PlanContext
from workbench.store.plan import Effect, Plan
from workbench.store.snapshot import Row, Snapshot
from workbench.text.errors import Refused, StoreChanged
from workbench.text.visible import visible

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
        self.drawn: set[str] = set()
        """Ids that were drawn for new items."""
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
            self._pages[path] = page_of(path, self.snapshot.files[path].data)
        return self._pages[path]

    def log(self, event: str, *keys: str, **fields: str) -> None:
        """Add one event for ``log.md``; a key that is no identifier of the protocol stands as ``record=``."""
        self.events.append(
            log_event(
                self.context.now,
                event,
                ids=[key for key in keys if is_log_reference(key)],
                fields=[*(("record", key) for key in keys if not is_log_reference(key)), *fields.items()],
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

    def rewrite(self, row: Row, data: bytes) -> None:
        """Give a row other bytes, of the same id, where it stands; line ends become those of its page."""
        spot = self.spot(row)
        page = self.page(row.address.path)
        before = page.bytes_of(spot)
        after = data.replace(b"\r\n", b"\n").replace(b"\n", page.eol)
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
        self._section(page.path, title)
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
                tail="open" if page.data[spot.end :] in (b"", b"\r") else "",
                line=spot.block.line,
            )
        )

    def insert(self, path: str, title: str, key: str, block: bytes) -> None:
        """Put a bullet at the end of a section, which is made when the page has none of that title."""
        section = self._section(path, title)
        page = self.page(path)
        effect = Effect("insert", path, key, b"", block, section=section.name, order=page.order(section))
        after = page_of(path, self._applied(effect))
        spot = next(spot for spot in after.keyed(key) if spot.section.name == section.name)
        ends = spans.is_unended(self.snapshot.files[path].data) and spans.stands_last(after, key)
        self._do(replace(effect, tail="open" if ends else "", line=spot.block.line))

    def insert_item(self, path: str, item: Item, title: str = FACTS) -> None:
        """Put a new item, in the structured form of §9, into a topic."""
        self.insert(path, title, str(item.id), with_eol(render_structured(item), self.page(path).eol))

    def take_back(
        self,
        effect: Effect,
        orders: Sequence[Sequence[str]] = (),
        ends: Container[tuple[str, bytes]] = (),
    ) -> None:
        """Add an effect that undoes one of an earlier decision.

        ``ends`` are the records that once stood at the end of their file without a line end.

        Raises:
            StoreChanged: it would change nothing, so the store is not what that decision left.
        """
        page = self.page(effect.path)
        after = page_of(effect.path, spans.apply(effect.path, page.data, [effect], orders))
        if after.data == page.data:
            raise StoreChanged(
                f"{visible(effect.record)} in {visible(effect.path)} is not what the decision left.",
                not_done="Nothing was planned.",
                next="Look at the item as it is now.",
            )
        if effect.op == "insert" and not effect.record.startswith(spans.HEADING):
            section = after.section(effect.section)
            effect = replace(effect, order=after.order(section) if section else effect.order)
        if effect.op == "remove":
            effect = self._placed(effect)
        if not spans.is_unended(after.data) and self._stood_open(after, ends):
            effect = replace(effect, tail="cut")
        self._do(replace(effect, line=None))

    def _placed(self, effect: Effect) -> Effect:
        """The removal of a bullet, with the place it is taken from: taking this back puts it there again."""
        page = self.page(effect.path)
        for spot in page.keyed(effect.record):
            if spot.section.name == effect.section and page.bytes_of(spot) == effect.before:
                return replace(effect, offset=page.offset_of(spot), order=page.order(spot.section))
        return effect

    @staticmethod
    def _stood_open(page: Page, ends: Container[tuple[str, bytes]]) -> bool:
        """Whether the last thing in a file once stood there without a line end."""
        last = page.spots[-1] if page.spots else None
        if last is None or not spans.stands_last(page, last.key):
            return False
        return (last.key, page.bytes_of(last)) in ends and not page.data.endswith((b"\n\n", b"\n\r\n"))

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
        found = page.section(title) or page.headed(anchor_of(title))
        if found is not None:
            return found
        before = page.section(PENDING) if title == FACTS else None
        self._do(_heading(page, title, before.name if before is not None else ""))
        made = self.page(path).section(title)
        assert made is not None
        return made

    def _applied(self, effect: Effect) -> bytes:
        """The page's bytes after one more effect, which must leave all else as it is."""
        try:
            return spans.apply(effect.path, self.page(effect.path).data, [effect])
        except StoreChanged as error:
            if error.code != spans.ENTANGLED:
                raise
            raise Refused(
                error.message,
                rule="§9: every byte of a page that is not the item's stays",
                not_done="Nothing was planned.",
                next=error.next,
            ) from None

    def _do(self, effect: Effect) -> None:
        data = self._applied(effect)
        self.effects.append(effect)
        self._pages[effect.path] = page_of(effect.path, data)


def _heading(page: Page, title: str, before: str) -> Effect:
    """The effect that makes a section, before another one or at the end of the page."""
    level = next((section.level for section in page.sections if section.level > 1), 2)
    lead = spans.heading_lead(page, before)
    return Effect(
        "insert",
        page.path,
        spans.HEADING + anchor_of(title),
        b"",
        b"#" * level + b" " + title.encode(),
        section=before,
        offset=lead,
        tail="open" if not before and spans.is_unended(page.data) else "",
    )


def changed_bytes(data: bytes, fields: Fields, eol: bytes) -> bytes:
    """Item bytes with the fields set or taken away."""
    for key, value in fields.items():
        data = remove_field(data, key) if value is None else set_field(data, key, value, eol)
    return data


__all__ = ["FACTS", "HISTORICAL", "PENDING", "Draft", "Fields", "Place", "changed_bytes"]
