"""The power goes after every step of a run: each tree that may be left is judged, and reopened.

What was told counts: once the program has said that it is done, every tree that a power cut may
leave holds all of it, before anybody opens the store again.
"""

from __future__ import annotations

import shutil
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from tests.proof.power_disk import ROOT, File, History, Named, Said, Tree, Wrote, after_cut, unsafe, whole
from tests.proof.power_trace import first_history, record
from tests.proof.probe import (
    LOG,
    PLACES,
    Shop,
    decisions,
    is_complete,
    is_recorded,
    is_temp,
    kept,
    look,
    look_finished,
    masked,
    read_shop,
    rows,
)
from tests.proof.program import Ran, make_world, run, warm_bytecode
from tests.proof.scenes import Words
from tests.proof.warm import Warm

HEADS = "/heads.json"
"""The marks of decisions that were seen finished."""

Trees = tuple[frozenset[tuple[str, File]], frozenset[tuple[str, File]]]


@dataclass(frozen=True)
class Film:
    """A run that was recorded: the disk's history, the store before it and after all of it, and from
    which step on the power goes. ``ran`` is how the run ended."""

    world: Path
    history: History
    start: int
    before: Shop
    after: Shop
    ran: Ran
    taken_back: frozenset[str] = frozenset()
    """Ids of items that the decision made which this one takes back: they may go."""
    terminal: bool = False

    @cached_property
    def end(self) -> Shop:
        """The store when the run had ended, and nothing was lost."""
        return shop_of(whole(self.history))

    @cached_property
    def told(self) -> int:
        """The number of steps after which the person was told: on a terminal line by line, else at once."""
        if self.terminal:
            return self.first_said("Recorded ")
        said = [
            at for at, step in enumerate(self.history.steps) if isinstance(step, Said) and at >= self.start
        ]
        return said[-1] + 1

    def first_said(self, words: str) -> int:
        """The number of steps after which the person has been shown these words."""
        shown = b""
        for at, step in enumerate(self.history.steps):
            shown += step.data if isinstance(step, Said) else b""
            if words.encode() in shown:
                return at + 1
        raise ValueError("that was never said")

    def written(self, path: str) -> int:
        """The number of steps after which a file of the agent that was there before first is written to."""
        node = ROOT
        for name in ("agent", *path.split("/")):
            node = self.history.names[node][name]
        steps = enumerate(self.history.steps)
        return next(at + 1 for at, step in steps if isinstance(step, Wrote) and step.node == node)


def film(
    where: Path, store: str, words: Words | Callable[[str], Words], earlier: Sequence[Words] = (), *,
    program: Sequence[str] | None = None, terminal: bool = False,
) -> Film:  # fmt: skip
    """Make a world, decide in it what comes earlier, and record a run of the program in it.

    Where ``words`` rest on the last decision before, they are made from its id.
    """
    warm_bytecode()
    world, last, known = make_world(where / "w0", store), "", set[str]()
    for one in earlier:
        known = _items(world)
        made = run(world, *one)
        assert made.code == 0, made
        last = made.decided[0]["id"]
    taken_back = _items(world) - known if callable(words) else set()
    words = words(last) if callable(words) else words
    before = read_shop(world)
    history = first_history(world)
    ran = record(history, world, *words, program=program, terminal=terminal)
    assert ran.code == 0, ran
    return Film(world, history, 0, before, read_shop(world), ran, frozenset(taken_back), terminal)


def _items(world: Path) -> set[str]:
    return {row.id for row in rows(read_shop(world).agent)}


def killed_and_run_again(first: Film, upto: int, *words: str) -> Film:
    """The same world, in which the program was ended after so many steps and then run once more.

    What the first run had not brought to disk is not on disk when the second begins.
    """
    history = History(dict(first.history.nodes), first.history.names, first.history.steps[:upto])
    shutil.rmtree(first.world)
    write_tree(whole(history), first.world)
    ran = record(history, first.world, *words)
    assert ran.code == 0, ran
    return Film(first.world, history, upto, first.before, first.after, ran)


def write_tree(tree: Tree, where: Path) -> None:
    """Put a tree on a real disk."""
    where.mkdir(parents=True)
    for path, (mode, data) in tree.items():
        target = where / path
        if stat.S_ISDIR(mode):
            target.mkdir()
        elif stat.S_ISLNK(mode):
            target.symlink_to(data.decode())
        else:
            target.write_bytes(data)
    for path, (mode, _) in reversed(list(tree.items())):
        if not stat.S_ISLNK(mode):
            (where / path).chmod(stat.S_IMODE(mode))


def shop_of(tree: Tree) -> Shop:
    """The two trees of a world that are judged."""
    parts = {}
    for part in ("agent/", "data/"):
        parts[part] = {
            path.removeprefix(part): entry for path, entry in tree.items() if path.startswith(part)
        }
    return Shop(parts["agent/"], parts["data/"])


