"""The guard against two active rows looks at few rows, and finds what a look at all of them finds."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.bindings.filesystem import read
from workbench.bindings.filesystem.binding import FilesystemBinding
from workbench.bindings.filesystem.guard import refuse_two_active
from workbench.bindings.filesystem.page import Page
from workbench.store.rows import second_active
from workbench.store.snapshot import Snapshot
from workbench.text.errors import Refused

PLACES = ("memory.md", "index.md", "topics/a.md", "topics/b.md")
Said = tuple[int, str, str | None, str]

ROWS = st.lists(
    st.tuples(
        st.integers(1, 4),
        st.sampled_from(("a", "b")),
        st.sampled_from((None, "active", "stale", "superseded", "pending-cleanup")),
        st.sampled_from(("state", "knowledge")),
    ),
    max_size=4,
)
STORES = st.fixed_dictionaries(dict.fromkeys(PLACES, ROWS))


def written(rows: list[Said]) -> bytes:
    lines = ["# Page\n\n## Facts and lessons\n\n"]
    for number, subject, status, kind in rows:
        lines.append(f"- [2026-08-01] ({kind}) Something.\n  - id: mem-2026-08-01-00{number}\n")
        lines.append(f"  - kind: {kind}\n  - subject: {subject}\n")
        lines.append(f"  - Status: {status}\n" if status else "")
    return "".join(lines).encode()


def store(root: Path, pages: dict[str, list[Said]]) -> Snapshot:
    (root / "topics").mkdir(parents=True, exist_ok=True)
    for name, rows in pages.items():
        (root / name).write_bytes(written(rows))
    (root / "log.md").write_text("# Log\n")
    found = FilesystemBinding().recognise(root)
    assert found is not None
    return read.load(found)


@given(before=STORES, after=STORES, touched=st.sets(st.sampled_from(PLACES), min_size=1))
@settings(max_examples=150, deadline=None)
def test_it_finds_what_a_look_at_every_row_finds(
    tmp_path_factory: pytest.TempPathFactory,
    before: dict[str, list[Said]],
    after: dict[str, list[Said]],
    touched: set[str],
) -> None:
    folder = tmp_path_factory.mktemp("guard")
    now = {name: (after if name in touched else before)[name] for name in PLACES}
    first = store(folder / "before" / "memory", before)
    second = store(folder / "after" / "memory", now)
    expected = second_active(first.rows, second.rows)

    changed = {name: Page(name, written(now[name])) for name in touched}
    try:
        refuse_two_active(first, changed)
        refused = False
    except Refused:
        refused = True

    assert refused == (expected is not None)
