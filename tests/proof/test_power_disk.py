"""The disk that power cuts are tried on, against outcomes worked out by hand, and the reader of traces."""

from __future__ import annotations

import ast
import stat
import sys
from pathlib import Path

import pytest

from tests.proof import power_disk
from tests.proof.power_disk import (
    ROOT,
    Cut,
    History,
    Moded,
    Named,
    Node,
    Said,
    Step,
    Synced,
    Wrote,
    after_cut,
    unsafe,
    whole,
)
from tests.proof.power_trace import follow, history_of

OLD, NEW, SUB, INNER = 1, 2, 3, 4
FILE, FOLDER = stat.S_IFREG | 0o644, stat.S_IFDIR | 0o755


def disk(*steps: Step) -> History:
    """A disk with one file `a` that holds `old`, and nodes for what is made later."""
    nodes = {OLD: Node(FILE, b"old"), NEW: Node(FILE), SUB: Node(FOLDER), INNER: Node(FILE)}
    return History(nodes, {ROOT: {"a": OLD}}, list(steps))


def left(*steps: Step) -> set[tuple[tuple[str, bytes], ...]]:
    """What a cut after all these steps may leave: names and bytes."""
    history = disk(*steps)
    return {
        tuple(sorted((path, data) for path, (_, data) in tree.items()))
        for tree in after_cut(history, len(history.steps))
    }


MAKE = Named(((ROOT, "t", NEW),))
FILL = Wrote(NEW, 0, b"1234")
RENAME = Named(((ROOT, "t", None), (ROOT, "a", NEW)))
EXCHANGE = Named(((ROOT, "t", OLD), (ROOT, "a", NEW)))
DROP = Named(((ROOT, "t", None),))
A = ("a", b"old")


def test_nothing_done_leaves_what_was_there():
    assert left() == {(A,)} == left(Said(b"done"))


def test_a_name_without_a_sync_of_its_folder_may_be_lost_whatever_was_synced_of_the_file():
    assert left(MAKE, FILL, Synced(NEW)) == {(A,), (A, ("t", b"1234"))}


def test_bytes_without_a_sync_may_be_lost_torn_or_zeroes_under_a_name_that_is_safe():
    assert left(MAKE, Synced(ROOT), FILL) == {
        (A, ("t", data)) for data in (b"", b"1234", b"12", b"123", b"12\0\0", b"123\0", b"\0\0\0\0")
    }


def test_all_synced_is_all_there():
    assert left(MAKE, FILL, Synced(NEW), Synced(ROOT)) == {(A, ("t", b"1234"))}


def test_a_rename_over_a_file_whose_bytes_were_not_synced_may_leave_it_empty():
    after = left(MAKE, FILL, RENAME)
    assert (("a", b""),) in after and (("a", b"\0\0\0\0"),) in after
    assert (A,) in after and (("a", b"1234"),) in after
    assert () not in after


def test_an_exchange_is_whole_or_not_there_and_what_follows_it_may_be_lost_alone():
    before = (MAKE, FILL, Synced(NEW), Synced(ROOT))
    assert left(*before, EXCHANGE) == {(A, ("t", b"1234")), (("a", b"1234"), ("t", b"old"))}
    assert left(*before, EXCHANGE, DROP) == {
        (A, ("t", b"1234")), (("a", b"1234"), ("t", b"old")), (A,), (("a", b"1234"),),
    }  # fmt: skip
    assert left(*before, EXCHANGE, DROP, Synced(ROOT)) == {(("a", b"1234"),)}


def test_an_append_may_be_lost_and_never_takes_what_was_there():
    assert left(Wrote(OLD, 3, b"er")) == {
        (("a", data),) for data in (b"old", b"older", b"olde", b"olde\0", b"old\0\0")
    }


def test_a_file_emptied_and_written_in_place_may_be_left_empty():
    after = left(Cut(OLD, 0), Wrote(OLD, 0, b"new"))
    assert {(("a", b""),), (("a", b"old"),), (("a", b"new"),), (("a", b"ne"),)} <= after


def test_one_write_may_be_lost_before_another():
    assert (A, ("t", b"\0\0yz")) in left(MAKE, Synced(ROOT), Wrote(NEW, 0, b"wx"), Wrote(NEW, 2, b"yz"))


def test_a_folder_whose_name_is_lost_takes_along_what_was_synced_in_it():
    inside = (Named(((ROOT, "d", SUB),)), Named(((SUB, "f", INNER),)), Wrote(INNER, 0, b"x"), Synced(INNER))
    assert left(*inside, Synced(SUB)) == {(A,), (A, ("d", b""), ("d/f", b"x"))}
    assert left(*inside, Synced(ROOT)) == {(A, ("d", b"")), (A, ("d", b""), ("d/f", b"x"))}


