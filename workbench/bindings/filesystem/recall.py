"""An effect drawn up again from a file that holds its span, for a machine that did not keep its bytes."""

from __future__ import annotations

from workbench.bindings.filesystem.page import Page, Spot, page_of
from workbench.bindings.filesystem.spans import HEADING
from workbench.store.plan import Effect, Op


def recalled(op: Op, path: str, data: bytes, record: str, span: bytes) -> Effect | None:
    """The effect on ``span`` as it stands in ``data``, or None where it does not stand there.

    For ``remove`` and ``replace`` the file is one from before the effect, and ``span`` the
    bytes before; for ``insert`` it is one from after it, and ``span`` the bytes after. A
    ``replace`` comes back without its bytes after.
    """
    page = page_of(path, data)
    if record.startswith(HEADING):
        return _heading(page, op, record, span)
    spot = next((spot for spot in page.keyed(record) if page.bytes_of(spot) == span), None)
    if spot is None:
        return None
    if op == "replace":
        return Effect("replace", path, record, span, b"", spot.ordinal)
    return _placed(page, op, spot, span)


def _placed(page: Page, op: Op, spot: Spot, span: bytes) -> Effect:
    at_end = spot.end == len(page.data)
    return Effect(
        op,
        page.path,
        spot.key,
        span if op == "remove" else b"",
        span if op == "insert" else b"",
        spot.ordinal,
        section=spot.section.name,
        offset=page.offset_of(spot),
        order=page.order(spot.section),
        tail="open" if at_end else "",
    )


def _heading(page: Page, op: Op, record: str, span: bytes) -> Effect | None:
    section = page.headed(record.removeprefix(HEADING))
    if op != "insert" or section is None or not section.title:
        return None
    above = page.data[: page.blocks[section.first].start]
    lead = len(page.eol) if above.endswith(page.eol * 2) else 0
    below = page.sections[page.sections.index(section) + 1 :]
    return Effect("insert", page.path, record, b"", span, section=below[0].name if below else "", offset=lead)
