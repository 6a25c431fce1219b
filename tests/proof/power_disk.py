"""A disk as a value: what was done to it, and every tree that a power cut may leave behind.

The model is the weakest that POSIX allows a local file system to be:

* Bytes and mode of a file are on disk once the file was synced. Until then its writes may be lost,
  all or one, may be torn in the middle, or may have left their length and zeroes in their place.
* A name (made, renamed, exchanged, linked or removed) is on disk once its directory was synced, and
  that says nothing about the bytes of the file. Until then each such change may be lost or kept by itself.
* One rename or exchange is never half done. A directory whose own name is lost takes all below it along.

Only the standard library is imported.
"""

from __future__ import annotations

import itertools
import math
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce

File = tuple[int, bytes]
Tree = Mapping[str, File]

ROOT = 0
WHOLE = 64
"""Up to so many combinations at one cut are all gone through; beyond, those of :func:`_telling`."""


@dataclass(frozen=True)
class Node:
    """A file, link or directory as it was when it first was seen: its mode with type bits, and its bytes."""

    mode: int
    data: bytes = b""


@dataclass(frozen=True)
class Named:
    """Names given and taken in one step: (directory, name, node or None)."""

    changes: tuple[tuple[int, str, int | None], ...]


@dataclass(frozen=True)
class Wrote:
    """Bytes written at a place of a file."""

    node: int
    at: int
    data: bytes


@dataclass(frozen=True)
class Cut:
    """A file brought to a length."""

    node: int
    size: int


@dataclass(frozen=True)
class Moded:
    """Permission bits set."""

    node: int
    mode: int


@dataclass(frozen=True)
class Synced:
    """A file or directory brought to disk."""

    node: int


@dataclass(frozen=True)
class Said:
    """Bytes that the person was shown."""

    data: bytes


Step = Named | Wrote | Cut | Moded | Synced | Said


@dataclass
class History:
    """All nodes that there ever were, the names in the beginning, and what was done, in order."""

    nodes: dict[int, Node] = field(default_factory=dict)
    names: dict[int, dict[str, int]] = field(default_factory=lambda: {ROOT: {}})
    steps: list[Step] = field(default_factory=list)


@dataclass(frozen=True)
class _Choice:
    """One thing that a power cut decides: the names of a step, the bytes of a file, or its mode.

    The first outcome is that it is lost, the second that it is kept.
    """

    outcomes: tuple[Named | File | None, ...]
    node: int = ROOT
    directories: frozenset[int] = frozenset()


def whole(history: History, upto: int | None = None) -> dict[str, File]:
    """The tree as every program sees it after so many steps, with nothing lost."""
    steps = history.steps[:upto]
    return _tree(history, _names(history, steps), {}, steps)


def after_cut(history: History, upto: int) -> Iterator[dict[str, File]]:
    """Trees that a power cut after so many steps may leave; some may be equal."""
    steps = history.steps[:upto]
    pending = _pending(steps)
    gone = {at for at, _ in pending}
    safe = [step for at, step in enumerate(steps) if at not in gone]
    names = _names(history, safe)
    choices = _choices(history, safe, [step for _, step in pending])
    for outcome in _combinations(choices):
        chosen = [choice.outcomes[at] for choice, at in zip(choices, outcome, strict=True)]
        kept = [one for one in chosen if isinstance(one, Named)]
        files = _merged(choices, chosen)
        yield _tree(history, _apply(names, kept), files, safe)


def unsafe(history: History, upto: int) -> int:
    """How many steps are not on disk for certain after so many."""
    return len(_pending(history.steps[:upto]))


def _pending(steps: Sequence[Step]) -> list[tuple[int, Step]]:
    """Steps that no sync has brought to disk, each with its place."""
    synced: set[int] = set()
    found: list[tuple[int, Step]] = []
    for at in reversed(range(len(steps))):
        step = steps[at]
        if isinstance(step, Synced):
            synced.add(step.node)
        elif not isinstance(step, Said) and not _touched(step) <= synced:
            found.insert(0, (at, step))
    return found


def _touched(step: Step) -> set[int]:
    """The nodes that have to be synced for a step to be on disk."""
    if isinstance(step, Named):
        return {directory for directory, _, _ in step.changes}
    return set() if isinstance(step, Said) else {step.node}


def _choices(history: History, safe: Sequence[Step], pending: Sequence[Step]) -> list[_Choice]:
    found = [
        _Choice((None, step), directories=frozenset(_touched(step)))
        for step in pending if isinstance(step, Named)
    ]  # fmt: skip
    for node in dict.fromkeys(step.node for step in pending if isinstance(step, Wrote | Cut)):
        mine = [step for step in pending if isinstance(step, Wrote | Cut) and step.node == node]
        variants = _damage(_bytes(history, node, safe), mine)
        found.append(_Choice(tuple((-1, data) for data in variants), node))
    for node in dict.fromkeys(step.node for step in pending if isinstance(step, Moded)):
        modes = [step.mode for step in pending if isinstance(step, Moded) and step.node == node]
        found.append(_Choice(tuple((mode, b"") for mode in (_mode(history, node, safe), modes[-1])), node))
    return found


