"""Small stores made for a test, and plans made on them the way the desk makes them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from workbench.bindings.filesystem import binding
from workbench.protocol.ids import ids_in
from workbench.store.case import Case, Target
from workbench.store.decision import Actor, PlanContext, Verdict
from workbench.store.plan import Effect, Plan
from workbench.store.snapshot import FileBytes, Snapshot

NOW = datetime(2026, 8, 21, 9, 14, 2, tzinfo=UTC)
ADA = Actor("user:ada", "flag", False)
BOT = Actor("agent:dream", "flag", False)


def load(root: Path) -> Snapshot:
    """The snapshot of a store that must be one."""
    found = binding.recognise(root)
    assert found is not None
    return binding.load(found)


def make(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """A memory root with these files; `../` reaches the agent home around it."""
    for name, text in files.items():
        target = root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode() if isinstance(text, str) else text)
    return root


def context(
    snapshot: Snapshot, number: int = 1, *, actor: Actor = ADA, excluded: Sequence[str] = ()
) -> PlanContext:
    """What the desk hands to a plan: every id that the store names is taken."""
    used = {found for file in snapshot.files.values() for found in ids_in(file.data.decode("latin-1"))}
    return PlanContext(
        NOW, actor, f"memdec-2026-08-21-{number:03d}-0a1b", frozenset(used), frozenset(excluded)
    )


def case_of(snapshot: Snapshot, key: str) -> Case:
    """A case on an item, as far as a plan looks at it."""
    row = snapshot.rows_by_key[key][0]
    digest = hashlib.sha256(snapshot.span(row.address)).hexdigest()
    target = Target(row.id, key, row.address, "target", row.status, digest)
    return Case(f"pending-cleanup:{key}", "pending-cleanup", "", (target,))


def plan(
    snapshot: Snapshot, key: str, verdict: Verdict | str, number: int = 1, *,
    actor: Actor = ADA, excluded: Sequence[str] = (),
) -> Plan:  # fmt: skip
    """The plan of a verdict on an item."""
    given = Verdict(verdict) if isinstance(verdict, str) else verdict
    ctx = context(snapshot, number, actor=actor, excluded=excluded)
    return binding.plan(snapshot, case_of(snapshot, key), given, ctx)


def applied(files: Mapping[str, bytes], effects: Sequence[Effect]) -> dict[str, bytes]:
    """Files after effects, in the order in which a commit carries them out."""
    found = dict(files)
    for effect in effects:
        found[effect.path] = binding.apply(effect.path, found[effect.path], [effect])
    return found


def bytes_of(snapshot: Snapshot) -> dict[str, bytes]:
    """The bytes of every file of a snapshot."""
    return {path: file.data for path, file in snapshot.files.items()}


def write(root: Path, files: Mapping[str, bytes]) -> Snapshot:
    """Write files of a store and read it again."""
    for path, data in files.items():
        (root / path).write_bytes(data)
    return load(root)


def with_files(snapshot: Snapshot, files: Mapping[str, bytes]) -> Snapshot:
    """The snapshot with other bytes and the same rows, for effects that are located anew."""
    return replace(snapshot, files={path: FileBytes(path, data) for path, data in files.items()})
