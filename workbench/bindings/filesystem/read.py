"""Read a whole store once into a snapshot; a bad file is one visible entry and the rest works."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from stat import S_ISREG, filemode
from typing import Any

from workbench.bindings.filesystem import layout
from workbench.bindings.filesystem.earlier import FIELD_OF, Entry, file_bytes, name_of, read_again, stamp_now
from workbench.bindings.filesystem.grammar import BOM, Block, decode
from workbench.bindings.filesystem.logbook import read_log
from workbench.bindings.filesystem.page import Page, anchor_of
from workbench.bindings.filesystem.records import Records, read_file_record
from workbench.bindings.filesystem.skim import Seen, Skim
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
    Stamp,
    Topic,
    UnreadableFile,
)
from workbench.text import durable
from workbench.text.collecting import keep_for_good, no_collecting
from workbench.text.errors import Unreadable


def load(
    found: Found,
    earlier: Snapshot | None = None,
    progress: Progress | None = None,
    reread: Collection[str] = (),
) -> Snapshot:
    """Everything that a store holds. Writes nothing; never raises for the content of a file.

    With ``earlier``, a file whose stamp tells that it is what it was is taken from it, except for
    those in ``reread``. ``progress`` hears of bytes, and may raise.
    """
    entries = list(layout.wanted(found))
    if earlier is None:
        with no_collecting():
            snapshot = _Reader(found, progress).snapshot(entries)
        keep_for_good(len(snapshot.rows))
        return snapshot
    return read_again(found, earlier, entries, reread, lambda anew: _Reader(found, progress).snapshot(anew))


class _Reader:
    """What has been read so far."""

    def __init__(self, found: Found, progress: Progress | None) -> None:
        self.store = found
        self.progress = progress
        self.total = self.done = 0
        """Bytes of all files as they were when the reading began, and of those that were dealt with."""
        self.files: dict[str, FileBytes] = {}
        self.roles: dict[str, layout.Role] = {}
        self.unreadable: list[UnreadableFile] = []
        self.rows: list[Row] = []
        self.passages: list[Passage] = []
        self.log: list[LogLine] = []
        self.rules: list[Rule] = []
        self.topics: list[Topic] = []
        self.records = Records()
        self.seen = Seen()

    def snapshot(self, entries: Sequence[Entry]) -> Snapshot:
        self.total = self._size(entries) if self.progress is not None else 0
        for entry in entries:
            if isinstance(entry, layout.Wanted):
                self._file(entry)
            else:
                self._unread(*entry, stamp_now(self.store, entry[0]))
        self._tell(self.total)
        stored = [row.id for row in self.rows if row.stored]
        named = len(stored) - stored.count(None)
        records: dict[str, Any] = {name: self.records.of(kind) for kind, name in FIELD_OF.items()}
        return Snapshot(
            root=self.store.root,
            home=self.store.home,
            files=self.files,
            rows=tuple(self.rows),
            passages=tuple(self.passages),
            log=tuple(self.log),
            rules=tuple(self.rules),
            topics=tuple(self.topics),
            **records,
            unreadable=tuple(self.unreadable),
            capabilities=layout.capabilities(self.roles, len(stored), named),
        )

    def _size(self, entries: Iterable[Entry]) -> int:
        """Bytes of the files to read."""
        paths = [entry.path for entry in entries if isinstance(entry, layout.Wanted)]
        bases = (layout.base_of(self.store, path) for path in paths)
        return sum(_outside(base / relative)[0] or 0 for base, relative in bases)

    def _tell(self, done: int) -> None:
        """Let progress hear of bytes; a file that grew meanwhile does not lead beyond the total."""
        if self.progress is not None:
            self.progress(min(done, self.total), self.total)

    def _told(self, done: int) -> None:
        """Let progress hear of bytes of the page that is being read."""
        self._tell(self.done + done)

    def _file(self, entry: layout.Wanted) -> None:
        self._read(entry)
        file = self.files.get(entry.path)
        self.done += len(file.data) if file is not None else 0
        self._tell(self.done)

    def _read(self, entry: layout.Wanted) -> None:
        base, relative = layout.base_of(self.store, entry.path)
        stamp = stamp_now(self.store, entry.path)
        try:
            image = durable.read_file(base, relative)
            data = image.data
            _refuse_other_encodings(data)
        except Unreadable as error:
            self._unread(entry.path, error.reason, stamp)
            return
        self.files[entry.path] = file_bytes(entry.path, data, image.stat)
        self.roles[entry.path] = entry.role
        if entry.role in ("record", "hypothesis"):
            problem = read_file_record(self.records, entry.path, data)
            if problem is not None:
                self._unread(entry.path, problem, stamp)
        else:
            self._page(entry.path, data, entry.role)

    def _unread(self, path: str, reason: str, stamp: Stamp | None) -> None:
        """Keep a file that does not read, with what is known of it without looking inside.

        ``stamp`` was taken before the reading, so that one who mends the file meanwhile is seen.
        """
        base, relative = layout.base_of(self.store, path)
        size, mode = _outside(base / relative)
        self.unreadable.append(UnreadableFile(path, reason, layout.expected(path), size, mode, stamp))

    def _page(self, path: str, data: bytes, role: layout.Role) -> None:
        if role == "log":
            self.log += read_log(self.records, Page(path, data))
            return
        if role == "conventions":
            self.rules += _rules(Page(path, data))
            return
        skim = Skim(path, data, role, self._told, seen=self.seen)
        self.rows += skim.rows
        if role == "archive":
            self.passages += _passages(path, data, skim.headings)
        elif role == "topic":
            self.topics.append(_topic(path, data, skim.front))


def changed(found: Found, snapshot: Snapshot) -> bool:
    """Whether something appeared, vanished or has another stamp than when the snapshot was read.

    What did not read counts as all else does: files, and folders that could not be listed.
    """
    known = {path: file.stamp for path, file in snapshot.files.items()}
    known.update((file.path, file.stamp) for file in snapshot.unreadable)
    if known.keys() != {name_of(entry) for entry in layout.wanted(found)}:
        return True
    return any(stamp_now(found, path) != stamp for path, stamp in known.items())


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


def _passages(path: str, data: bytes, headings: Sequence[Block]) -> Iterator[Passage]:
    """The file as a whole, and each heading with what stands below it, deeper headings included."""
    yield Passage(path, "", Address(path, 0, len(data), 1))
    for heading, end in zip(headings, _ends(headings, len(data)), strict=True):
        if heading.title:
            yield Passage(path, anchor_of(heading.title), Address(path, heading.start, end, heading.line))


def _ends(headings: Sequence[Block], size: int) -> list[int]:
    """Where the section of each heading ends: where the next one of its level, or above it, begins."""
    ends = [size] * len(headings)
    around: list[int] = []
    for index, heading in enumerate(headings):
        while around and headings[around[-1]].level >= heading.level:
            ends[around.pop()] = heading.start
        around.append(index)
    return ends


def _rules(page: Page) -> Iterator[Rule]:
    for spot in page.spots:
        address = Address(page.path, spot.start, spot.end, spot.block.line)
        yield Rule(address, spot.section.title, decode(page.bytes_of(spot)))


def _topic(path: str, data: bytes, block: Block | None) -> Topic:
    if block is None:
        return Topic(path, None, (), None)
    front, problem = load_front_matter(data[: block.end].removeprefix(BOM))
    if front is None:
        return Topic(path, None, (), problem)
    title, triggers = front.get("title"), front.get("triggers")
    return Topic(
        path,
        title if isinstance(title, str) else None,
        tuple(word for word in triggers if isinstance(word, str)) if isinstance(triggers, list) else (),
        None,
    )
