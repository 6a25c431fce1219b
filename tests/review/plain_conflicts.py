"""What conflicts stand in a store's files, told again: lines into tables, and questions to the tables.

Nothing of the workbench is used here. The questions are those of §9, §14.2, §15.2 of the protocol, in SQL.
"""

from __future__ import annotations

import datetime as dt
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import yaml

Fields = dict[str, str]

TABLES = """
CREATE TABLE line (at TEXT PRIMARY KEY, rank INTEGER, place TEXT, name TEXT, id TEXT, kind TEXT, subject TEXT,
    status TEXT, date TEXT, text TEXT, source TEXT, pointer TEXT, merged TEXT, said TEXT,
    passage TEXT, n INTEGER);
CREATE TABLE withdrawn (ref TEXT);
CREATE TABLE erased (ref TEXT);
CREATE TABLE entry (n INTEGER, what TEXT, about TEXT, a TEXT, b TEXT);
"""

VIEWS = """
CREATE VIEW gone AS SELECT DISTINCT line.name FROM line, withdrawn
    WHERE ref = line.id OR ref = line.passage OR instr(';' || line.source || ';', ';' || ref || ';');

-- The row that counts of each item: the item store, then the inbox, then the index; of equal ones the first.
CREATE VIEW item AS SELECT * FROM line WHERE place != 'archive' AND NOT EXISTS (
    SELECT 1 FROM line AS b WHERE b.name = line.name AND b.place != 'archive'
    AND (b.rank < line.rank OR (b.rank = line.rank AND b.n < line.n)));

CREATE VIEW open_state AS SELECT * FROM item WHERE kind = 'state' AND subject != '' AND merged = ''
    AND status IN ('active', '', 'pending-cleanup') AND place != 'historical'
    AND name NOT IN (SELECT name FROM gone);

CREATE VIEW conflict AS SELECT subject FROM open_state GROUP BY subject HAVING count(*) > 1;

-- The most recent dated active row, where no active one is without a date and no other is of its day.
CREATE VIEW acting AS SELECT subject, at FROM open_state AS a WHERE status != 'pending-cleanup'
    AND NOT EXISTS (SELECT 1 FROM open_state AS b
        WHERE b.subject = a.subject AND b.status != 'pending-cleanup'
        AND (b.date = '' OR (b.at != a.at AND b.date >= a.date)));

CREATE VIEW copies AS SELECT id FROM line WHERE id != '' AND place IN ('topic', 'historical', 'index')
    GROUP BY id HAVING count(DISTINCT said) > 1 AND sum(place != 'index') > 0;

CREATE VIEW old AS SELECT * FROM item WHERE status = 'superseded';

CREATE VIEW broken AS
    SELECT id, 'pointer-missing' AS what, 1 AS rule FROM old WHERE pointer = ''
    UNION SELECT id, 'pointer-to-itself', 1 FROM old WHERE pointer = id
    UNION SELECT id, 'pointer-to-nothing', 1 FROM old
        WHERE pointer NOT IN (SELECT id FROM item UNION SELECT ref FROM erased) AND pointer != ''
    UNION SELECT old.id, 'pointer-across-kinds', 3 FROM old JOIN item ON item.id = old.pointer
        WHERE old.pointer != '' AND (old.kind != 'state' OR item.kind != 'state')
    UNION SELECT old.id, 'pointer-across-subjects', 4 FROM old JOIN item ON item.id = old.pointer
        WHERE old.pointer != '' AND old.subject != item.subject
    UNION SELECT id, 'cycle', 1 FROM (
        WITH RECURSIVE walk (start, here) AS (
            SELECT id, pointer FROM old WHERE pointer != id
            UNION SELECT start, pointer FROM walk JOIN old ON old.id = here WHERE pointer != here)
        SELECT start AS id FROM walk WHERE here = start)
    UNION SELECT a.id, 'two-heads', 1 FROM open_state AS a JOIN open_state AS b ON b.id = a.pointer
        WHERE a.status != 'pending-cleanup' AND a.pointer != '' AND a.id != b.id AND a.subject = b.subject;

CREATE VIEW stands AS SELECT id, status FROM item WHERE kind = 'knowledge'
    AND status IN ('active', '', 'pending-cleanup') AND merged = ''
    AND place != 'historical' AND name NOT IN (SELECT name FROM gone);

-- The last entry about a pair counts; a pair that a mark connects is the case of the item that waits.
CREATE VIEW contradiction AS SELECT DISTINCT a, b FROM entry AS e
    WHERE what = 'open' AND a != b AND a IN (SELECT id FROM stands) AND b IN (SELECT id FROM stands)
    AND NOT EXISTS (SELECT 1 FROM entry AS s
        WHERE s.what = 'settled' AND s.a = e.a AND s.b = e.b AND s.n > e.n)
    AND NOT EXISTS (SELECT 1 FROM entry AS m JOIN stands ON id = m.about
        WHERE m.what = 'marked' AND m.a = e.a AND m.b = e.b AND status = 'pending-cleanup');
"""

