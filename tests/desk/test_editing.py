"""A text goes to an editor and comes back; whatever the editor does, nothing of it stays behind."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.trees import tree_bytes
from workbench.desk.editing import edit, editor_of
from workbench.desk.editing_folder import opened
from workbench.text.errors import IoFailed, Refused, UsageError

EDITOR = {"EDITOR": "ed --wait"}


def writing(data: bytes, code: int = 0, seen: list[tuple[Path, bytes]] | None = None) -> Callable[..., int]:
    """An editor that leaves these bytes."""

    def run(words: Sequence[str]) -> int:
        path = Path(words[-1])
        if seen is not None:
            seen.append((path, path.read_bytes()))
        path.write_bytes(data)
        return code

    return run


def test_what_the_editor_leaves_comes_back_and_the_file_is_gone(sample_store: Path) -> None:
    before = tree_bytes(sample_store)
    seen: list[tuple[Path, bytes]] = []

    found = edit(sample_store / "memory", "one", writing(b"one\ntwo\n", seen=seen), EDITOR)

    [(path, given)] = seen
    assert given == b"one\n"
    assert (found.before, found.after, found.lines, found.changed) == ("one", "one\ntwo", 2, True)
    assert [(row.sign, row.text) for row in found.rows] == [(" ", "one"), ("+", "two")]
    assert not path.exists()
    assert sample_store not in path.parents
    assert tree_bytes(sample_store) == before


def test_the_file_is_for_its_owner_alone(sample_store: Path) -> None:
    modes: list[int] = []

    def run(words: Sequence[str]) -> int:
        path = Path(words[-1])
        modes.extend(one.stat().st_mode & 0o777 for one in (path, path.parent))
        return 0

    edit(sample_store / "memory", "", run, EDITOR)

    assert modes == [0o600, 0o700]


def test_an_empty_text_that_is_left_empty_is_unchanged(sample_store: Path) -> None:
    assert not edit(sample_store / "memory", "", writing(b"\n\n"), EDITOR).changed


def test_hidden_characters_are_counted_and_crlf_is_a_line_end(sample_store: Path) -> None:
    data = "a\u200bb\r\nc\u202e\r\n".encode()

    found = edit(sample_store / "memory", "", writing(data), EDITOR)

    assert (found.after, found.hidden, found.lines) == ("a\u200bb\nc\u202e", 2, 2)


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        (b"kept?\n", 3, "exit code 3"),
        (b"\xff\xfe", 0, "not UTF-8"),
        (b"x" * (1024 * 1024 + 1), 0, "larger than 1 MiB"),
    ],
    ids=["failed", "bytes", "large"],
)
def test_what_cannot_be_taken_is_refused_and_comes_back_in_the_next_editor(
    data: bytes, code: int, words: str, sample_store: Path
) -> None:
    """Hours of writing must not go because an editor ended with an error."""
    seen: list[tuple[Path, bytes]] = []
    root = sample_store / "memory"
    with pytest.raises(Refused, match=words) as refused:
        edit(root, "mine", writing(data, code, seen), EDITOR, about="keep a")

    [kept] = seen[0][0].parent.iterdir()
    assert kept.read_bytes() == data
    assert str(kept) in str(refused.value.next)
    edit(root, "other", writing(b"", seen=seen), EDITOR, about="keep b")
    assert seen[1][1] == b"other\n", "it is offered where it was written, and nowhere else"
    found = edit(root, "mine", writing(b"mended\n", seen=seen), EDITOR, about="keep a")
    assert (seen[2][1], found.before, found.after) == (data, "mine", "mended")
    assert list(kept.parent.iterdir()) == []


def test_an_editor_that_failed_before_anything_was_written_leaves_no_file(sample_store: Path) -> None:
    seen: list[tuple[Path, bytes]] = []
    with pytest.raises(Refused):
        edit(sample_store / "memory", "mine", writing(b"mine\n", 1, seen), EDITOR)
    assert list(seen[0][0].parent.iterdir()) == []


def test_what_an_ended_run_left_in_its_editor_comes_back(sample_store: Path) -> None:
    root, seen = sample_store / "memory", list[tuple[Path, bytes]]()
    with pytest.raises(Refused):
        edit(root, "", writing(b"long thoughts\n", 1, seen), EDITOR, about="keep a")
    [kept] = seen[0][0].parent.iterdir()
    over = subprocess.Popen([sys.executable, "-c", ""])
    over.wait()
    kept.rename(kept.with_name(kept.name.replace(str(os.getpid()), str(over.pid), 1)))

    edit(root, "", writing(b"x", seen=seen), EDITOR, about="stale b")
    found = edit(root, "", lambda words: 0, EDITOR, about="keep a")

    assert (found.before, found.after, found.changed) == ("", "long thoughts", True)


def test_an_editor_that_is_not_there_is_named(sample_store: Path) -> None:
    with pytest.raises(UsageError, match="no-such-editor could not be started: No such file"):
        edit(sample_store / "memory", "", subprocess.call, {"VISUAL": "no-such-editor --wait"})


@pytest.mark.parametrize(
    ("environ", "words"),
    [
        ({"VISUAL": "code -w", "EDITOR": "ed"}, ("code", "-w")),
        ({"VISUAL": "  ", "EDITOR": "'my editor' -x 'a b'"}, ("my editor", "-x", "a b")),
        ({}, ("vi",)),
    ],
    ids=["visual", "editor", "neither"],
)
def test_the_editor_is_visual_then_editor_then_vi(environ: dict[str, str], words: tuple[str, ...]) -> None:
    assert editor_of(environ) == words


def test_an_editor_with_an_open_quote_is_refused() -> None:
    with pytest.raises(UsageError, match="does not read as a command"):
        editor_of({"EDITOR": "vi 'x"})


def own_folder(root: Path) -> Path:
    """Where the folder of a store is, made as the workbench makes it."""
    with opened(root) as folder:
        return folder.path


def name_of(process: int, last: str, given: bytes = b"as given\n") -> str:
    return f"{process}-{'a' * 16}-{hashlib.sha256(given).hexdigest()[:16]}-{last * 16}.md"


def ended() -> int:
    over = subprocess.Popen([sys.executable, "-c", ""])
    over.wait()
    return over.pid


MONTH_AGO = time.time() - 31 * 86_400


def test_only_what_nobody_misses_is_taken_away(sample_store: Path) -> None:
    over, root = ended(), sample_store / "memory"
    folder = own_folder(root)
    untouched, written, old = (name_of(over, last) for last in "cde")
    swap, old_swap, mine = f".{written}.swp", f".{old}.swp", name_of(os.getpid(), "f")
    for name in (untouched, written, old, swap, old_swap, mine):
        (folder / name).write_bytes(b"as given\n" if name == untouched else b"thoughts\n")
    (folder / "folder").mkdir()
    for name in (old, old_swap, "folder"):
        os.utime(folder / name, (MONTH_AGO, MONTH_AGO))

    with opened(root) as ours:
        assert ours.clean() == 3
    assert sorted(path.name for path in folder.iterdir()) == sorted((written, swap, mine, "folder"))


def test_a_link_in_the_place_of_the_folder_takes_nothing_away(sample_store: Path) -> None:
    """What stands behind the link is somebody's memory, and old enough to be cleaned away."""
    root = sample_store / "memory"
    for name in (name_of(ended(), "c"), "a.md"):
        (root / "topics" / name).write_bytes(b"as given\n")
    for path in (root / "topics").iterdir():
        os.utime(path, (1, 1))
    before = tree_bytes(sample_store)
    folder = own_folder(root)
    folder.rmdir()
    folder.symlink_to(root / "topics")

    with pytest.raises(Refused, match="a link or a file stands in the place of a folder") as refused:
        edit(root, "mine", writing(b"written\n"), EDITOR)

    assert refused.value.not_done == "What was there is kept."
    assert tree_bytes(sample_store) == before


