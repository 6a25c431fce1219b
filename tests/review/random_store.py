"""A store written to disk at random, of which it is known what stands in it.

Every scenario writes rows of its own subjects and ids, and says which certain cases follow from them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import quote

Where = Literal["topic", "historical", "index", "inbox"]
Fields = dict[str, str | None]

PAGES = ("environment.md", "deploys.md", "people.md", "日常.md")
THINGS = ("gateway", "出口 网关", "nightly-export", "label printer", "缓存", "relay", "kiosk", "Übersicht")
TRAITS = ("port", "schedule", "端口", "owner", "version (x86)", "idle%time", "a/b")
WORDS = ("listens on", "moved to", "现在使用", "runs at", "is kept on", "由此接管", "was set to")


def mark_of(text: str) -> str:
    """The part of a row's text that no other row has."""
    found = re.search(r"value-[0-9]+", text)
    assert found is not None, text
    return found[0]


def looks_like(subject: str) -> list[str]:
    """Other strings that a reader may take for that subject."""
    return [
        subject.upper(),
        subject.replace(":", ": "),
        subject.replace(":", "："),
        subject.replace("a", "а"),
        subject.replace("-", "‐"),
        f"{subject}s",
        f"{subject}\u200b",
    ]


@dataclass
class Planted:
    """What follows from what was written; a row is told by the mark in its text."""

    cases: set[str] = field(default_factory=set)
    rows: dict[str, set[str]] = field(default_factory=dict)
    """The marks of the open rows of each conflict."""
    in_force: dict[str, str | None] = field(default_factory=dict)
    """The mark of the row in force of each conflict, or None."""
    broken: dict[str, set[tuple[str, int]]] = field(default_factory=dict)
    """What is wrong with each broken supersede, with the constraint of §14.2."""