def _damage(before: bytes, changes: Sequence[Wrote | Cut]) -> list[bytes]:
    """What may be in a file whose changes were not synced: lost, kept, torn, a hole, one lost alone."""
    kept = _put(before, changes)
    found = [before, kept]
    last = changes[-1]
    if isinstance(last, Wrote):
        for length in (len(last.data) // 2, len(last.data) - 1):
            part = last.data[:length]
            found.append(_put(before, [*changes[:-1], Wrote(last.node, last.at, part)]))
            hole = part + bytes(len(last.data) - length)
            found.append(_put(before, [*changes[:-1], Wrote(last.node, last.at, hole)]))
    zeroes = [
        Wrote(one.node, one.at, bytes(len(one.data))) if isinstance(one, Wrote) else one for one in changes
    ]
    found.append(_put(before, zeroes))
    found += [_put(before, [*changes[:at], *changes[at + 1 :]]) for at in range(len(changes))]
    return [before, kept, *dict.fromkeys(one for one in found if one not in (before, kept))]


def _combinations(choices: Sequence[_Choice]) -> Iterator[tuple[int, ...]]:
    counts = [len(choice.outcomes) for choice in choices]
    if math.prod(counts) <= WHOLE:
        return itertools.product(*(range(count) for count in counts))
    return iter(dict.fromkeys(_telling(choices)))


def _telling(choices: Sequence[_Choice]) -> Iterator[tuple[int, ...]]:
    """All lost, all kept; each by itself in every way, the others kept and the others lost; the first
    few in order, of all and of each directory by itself, the others kept and the others lost."""
    several = range(len(choices))
    for others in (0, 1):
        yield tuple(others for _ in several)
        for one in several:
            for outcome in range(len(choices[one].outcomes)):
                yield tuple(outcome if at == one else others for at in several)
        for directory in {one for choice in choices for one in choice.directories}:
            mine = [at for at in several if directory in choices[at].directories]
            for count in range(len(mine)):
                first = mine[:count]
                yield tuple(int(at in first) if at in mine else others for at in several)
    names = [at for at in several if choices[at].directories]
    for count in range(len(names)):
        for data in range(2):
            yield tuple(int(at in names[:count]) if at in names else data for at in several)
    for damage in range(2, max(len(choice.outcomes) for choice in choices)):
        yield tuple(min(damage, len(choice.outcomes) - 1) for choice in choices)


def _merged(choices: Sequence[_Choice], chosen: Sequence[Named | File | None]) -> dict[int, list[File]]:
    files: dict[int, list[File]] = {}
    for choice, outcome in zip(choices, chosen, strict=True):
        if isinstance(outcome, tuple):
            files.setdefault(choice.node, []).append(outcome)
    return files


# What nodes hold


def _names(history: History, steps: Sequence[Step]) -> dict[int, dict[str, int]]:
    return _apply(history.names, [step for step in steps if isinstance(step, Named)])


def _apply(names: Mapping[int, Mapping[str, int]], steps: Sequence[Named]) -> dict[int, dict[str, int]]:
    found = {directory: dict(entries) for directory, entries in names.items()}
    for step in steps:
        for directory, name, node in step.changes:
            entries = found.setdefault(directory, {})
            entries.pop(name, None)
            if node is not None:
                entries[name] = node
    return found


def _bytes(history: History, node: int, steps: Sequence[Step]) -> bytes:
    mine = [step for step in steps if isinstance(step, Wrote | Cut) and step.node == node]
    return _put(history.nodes[node].data, mine)


def _put(data: bytes, steps: Sequence[Wrote | Cut]) -> bytes:
    return reduce(_put_one, steps, data)


def _put_one(data: bytes, step: Wrote | Cut) -> bytes:
    if isinstance(step, Cut):
        return data[: step.size].ljust(step.size, b"\0")
    if not step.data:
        return data
    return data[: step.at].ljust(step.at, b"\0") + step.data + data[step.at + len(step.data) :]


def _mode(history: History, node: int, steps: Sequence[Step]) -> int:
    modes = [step.mode for step in steps if isinstance(step, Moded) and step.node == node]
    first = history.nodes[node].mode
    return stat.S_IFMT(first) | modes[-1] if modes else first


def _tree(
    history: History,
    names: Mapping[int, Mapping[str, int]],
    files: Mapping[int, list[File]],
    steps: Sequence[Step],
) -> dict[str, File]:
    """The tree that names make; ``files`` are modes and bytes that take the place of those after the steps.

    In ``files`` a mode of -1 says nothing of the mode, and any other says nothing of the bytes.
    """
    changed: dict[int, list[Step]] = {}
    for step in steps:
        if isinstance(step, Wrote | Cut | Moded):
            changed.setdefault(step.node, []).append(step)
    found: dict[str, File] = {}

    def visit(directory: int, prefix: str) -> None:
        for name, node in names.get(directory, {}).items():
            mine = changed.get(node, ())
            mode, data = _mode(history, node, mine), _bytes(history, node, mine)
            for other_mode, other_data in files.get(node, ()):
                if other_mode == -1:
                    data = other_data
                else:
                    mode = stat.S_IFMT(mode) | stat.S_IMODE(other_mode)
            found[prefix + name] = (mode, data)
            if stat.S_ISDIR(mode):
                visit(node, f"{prefix}{name}/")

    visit(ROOT, "")
    return found
