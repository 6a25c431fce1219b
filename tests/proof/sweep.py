"""One command interrupted at each of its system calls, and the store judged each time."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.proof.probe import Shop, Tree, is_complete, is_recorded, look, look_finished, masked, read_shop
from tests.proof.program import Ran, copy_world, killed, make_world, run, warm_bytecode
from tests.proof.scenes import Scene, Words
from tests.proof.tracing import Call, aimed_fault, calls_of
from tests.proof.warm import Warm

_TRIES = 12


@dataclass(frozen=True)
class Stage:
    """A scene that is set: the world to copy, what is interrupted, the stores before and after, the calls."""

    world: Path
    words: Words
    before: Shop
    after: Shop
    calls: tuple[Call, ...]
    program: Sequence[str] | None = None


def set_stage(scene: Scene, where: Path, program: Sequence[str] | None = None) -> Stage:
    """Make the world of a scene and run it once to its end under the tracer."""
    warm_bytecode()
    world = make_world(where / "w0", scene.store)
    for words in scene.earlier:
        done = run(world, *words)
        assert done.code == 0, done
    before = read_shop(world)
    whole = copy_world(world, where / "w1")
    done, calls = calls_of(whole, *scene.words, program=program)
    assert done.code == 0, done
    after = read_shop(whole)
    words = scene.words
    if scene.resumes:
        commit = commit_point(calls)
        begun = Stage(world, words, before, after, tuple(calls), program)
        cut, ran = interrupt(begun, calls[commit + 1], "signal=KILL", where)
        assert killed(ran.code) and is_recorded(before, read_shop(cut))
        shutil.rmtree(world)
        world = cut.rename(where / "w0")
        words = ("resume",)
        shutil.rmtree(whole)
        whole = copy_world(world, where / "w1")
        done, calls = calls_of(whole, *words)
        assert done.code == 0 and look_finished(before, after, read_shop(whole), True) == []
    shutil.rmtree(whole)
    swept = tuple(call for call in calls if call.changes or not scene.changes_only)
    return Stage(world, words, before, after, swept, program)


def undisturbed(world: Path, *words: str, program: Sequence[str] | None = None) -> Stage:
    """The stage of a command on a world as it is, run there once to its end without a tracer."""
    before = read_shop(world)
    spare = copy_world(world, world.with_name(world.name + ".spare"))
    done = run(world, *words, program=program)
    assert done.code == 0, done
    after = read_shop(world)
    shutil.rmtree(world)
    return Stage(spare, words, before, after, (), program)


def commit_point(calls: Sequence[Call]) -> int:
    """The place of the call that gives the decision file its name."""
    return next(
        at for at, call in enumerate(calls)
        if call.name.startswith(("rename", "link")) and 'memdec-' in call.text and '.json"' in call.text
        and any(".reason.md" in earlier.text for earlier in calls[:at])
    )  # fmt: skip


def interrupt(stage: Stage, call: Call, fault: str, where: Path) -> tuple[Path, Ran]:
    """A world in which the command met a fault at one call."""
    for _ in range(_TRIES):
        world = copy_world(stage.world, where / "w2")
        ran, hit, call = aimed_fault(world, call, fault, *stage.words, program=stage.program)
        if hit:
            return world, ran
        shutil.rmtree(world)
    raise AssertionError(f"{call} could not be hit in {_TRIES} runs")


@dataclass
class Sweep:
    """Kills at many calls of one stage. ``states`` are the stores, as masked trees, that were reopened.

    A store that looks like one that was reopened already, whatever was drawn at random, is
    not reopened again: calls that only order or close leave nothing new on disk.
    """

    stage: Stage
    where: Path
    warm: Warm
    states: list[tuple[Tree, Tree]] = field(default_factory=list)
    kills: int = 0

    def over(self, calls: Sequence[Call]) -> list[str]:
        """What does not hold at all of these calls, each with the call."""
        return [f"killed at {call}: {problem}" for call in calls for problem in self.at(call)]

    def at(self, call: Call) -> Iterator[str]:
        """What does not hold when the command is killed at one call."""
        world, ran = interrupt(self.stage, call, "signal=KILL", self.where)
        now = read_shop(world)
        self.kills += 1
        yield from judge_killed(self.stage, ran, now)
        state = (masked(now.agent), masked(now.data))
        if state not in self.states:
            self.states.append(state)
            yield from reopen(self.stage, world, now, self.warm)
        shutil.rmtree(world)


def judge_killed(stage: Stage, ran: Ran, now: Shop) -> Iterator[str]:
    """What does not hold before anybody reopens the store, and whether what was said is true."""
    if not killed(ran.code):
        yield f"it was not killed but ended with {ran.code}"
    yield from look(stage.before, stage.after, now)
    if ran.out and not (ran.answer["decisions"][0]["exit"] == 0 and is_complete(stage.after, now)):
        yield "it said that it was done, and it was not"


def reopen(stage: Stage, world: Path, found: Shop, warm: Warm) -> Iterator[str]:
    """Resume for real, look, resume again and verify; ``found`` is what the interruption left."""
    recorded, complete = is_recorded(stage.before, found), is_complete(stage.after, found)
    resumed = run(world, "resume")
    finished = read_shop(world)
    if resumed.code != 0 or any(entry["exit"] for entry in resumed.decided):
        yield f"resume ended with {resumed.code}: {resumed.out} {resumed.err}"
    if len(resumed.decided) != int(recorded and not complete):
        yield f"resume said that it finished {len(resumed.decided)} decisions"
    yield from look_finished(stage.before, stage.after, finished, recorded)
    again, checked = warm.run(world, "resume"), warm.run(world, "verify")
    if again.code != 0 or again.decided or read_shop(world) != finished:
        yield f"a second resume found something to do, or changed something: {again.out}"
    if checked.code != 0 or not checked.answer.get("ok"):
        yield f"verify ended with {checked.code}: {checked.out}"