class RandomStore:
    """Collects blocks for the files of a store; :meth:`write` puts them on the disk."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = random.Random(seed)
        self.planted = Planted()
        self.blocks: dict[tuple[str, str], list[str]] = {}
        self.log: list[str] = []
        self.controls: list[str] = []
        self.count = 0
        scenarios: list[Callable[[], None]] = [getattr(self, name) for name in SCENARIOS]
        for scenario in [*scenarios, *self.random.choices(scenarios, k=10)]:
            scenario()

    def __repr__(self) -> str:
        return f"RandomStore({self.seed})"

    # -- writing rows

    def number(self) -> int:
        self.count += 1
        return self.count

    def day(self, at: int) -> str:
        """A day; a greater number is a later day."""
        return f"2026-{1 + at // 28:02d}-{1 + at % 28:02d}"

    def text(self) -> str:
        """Words that no other row has."""
        about = f"{self.random.choice(THINGS)} {self.random.choice(WORDS)}"
        return f"{about} value-{self.number()}{self.random.choice(['.', '。', '', '!'])}"

    def subject(self) -> str:
        return f"{self.random.choice(THINGS)}-{self.number()}:{self.random.choice(TRAITS)}"

    def new_id(self) -> str:
        return f"mem-2026-0{self.random.randint(1, 9)}-11-{self.number():03d}"

    def put(self, where: Where, *, id: str | None = None,  # noqa: A002 - the name of the field
            text: str | None = None, date: str | None = "2026-03-03", page: str | None = None,
            **fields: str | None) -> str:  # fmt: skip
        """Write one row; answers the mark of its text. A field that is None is left out."""
        text = text or self.text()
        said: Fields = {"kind": "state", "Status": "active", "Source": "user statement", **fields}
        if where == "inbox" and said["Status"] in ("active", None) and not said.get("superseded_by"):
            self._block("memory.md", "", self._line(id, text, date, said))
            return mark_of(text)
        path, section = self._home(where, page)
        self._block(path, section, self._structured(id, text, date, said))
        return mark_of(text)

    def _home(self, where: Where, page: str | None) -> tuple[str, str]:
        if where == "inbox":
            return "memory.md", ""
        if where == "index":
            return "index.md", "Pending Cleanup"
        sections = {"historical": ["Historical lessons"], "topic": ["Facts and lessons", "Pending cleanup"]}
        return f"topics/{page or self.random.choice(PAGES)}", self.random.choice(sections[where])

    def _block(self, path: str, section: str, text: str) -> None:
        self.blocks.setdefault((path, section), []).append(text)

    def _line(self, name: str | None, text: str, date: str | None, said: Fields) -> str:
        """The inbox form."""
        head = (f"[{date}] " if date else "") + (f"[{name}] " if name else "")
        kind = f"({said['kind']}) " if said["kind"] else ""
        end = "" if text.endswith((".", "。", "!")) else "."
        labels = [f"Subject: {said['subject']}." if said.get("subject") else "", f"Source: {said['Source']}."]
        return f"- {head}{kind}{text}{end} {' '.join(filter(None, labels))}\n"

    def _structured(self, name: str | None, text: str, date: str | None, said: Fields) -> str:
        """The form of the item store, in §9's order or shuffled."""
        head = f"[{date}] " if date else ""
        kind = f"({said['kind']}) " if said["kind"] and self.random.random() < 0.6 else ""
        lines = [f"  - {key}: {value}\n" for key, value in {"id": name, **said}.items() if value is not None]
        if self.random.random() < 0.3:
            self.random.shuffle(lines)
        return f"- {head}{kind}{text}\n{''.join(lines)}"

    def archived(self, name: str, text: str, segment: str, source: str = "session", **fields: str) -> str:
        """Write an archive line below a heading of its own; answers the reference of that passage."""
        day = self.day(self.random.randint(0, 200))
        line = self._line(name, text, day, {"kind": "state", "Source": source, **fields})
        self._block(f"archive/{day}.md", segment, line)
        return f"archive/{day}.md#{segment}"

    # -- saying what follows

    def conflict(self, subject: str, marks: set[str], in_force: str | None) -> None:
        case = "conflict:" + quote(subject, safe="")
        self.planted.cases.add(case)
        self.planted.rows[case] = marks
        self.planted.in_force[case] = in_force

    def broken(self, name: str, *found: tuple[str, int]) -> None:
        self.planted.cases.add(f"broken-supersede:{name}")
        self.planted.broken[f"broken-supersede:{name}"] = set(found)

    def withdraw(self, category: str, ref: str, then: str = "stands") -> None:
        """A withdrawal of one reference; lifted again, or with a second event that names no earlier one."""
        first = self._control("withdraw", category, ref, None)
        if then == "lifted":
            self._control("reinstate", category, ref, first)
        elif then == "forked":
            self._control("withdraw", category, ref, None)

    def _control(self, action: str, category: str, ref: str, lifts: str | None) -> str:
        name = f"memwd-2026-08-01-{self.number():03d}"
        effect = {"withdraw": "exclude-from-influence", "reinstate": "restore-eligibility"}[action]
        lines = [
            f"withdrawal_id: {name}",
            "record_type: withdrawal-control-v1",
            f"action: {action}",
            "scope:",
            f'  {category}: ["{ref}"]',
            "reason: owner-decision",
            "decided_by: user:owner",
            "decided_at: 2026-08-01T10:00:00Z",
            f"effect: {effect}",
            *([f"supersedes: {lifts}"] if lifts else []),
        ]
        self.controls.append("".join(line + "\n" for line in lines))
        return name

    # -- scenarios

    def a_conflict(self) -> None:
        """Two to five open rows anywhere, and rows of the same subject that are none of them."""
        subject, number = self.subject(), self.random.randint(2, 5)
        mode = self.random.choice(
            ("newest", "pending-last", "equal", "unknown", "none-active", "older-equal")
        )
        if mode == "older-equal":
            number = max(number, 3)
        dates: list[str | None] = [self.day(10 + 3 * at) for at in range(number)]
        states: list[str | None] = ["active"] * number
        acting: int | None = number - 1
        if mode == "pending-last":
            states[-1], acting = "pending-cleanup", number - 2
        elif mode == "equal":
            dates[-2], acting = dates[-1], None
        elif mode == "unknown":
            dates[self.random.randrange(number)] = self.random.choice([None, "2026-02-30", "2026-13-01"])
            acting = None
        elif mode == "none-active":
            states, acting = ["pending-cleanup"] * number, None
        else:
            dates[0] = dates[1] if mode == "older-equal" else dates[0]
            states[0] = self.random.choice(["pending-cleanup", "active"])
        marks = [self._open_row(subject, dates[at], states[at]) for at in range(number)]
        self._beside(subject)
        self.conflict(subject, set(marks), marks[acting] if acting is not None else None)

    def _open_row(self, subject: str, date: str | None, status: str | None) -> str:
        where: Where = self.random.choice(["topic", "topic", "inbox", "index"])
        if where == "inbox" and status != "active":
            where = "topic"
        if where == "topic" and status == "active" and self.random.random() < 0.2:
            status = None
        name = None if date and self.random.random() < 0.1 else self.new_id()
        mark = self.put(where, id=name, date=date, subject=subject, Status=status)
        if name and where == "topic" and self.random.random() < 0.3:
            self._provenance(name, subject)
        return mark

    def _provenance(self, name: str, subject: str) -> None:
        """Lines of the same id where an item is captured and kept: they say what was said then."""
        self.put("inbox", id=name, subject=subject, date=self.day(250))
        self.archived(name, self.text(), f"kept-{self.number()}", subject=subject)

    def _beside(self, subject: str) -> None:
        """Some rows of a subject that are not open, the newest of them all included."""
        for at in range(self.random.randint(0, 4)):
            self.random.choice([self._history, self._stale, self._merged, self._cooled, self._withdrawn])(
                subject, self.day(150 + at)
            )

    def _history(self, subject: str, date: str) -> str:
        """A superseded row, whose successor is superseded by a stale one: a sound chain."""
        last, middle = self.new_id(), self.new_id()
        self.put("topic", id=last, subject=subject, date=date, Status="stale")
        self.put("topic", id=middle, subject=subject, Status="superseded", superseded_by=last)
        return self.put("historical", id=self.new_id(), subject=subject, Status="superseded",
                        superseded_by=middle)  # fmt: skip

    def _stale(self, subject: str, date: str) -> str:
        return self.put("topic", id=self.new_id(), subject=subject, date=date, Status="stale")

    def _merged(self, subject: str, date: str) -> str:
        return self.put("topic", id=self.new_id(), subject=subject, date=date, merged_into=self.new_id())

    def _cooled(self, subject: str, date: str) -> str:
        return self.put("historical", id=self.new_id(), subject=subject, date=date)

    def _withdrawn(self, subject: str, date: str) -> str:
        name, then = self.new_id(), self.random.choice(("stands", "forked"))
        how = self.random.choice(("id", "source", "segment", "archived source"))
        if how == "id":
            self.withdraw("memory_item_ids", name, then)
            return self.put(
                self.random.choice(["topic", "inbox", "index"]), id=name, subject=subject, date=date
            )
        run = f"run:spike-{self.number()}"
        if how == "source":
            self.withdraw("source_or_run_refs", run, then)
            return self.put("topic", id=name, subject=subject, date=date, Source=run)
        if how == "segment":
            ref = self.archived(name, self.text(), f"cut-{self.number()}", subject=subject)
            self.withdraw("archive_refs", ref, then)
            return self.put("topic", id=name, subject=subject, date=date, Source=ref)
        self.archived(name, self.text(), f"cut-{self.number()}", source=run, subject=subject)
        self.withdraw("source_or_run_refs", run, then)
        return self.put("topic", id=name, subject=subject, date=date)

    def alone(self) -> None:
        """One open row among rows of its subject that are none."""
        subject = self.subject()
        self._open_row(subject, self.day(40), "active")
        self._beside(subject)

    def eligible_again(self) -> None:
        """A row that was withdrawn and reinstated is open as before."""
        subject, name = self.subject(), self.new_id()
        old = self.put("topic", id=self.new_id(), subject=subject, date=self.day(1))
        new = self.put("topic", id=name, subject=subject, date=self.day(2))
        self.withdraw("memory_item_ids", name, "lifted")
        self.conflict(subject, {old, new}, new)

    def near_subjects(self) -> None:
        """Subjects that look alike are other subjects, each with a row or two of its own."""
        base = f"relay-{self.number()}:port"
        looks = [base, *looks_like(base)]
        for subject in self.random.sample(looks, k=self.random.randint(2, len(looks))):
            first = self.put("topic", id=self.new_id(), subject=subject, date=self.day(1))
            if self.random.random() < 0.25:
                second = self.put("inbox", id=self.new_id(), subject=subject, date=self.day(2))
                self.conflict(subject, {first, second}, second)

    def no_subject_and_no_kind(self) -> None:
        """Rows without a subject, of no kind, or of knowledge are in no conflict of a subject."""
        subject = self.subject()
        self.put("topic", id=self.new_id(), subject=subject)
        self.put("topic", id=self.new_id(), subject=subject, kind=None)
        self.put("topic", id=self.new_id(), subject=subject, kind="knowledge")
        for _ in range(2):
            self.put("topic", id=self.new_id())

    def late_index_copy(self) -> None:
        """The index still says that a superseded row is active: copies that differ, and no conflict."""
        subject, old, new, text = self.subject(), self.new_id(), self.new_id(), self.text()
        self.put("topic", id=old, subject=subject, text=text, Status="superseded", superseded_by=new)
        self.put("index", id=old, subject=subject, text=text)
        self.put("topic", id=new, subject=subject, date=self.day(90))
        self.planted.cases.add(f"copies:{old}")

    def kept_under_another_subject(self) -> None:
        """An item that was captured as one thing and is kept as another is of no conflict of the first."""
        subject, name = self.subject(), self.new_id()
        self.put("topic", id=self.new_id(), subject=subject)
        self.put("inbox", id=name, subject=subject, date=self.day(90))
        if self.random.random() < 0.5:
            self.put("topic", id=name, subject=self.subject(), date=self.day(90))
        else:
            kept = self.random.choice([None, subject])
            self.put("topic", id=name, kind="knowledge", date=self.day(90), subject=kept)

    def copies_that_differ(self) -> None:
        """One id in two pages, or in a page and the index, with one field that is not the same."""
        name, text = self.new_id(), self.text()
        one: Fields = {"kind": "knowledge", "Status": "pending-cleanup", "Scope": "project"}
        other: Fields = dict(one)
        what = self.random.choice(("text", "date", "Scope", "Source", "Status", "Confidence"))
        changes: Fields = {
            "Scope": "global",
            "Source": "conversation",
            "Status": "active",
            "Confidence": "unknown",
        }
        if what in changes:
            other[what] = changes[what]
        self.put("topic", id=name, text=text, page=PAGES[0], **one)
        second: Where = self.random.choice(["topic", "index"])
        self.put(second, id=name, text=self.text() if what == "text" else text, page=PAGES[1],
                 date="2026-05-05" if what == "date" else "2026-03-03", **other)  # fmt: skip
        self.planted.cases.add(f"copies:{name}")

    def copies_that_agree(self) -> None:
        """One id twice with the same values, and captured and kept in other words."""
        name, text, subject = self.new_id(), self.text(), self.subject()
        for where in self.random.choice([("topic", "index"), ("topic", "topic"), ("topic",)]):
            self.put(where, id=name, text=text, subject=subject, Status="active")  # type: ignore[arg-type]
        self._provenance(name, subject)

    def pointer_missing(self) -> None:
        name, subject = self.new_id(), self.subject()
        self.put("topic", id=name, subject=subject, Status="superseded")
        self.put("topic", id=self.new_id(), subject=subject, date=self.day(60))
        self.broken(name, ("pointer-missing", 1))

    def pointer_to_nothing(self) -> None:
        name, subject = self.new_id(), self.subject()
        self.put("topic", id=name, subject=subject, Status="superseded", superseded_by=self.new_id())
        self.broken(name, ("pointer-to-nothing", 1))

    def pointer_to_itself(self) -> None:
        name = self.new_id()
        self.put("topic", id=name, subject=self.subject(), Status="superseded", superseded_by=name)
        self.broken(name, ("pointer-to-itself", 1))

    def cycle(self) -> None:
        subject = self.subject()
        names = [self.new_id() for _ in range(self.random.randint(2, 4))]
        for name, after in zip(names, [*names[1:], names[0]], strict=True):
            self.put("topic", id=name, subject=subject, Status="superseded", superseded_by=after)
            self.broken(name, ("cycle", 1))

    def pointer_across_kinds(self) -> None:
        name, after, subject = self.new_id(), self.new_id(), self.subject()
        self.put("topic", id=name, subject=subject, Status="superseded", superseded_by=after)
        kind = self.random.choice(["knowledge", None])
        self.put("topic", id=after, subject=subject, kind=kind, date=self.day(60))
        self.broken(name, ("pointer-across-kinds", 3))

    def pointer_across_subjects(self) -> None:
        name, after, subject = self.new_id(), self.new_id(), f"gateway-{self.number()}:port"
        self.put("topic", id=name, subject=subject, Status="superseded", superseded_by=after)
        other = self.random.choice([self.subject(), None, *looks_like(subject)])
        self.put("topic", id=after, subject=other, date=self.day(60))
        self.broken(name, ("pointer-across-subjects", 4))

    def superseded_knowledge(self) -> None:
        """Knowledge is never superseded (§14.3): both rows would have to be state."""
        name, after = self.new_id(), self.new_id()
        kind = self.random.choice(["knowledge", None])
        self.put("topic", id=name, kind=kind, Status="superseded", superseded_by=after)
        self.put("topic", id=after, kind=kind)
        self.broken(name, ("pointer-across-kinds", 3))

    def pointer_across_both(self) -> None:
        name, after = self.new_id(), self.new_id()
        self.put("topic", id=name, subject=self.subject(), Status="superseded", superseded_by=after)
        self.put("topic", id=after, kind="knowledge")
        self.broken(name, ("pointer-across-kinds", 3), ("pointer-across-subjects", 4))

    def pointer_to_an_archive_line(self) -> None:
        """What the archive alone holds is no row that could follow another."""
        name, after, subject = self.new_id(), self.new_id(), self.subject()
        self.put("topic", id=name, subject=subject, Status="superseded", superseded_by=after)
        self.archived(after, self.text(), f"only-{self.number()}", subject=subject)
        self.broken(name, ("pointer-to-nothing", 1))

    def pointer_to_what_was_erased(self) -> None:
        """An erasure may take the row that followed; its tombstone says so, and nothing is broken."""
        name, after = self.new_id(), self.new_id()
        self.put("topic", id=name, subject=self.subject(), Status="superseded", superseded_by=after)
        lines = [
            f"erasure_id: memerase-2026-08-09-{self.number():03d}",
            "record_type: erasure-tombstone-v1",
            f"scope_refs: [{after}]",
            "authority_ref: user:owner/request-17",
            "decided_at: 2026-08-09T11:50:00+08:00",
            "executed_at: 2026-08-09T12:00:00+08:00",
            "holders:",
            "  - holder_ref: memory/topics/environment.md",
            "    result: completed",
            "sanitized_replacement_refs: []",
        ]
        self.log.append("\n```yaml\n" + "\n".join(lines) + "\n```")

    def withdrawn_and_broken(self) -> None:
        """That a withdrawn row names no row after it is told like that of any other."""
        name, subject = self.new_id(), self.subject()
        self.put("topic", id=name, subject=subject, Status="superseded")
        self.withdraw("memory_item_ids", name)
        self.broken(name, ("pointer-missing", 1))

    def two_heads(self) -> None:
        """An old row leads to one that is active and names an active one after it."""
        old, one, other, subject = self.new_id(), self.new_id(), self.new_id(), self.subject()
        self.put("topic", id=old, subject=subject, Status="superseded", superseded_by=one)
        first = self.put("topic", id=one, subject=subject, date=self.day(70), superseded_by=other)
        second = self.put("topic", id=other, subject=subject, date=self.day(71))
        self.conflict(subject, {first, second}, second)
        self.broken(one, ("two-heads", 1))

    def waits_with_a_successor(self) -> None:
        """A row that waits may name the row after it (§10): a conflict to settle, and nothing broken."""
        one, other, subject = self.new_id(), self.new_id(), self.subject()
        first = self.put("topic", id=one, subject=subject, Status="pending-cleanup", superseded_by=other)
        second = self.put("topic", id=other, subject=subject, date=self.day(71))
        self.conflict(subject, {first, second}, second)

    def successor_in_the_inbox_or_withdrawn(self) -> None:
        """A pointer that leads to a row that is there holds, whatever became of that row."""
        name, after, subject = self.new_id(), self.new_id(), self.subject()
        self.put("topic", id=name, subject=subject, Status="superseded", superseded_by=after)
        self.put(self.random.choice(["inbox", "topic"]), id=after, subject=subject, date=self.day(60))
        if self.random.random() < 0.5:
            self.withdraw("memory_item_ids", after)

    def left_open(self) -> None:
        """Two items of knowledge that an entry of the log leaves open, settled before perhaps."""
        one, other = self.new_id(), self.new_id()
        self.put("topic", id=one, kind="knowledge", Status=self.random.choice(["active", "pending-cleanup"]))
        self.put(self.random.choice(["topic", "inbox"]), id=other, kind="knowledge")
        settled = self._settled(one, other)
        self.log.append(self.random.choice(["", settled + "\n"]) + self._open(one, other))
        self.planted.cases.add("contradiction:" + "+".join(sorted((one, other))))

    def _open(self, one: str, other: str) -> str:
        decision = f"memdec-2026-08-02-{self.number():03d}-ab12"
        return self.random.choice(
            [
                f"- 2026-08-02T10:00:00+02:00 review left-open {one} {other} by user:mira",
                f"- 2026-08-02T10:00:00Z reconcile {one} {other} verdict=open by user:mira {decision}",
            ]
        )

    def _settled(self, one: str, other: str) -> str:
        verdict = self.random.choice(["both", "confirm"])
        decision = f"memdec-2026-08-03-{self.number():03d}-ab12"
        return f"- 2026-08-03T10:00:00Z reconcile {other} {one} verdict={verdict} by user:mira {decision}"

    def settled_since(self) -> None:
        """A pair of which a later entry says that it is settled."""
        one, other = self.new_id(), self.new_id()
        for name in (one, other):
            self.put("topic", id=name, kind="knowledge")
        self.log.append(f"{self._open(one, other)}\n{self._settled(one, other)}")

    def marked_for_cleanup(self) -> None:
        """A waiting item and what its mark names against it are a case of the waiting item alone."""
        one, other = self.new_id(), self.new_id()
        self.put("topic", id=one, kind="knowledge", Status="pending-cleanup")
        self.put("topic", id=other, kind="knowledge")
        mark = f"- 2026-08-01T23:40:01+02:00 pending-cleanup {one} refuted_by={other}"
        self.log.append(self.random.choice(["", self._open(one, other) + "\n"]) + mark)

    def left_open_no_more(self) -> None:
        """An entry that names an item which no longer stands for itself connects nothing."""
        one, other, subject = self.new_id(), self.new_id(), self.subject()
        self.put("topic", id=one, kind="knowledge")
        self.log.append(self._open(one, other))
        how = self.random.choice(
            ("merged", "historical", "stale", "withdrawn", "archived", "nothing", "state")
        )
        if how == "archived":
            self.archived(other, self.text(), f"only-{self.number()}")
        elif how == "state":
            self.put("topic", id=other, subject=subject)
        elif how == "merged":
            self.put("topic", id=other, kind="knowledge", merged_into=one)
        elif how != "nothing":
            where: Where = "historical" if how == "historical" else "topic"
            self.put(where, id=other, kind="knowledge", Status="stale" if how == "stale" else "active")
        if how == "withdrawn":
            self.withdraw("memory_item_ids", other)

    def traps(self) -> None:
        """What looks like rows and is none: a fence, and the index's list of what is new."""
        subject = self.subject()
        row = f"- [2026-01-01] (state) Not a row.\n  - id: {self.new_id()}\n  - subject: {subject}\n"
        self._block(f"topics/{PAGES[0]}", "Facts and lessons", f"```\n{row}{row}```\n")
        self._block("index.md", "Recent Activity", f"- [2026-01-01] (state) {subject} → topics/{PAGES[0]}\n")
        self.put("topic", id=self.new_id(), subject=subject)

    # -- to the disk

    def write(self, root: Path) -> Path:
        """Write the agent's home; answers it. Some files have CRLF, a BOM, or no last line end."""
        files: dict[str, str] = {path: "" for path in ("memory.md", "index.md")}
        for (path, section), blocks in self.blocks.items():
            self.random.shuffle(blocks)
            heading = f"## {section}\n\n" if section else ""
            files[path] = files.get(path, "") + f"\n{heading}{''.join(blocks)}"
        for path, body in files.items():
            self._file(root / "memory" / path, f"# {Path(path).stem}\n{body}", plain=False)
        fences = []
        for control in self.controls:
            if self.random.random() < 0.5:
                name = control.split("\n", 1)[0].removeprefix("withdrawal_id: ")
                self._file(root / "memory" / "governance" / "controls" / f"{name}.yaml", control)
            else:
                fences.append(f"\n```yaml\n{control}```\n")
        said = [line + "\n" for line in self.log] + fences
        self.random.shuffle(said)
        self._file(root / "memory" / "log.md", "# Log\n\n" + "".join(said))
        self._file(root / "AGENTS.md", "# Agent\n")
        return root

    def change(self, root: Path) -> None:
        """Change a file that :meth:`write` wrote, as an agent or a person might; what follows is not told."""
        memory = root / "memory"
        pages = [*sorted((memory / "topics").glob("*.md")), memory / "index.md", memory / "memory.md"]
        page = self.random.choice(pages)
        lines = page.read_bytes().split(b"\n")
        what = self.random.choice(("status", "line", "order", "log", "row"))
        if what == "log":
            log = memory / "log.md"
            names = re.findall(r"\bmem-[0-9-]+[0-9]", page.read_text(encoding="utf-8"))
            entry = self._open(*self.random.choices(names, k=2)) if names else ""
            log.write_bytes(log.read_bytes() + f"{entry}\n".encode())
            return
        if what == "status":
            stale, active = b"Status: stale", b"Status: active"
            old, new = self.random.sample([stale, active, b"Status: superseded"], k=2)
            at = [number for number, line in enumerate(lines) if old in line]
            for number in self.random.sample(at, k=min(2, len(at))):
                lines[number] = lines[number].replace(old, new)
        elif what == "line":
            del lines[self.random.randrange(len(lines))]
        elif what == "order":
            lines = [*lines[: len(lines) // 2], *lines[len(lines) // 2 :][::-1]]
        else:
            subjects = re.findall(r"(?m)subject: (.*?)\r?$", b"\n".join(lines).decode())
            subject = self.random.choice([*subjects, self.subject()])
            row = {"kind": "state", "subject": subject, "Status": "active", "Source": "user statement"}
            lines.append(self._structured(self.new_id(), self.text(), self.day(260), dict(row)).encode())
        page.write_bytes(b"\n".join(lines))

    def _file(self, path: Path, text: str, *, plain: bool = True) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not plain:
            text = text.replace("\n", "\r\n") if self.random.random() < 0.3 else text
            text = "\ufeff" + text if self.random.random() < 0.1 else text
            text = text.rstrip("\r\n") if self.random.random() < 0.2 else text
        path.write_bytes(text.encode())


SCENARIOS = (
    "a_conflict",
    "a_conflict",
    "a_conflict",
    "alone",
    "alone",
    "eligible_again",
    "near_subjects",
    "no_subject_and_no_kind",
    "late_index_copy",
    "kept_under_another_subject",
    "copies_that_differ",
    "copies_that_differ",
    "copies_that_agree",
    "pointer_missing",
    "pointer_to_nothing",
    "pointer_to_itself",
    "cycle",
    "pointer_across_kinds",
    "pointer_across_subjects",
    "pointer_across_both",
    "superseded_knowledge",
    "pointer_to_an_archive_line",
    "pointer_to_what_was_erased",
    "withdrawn_and_broken",
    "two_heads",
    "waits_with_a_successor",
    "successor_in_the_inbox_or_withdrawn",
    "left_open",
    "left_open",
    "left_open_no_more",
    "left_open_no_more",
    "settled_since",
    "marked_for_cleanup",
    "traps",
)