RANKS = {"topic": 0, "historical": 1, "inbox": 2, "index": 3, "archive": 4}


@dataclass
class Plainly:
    """The certain cases of a store, and what stands in those of two kinds; rows are told as ``path:line``."""

    cases: set[str] = field(default_factory=set)
    rows: dict[str, set[str]] = field(default_factory=dict)
    in_force: dict[str, str | None] = field(default_factory=dict)
    broken: dict[str, set[tuple[str, int]]] = field(default_factory=dict)


def plain_conflicts(memory: Path) -> Plainly:
    """Read the files below a memory root and tell every certain conflict in them."""
    db = sqlite3.connect(":memory:")
    db.executescript(TABLES + VIEWS)
    rows = list(_lines(memory))
    db.executemany(f"INSERT INTO line VALUES ({','.join('?' * 16)})", rows)
    paths = [memory / "log.md", *sorted((memory / "governance" / "controls").glob("*.yaml"))]
    texts = [_text(path) for path in paths]
    db.executemany("INSERT INTO withdrawn VALUES (?)", _withdrawn(texts))
    db.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", _entries(texts[0]))
    db.executemany("INSERT INTO erased VALUES (?)", _erased(texts[0]))
    found = Plainly()
    for (subject,) in db.execute("SELECT subject FROM conflict").fetchall():
        case = "conflict:" + quote(subject, safe="")
        asked = (subject,)
        found.rows[case] = {at for (at,) in db.execute("SELECT at FROM open_state WHERE subject = ?", asked)}
        acting = db.execute("SELECT at FROM acting WHERE subject = ?", asked).fetchone()
        found.in_force[case] = acting[0] if acting else None
    for name, what, rule in db.execute("SELECT id, what, rule FROM broken"):
        found.broken.setdefault(f"broken-supersede:{name}", set()).add((what, rule))
    found.cases |= found.rows.keys() | found.broken.keys()
    found.cases |= {f"copies:{name}" for (name,) in db.execute("SELECT id FROM copies")}
    found.cases |= {f"contradiction:{a}+{b}" for a, b in db.execute("SELECT a, b FROM contradiction")}
    db.close()
    return found


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n") if path.exists() else ""


def _lines(memory: Path) -> Iterator[tuple[str | int, ...]]:
    """A tuple for the first table per bullet that is an item."""
    pages = [memory / "memory.md", memory / "index.md"]
    pages += sorted((memory / "topics").glob("*.md")) + sorted((memory / "archive").glob("*.md"))
    number = 0
    for path in (page for page in pages if page.exists()):
        name = path.relative_to(memory).as_posix()
        for line, heading, block in _bullets(_text(path)):
            place = _place(name, heading)
            said = _said(block)
            if place and said:
                number += 1
                passage = f"{name}#{heading}" if place == "archive" else ""
                yield _row(f"{name}:{line}", place, said, passage, number)


def _place(name: str, heading: str) -> str:
    if name == "memory.md":
        return "inbox"
    if name == "index.md":
        return "index" if heading == "Pending Cleanup" else ""
    if name.startswith("archive/"):
        return "archive"
    return "historical" if heading == "Historical lessons" else "topic"


