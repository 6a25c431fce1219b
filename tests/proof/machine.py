"""Any order of decisions, deaths, edits, clocks and git on one store, against `plain_model`.

Every command is a process that runs the whole program on real files; one that dies has died.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from itertools import count
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.proof.git_user import git
from tests.proof.plain_model import (
    APPENDIX,
    INDEX,
    LEAVES,
    SUBJECT,
    Made,
    Model,
    day_of,
    is_state,
    read_pages,
    with_status,
)
from tests.proof.probe import is_temp, parse_record, read_tree
from tests.proof.program import Ran
from tests.proof.scenes import decide, taking_back
from tests.proof.warm import DIED, Warm

PAGES = ("topics/harbour.md", "topics/kitchen.md")
MOVED = "topics/elsewhere.md"
TIMES = ("2026-08-20T10:00:00Z", "2026-08-20T09:59:59Z", "2026-08-21T00:00:01Z", "2019-01-01T00:00:00Z")
"""The clock: as always, a second back, another day, years back."""

OFFERED = {
    "pending-cleanup": {"keep", "stale", "cool", "defer"},
    "stale": {"active", "cool", "defer"},
    "active": set[str](),
    "": set[str](),
}
"""The verdicts that a case on an item of this Status takes."""

USES_NOTHING = ("defer", "stale")
"""Verdicts that a withdrawn item may be given: they restore none of its influence."""

FACTS = b"## Facts and lessons\n\n"
CONFLICT = f"conflict:{quote(SUBJECT, safe='')}"

CALLS = 60
"""More changing calls than any command makes."""


def item(number: int, status: str) -> bytes:
    """An item whose text holds a word that stands nowhere else."""
    return (
        f"- [2026-07-02] (knowledge) Lore-{number:03d} was seen.\n  - id: mem-2026-07-02-{number:03d}\n"
        f"  - kind: knowledge\n  - Status: {status}\n  - Source: user statement on 2026-07-02\n"
    ).encode()


def state(number: int) -> bytes:
    """A row of the one subject, each of a day of its own."""
    day = date(2026, 3, 1) + timedelta(days=number % 100)
    return (
        f"- [{day}] (state) Depth-{number:03d} was seen.\n  - id: mem-2026-03-01-{number:03d}\n"
        f"  - kind: state\n  - subject: {SUBJECT}\n  - Status: active\n"
        "  - Source: user statement on 2026-07-02\n"
    ).encode()


def word_of(one: str) -> str:
    """The word that only this item's text holds."""
    return f"Lore-{one[-3:]}"


def make_store(memory: Path) -> None:
    """Two topics of three items, half of them waiting, and the index with a copy of those."""
    (memory / "topics").mkdir(parents=True)
    waiting: list[bytes] = []
    for at, path in enumerate(PAGES):
        ours = [
            item(4 * at + n, ("pending-cleanup", "active", "pending-cleanup", "pending-cleanup")[n])
            for n in range(4)
        ]
        waiting += ours[:1] + ours[2:]
        head = b"---\ntitle: A page\nlayer: warm\n---\n\n# A page\n\nSome words.\n\n" + FACTS
        (memory / path).write_bytes(head + b"".join(ours))
    head = (
        b"# Memory Index\n\n## Topic Map\n\n- harbour.md \xe2\x80\x94 Read at sea.\n\n## Pending Cleanup\n\n"
    )
    (memory / INDEX).write_bytes(head + b"".join(waiting))
    (memory / "memory.md").write_bytes(b"# Inbox\n")
    (memory / "log.md").write_bytes(b"# Operation log\n\n- 2026-07-02T07:30:00Z bootstrap\n")


CONTROL = """- 2026-08-05T10:00:00Z {action}

```yaml
withdrawal_id: {id}
record_type: withdrawal-control-v1
action: {action}
scope:
  memory_item_ids: [{item}]
reason: owner-decision
decided_by: user:owner
decided_at: 2026-08-05T10:00:00Z
effect: {effect}
{supersedes}```

"""
EFFECTS = {"withdraw": "exclude-from-influence", "reinstate": "restore-eligibility"}


