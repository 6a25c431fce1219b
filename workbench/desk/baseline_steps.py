"""A baseline kept in steps: the whole of it now and then, and after each decision what is another since.

What a decision has to write is then as large as what it changed, however large the store is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from workbench.desk.baseline import Baseline, FilePrint, file_mark, head_of, with_files
from workbench.text.primed import prime


def step(before: Baseline, after: Baseline, whole: str) -> dict[str, Any]:
    """What is to be added to ``before`` for it to be ``after``; ``whole`` names the whole it begins from."""
    files = {
        name: _difference(before.files.get(name), mark)
        for name, mark in after.files.items()
        if before.files.get(name) != mark
    }
    return {
        "whole": whole,
        **head_of(after),
        "files": files,
        "gone": [name for name in before.files if name not in after.files],
    }


def stepped(before: Baseline, value: Mapping[str, Any], whole: str) -> Baseline | None:
    """What a step makes of a baseline; None where it is none of that whole."""
    try:
        if value["whole"] != whole:
            return None
        files = dict(before.files)
        for name in value["gone"]:
            files.pop(name, None)
        for name, difference in value["files"].items():
            files[name] = _after(files.get(name), difference)
        return with_files(value, before.salt, files)
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def count_on(before: Baseline, after: Baseline) -> None:
    """Tell a baseline how many items it has from what another has, by the files in which they differ."""
    differing = {
        name for name in (*before.files, *after.files) if before.files.get(name) is not after.files.get(name)
    }
    old, new = _keys(before, differing), _keys(after, differing)
    moved = old ^ new
    elsewhere: set[str] = set()
    for name, mark in after.files.items() if moved else ():
        if name not in differing and not moved.isdisjoint(mark.items):
            elsewhere |= mark.items.keys() & moved
    prime(after, items=before.items - len(old - new - elsewhere) + len(new - old - elsewhere))


def _keys(baseline: Baseline, names: Iterable[str]) -> set[str]:
    return {key for name in names if (mark := baseline.files.get(name)) for key in mark.items}


def _difference(old: FilePrint | None, new: FilePrint) -> list[Any]:
    """The digest of a file, the items that are another, and the names of those that are gone."""
    known = old.items if old is not None else {}
    items = {key: list(item) for key, item in new.items.items() if known.get(key) != item}
    return [new.digest, items, [key for key in known if key not in new.items]]


def _after(old: FilePrint | None, difference: Any) -> FilePrint:
    digest, items, gone = difference
    changed = file_mark([digest, items])
    away = set(gone)
    left = {key: item for key, item in (old.items if old else {}).items() if key not in away}
    return FilePrint(digest, {**left, **changed.items})