def _bullets(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """Each bullet with the number of its first line, the heading above it, and its lines."""
    heading, fenced, first = "", False, 0
    block: list[str] = []
    for number, line in enumerate([*text.split("\n"), "#"], start=1):
        if block and not line.startswith("  "):
            yield first, heading, block
            block = []
        if line.startswith("```"):
            fenced = not fenced
        elif fenced:
            continue
        elif line.startswith("#"):
            heading = line.lstrip("#").strip()
        elif line.startswith("- "):
            first, block = number, [line[2:]]
        elif block:
            block.append(line.strip()[2:])


def _said(block: list[str]) -> Fields:
    """What a bullet says of itself; empty for one that is no item."""
    head, *below = block
    said: Fields = {}
    while found := re.match(r"(?:\[(\d{4}-[\d-]+)\]|\[(mem-[^\]]+)\]|\((state|knowledge)\)) ", head):
        said |= {
            key: value for key, value in zip(("date", "id", "kind"), found.groups(), strict=True) if value
        }
        head = head[found.end() :]
    said |= {key.lower(): value for key, _, value in (line.partition(": ") for line in below)}
    if not below and (found := re.fullmatch(r"(.*?)(?: Subject: (.*)\.)? Source: (.*)\.", head)):
        head = found[1]
        said |= {"subject": found[2] or "", "source": found[3]}
    return {**said, "text": head} if "date" in said or "id" in said or below else {}


def _row(at: str, place: str, said: Fields, passage: str, number: int) -> tuple[str | int, ...]:
    def told(key: str) -> str:
        return said.get(key, "")

    values = repr(sorted(said.items()))
    first = (
        at,
        RANKS[place],
        place,
        told("id") or at,
        told("id"),
        told("kind"),
        told("subject"),
        told("status"),
    )
    second = (_day(told("date")), told("text"), told("source"), told("superseded_by"), told("merged_into"))
    return (*first, *second, values, passage, number)


def _day(text: str) -> str:
    try:
        return dt.date.fromisoformat(text).isoformat() if len(text) == 10 else ""
    except ValueError:
        return ""


def _withdrawn(texts: list[str]) -> Iterator[tuple[str]]:
    """References that are withdrawn: all but those of which one withdrawal and its reinstatement are told."""
    events: dict[str, list[tuple[str, str, str]]] = {}
    for text in texts:
        for body in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL) or [text]:
            record = yaml.safe_load(body) if body.startswith("withdrawal_id") else {}
            for ref in (ref for refs in record.get("scope", {}).values() for ref in refs):
                event = (record["action"], record["withdrawal_id"], record.get("supersedes", ""))
                events.setdefault(ref, []).append(event)
    for ref, said in events.items():
        actions = {action: (name, lifts) for action, name, lifts in said}
        lifted = (
            len(said) == 2 and actions.get("reinstate", ("", "?"))[1] == actions.get("withdraw", ("",))[0]
        )
        if not lifted:
            yield (ref,)


ENTRIES = {
    "open": r"review left-open (\S+) (\S+) by .*|reconcile (\S+) (\S+) verdict=open by .*",
    "settled": r"reconcile (\S+) (\S+) verdict=(?:both|confirm) by .*",
    "marked": r"pending-cleanup (\S+) refuted_by=(\S+)",
}


def _entries(log: str) -> Iterator[tuple[int | str, ...]]:
    """The entries about two items: which line, what it says, the item named first, and both in order."""
    for number, line in enumerate(log.split("\n")):
        for what, pattern in ENTRIES.items():
            if found := re.fullmatch(rf"- \S+ (?:{pattern})", line):
                one, other = (name for name in found.groups() if name)
                yield (number, what, one, min(one, other), max(one, other))


def _erased(log: str) -> Iterator[tuple[str]]:
    """What a tombstone names."""
    for body in re.findall(r"```yaml\n(erasure_id:.*?)```", log, re.DOTALL):
        yield from ((ref,) for ref in yaml.safe_load(body)["scope_refs"])
