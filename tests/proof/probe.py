"""Looks at a store and says what does not hold. It knows the formats, and nothing of the program.

Only the standard library is imported, so that a fault of the program's own reading or
writing cannot hide here. Three trees are compared: the store before a decision, the
store after the same decision made undisturbed, and the store now. Random parts of names
and digests are masked for that; everything else is compared byte for byte.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import stat
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

File = tuple[int, bytes]
Tree = Mapping[str, File]

DECISIONS = "memory/governance/decisions/"
LOG = "memory/log.md"
TOPICS = "memory/topics/"
PLACES = "workbench/places/"
TEMP = re.compile(r"\.wb-tmp-[0-9]+-s?[0-9a-f]{8}")
CONFLICT = re.compile(r".*\.conflict-[0-9a-f]{8}")

_RANDOM = (
    (re.compile(rb"(memdec-\d{4}-\d\d-\d\d-\d{3,9})-[0-9a-f]{4}"), rb"\1-****"),
    (re.compile(rb"store-[0-9a-f]{32}"), b"store-*"),
    (re.compile(rb"[0-9a-f]{64}"), b"<digest>"),
    (re.compile(rb"~[0-9a-f]{10}"), b"~<alias>"),
    (re.compile(rb"\.wb-tmp-[0-9]+-(s?)[0-9a-f]{8}"), rb".wb-tmp-\1*"),
)
_FIELD = re.compile(rb"^\s+- ([A-Za-z_-]+): *(.*?)\s*$", re.M)
_INBOX = re.compile(rb"^- \[\d{4}-\d\d-\d\d\] \[(mem-[0-9-]+)\] \((\w+)\)")
_SUBJECT = re.compile(rb"Subject: (.+?)\.(?: Source:|\s*$)")
_KEYS = {
    "schema", "id", "store_id", "action", "verdict", "params", "case", "targets", "reviewed", "effects",
    "log", "decided_by", "claimed", "at_terminal", "authority", "decided_at", "supersedes", "prev",
    "executor", "expires_at", "salt_digest", "reason_digest",
}  # fmt: skip


@dataclass(frozen=True)
class Row:
    """One item as it stands in a file: where, which, about what, and whether it is in force."""

    path: str
    id: str
    subject: str | None
    status: str | None
    block: bytes


@dataclass(frozen=True)
class Shop:
    """The two trees a decision may write: the agent's home and the person's data folder."""

    agent: Tree
    data: Tree


def read_tree(root: Path) -> dict[str, File]:
    """Every path under a root: mode with type bits, and bytes (a link's target, empty for a folder)."""
    found: dict[str, File] = {}
    for path in sorted(root.rglob("*")):
        mode = path.lstat().st_mode
        data = b""
        if stat.S_ISLNK(mode):
            data = str(path.readlink()).encode()
        elif stat.S_ISREG(mode):
            data = path.read_bytes()
        found[path.relative_to(root).as_posix()] = (mode, data)
    return found


def read_shop(world: Path) -> Shop:
    """Both trees of a world: `agent/` and `data/`."""
    return Shop(read_tree(world / "agent"), read_tree(world / "data"))


# What a look says


def look(before: Shop, after: Shop, now: Shop) -> list[str]:
    """What does not hold in a store that nobody has opened since it was interrupted."""
    new = decisions(now.agent) - decisions(before.agent)
    changed = changed_files(before.agent, now.agent)
    return [
        *_strangers(before.agent, now.agent, after.agent),
        *(f"{len(new)} new decisions" for _ in [0] if len(new) > 1),
        *(problem for decision in new for problem in _record_problems(now.agent, decision)),
        *_unexplained(before.agent, now.agent, changed, new),
        *(problem for path in changed for problem in _half(path, before.agent, after.agent, now.agent)),
        *_two_active(before.agent, now.agent),
        *_items_lost(before.agent, now.agent),
        *_open_to_others(now.data),
    ]


def look_finished(before: Shop, after: Shop, now: Shop, recorded: bool) -> list[str]:
    """What does not hold once unfinished work was resumed: it is the store before, or the store after."""
    found = [f"left behind: {path}" for path in (*now.agent, *now.data) if is_temp(path)]
    if recorded:
        found += _differences(masked(after.agent), masked(now.agent), "not as after the decision")
        found += _differences(masked(kept(after.data)), masked(kept(now.data)), "not as after the decision")
        found += [
            problem
            for decision in decisions(now.agent) - decisions(before.agent)
            for problem in _record_problems(now.agent, decision)
        ]
    else:
        found += _differences(before.agent, now.agent, "not as before")
        found += _differences(kept(before.data), kept(now.data), "not as before")
    return found + _two_active(before.agent, now.agent)


def is_recorded(before: Shop, now: Shop) -> bool:
    """Whether a decision stands in the ledger that did not stand there before."""
    return bool(decisions(now.agent) - decisions(before.agent))


def is_complete(after: Shop, now: Shop) -> bool:
    """Whether the agent's home is as the whole decision leaves it."""
    return masked(after.agent) == masked(now.agent)


# Parts of a store


def decisions(agent: Tree) -> set[str]:
    """Ids of the records in the ledger, by file name."""
    names = (path.removeprefix(DECISIONS) for path in agent if path.startswith(DECISIONS))
    return {name.removesuffix(".json") for name in names if name.endswith(".json") and not is_temp(name)}


def kept(tree: Tree) -> Tree:
    """The files of the data folder that a decision rests on.

    What the machine remembers for its person's comfort, by the place of a store, is no part of a
    decision: it may be written or not, and only has to be theirs alone.
    """
    return {
        path: entry for path, entry in tree.items() if stat.S_ISREG(entry[0]) and not path.startswith(PLACES)
    }


def is_temp(path: str) -> bool:
    """Whether the last name of a path is that of a temp of the program."""
    return TEMP.fullmatch(path.rpartition("/")[2]) is not None


def changed_files(before: Tree, now: Tree) -> list[str]:
    """Paths of the memory outside the ledger that are not what they were."""
    return [path for path in before if now.get(path) != before[path] and stat.S_ISREG(before[path][0])]


def masked(tree: Tree) -> dict[str, File]:
    """A tree in which what is drawn at random looks the same in every run."""
    return {
        mask(path.encode()).decode(): (mode, _mask_file(path, data)) for path, (mode, data) in tree.items()
    }


def mask(data: bytes) -> bytes:
    """Bytes with random ids and digests replaced."""
    for pattern, instead in _RANDOM:
        data = pattern.sub(instead, data)
    return data


def blocks(data: bytes) -> list[bytes]:
    """A page cut into bullets with what is indented below them, and single lines."""
    found: list[bytes] = []
    for line in data.splitlines(keepends=True):
        if found and found[-1].startswith(b"- ") and line[:1] in (b" ", b"\t") and line.strip():
            found[-1] += line
        else:
            found.append(line)
    return found


def rows(tree: Tree) -> Iterator[Row]:
    """Every item with an id in topics, index and inbox."""
    for path, (mode, data) in tree.items():
        page = path.startswith(TOPICS) or path in ("memory/index.md", "memory/memory.md")
        if page and stat.S_ISREG(mode) and path.endswith(".md"):
            for block in blocks(data):
                row = _row(path, block)
                if row is not None:
                    yield row


def shown(agent: Path, path: str, item: str) -> set[str | None]:
    """The Status that a page shows for an item; nothing else is looked at, for others may be at work."""
    try:
        page = {path: (stat.S_IFREG, (agent / path).read_bytes())}
    except FileNotFoundError:
        return set()
    return {row.status for row in rows(page) if row.id == item}


# Inside


def _row(path: str, block: bytes) -> Row | None:
    inbox = _INBOX.match(block)
    if inbox:
        subject = _SUBJECT.search(block)
        return Row(path, inbox[1].decode(), subject[1].decode() if subject else None, "active", block)
    fields = {key.decode(): value.decode() for key, value in _FIELD.findall(block)}
    if not block.startswith(b"- ") or "id" not in fields:
        return None
    return Row(path, fields["id"], fields.get("subject"), fields.get("Status"), block)


def _mask_file(path: str, data: bytes) -> bytes:
    if "/bytes/" in path and path.endswith(".json"):
        with suppress(ValueError, KeyError):  # a torn file is compared as it is
            data = _unpacked(data)
    return mask(data)


def _unpacked(data: bytes) -> bytes:
    kept = json.loads(data)
    plain = [base64.b64decode(kept.pop("log"))]
    for effect in kept["effects"]:
        plain += [base64.b64decode(effect.pop("before")), base64.b64decode(effect.pop("after"))]
    return json.dumps(kept).encode() + b"".join(plain)


def _differences(wanted: Tree, found: Tree, how: str) -> list[str]:
    paths = {*wanted, *found}
    return [f"{path}: {how}" for path in sorted(paths) if wanted.get(path) != found.get(path)]


def _strangers(before: Tree, now: Tree, after: Tree) -> Iterator[str]:
    """Paths that are gone, that are new without a reason, or that no decision may change."""
    allowed = masked(after)
    for path in sorted(before.keys() - now.keys()):
        yield f"{path}: gone"
    for path in sorted(now.keys() - before.keys()):
        if not is_temp(path) and mask(path.encode()).decode() not in allowed:
            yield f"{path}: is new and belongs to nothing"
    planned = {path for path in before if after.get(path) != before[path]}
    for path in changed_files(before, now):
        if path in now and (path not in planned or now[path][0] != before[path][0]):
            yield f"{path}: changed, or its mode, and no plan names it"


def _record_problems(agent: Tree, decision: str) -> Iterator[str]:
    """Whether the record is whole, and salt and reason beside it are those it names."""
    try:
        record = parse_record(agent, decision)
    except ValueError as error:
        yield f"{decision}: the record does not parse: {error}"
        return
    salt = agent.get(f"{DECISIONS}{decision}.salt", (0, b""))[1]
    reason = agent.get(f"{DECISIONS}{decision}.reason.md", (0, b""))[1]
    if record["id"] != decision or not record["decided_by"] or not record["decided_at"]:
        yield f"{decision}: the record names no decision, person or time"
    if not salt or hashlib.sha256(salt).hexdigest() != record["salt_digest"]:
        yield f"{decision}: its salt is missing or another one"
    elif not reason or digest(salt, reason) != record["reason_digest"]:
        yield f"{decision}: its reason is missing or another one"
    store = agent.get("memory/governance/store.yaml", (0, b""))[1]
    if f"store_id: {record['store_id']}\n".encode() not in store:
        yield f"{decision}: store.yaml does not name its store"


def parse_record(agent: Tree, decision: str) -> dict[str, object]:
    """A decision's record; ValueError when it is not one whole JSON object with every key, once."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len({key for key, _ in pairs}) != len(pairs):
            raise ValueError("a key stands twice")
        return dict(pairs)

    record = json.loads(agent[f"{DECISIONS}{decision}.json"][1].decode("ascii"), object_pairs_hook=once)
    if not isinstance(record, dict) or set(record) != _KEYS:
        raise ValueError("a key is missing or too many")
    return record


def digest(salt: bytes, data: bytes) -> str:
    """The salted digest of memory bytes, as records carry it."""
    return hmac.new(salt, data, hashlib.sha256).hexdigest()


def _unexplained(before: Tree, now: Tree, changed: Sequence[str], new: set[str]) -> Iterator[str]:
    """Every changed byte is named by an effect of a decision that stands there whole."""
    try:
        records = [(parse_record(now, one), now[f"{DECISIONS}{one}.salt"][1]) for one in new]
    except (ValueError, KeyError):
        records = []
    if changed and not records:
        yield f"an effect without its decision: {', '.join(changed)}"
    for record, salt in records:
        for path in changed:
            if path in now and not _named(record, salt, path, before[path][1], now[path][1]):
                yield f"{path}: a change that the decision does not name"


def _named(record: Mapping[str, object], salt: bytes, path: str, before: bytes, now: bytes) -> bool:
    if path == LOG:
        tail = now.removeprefix(before)
        return digest(salt, tail) == record["log"] or digest(salt, tail[1:]) == record["log"]
    effects = record["effects"]
    assert isinstance(effects, list)
    mine = [effect for effect in effects if f"memory/{effect['path']}" == path]
    gone, come = _difference(before, now)
    names = {effect["before"] for effect in mine}, {effect["after"] for effect in mine}
    return all(digest(salt, block) in names[0] for block in gone) and all(
        digest(salt, block) in names[1] for block in come
    )


def _difference(before: bytes, now: bytes) -> tuple[list[bytes], list[bytes]]:
    """Blocks that went and blocks that came, without their line ends and without blank lines."""
    had, has = Counter(_solid(before)), Counter(_solid(now))
    return list((had - has).elements()), list((has - had).elements())


def _solid(data: bytes) -> list[bytes]:
    return [block.rstrip(b"\r\n") for block in blocks(data) if block.strip()]


def _half(path: str, before: Tree, after: Tree, now: Tree) -> Iterator[str]:
    """A changed file holds every block that stays, and each item as before or as after."""
    if path not in now or path not in after:
        return
    had, will, has = (mask(tree[path][1]) for tree in (before, after, now))
    if path == LOG:
        if not has.startswith(had) or has not in (had, will):
            yield f"{path}: not appended to"
        return
    least, most = Counter(blocks(had)) & Counter(blocks(will)), Counter(blocks(had)) | Counter(blocks(will))
    found = Counter(blocks(has))
    if least - found:
        yield f"{path}: {sum((least - found).values())} blocks are lost"
    if found - most:
        yield f"{path}: {sum((found - most).values())} blocks stand there that belong to no state"
    stays = {block for block in least if block.strip() and Counter(blocks(had))[block] == most[block]}
    if [one for one in blocks(had) if one in stays] != [one for one in blocks(has) if one in stays]:
        yield f"{path}: what stays stands in another order"
    was, becomes, stands = (_by_id(path, data) for data in (had, will, has))
    for one in was.keys() | becomes.keys() | stands.keys():
        if stands.get(one) not in (was.get(one), becomes.get(one)):
            yield f"{path}: {one} is neither as before nor as after"


def _by_id(path: str, data: bytes) -> dict[str, list[bytes]]:
    found: dict[str, list[bytes]] = defaultdict(list)
    for block in blocks(data):
        row = _row(path, block)
        if row is not None:
            found[row.id].append(block.rstrip(b"\r\n"))
    return found


def active(tree: Tree) -> dict[str, set[str]]:
    """Ids of the rows in force for each subject: the item store speaks for an item, else its inbox line."""
    found: dict[str, set[str]] = defaultdict(set)
    every = [row for row in rows(tree) if row.path != "memory/index.md"]
    stored = {row.id for row in every if row.path.startswith(TOPICS)}
    for row in every:
        speaks = row.path.startswith(TOPICS) or row.id not in stored
        if speaks and row.subject and row.status == "active":
            found[row.subject].add(row.id)
    return found


def _two_active(before: Tree, now: Tree) -> list[str]:
    had = active(before)
    return [
        f"{len(ids)} active rows of {subject}"
        for subject, ids in active(now).items()
        if len(ids) > 1 and not ids <= had.get(subject, set())
    ]


def _items_lost(before: Tree, now: Tree) -> list[str]:
    """Ids that stand nowhere any more, or that stand in one more place of the item store than allowed."""
    was, stands = ({row.id for row in rows(tree)} for tree in (before, now))
    topics = Counter(row.id for row in rows(now) if row.path.startswith(TOPICS))
    earlier = Counter(row.id for row in rows(before) if row.path.startswith(TOPICS))
    twice = [one for one, count in topics.items() if count > max(1, earlier[one])]
    return [f"{one} stands nowhere" for one in was - stands] + [f"{one} stands twice" for one in twice]


def _open_to_others(data: Tree) -> list[str]:
    return [f"data/{path}: others may read it" for path, (mode, _) in data.items() if mode & 0o077]
