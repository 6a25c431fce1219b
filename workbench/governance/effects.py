"""Effects carried out on files, each as often as one likes: what is done already stays as it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Final, Literal

from workbench.governance.files import base_of, read_or_none
from workbench.governance.places import LOG
from workbench.store.binding import Binding
from workbench.store.plan import Effect
from workbench.text import durable
from workbench.text.errors import StoreChanged, WorkbenchError
from workbench.text.staging import settle
from workbench.text.visible import visible

Done = Literal["done", "already", "overtaken", "not done"]

_TRIES: Final = 6
_PAUSE: Final = 0.02
"""Seconds of waiting that each further attempt adds, for another program to finish its write."""

_TORN: Final = 12
"""Fewer bytes than this are taken for the beginning of our entry only where they begin a line."""


@dataclass
class Progress:
    """How far a decision's effects came. ``problem`` is what stopped them; ``notes`` a person must read."""

    states: list[tuple[str, str, Done]] = field(default_factory=list)
    problem: WorkbenchError | None = None
    notes: list[str] = field(default_factory=list)


def carry_out(
    root: Path,
    binding: Binding,
    decision: str,
    effects: Sequence[Effect],
    entry: bytes,
    overtaken: Callable[[Effect], bool] = lambda effect: False,
) -> Progress:
    """Carry out effects in order, then the log entry; stops at the first that cannot be.

    Consecutive effects on one file are one replacement of it. ``overtaken`` says which
    effects a later decision on the same record has made void.
    """
    progress = Progress()
    for path, group in by_file(effects):
        live = [effect for effect in group if not overtaken(effect)]
        state: Done = "overtaken"
        if live and progress.problem is None:
            state = _attempt(root, binding, path, live, progress)
        elif live:
            state = "not done"
        for effect in group:
            progress.states.append((path, effect.op, state if effect in live else "overtaken"))
    if progress.problem is None:
        try:
            append_log(root, decision, entry)
        except WorkbenchError as error:
            progress.problem = error
    return progress


def by_file(effects: Sequence[Effect]) -> Iterator[tuple[str, list[Effect]]]:
    """Runs of consecutive effects on one file."""
    for path, group in groupby(effects, key=lambda effect: effect.path):
        yield path, list(group)


def after_effects(binding: Binding, path: str, data: bytes | None, effects: Sequence[Effect]) -> bytes:
    """The bytes of a file after effects; ``data`` is None where there is no file.

    Raises:
        StoreChanged: a span has neither its bytes before nor its bytes after, or the file is gone.
    """
    if effects and effects[0].op == "create":
        made = effects[0].after
        if data is not None and not data.startswith(made):
            raise changed(path, "was made by another program")
        return binding.apply(path, made if data is None else data, effects[1:])
    if data is None:
        raise changed(path, "is gone")
    return binding.apply(path, data, effects)


def changed(path: str, how: str) -> StoreChanged:
    """The refusal for a file that is not what was reviewed; names the path, never its content."""
    return StoreChanged(f"{visible(path)} {how}.", not_done="Nothing was recorded.")


def append_log(root: Path, decision: str, entry: bytes) -> bool:
    """Append what is missing of a decision's log entry. False when it stands there whole."""
    data = read_or_none(root, LOG) or b""
    rest = log_rest(data, decision, entry)
    if rest:
        durable.append(root, LOG, rest)
    return bool(rest)


def close_hole(root: Path, entry: bytes) -> None:
    """Take away what a power cut left of an entry at the end of the log, if it left zeroes."""
    data = read_or_none(root, LOG) or b""
    left = _hole(data, entry)
    if left:
        durable.replace(root, LOG, data, data[:-left])


def _hole(data: bytes, entry: bytes) -> int:
    """How many bytes at the end of a log are the first ones of an entry and zeroes for all others, else 0.

    Length and zeroes of an append can reach the disk before its bytes do. Both together must be just
    as long as the entry, or as the entry and a line end before it: other zeroes are not ours.
    """
    stands = data.rstrip(b"\0")
    zeroes = len(data) - len(stands)
    for written in (entry, b"\n" + entry, b"\r\n" + entry) if zeroes else ():
        first = written[: max(len(written) - zeroes, 0)]
        if len(first) + zeroes == len(written) and stands.endswith(first):
            return len(written)
    return 0


def log_rest(data: bytes, decision: str, entry: bytes) -> bytes:
    """What is still to be appended to a log: nothing, the rest of a torn entry, or all of it.

    All of it is missing, too, where zeroes stand that :func:`close_hole` has to take away before.
    """
    if entry in data:
        return b""
    if _hole(data, entry):
        return entry
    torn = _torn(data, entry)
    if torn:
        return entry[torn:]
    if names_decision(data, decision):
        return b""
    if data and not data.endswith(b"\n") and not entry.startswith((b"\n", b"\r\n")):
        return (b"\r\n" if b"\r\n" in data else b"\n") + entry
    return entry


def names_decision(data: bytes, decision: str) -> bool:
    """Whether a log names a decision, as a word of its own."""
    return decision.encode("ascii") in data.split()


def _torn(data: bytes, entry: bytes) -> int:
    """How many bytes of ``entry`` a log ends with, if it ends in the middle of it, else 0."""
    for length in range(len(entry) - 1, 0, -1):
        begun = entry[:length]
        if data.endswith(begun) and (length > _TORN or _begins_line(data[:-length], begun)):
            return length
    return 0


def _begins_line(before: bytes, begun: bytes) -> bool:
    """Whether these bytes are the beginning of a line and more than its end."""
    return before[-1:] in (b"", b"\n") and not begun.isspace()


def _attempt(root: Path, binding: Binding, path: str, effects: list[Effect], progress: Progress) -> Done:
    try:
        return _write_file(root, binding, path, effects, progress.notes)
    except WorkbenchError as error:
        progress.problem = error
        return "not done"


def _write_file(root: Path, binding: Binding, path: str, effects: list[Effect], notes: list[str]) -> Done:
    base, relative = base_of(root, path)
    for attempt in range(_TRIES):
        time.sleep(_PAUSE * attempt)
        data = read_or_none(root, path)
        new = after_effects(binding, path, data, effects)
        if new == data:
            settle(base, relative)
            return "already"
        try:
            if data is None:
                target = base / relative
                durable.make_dirs(target.parent, beneath=base)
                durable.create(target.parent, target.name, new, beneath=base)
            elif durable.replace(base, relative, data, new).weak:
                notes.append(f"{visible(path)}: this file system cannot swap two files in one step.")
            return "done"
        except StoreChanged as error:
            if error.code == "conflict":
                notes.append(error.message)
        except FileExistsError:
            continue
    raise changed(path, "is being changed by another program all the time")
