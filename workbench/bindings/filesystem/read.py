"""Read a whole store once into a snapshot; a bad file is one visible entry and the rest works."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from stat import S_ISREG, filemode
from typing import Any

from workbench.bindings.filesystem import layout
from workbench.bindings.filesystem.earlier import FIELD_OF, Earlier
from workbench.bindings.filesystem.grammar import BOM, decode
from workbench.bindings.filesystem.logbook import read_log
from workbench.bindings.filesystem.page import Page, Section, anchor_of
from workbench.bindings.filesystem.records import Records, read_file_record
from workbench.bindings.filesystem.rows import rows_of
from workbench.protocol.strict_yaml import load_front_matter
from workbench.store.binding import Progress
from workbench.store.snapshot import (
    Address,
    FileBytes,
    Found,
    LogLine,
    Passage,
    Row,
    Rule,
    Snapshot,
    Topic,
    UnreadableFile,
)
from workbench.text import durable
from workbench.text.errors import Unreadable


def load(found: Found, earlier: Snapshot | None = None, progress: Progress | None = None) -> Snapshot:
    """Everything that a store holds. Writes nothing; never raises for the content of a file.

    Every file is read; one that holds the bytes it held in ``earlier`` is not parsed again.
    ``progress`` hears of bytes, and may raise.
    """
    return _Reader(found, Earlier(earlier), progress).snapshot()


class _Reader:
    """What has been read so far."""

    def __init__(self, found: Found, earlier: Earlier, progress: Progress | None) -> None:
        self.store = found
        self.progress = progress
        self.earlier = earlier
        self.files: dict[str, FileBytes] = {}
        self.roles: dict[str, layout.Role] = {}
        self.unreadable: list[UnreadableFile] = []
        self.rows: list[Row] = []
        self.passages: list[Passage] = []
        self.log: list[LogLine] = []
        self.rules: list[Rule] = []
        self.topics: list[Topic] = []
        self.records = Records()

    def snapshot(self) -> Snapshot:
        for entry in layout.wanted(self.store):
            if isinstance(entry, layout.Wanted):
                self._file(entry)
            else:
                self._unread(*entry)
            if self.progress is not None:
                self.progress(len(self.files), len(self.files))
        rows = tuple(self.rows)
        records: dict[str, Any] = {name: self.records.of(kind) for kind, name in FIELD_OF.items()}
        return Snapshot(
            root=self.store.root,
            home=self.store.home,
            files=self.files,
            rows=rows,
            passages=tuple(self.passages),
            log=tuple(self.log),
            rules=tuple(self.rules),
            topics=tuple(self.topics),
            **records,
            unreadable=tuple(self.unreadable),
            capabilities=layout.capabilities(self.roles, rows),
        )

    def _file(self, entry: layout.Wanted) -> None:
        base, relative = layout.base_of(self.store, entry.path)
        try:
            image = durable.read_file(base, relative)
            data = image.data
            _refuse_other_encodings(data)
        except Unreadable as error:
            self._unread(entry.path, error.reason)
            return
        known = self.earlier.bytes_of(entry.path, data)
        self.files[entry.path] = FileBytes(entry.path, known or data, _stamp(image.stat))
        self.roles[entry.path] = entry.role
        if known is not None:
            self._take_over(entry.path)
        elif entry.role in ("record", "hypothesis"):
            self._record(entry.path, data)
        else:
            self._page(entry.role, Page(entry.path, data))

    def _take_over(self, path: str) -> None:
        """Everything that was read of a file whose bytes are the same."""
        self.rows += self.earlier.rows(path)
        self.passages += self.earlier.passages(path)
        self.log += self.earlier.log(path)
        self.rules += self.earlier.rules(path)
        self.topics += self.earlier.topics(path)
        for file in self.earlier.unreadable(path):
            self._unread(path, file.reason)
        for kind, held in self.earlier.records(path):
            self.records.add(kind, held)

    def _record(self, path: str, data: bytes) -> None:
        problem = read_file_record(self.records, path, data)
        if problem is not None:
            self._unread(path, problem)

    def _unread(self, path: str, reason: str) -> None:
        """Keep a file that does not read, with what is known of it without looking inside."""
        base, relative = layout.base_of(self.store, path)
        size, mode = _outside(base / relative)
        self.unreadable.append(UnreadableFile(path, reason, layout.expected(path), size, mode))

    def _page(self, role: layout.Role, page: Page) -> None:
        self.rows += rows_of(page, role)
        if role == "archive":
            self.passages += _passages(page)
        elif role == "log":
            self.log += read_log(self.records, page)
        elif role == "conventions":
            self.rules += _rules(page)
        elif role == "topic":
            self.topics.append(_topic(page))


def changed(found: Found, snapshot: Snapshot) -> bool:
    """Whether a file appeared, vanished or has another stamp than when the snapshot was read."""
    names = {entry.path for entry in layout.wanted(found) if isinstance(entry, layout.Wanted)}
    unread = {file.path for file in snapshot.unreadable}
    if names - unread != set(snapshot.files) - unread:
        return True
    return any(_current_stamp(found, file) != file.stamp for file in snapshot.files.values())


def _current_stamp(found: Found, file: FileBytes) -> tuple[int, int, int, int] | None:
    base, relative = layout.base_of(found, file.path)
    try:
        state = (base / relative).lstat()
    except OSError:
        return None
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns


def _stamp(stat: durable.FileStat) -> tuple[int, int, int, int]:
    return stat.dev, stat.ino, stat.size, stat.mtime_ns


def _outside(path: Path) -> tuple[int | None, str | None]:
    """Size of a plain file, and kind and permissions of anything; no link is followed."""
    try:
        state = path.lstat()
    except (OSError, ValueError):
        return None, None
    return state.st_size if S_ISREG(state.st_mode) else None, filemode(state.st_mode)


def _refuse_other_encodings(data: bytes) -> None:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Unreadable("UTF-16 text; only UTF-8 is read")
    if b"\0" in data:
        raise Unreadable("holds NUL bytes, so it is no text")


def _passages(page: Page) -> Iterator[Passage]:
    yield Passage(page.path, "", Address(page.path, 0, len(page.data), 1))
    for index, section in enumerate(page.sections):
        if not section.title:
            continue
        heading, last = page.blocks[section.first], page.blocks[_end_of(page, index) - 1]
        address = Address(page.path, heading.start, last.end, heading.line)
        yield Passage(page.path, anchor_of(section.title), address)


def _end_of(page: Page, index: int) -> int:
    """The block index at which a section and the deeper ones below it end."""
    level = page.sections[index].level
    later = (found for found in islice(page.sections, index + 1, None) if found.level <= level)
    following: Section | None = next(later, None)
    return following.first if following is not None else len(page.blocks)


def _rules(page: Page) -> Iterator[Rule]:
    for spot in page.spots:
        address = Address(page.path, spot.start, spot.end, spot.block.line)
        yield Rule(address, spot.section.title, decode(page.bytes_of(spot)))


def _topic(page: Page) -> Topic:
    if not page.blocks or page.blocks[0].kind != "front":
        return Topic(page.path, None, (), None)
    front, problem = load_front_matter(page.data[: page.blocks[0].end].removeprefix(BOM))
    if front is None:
        return Topic(page.path, None, (), problem)
    title, triggers = front.get("title"), front.get("triggers")
    return Topic(
        page.path,
        title if isinstance(title, str) else None,
        tuple(word for word in triggers if isinstance(word, str)) if isinstance(triggers, list) else (),
        None,
    )