@dataclass
class Cuts:
    """Power cuts over films: how many steps, how many different stores were judged and reopened."""

    warm: Warm
    where: Path
    steps: int = 0
    states: int = 0
    reopened: set[Trees] = field(default_factory=set)
    reopens: bool = True
    _calm: dict[Trees, list[str]] = field(default_factory=dict)

    def over(self, film: Film) -> list[str]:
        """What does not hold, each with the step after which the power went."""
        found: list[str] = []
        judged: set[tuple[bool, frozenset[tuple[str, File]]]] = set()
        for cut in range(film.start, len(film.history.steps) + 1):
            self.steps += 1
            told = cut >= film.told
            for tree in after_cut(film.history, cut):
                key = (told, frozenset(tree.items()))
                if key not in judged:
                    judged.add(key)
                    last = film.history.steps[cut - 1] if cut else "the beginning"
                    name = f"cut {cut}, after {str(last)[:90]}, {unsafe(film.history, cut)} unsafe"
                    found += [f"{name}: {problem}" for problem in self.at(film, tree, told)]
        self.states += len(judged)
        return found

    def at(self, film: Film, tree: Tree, told: bool) -> Iterator[str]:
        """What does not hold in one tree, before and after it is reopened."""
        now = shop_of(tree)
        seen = look(film.before, film.after, replace(now, agent=_log_torn_by_us(film, now.agent)))
        may_go = {f"{one} stands nowhere" for one in film.taken_back}
        yield from (problem for problem in seen if problem not in may_go)
        if told:
            yield from lost(film, now)
        state = _trees(masked(now.agent), masked(now.data))
        if self.reopens and state not in self.reopened:
            self.reopened.add(state)
            yield from self._reopen(film, tree, now)

    def _reopen(self, film: Film, tree: Tree, found: Shop) -> Iterator[str]:
        """Resume, look, resume again and verify, as after any interruption."""
        world = self.where / "reopened"
        write_tree(tree, world)
        recorded = is_recorded(film.before, found)
        complete = is_complete(film.after, found)
        resumed = self.warm.run(world, "resume")
        finished = read_shop(world)
        if resumed.code != 0 or any(entry["exit"] for entry in resumed.decided):
            yield f"resume ended with {resumed.code}: {resumed.out}"
        if (not recorded and resumed.decided) or (recorded and not complete and len(resumed.decided) > 1):
            yield f"resume said that it finished {len(resumed.decided)} decisions"
        yield from look_finished(film.before, film.after, finished, recorded)
        yield from self._look_again(world, finished)
        shutil.rmtree(world)

    def _look_again(self, world: Path, finished: Shop) -> list[str]:
        """What a second resume and verify say; of two worlds that are equal to the last byte, only once."""
        key = _trees(finished.agent, finished.data)
        if key not in self._calm:
            again, checked = self.warm.run(world, "resume"), self.warm.run(world, "verify")
            found = []
            if again.code != 0 or again.decided or read_shop(world) != finished:
                found.append(f"a second resume found something to do, or changed something: {again.out}")
            if checked.code != 0 or not checked.answer.get("ok"):
                found.append(f"verify ended with {checked.code}: {checked.out}")
            self._calm[key] = found
        return self._calm[key]


def _trees(agent: Tree, data: Tree) -> Trees:
    return frozenset(agent.items()), frozenset(data.items())


def lost(film: Film, now: Shop) -> Iterator[str]:
    """What was told to be done and is not there; temps that came back are not counted."""
    end = film.end
    for wanted, found, where in (
        (end.agent, now.agent, ""),
        (_promised(film, end), _promised(film, now), "data/"),
    ):
        for path in sorted(wanted.keys() | found.keys()):
            if not is_temp(path) and wanted.get(path) != found.get(path):
                yield f"{where}{path}: told to be done, and not as it was then"
    for path, entry in end.data.items():
        if path.startswith(PLACES) and path.endswith("/seen.json") and now.data.get(path) != entry:
            yield f"data/{path}: written through to the disk, and not there"


def _promised(film: Film, shop: Shop) -> Tree:
    """What a decision rests on. Who was told that nothing is unfinished was told of no new mark."""
    nothing = '"decisions": []' in film.ran.out
    return {path: entry for path, entry in kept(shop.data).items() if not nothing or not path.endswith(HEADS)}


def _log_torn_by_us(film: Film, agent: Tree) -> Tree:
    """The tree, with the log as it was before where its new end is a part of our line, or zeroes.

    A file that lines are added to in place can be torn at its end; that is no violation as long as
    `resume` leaves the log whole, which is looked at to the last byte.
    """
    before, now = film.before.agent[LOG][1], agent[LOG][1]
    line = film.end.agent[LOG][1].removeprefix(before)
    tail = now.removeprefix(before)
    if (
        now.startswith(before)
        and tail != line
        and len(tail) <= len(line)
        and line.startswith(tail.rstrip(b"\0"))
    ):
        return {**agent, LOG: film.before.agent[LOG]}
    return agent


def record_name(film: Film) -> str:
    """The file name of the record that a film adds to the ledger."""
    (found,) = decisions(film.after.agent) - decisions(film.before.agent)
    return f"{found}.json"


def steps_that_name(film: Film, *names: str) -> list[int]:
    """How many steps there were when each of these names had just been given, in order."""
    given = [
        (at + 1, name) for at, step in enumerate(film.history.steps) if isinstance(step, Named)
        for _, name, node in step.changes if node is not None
    ]  # fmt: skip
    return [at for at, name in given if name in names]