class StoreMachine(RuleBasedStateMachine):
    """One store, one person; `fault` is a rule of `broken_writer` that every command breaks."""

    warm: ClassVar[Warm]
    base: ClassVar[Path]
    fault: ClassVar[str] = "none"
    examples: ClassVar[count[int]] = count()
    seen: ClassVar[Counter[object]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.world = self.base / f"m{next(self.examples)}"
        self.agent = self.world / "agent"
        self.memory = self.agent / "memory"
        self.numbers, self.states, self.controls = count(100), count(500), count(1)
        self.last_control: dict[str, str] = {}
        self.commits: list[str] = []
        self.now = TIMES[0]

    @initialize()
    def begin(self) -> None:
        """A fresh store."""
        make_store(self.memory)
        (self.world / "home").mkdir()
        (self.world / "data").mkdir(mode=0o700)
        self.model = Model(read_pages(self.memory))

    def teardown(self) -> None:
        """Nothing stays."""
        shutil.rmtree(self.world, ignore_errors=True)

    # What the person does

    @precondition(lambda self: self.waiting())
    @rule(data=st.data(), die_at=st.just(0))
    def give(self, data: st.DataObject, die_at: int) -> None:
        """A verdict that its case takes, on an item that waits."""
        one = data.draw(st.sampled_from(self.waiting()), label="item")
        verdict = data.draw(st.sampled_from(sorted(OFFERED[self.model.status(one) or ""])), label="verdict")
        self.decide(one, verdict, die_at)

    @precondition(lambda self: self.waiting())
    @rule(data=st.data(), die_at=st.integers(1, CALLS))
    def give_and_die(self, data: st.DataObject, die_at: int) -> None:
        """The same, and death at some call."""
        self.give(data, die_at)

    @rule(data=st.data(), verdict=st.sampled_from(sorted(LEAVES)))
    def give_anything(self, data: st.DataObject, verdict: str) -> None:
        """Any verdict on any item."""
        self.decide(data.draw(st.sampled_from(self.lore()), label="item"), verdict, 0)

    def decide(self, one: str, verdict: str, die_at: int) -> None:
        """A decision, and whether its outcome may be."""
        waits = self.model.status(one) if OFFERED[self.model.status(one) or ""] else None
        options = ("--status", LEAVES["cool"]) if verdict == "cool" else ()
        ran = self.run(decide(f"{waits or 'pending-cleanup'}:{one}", verdict, *options), die_at)
        allowed = {0} if verdict in OFFERED[waits or ""] else {2, 3}
        if one in self.model.withdrawn and verdict not in USES_NOTHING:
            allowed = {2, 3}
        elif self.model.unfinished or self.cooled(one):
            allowed |= {0, 2, 3, 4}
        self.judge(ran, allowed, lambda _: self.model.deciding(one, verdict))

    @precondition(lambda self: len(self.model.active()) > 1)
    @rule(data=st.data(), verdict=st.sampled_from(["current", "none"]), die_at=st.just(0))
    def reconcile(self, data: st.DataObject, verdict: str, die_at: int) -> None:
        """A conflict is settled: one row, old or new, is the current one, or none is."""
        open_rows = sorted(self.model.active())
        newest = max(open_rows, key=lambda one: day_of(self.model.row(one)))
        chosen = data.draw(st.just(newest) | st.sampled_from(open_rows), label="row")
        options = ("--with", chosen) if verdict == "current" else ()
        ran = self.run(decide(CONFLICT, verdict, *options), die_at)
        today = self.now[:10]
        allowed = {0}
        if verdict == "current" and not self.model.newest(chosen):
            later = any(day_of(self.model.row(one)) > today.encode() for one in open_rows)
            allowed = {3} if later else {0}
        if self.model.unfinished:
            allowed |= {0, 2, 3, 4}
        self.judge(
            ran, allowed, lambda new: self.model.settling(verdict, chosen, new, self.drawn(new), today)
        )
        if ran.code == 0:
            assert len(self.model.active()) == (verdict == "current"), "what is current is one row, or none"

    @precondition(lambda self: len(self.model.active()) > 1)
    @rule(data=st.data(), verdict=st.sampled_from(["current", "none"]), die_at=st.integers(1, CALLS))
    def reconcile_and_die(self, data: st.DataObject, verdict: str, die_at: int) -> None:
        """The same, and death at some call."""
        self.reconcile(data, verdict, die_at)

    def drawn(self, decision: str) -> str:
        """The id that a decision drew for the row it makes; empty when it makes none."""
        effects = parse_record(read_tree(self.agent), decision)["effects"]
        assert isinstance(effects, list)
        return next((str(effect["record"]) for effect in effects if effect["op"] == "insert"), "")

    @precondition(lambda self: self.model.made)
    @rule(data=st.data(), die_at=st.just(0))
    def take_back(self, data: st.DataObject, die_at: int) -> None:
        """A decision is taken back by a new one."""
        made = data.draw(st.sampled_from([one.id for one in reversed(self.model.made)]), label="decision")
        back = self.model.taking_back(made)
        ran = self.run(taking_back(made), die_at)
        allowed = {0} if self.model.stands(back) else {4}
        if self.model.stands(back) and self.model.joins(back):
            allowed = {3, 4}
        if made in self.model.taken_back:
            allowed = {2, 3, 4}
        elif self.model.unfinished:
            allowed |= {0, 2, 3, 4}
        elif made and back.item in self.model.withdrawn and back.effects:
            allowed |= {3}
        self.judge(ran, allowed, lambda _: self.model.taking_back(made))

    @precondition(lambda self: self.model.made)
    @rule(data=st.data(), die_at=st.integers(1, CALLS))
    def take_back_and_die(self, data: st.DataObject, die_at: int) -> None:
        """The same, and death at some call."""
        self.take_back(data, die_at)

    @rule(die_at=st.just(0) | st.integers(1, 20))
    def resume(self, die_at: int) -> None:
        """What is unfinished is finished, once and for all."""
        ran = self.run(("resume",), die_at)
        self.settle()
        if ran.code != DIED:
            assert ran.code == 0, ran
            assert not self.model.unfinished, "resume said that all is done"
            self.is_tidy()

    @rule(now=st.sampled_from(TIMES))
    def clock(self, now: str) -> None:
        """The clock jumps."""
        self.now = now

    # What others do

    @rule(data=st.data(), how=st.sampled_from(["text", "mark", "line"]))
    def edit(self, data: st.DataObject, how: str) -> None:
        """An item is worded anew, or marked for cleanup, or a line is written below everything."""
        one = data.draw(st.sampled_from(self.items()), label="item")
        path = self.model.topic_of(one)
        assert path is not None
        if (path, one) in self.model.open_places():
            return
        block = self.model.pages[path].items[one]
        if how == "mark" and is_state(block):
            return
        new = block.replace(b" was seen", b" was seen again", 1) if how == "text" else block
        new = with_status(block, "pending-cleanup") if how == "mark" else new
        old = (self.memory / path).read_bytes()
        tail = b"A line by hand.\n" if new == block else b""
        (self.memory / path).write_bytes(old.replace(block, new) + tail)
        self.model.pages[path].items[one] = new
        self.model.pages[path].outside += [tail] if tail else []

    @rule(data=st.data())
    def add(self, data: st.DataObject) -> None:
        """An item comes at the end of a page."""
        path = data.draw(st.sampled_from([path for path in self.model.pages if path != INDEX]), label="page")
        number = next(self.numbers)
        block = item(number, data.draw(st.sampled_from(["pending-cleanup", "active"])))
        with (self.memory / path).open("ab") as file:
            file.write(block)
        self.model.pages[path].items[f"mem-2026-07-02-{number:03d}"] = block

    @rule(data=st.data())
    def rival(self, data: st.DataObject) -> None:
        """Somebody else's row of the subject comes, and a second one where it is the first."""
        for _ in range(1 if self.model.active() else 2):
            path = data.draw(st.sampled_from(sorted(set(self.model.pages) - {INDEX})), label="page")
            number = next(self.states)
            block = state(number)
            head, title, rest = (self.memory / path).read_bytes().partition(FACTS)
            assert title, "a page has lost its heading"
            (self.memory / path).write_bytes(head + title + block + rest)
            self.model.pages[path].items[f"mem-2026-03-01-{number:03d}"] = block

    @precondition(lambda self: not self.model.unfinished and len(self.model.pages) > 2)
    @rule(data=st.data(), gone=st.booleans())
    def lose(self, data: st.DataObject, gone: bool) -> None:
        """A page goes, or gets another name."""
        path = data.draw(st.sampled_from([path for path in self.model.pages if path != INDEX]), label="page")
        page = self.model.pages.pop(path)
        if gone or path == MOVED or MOVED in self.model.pages:
            (self.memory / path).unlink()
        else:
            (self.memory / path).rename(self.memory / MOVED)
            self.model.pages[MOVED] = page

    @rule(data=st.data())
    def withdraw_or_reinstate(self, data: st.DataObject) -> None:
        """A control of an item is appended to the log, by whoever may."""
        one = data.draw(st.sampled_from(self.lore()), label="item")
        action = "reinstate" if one in self.model.withdrawn else "withdraw"
        control = f"memwd-2026-08-05-{next(self.controls):03d}"
        earlier = self.last_control.get(one)
        supersedes = f"supersedes: {earlier}\n" if earlier else ""
        text = CONTROL.format(
            action=action, id=control, item=one, effect=EFFECTS[action], supersedes=supersedes
        )
        with (self.memory / "log.md").open("ab") as file:
            file.write(text.encode())
        self.last_control[one] = control
        if action == "withdraw":
            self.model.withdrawn[one] = control
        else:
            del self.model.withdrawn[one]

    @precondition(lambda self: not self.model.unfinished)
    @rule()
    def commit(self) -> None:
        """The pages are committed to git, without ledger and log."""
        if not (self.agent / ".git").exists():
            git(self.agent, "init", "-q")
        git(self.agent, "add", "-A", "memory/topics", f"memory/{INDEX}")
        git(self.agent, "commit", "-qm", "Pages", "--allow-empty")
        self.commits.append(git(self.agent, "rev-parse", "HEAD").stdout.strip())

    @precondition(lambda self: self.commits and not self.model.unfinished)
    @rule(data=st.data())
    def checkout(self, data: st.DataObject) -> None:
        """The pages go back to an earlier state; ledger and log do not."""
        commit = data.draw(st.sampled_from(self.commits), label="commit")
        for path in (self.memory / "topics").glob("*.md"):
            path.unlink()
        done = git(self.agent, "checkout", "-qf", commit, "--", "memory/topics", f"memory/{INDEX}")
        assert done.returncode == 0, done.stderr
        self.model.pages = read_pages(self.memory)

    # What must hold

    @invariant()
    def pages_are_as_decided(self) -> None:
        """No effect without its decision, no byte outside of one, nothing half but what is unfinished."""
        found = list(self.model.differences(read_pages(self.memory)))
        assert not found, found

    @invariant()
    def verify_agrees(self) -> None:
        """The program finds the ledger to hold exactly when the model does."""
        ran = self.run(("verify",))
        self.seen["verified", ran.code] += 1
        assert ran.code == (0 if self.model.holds() else 1), (ran.answer.get("findings"), self.model)

    @precondition(lambda self: self.last_control)
    @invariant()
    def withdrawn_is_never_shown_as_eligible(self) -> None:
        """Lists name what withholds an item, and its text stands in none of them."""
        ran = self.run(("records", "--kind", "item"))
        cases = self.run(("cases",))
        for record in ran.answer["records"]:
            held = self.model.withdrawn.get(record["id"])
            assert record["withheld_by"] == held, (
                f"{record['id']} is withheld by {held}, and is shown otherwise"
            )
        for one in self.model.withdrawn:
            assert word_of(one) not in ran.out + cases.out, f"{one} is withdrawn, and its text is shown"

    # Inside

    def waiting(self) -> list[str]:
        """Items that wait for a person."""
        return [one for one in self.lore() if OFFERED[self.model.status(one) or ""] and not self.cooled(one)]

    def cooled(self, one: str) -> bool:
        """Whether an item stands in the appendix, where nothing waits that is stale."""
        page = (self.memory / (self.model.topic_of(one) or "")).read_bytes()
        return APPENDIX in page and page.index(APPENDIX) < page.index(one.encode())

    def lore(self) -> list[str]:
        """Items that are no row of the subject."""
        return [one for one in self.items() if not is_state(self.model.row(one))]

    def items(self) -> list[str]:
        """Every item that stands in a topic."""
        pages = (page for path, page in self.model.pages.items() if path != INDEX)
        return sorted(one for page in pages for one in page.items)

    def run(self, words: Sequence[str], die_at: int = 0) -> Ran:
        """A command at the time it is."""
        return self.warm.run(self.world, *words, now=self.now, die_at=die_at, fault=self.fault)

    def judge(self, ran: Ran, allowed: set[int], wanted: Callable[[str], Made]) -> None:
        """What the command says is so, and what it recorded is what was asked for."""
        assert ran.code in allowed | {DIED}, (ran, allowed)
        self.settle()
        self.seen[ran.code] += 1
        new = self.recorded() - {made.id for made in self.model.made}
        assert len(new) == 1 if ran.code == 0 else not new or ran.code == DIED, (ran, new)
        for decision in new:
            made = wanted(decision)
            made.id = decision
            record = parse_record(read_tree(self.agent), decision)
            assert record["verdict"] == made.verdict and record["decided_by"] == "user:ada"
            assert (record["supersedes"] or "") == made.takes_back
            self.model.made.append(made)
            self.seen[made.verdict] += 1
            self.seen["died, recorded"] += ran.code == DIED
            self.count_settled(made)
        self.settle()
        assert ran.code != 0 or not self.model.unfinished, "it said that all is done"

    def count_settled(self, made: Made) -> None:
        """Count in which way a conflict was settled, or opened again."""
        new = any(before is None for before, _ in made.effects.values())
        if made.verdict == "current":
            self.seen["a row of today" if new else "the newest row stays"] += 1
        elif made.takes_back:
            self.seen["settled, taken back"] += self.model.by_id(made.takes_back).verdict in (
                "current",
                "none",
            )

    def settle(self) -> None:
        """Decisions whose line stands in the log are carried out: it is the last that is written."""
        log = (self.memory / "log.md").read_bytes().decode()
        for made in self.model.unfinished:
            if re.search(rf" {made.id}$", log, re.M):
                self.model.carry_out(made)

    def recorded(self) -> set[str]:
        """Decisions on disk."""
        folder = self.memory / "governance" / "decisions"
        return {path.stem for path in folder.glob("memdec-*.json")} if folder.is_dir() else set()

    def is_tidy(self) -> None:
        """Nothing of ours is left lying about, and a second resume changes nothing."""
        trees = [read_tree(self.agent), read_tree(self.world / "data")]
        assert not [path for tree in trees for path in tree if is_temp(path)]
        assert self.run(("resume",)).code == 0
        assert [read_tree(self.agent), read_tree(self.world / "data")] == trees
