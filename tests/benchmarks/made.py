"""A made-up store of any size whose pages look like those that agents keep: the same for the same number.

About 210 bytes an item. Of a hundred rows 80 stand in topics in the structured form, 15 are lines of
archive days, 3 wait in the inbox and 2 are copies in the index; a tenth is Chinese, a quarter are states,
and most Sources name an archive passage. Statuses are active, superseded, stale and pending-cleanup;
two rows in a hundred wait for a person. Pages and days grow in number with the store, not in size.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PAGE_ITEMS = 400
DAY_LINES = 60
PASSAGE_LINES = 4
HAN = "端口主机时区规则缓存部署版本通知图书借阅检索备份服务器会议记录颜色标签读者目录清理等待重启"


@dataclass(frozen=True)
class Made:
    """What a store is made of: how many rows, and whether every item waits for a person."""

    items: int
    waiting: bool = False
    alike: bool = False
    """Whether two in a hundred items of topics repeat an earlier one: another number, denied, or shorter."""

    def write(self, root: Path) -> None:
        """Write the store below ``root``."""
        draw = random.Random(self.items)
        words = ["".join(draw.choices("abcdefghijklmnop", k=draw.randint(3, 9))) for _ in range(8_000)]
        write = _Writer(draw, words, self.waiting, self.alike)
        (root / "topics").mkdir(parents=True)
        (root / "archive").mkdir()
        for name, text in write.files(self.items):
            (root / name).write_text(text)


class _Writer:
    def __init__(self, draw: random.Random, words: list[str], waiting: bool, alike: bool) -> None:
        self.draw = draw
        self.words = words
        self.waiting = waiting
        self.alike = alike
        self.said: list[str] = []
        """What items said that may be repeated."""
        self.anchors: list[str] = []
        self.pending: list[tuple[str, str]] = []
        """Id and block of what is marked."""

    def files(self, items: int) -> Iterator[tuple[str, str]]:
        """Every file by its name; the archive first, because Sources name its passages."""
        topics, archive, inbox = items * 80 // 100, items * 15 // 100, items * 3 // 100
        for number, first in enumerate(range(0, archive, DAY_LINES)):
            day = _day(number)
            yield f"archive/{day}.md", self._archive(day, range(first, min(first + DAY_LINES, archive)))
        for number, first in enumerate(range(0, topics, PAGE_ITEMS)):
            yield f"topics/page-{number:03}.md", self._topic(range(first, min(first + PAGE_ITEMS, topics)))
        lines = (self._line(topics + number, _day(number)) for number in range(inbox))
        yield "memory.md", "# Inbox\n\n" + "".join(lines)
        yield "index.md", self._index(items - topics - archive - inbox)
        yield "log.md", self._log()

    def _archive(self, day: str, numbers: range) -> str:
        parts = [f"# {day}\n"]
        for at, number in enumerate(numbers):
            if at % PASSAGE_LINES == 0:
                anchor = f"{self.draw.choice(self.words)}-{at}"
                self.anchors.append(f"archive/{day}.md#{anchor}")
                parts.append(f"\n## {anchor}\n")
            parts.append(self._line(number, day))
        return "".join(parts)

    def _topic(self, numbers: range) -> str:
        title = self.draw.choice(self.words).title()
        front = f"---\ntitle: {title}\nlayer: warm\ntriggers:\n  - {title.lower()}\n---\n\n# {title}\n\n"
        return front + "## Facts and lessons\n\n" + "".join(map(self._item, numbers)) + "\n"

    def _index(self, copies: int) -> str:
        recent = "".join(
            f"- [{_day(at)}] (knowledge) {self._says(4)} → topics/page-000.md\n" for at in range(20)
        )
        marked = [block for _, block in self.pending[:copies]]
        rest = [self._item(10_000_000 + at, marks=True) for at in range(copies - len(marked))]
        return (
            f"# Memory Index\n\n## Recent Activity\n\n{recent}\n## Pending Cleanup\n\n"
            + "".join([*marked, *rest])
            + "\n"
        )

    def _log(self) -> str:
        marks = (
            f"- {name[4:14]}T23:30:00+01:00 pending-cleanup {name} by agent:dream\n"
            for name, _ in self.pending[::4]
        )
        return "# Operation log\n\n" + "".join(marks)

    def _line(self, number: int, day: str) -> str:
        kind = "state" if number % 4 == 0 else "knowledge"
        subject = f" Subject: host-{number}:port." if kind == "state" else ""
        name = f"mem-{day}-{number:06}"
        source = f"session:{day}/turn-{number % 40}"
        return f"- [{day}] [{name}] ({kind}) {self._says(14)}{subject} Source: {source}.\n"

    def _item(self, number: int, *, marks: bool = False) -> str:
        day, kind = _day(number), "state" if number % 4 == 0 else "knowledge"
        name = f"mem-{day}-{number:06}"
        superseded = kind == "state" and number % 16 == 0
        status = "superseded" if superseded else "stale" if number % 200 == 1 else "active"
        if marks or self.waiting or number % 66 == 3:
            status, superseded = "pending-cleanup", False
        subject = (
            f"  - subject: {f'pair-{number // 16}' if number % 8 == 0 else f'host-{number}'}:port\n"
            if kind == "state"
            else ""
        )
        says = self._repeated() or self._says(12)
        parts = [
            f"- [{day}] ({kind}) {says}\n  - id: {name}\n  - kind: {kind}\n{subject}",
            "  - Scope: project\n" if number % 3 == 0 else "",
            f"  - Status: {status}\n",
            f"  - superseded_by: mem-{_day(number + 8)}-{number + 8:06}\n" if superseded else "",
            "".join(
                ["  - corroborating_refs:\n", f"    - {self._source(day)}\n", f"    - session:{day}/turn-2\n"]
            )
            if number % 20 == 5
            else "",
            f"  - Source: {self._source(day)}\n",
        ]
        block = "".join(parts)
        if status == "pending-cleanup" and not marks:
            self.pending.append((name, block))
        return block

    def _source(self, day: str) -> str:
        known = bool(self.anchors) and self.draw.random() < 0.7
        return self.draw.choice(self.anchors) if known else f"user statement on {day}"

    def _repeated(self) -> str:
        """Now and then what an earlier item said, in part; else nothing."""
        if not self.alike:
            return ""
        if self.said and self.draw.random() < 0.02:
            words = self.draw.choice(self.said).split()
            if len(words) == 1:
                return f"不{words[0]}"
            number = f"{self.draw.randrange(97)}."
            turned = [*words[:-1], number], ["Never", *words], [*words[:3], *words[4:]]
            return " ".join(self.draw.choice(turned))
        self.said.append(self._says(12))
        return self.said[-1]

    def _says(self, count: int) -> str:
        if self.draw.random() < 0.1:
            return "".join(self.draw.choices(HAN, k=3 * count)) + "。"
        return " ".join(self.draw.choices(self.words, k=count)) + f" {self.draw.randrange(97)}."


def _day(number: int) -> str:
    return f"{2020 + number // 336 % 7}-{number // 28 % 12 + 1:02}-{number % 28 + 1:02}"
