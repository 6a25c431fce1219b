"""The first line of every screen: which store, what it holds, who decides. It claims no level."""

from __future__ import annotations

from textual.content import Content

from screens.session import Session
from screens.text import fit, fit_middle, joined, safe, styled
from workbench.text.visible import visible


def header_line(session: Session, width: int) -> Content:
    """Store and person in one line; at small widths the least needed facts go first."""
    left = joined(
        [styled(" workbench", "accent"), "  ", styled(store_name(session, max(12, width // 3)), "strong")]
    )
    facts = _facts(session)
    while len(facts) > 1 and left.cell_length + 2 + _line(facts).cell_length + 1 > width:
        facts.remove(min(facts, key=lambda fact: fact[0]))
    right = _line(facts)
    gap = width - left.cell_length - right.cell_length - 1
    return fit(joined([left, " " * max(gap, 1), right, " "]), width)


def store_name(session: Session, width: int) -> str:
    """The last two parts of the store's path, visible."""
    parts = session.store.root.parts
    return fit_middle(visible("/".join(parts[-2:])), width)


def _facts(session: Session) -> list[tuple[int, Content]]:
    """What is true of the store, with how much it matters: the least goes first."""
    store = session.store
    found = [
        (3, safe(f"{store.items} items")),
        (1, safe(store.git or "")),
        (2, safe(f"ledger {store.ledger}")),
        (8, safe(f"you {session.actor_words}")),
        (4, safe(store.authority)),
        (7, _warned(store.ground.short)),
        (7, _warned(store.data.short if store.data else "")),
        (9, _warned("read-only" if session.readonly else "")),
    ]
    return [(weight, fact) for weight, fact in found if fact.plain]


def _warned(words: str) -> Content:
    return styled(visible(words), "warn") if words else styled("")


def _line(facts: list[tuple[int, Content]]) -> Content:
    return joined([fact if fact.spans else styled(fact.plain, "dim") for _, fact in facts], " · ")
