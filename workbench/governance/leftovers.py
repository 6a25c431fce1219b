"""What writes that were interrupted left behind: told from what others wrote, and cleared away."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Final

from workbench.governance.effects import after_effects, names_decision
from workbench.governance.files import base_of, read_or_none
from workbench.governance.ledger import Ledger, read_ledger
from workbench.governance.names import stands_for
from workbench.governance.places import (
    BYTES,
    DECISIONS,
    GOVERNANCE,
    HEADS,
    LOG,
    REASON_SUFFIX,
    SALT_SUFFIX,
    STORE,
    reason_path,
    salt_path,
    store_bytes,
)
from workbench.governance.private import forget_bytes, kept_decisions, read_bytes, read_heads
from workbench.governance.records import HEADING
from workbench.governance.states import decisions_in, effect_digest, kept_of
from workbench.store.binding import Binding
from workbench.store.plan import Effect
from workbench.text import durable
from workbench.text.errors import Unreadable, WorkbenchError

_FOLDERS: Final = ("", "topics", GOVERNANCE, DECISIONS)
"""Where writes of ours may have left a temp, beside the folders that effects name."""

_RECENT: Final = 32
"""How many decisions back a temp that was left is looked for."""


def remove_empty(*folders: Path) -> None:
    """Remove folders that hold nothing; the others stay."""
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()


def clear(root: Path, binding: Binding, ledger: Ledger, private: Path) -> list[str]:
    """Remove our own leftovers; answers the temps not known to be ours, kept beside.

    The caller holds the lock.

    Raises:
        IoFailed: something cannot be cleared away.
    """
    recorded = ledger.by_id
    for decision in kept_decisions(private):
        if decision not in recorded and _was_never_recorded(root, binding, ledger, private, decision):
            _forget(root, ledger, private, decision)
    kept = _clear_temps(root, binding, ledger, private)
    durable.clear_temps(private, ("", BYTES), lambda data: True)
    if _named_for_nothing(root, private):
        durable.remove(root, STORE, store_bytes(ledger.store_id or ""))
        remove_empty(private / BYTES, private)
        remove_empty(root / DECISIONS, root / GOVERNANCE)
    return kept


def can_tell(root: Path, ledger: Ledger, private: Path) -> bool:
    """Whether a temp that is not ours is known to be another's.

    For that the bytes of every decision must be kept here, and every file they name must read.
    """
    kept = [kept_of(private, entry) for entry in ledger.entries]
    paths = {effect.path for decision in kept if decision for effect in decision.effects}
    try:
        return bool(kept) and None not in kept and all(read_or_none(root, path) is not None for path in paths)
    except WorkbenchError:
        return False


def _named_for_nothing(root: Path, private: Path) -> bool:
    """Whether ``store.yaml`` was made here for a first decision that was never recorded.

    The folder of that very id on this machine, made just before it, shows who made it. The
    ledger is looked at once more and must hold nothing at all, and nothing may ever have counted.
    """
    ledger = read_ledger(root)
    if ledger.problem is not None or ledger.entries or ledger.orphans or ledger.foreign:
        return False
    try:
        began = durable.list_dir(private, BYTES) == [] and read_or_none(private, HEADS) is None
        return began and not decisions_in(read_or_none(root, LOG) or b"")
    except Unreadable:
        return False


def _was_never_recorded(root: Path, binding: Binding, ledger: Ledger, private: Path, decision: str) -> bool:
    """Whether nothing in heads, log or store shows that this decision ever counted."""
    try:
        if decision in read_heads(private).heads or names_decision(read_or_none(root, LOG) or b"", decision):
            return False
        kept = read_bytes(private, decision)
    except Unreadable:
        return False
    return kept is not None and not any(took_effect(root, binding, ledger, effect) for effect in kept.effects)


def took_effect(root: Path, binding: Binding, ledger: Ledger, effect: Effect) -> bool:
    """Whether the store shows the bytes after an effect, not those before, and no decision explains them."""
    if effect.before == effect.after or effect.record.startswith(HEADING) or _left_by(ledger, effect):
        return False
    try:
        data = read_or_none(root, effect.path)
        return data is not None and after_effects(binding, effect.path, data, [effect]) == data
    except WorkbenchError:
        return False


def _left_by(ledger: Ledger, effect: Effect) -> bool:
    """Whether a decision of the ledger left these very bytes in this place."""
    return any(
        stands_for(entry.salt, ref.path, effect.path)
        and stands_for(entry.salt, ref.record, effect.record)
        and effect_digest(entry.salt, effect.after) == ref.after
        for entry in ledger.entries
        if entry.record and entry.salt
        for ref in entry.record.effects
    )


def _forget(root: Path, ledger: Ledger, private: Path, decision: str) -> None:
    """Salt and reason first: as long as the bytes are kept, the rest is known to be ours."""
    for suffix, path in ((SALT_SUFFIX, salt_path(decision)), (REASON_SUFFIX, reason_path(decision))):
        if decision + suffix in ledger.orphans:
            durable.remove(root, path, None)
    forget_bytes(private, decision)


def _clear_temps(root: Path, binding: Binding, ledger: Ledger, private: Path) -> list[str]:
    paths = {effect.path for entry in ledger.entries if entry.record for effect in entry.record.effects}
    folders = {*_FOLDERS, *(str(PurePosixPath(path).parent) for path in paths if path[:1] not in "~.")}
    folders = {"" if folder == "." else folder for folder in folders}
    if not durable.own_temps(root, folders):
        return []
    planned = [kept.effects for entry in ledger.entries if (kept := kept_of(private, entry)) is not None]
    return durable.clear_temps(root, folders, lambda data: _is_ours(root, binding, planned, data))


def _is_ours(root: Path, binding: Binding, planned: Sequence[Sequence[Effect]], data: bytes) -> bool:
    """Whether a temp of a replacement holds only what a plan was made on, or what it made.

    A decision may write one file more than once, and others may have been carried out on it
    since: the temp is ours when the effects from some decision on lead from it to the file,
    all of them, or those before the first of the last decision that is not carried out yet.
    """
    for path in dict.fromkeys(effect.path for effects in planned for effect in effects):
        try:
            base, relative = base_of(root, path)
            current = durable.read_file(base, relative).data
        except WorkbenchError:
            continue
        if current.startswith(data) or _leads_to(binding, path, planned, data, current):
            return True
    return False


def _leads_to(
    binding: Binding, path: str, planned: Sequence[Sequence[Effect]], data: bytes, current: bytes
) -> bool:
    since: list[Effect] = []
    last = 0
    for effects in reversed(planned[-_RECENT:]):
        since[:0] = [effect for effect in effects if effect.path == path]
        last = last or len(since)
        for cut in range(last):
            with suppress(WorkbenchError):
                live = since[: len(since) - cut]
                if live and after_effects(binding, path, data, live) == current:
                    return True
    return False
