"""Ids of a day are found wherever the files of a store name them, and nowhere else."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from workbench.desk import Desk
from workbench.desk.named import NamedIds
from workbench.protocol.ids import ids_in

DAY = dt.date(2026, 8, 21)


def read(store: Path, text: bytes) -> NamedIds:
    (store / "memory/topics/more.md").write_bytes(text)
    return Desk.open(store)._named


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"a mem-2026-08-21-003,", {"mem-2026-08-21-003"}),
        (b"memdec-2026-08-21-004-0a1b", {"memdec-2026-08-21-004-0a1b"}),
        (b"mem-2026-08-20-003 memo-2026-08-21-003 xmem-2026-08-21-003", set()),
        ("é".encode() + b"mem-2026-08-21-003" + "é".encode(), {"mem-2026-08-21-003"}),
        (b"\xffmem-2026-08-21-003\xff", {"mem-2026-08-21-003"}),
        (b"mem-2026-08-21-003-0a1b mem-2026-08-21-12", set()),
        (b"x" * 300 + b" memret-2026-08-21-999999999", {"memret-2026-08-21-999999999"}),
    ],
)
def test_what_is_an_id_of_the_day(l1_store: Path, text: bytes, found: set[str]) -> None:
    assert read(l1_store, text).of(DAY) == found
    said = text.decode("utf-8", "surrogateescape")
    assert found == {one for one in ids_in(said) if DAY.isoformat() in one}


def test_only_what_changed_is_searched_again(l1_store: Path) -> None:
    desk = Desk.open(l1_store)
    assert desk._named.of(DAY) == frozenset()
    (l1_store / "memory/topics/more.md").write_bytes(b"mem-2026-08-21-003\n")
    again = desk.reload()
    assert again._named.of(DAY) == {"mem-2026-08-21-003"}
    kept = again._named._by_day[DAY]
    before = desk._named._by_day[DAY]
    assert [path for path, one in kept.items() if before.get(path) is not one] == ["topics/more.md"]
    assert again._named.of(dt.date(2026, 7, 2)) >= {"mem-2026-07-02-002"}
