"""The bytes of a decision that this machine did not keep, from git history, checked against its record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from workbench.governance.canonical import salted
from workbench.governance.ledger import Entry
from workbench.governance.records import EffectRef
from workbench.store.binding import Binding
from workbench.store.plan import Effect
from workbench.store.snapshot import Snapshot
from workbench.text.errors import Unreadable

LIMIT = 200
"""How many commits of a file are looked through, newest first."""


def recalled_effects(binding: Binding, snapshot: Snapshot, entry: Entry) -> tuple[Effect, ...] | None:
    """A decision's effects, with bytes that its record's digests fit; None unless all are found."""
    if entry.record is None or entry.salt is None:
        return None
    found: list[Effect] = []
    for ref in entry.record.effects:
        effect = _effect(binding, snapshot, ref, entry.salt)
        if effect is None:
            return None
        found.append(effect)
    return tuple(found)


def told_effects(binding: Binding, snapshot: Snapshot, entry: Entry) -> tuple[Effect, ...]:
    """Those effects of a decision whose bytes, both sides, the store and its git history still tell.

    Only for reading: they say nothing of where in a file they stood. Slow: for a worker.
    """
    if entry.record is None or entry.salt is None:
        return ()
    versions: dict[str, list[bytes]] = {}
    found: list[Effect] = []
    for ref in entry.record.effects:
        if ref.path not in versions:
            file = snapshot.files.get(ref.path)
            now = [file.data] if file is not None else []
            versions[ref.path] = [*now, *_earlier(snapshot.root, ref.path)]
        sides = [
            b"" if digest is None else _first(binding, ref, versions[ref.path], entry.salt, digest)
            for digest in (ref.before, ref.after)
        ]
        before, after = sides
        if before is not None and after is not None:
            found.append(Effect(ref.op, ref.path, ref.record, before, after, ref.ordinal))
    return tuple(found)


def _first(
    binding: Binding, ref: EffectRef, versions: Iterable[bytes], salt: bytes, digest: str
) -> bytes | None:
    found = (_span(binding, ref, data, salt, digest) for data in versions)
    return next((span for span in found if span is not None), None)


def _effect(binding: Binding, snapshot: Snapshot, ref: EffectRef, salt: bytes) -> Effect | None:
    file = snapshot.files.get(ref.path)
    if file is None:
        return None
    now = _span(binding, ref, file.data, salt, ref.after)
    if ref.op == "insert" and now is not None:
        return binding.recall(ref.op, ref.path, file.data, ref.record, now)
    if ref.op not in ("remove", "replace") or (ref.op == "replace" and now is None):
        return None
    for data in _earlier(snapshot.root, ref.path):
        span = _span(binding, ref, data, salt, ref.before)
        if span is not None:
            effect = binding.recall(ref.op, ref.path, data, ref.record, span)
            return replace(effect, after=now or b"", ordinal=ref.ordinal) if effect is not None else None
    return None


def _span(binding: Binding, ref: EffectRef, data: bytes, salt: bytes, digest: str | None) -> bytes | None:
    spans = binding.spans(ref.path, data, ref.record)
    return next((span for span in spans if digest is not None and salted(salt, span) == digest), None)


def _earlier(root: Path, path: str) -> Iterator[bytes]:
    """The committed versions of a file, newest first; none where git tells nothing."""
    from workbench.text.git import History, find_worktree

    try:
        worktree = find_worktree(root)
        if worktree is None:
            return
        relative = worktree.relative(root / path)
        with History(worktree) as history:
            for commit in history.file_log(relative, limit=LIMIT):
                data = history.blob(commit.sha, relative)
                if data is not None:
                    yield data
    except (Unreadable, OSError, ValueError):
        return
