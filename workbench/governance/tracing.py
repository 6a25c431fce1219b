"""What the store shows now of each effect of one decision, without writing anything."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from workbench.governance.effects import after_effects
from workbench.governance.files import read_or_none
from workbench.governance.ledger import Entry, Ledger
from workbench.governance.records import EffectRef
from workbench.governance.results import State
from workbench.governance.states import side_of
from workbench.store.binding import Binding
from workbench.store.plan import Effect
from workbench.text.errors import WorkbenchError

Trace = Literal["stands", "outstanding", "taken back", "overtaken", "changed since", "not told here"]
"""An effect that stands; that is still to be carried out; that a revert undid; whose record a later
decision changed; whose record reads otherwise now; or of which neither bytes nor digests tell."""


def traced(
    entry: Entry,
    ledger: Ledger,
    root: Path,
    binding: Binding,
    state: State,
    kept: Sequence[Effect] | None,
) -> tuple[tuple[EffectRef, Trace], ...]:
    """The effects of a decision by their names as far as those are known, each with what is seen of it.

    ``entry`` has its aliases resolved where the store tells; ``kept`` are its effects with their
    bytes where this machine has them, and name what an alias hides.
    """
    refs = entry.record.effects if entry.record is not None else ()
    bytes_of: Sequence[Effect | None] = kept if kept is not None else [None] * len(refs)
    found: list[tuple[EffectRef, Trace]] = []
    for ref, effect in zip(refs, bytes_of, strict=True):
        named = _named(ref, effect)
        found.append((named, _trace(entry, named, effect, ledger, root, binding, state)))
    return tuple(found)


def _named(ref: EffectRef, effect: Effect | None) -> EffectRef:
    if effect is None:
        return ref
    return ref.model_copy(update={"path": effect.path, "record": effect.record})


def _trace(
    entry: Entry,
    ref: EffectRef,
    effect: Effect | None,
    ledger: Ledger,
    root: Path,
    binding: Binding,
    state: State,
) -> Trace:
    if entry.id in ledger.reverted:
        return "taken back"
    if ledger.touched_after(entry.id, ref.path, ref.record):
        return "overtaken"
    if effect is not None and _stands(effect, root, binding):
        return "stands"
    side = side_of(ref, entry.salt, root, binding)
    if state == "unfinished":
        return "outstanding" if side != "after" else "stands"
    if side == "after":
        return "stands"
    return "changed since" if side == "before" or effect is not None else "not told here"


def _stands(effect: Effect, root: Path, binding: Binding) -> bool:
    try:
        data = read_or_none(root, effect.path)
        return data is not None and after_effects(binding, effect.path, data, [effect]) == data
    except WorkbenchError:
        return False