def test_mode_bits_are_lost_or_kept_apart_from_bytes():
    history = disk(Moded(OLD, 0o600), Wrote(OLD, 0, b"new"))
    found = {(stat.S_IMODE(mode), data) for tree in after_cut(history, 2) for mode, data in tree.values()}
    assert {(0o600, b"old"), (0o644, b"new"), (0o600, b"new"), (0o644, b"old")} <= found


def test_what_every_program_sees_is_all_that_was_done():
    history = disk(MAKE, FILL, RENAME, Moded(NEW, 0o600))
    assert whole(history) == {"a": (stat.S_IFREG | 0o600, b"1234")}
    assert whole(history, 1) == {"a": (FILE, b"old"), "t": (FILE, b"")}
    assert [unsafe(history, upto) for upto in range(5)] == [0, 1, 2, 3, 4]


def test_where_there_are_too_many_combinations_each_step_is_still_lost_alone_and_kept_alone():
    many = [Named(((ROOT, f"n{number}", NEW),)) for number in range(12)]
    found = {frozenset(path for path, _ in tree) - {"a"} for tree in left(*many)}
    names = frozenset(f"n{number}" for number in range(12))
    assert {frozenset(), names} <= found
    assert {frozenset((name,)) for name in names} | {names - {name} for name in names} <= found
    assert {frozenset(f"n{number}" for number in range(count)) for count in range(12)} <= found


# Traces


def code(text: str) -> str:
    """Text as the tracer writes it."""
    return "".join(f"\\x{byte:02x}" for byte in text.encode())


def test_a_trace_becomes_the_steps_that_it_tells():
    tree = {"m": (FOLDER, b""), "m/log": (FILE, b"one\n")}
    log, temp = f'"{code("log")}"', f'"{code(".t")}"'
    lines = [
        f'7 openat(3<{code("/w/m")}>, "{code(".t")}", O_WRONLY|O_CREAT|O_EXCL, 0666) = 4<{code("/w/m/.t")}>',
        f'7 write(4<{code("/w/m/.t")}>, "{code("two")}", 3) = 3',
        f"7 fchmod(4<{code('/w/m/.t')}>, 0600) = 0",
        f"7 fsync(4<{code('/w/m/.t')}>) = 0",
        f"7 renameat2(3<{code('/w/m')}>, {temp}, 3<{code('/w/m')}>, {log}, RENAME_EXCHANGE) = 0",
        f'7 unlinkat(3<{code("/w/m")}>, "{code(".t")}", 0) = 0',
        f"7 fsync(3<{code('/w/m')}>) = 0",
        f'7 mkdir("{code("/w/d")}", 0777) = 0',
        f'7 mkdir("{code("/w/d")}", 0777) = -1 EEXIST (File exists)',
        f"7 openat(3<{code('/w/m')}>, {log}, O_WRONLY|O_CREAT|O_APPEND, 0644) = 4<{code('/w/m/log')}>",
        f'7 write(4<{code("/w/m/log")}>, "{code("!")}", 1) = 1',
        f'7 write(1<pipe:[5]>, "{code("done")}", 4) = 4',
        f'7 write(5<{code("/elsewhere")}>, "{code("x")}", 1) = 1',
    ]
    history = history_of(tree)
    follow(history, lines, "/w", umask=0o022)
    made, folder = 3, 4
    assert history.steps == [
        Named(((1, ".t", made),)), Wrote(made, 0, b"two"), Moded(made, 0o600), Synced(made),
        Named(((1, ".t", 2), (1, "log", made))), Named(((1, ".t", None),)), Synced(1),
        Named(((ROOT, "d", folder),)), Wrote(made, 3, b"!"), Said(b"done"),
    ]  # fmt: skip
    assert whole(history) == {
        "m": (FOLDER, b""), "m/log": (stat.S_IFREG | 0o600, b"two!"), "d": (stat.S_IFDIR | 0o755, b""),
    }  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        f'7 truncate("{code("/w/a")}", 3) = 0',
        f'7 write(4<{code("/w/a")}>, "{code("x")}" <unfinished ...>',
    ],
)
def test_a_call_on_the_world_that_is_not_understood_is_an_error(line: str):
    with pytest.raises(ValueError, match="not understood"):
        follow(history_of({"a": (FILE, b"")}), [line], "/w")


def test_the_disk_imports_only_the_standard_library():
    tree = ast.parse(Path(power_disk.__file__).read_text("utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names