def test_nothing_but_files_of_ours_is_taken_away_or_opened(sample_store: Path, tmp_path: Path) -> None:
    """Names of another pattern, links, second names, folders and FIFOs stay, however old they are."""
    root, about = sample_store / "memory", hashlib.sha256(b"keep a").hexdigest()[:16]
    folder, over = own_folder(root), ended()
    theirs = tmp_path / "theirs.md"
    theirs.write_bytes(b"as given\n")
    names = [
        f"{over}-{about}-{hashlib.sha256(b'as given' + b'').hexdigest()[:16]}-{n * 16}.md" for n in "1234"
    ]
    (folder / names[0]).symlink_to(theirs)
    (folder / names[1]).hardlink_to(theirs)
    (folder / names[2]).mkdir()
    os.mkfifo(folder / names[3])
    for name in (
        "notes.md",
        "\u00b2-x",
        f"{over}-aa-bb-cc.md",
        f"x{name_of(over, 'c')}",
        name_of(over, "c") + ".txt",
    ):
        (folder / name).write_bytes(b"thoughts\n")
        os.utime(folder / name, (MONTH_AGO, MONTH_AGO))
    os.utime(theirs, (MONTH_AGO, MONTH_AGO))
    before = sorted(path.name for path in folder.iterdir())
    seen: list[tuple[Path, bytes]] = []

    edit(root, "mine", writing(b"written\n", seen=seen), EDITOR, about="keep a")

    assert seen[0][1] == b"mine\n"
    assert sorted(path.name for path in folder.iterdir()) == before
    assert theirs.read_bytes() == b"as given\n"


@pytest.mark.parametrize(
    ("leave", "words"),
    [
        (Path.mkdir, "what is there is a directory"),
        (os.mkfifo, "what is there is a FIFO"),
        (lambda path: path.symlink_to("/etc/hostname"), "what is there is a symlink to /etc/hostname"),
        (lambda path: None, "The editor left no file"),
    ],
    ids=["folder", "fifo", "link", "nothing"],
)
def test_what_is_no_file_is_told_and_not_waited_for(
    leave: Callable[[Path], object], words: str, sample_store: Path
) -> None:
    def run(sent: Sequence[str]) -> int:
        path = Path(sent[-1])
        path.unlink()
        leave(path)
        return 0

    with pytest.raises(IoFailed, match=words) as refused:
        edit(sample_store / "memory", "mine", run, EDITOR, about="keep a")
    assert "opens it next time" not in refused.value.next
    assert edit(sample_store / "memory", "mine", writing(b"x\n"), EDITOR, about="keep a").after == "x"


def test_a_folder_that_the_editor_took_away_is_told(sample_store: Path) -> None:
    def run(sent: Sequence[str]) -> int:
        shutil.rmtree(Path(sent[-1]).parent)
        return 0

    with pytest.raises(IoFailed, match="left no file"):
        edit(sample_store / "memory", "mine", run, EDITOR)


def test_an_editor_that_a_signal_ended_is_told_by_its_name(sample_store: Path) -> None:
    with pytest.raises(Refused, match="was ended by SIGHUP"):
        edit(sample_store / "memory", "mine", writing(b"x", -1), EDITOR)
