"""The first lines of every answer about a store: which one it is, and what it rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.cli.emit import Emit

if TYPE_CHECKING:
    from workbench.desk.views import StoreView


def paint_header(emit: Emit, store: StoreView) -> None:
    """The store in two lines, then what weakens it and what is unfinished."""
    emit.line((str(store.root), "bold"), whole=True)
    facts = [store.binding, f"{store.items} items", store.git, f"ledger {store.ledger}", store.authority]
    emit.line("  ", (" · ".join(fact for fact in facts if fact), "dim"))
    absent = [one for one in store.capabilities if not one.present]
    for capability in absent:
        emit.line("  ", (f"no {capability.name}: {capability.reason}", "yellow"))
    if store.ground.weak:
        emit.line("  ", (f"weak store: {store.ground.weak}", "yellow"))
    if store.data:
        emit.line("  ", (f"weak: {store.data.weak}", "yellow"))
    for decision in store.unfinished:
        emit.line("  ", (f"unfinished: {decision}; run `workbench resume`", "bold red"))


def count(number: int, one: str, many: str = "") -> str:
    """``1 case``, ``2 cases``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def age(days: int | None) -> str:
    """An age in days, or a dash where it is not known."""
    return "–" if days is None else f"{days} d"
