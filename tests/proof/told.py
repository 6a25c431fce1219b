"""Whether exit code, words and store say the same, after whatever befell a command."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tests.proof.probe import (
    LOG,
    Shop,
    Tree,
    decisions,
    is_complete,
    is_recorded,
    is_temp,
    look,
    look_finished,
    read_shop,
)
from tests.proof.program import Ran
from tests.proof.sweep import Stage, reopen
from tests.proof.warm import Warm

MUTE = 120
"""How the interpreter ends when nothing at all can be written any more, not even to nowhere."""

REFUSED = (2, 3, 4)
"""Not a store any more, not allowed, changed: nothing was recorded either."""

_LONG = 24
"""Characters of memory text that no message holds by chance."""


def judge(
    stage: Stage,
    ran: Ran,
    now: Shop,
    *,
    own_output: bool = False,
    refusals: tuple[int, ...] = (),
    leftovers: bool = False,
) -> Iterator[str]:
    """What is not true of what was said. ``own_output``: the answer itself could not be written.

    ``refusals`` are further codes by which nothing was recorded. ``leftovers``: what was made before the
    record could not be taken away again, and is known to ``resume``.
    """
    yield from look(stage.before, stage.after, _without_torn_line(stage, now) if ran.code == 7 else now)
    yield from unfit(stage.before.agent, ran, own_output=own_output)
    recorded, complete = is_recorded(stage.before, now), is_complete(stage.after, now)
    if ran.code in (5, *refusals) and leftovers:
        yield from ["a record stands there, and nothing was recorded, it says"] if recorded else []
    elif ran.code in (5, *refusals):
        yield from untouched(stage.before, now)
    elif ran.code == 7 and not recorded:
        yield "unfinished, and nothing was recorded"
    elif ran.code == 0 and not complete:
        yield "done, and it is not"
    elif own_output and ran.code == MUTE:
        yield from untouched(stage.before, now) if not recorded else ()
    elif ran.code not in (0, 7):
        yield f"ended with {ran.code}: {ran.out} {ran.err}"
    if not own_output:
        yield from _words(ran)


def untouched(before: Shop, now: Shop) -> Iterator[str]:
    """What there is of a decision that was not recorded; a temp that could not be taken away is nothing."""
    if is_recorded(before, now):
        yield "nothing was recorded, it says, and a record stands there"
    tidy = Shop(_without_temps(now.agent), _without_temps(now.data))
    yield from look_finished(before, before, tidy, recorded=False)


def unfit(agent: Tree, ran: Ran, *, own_output: bool = False) -> Iterator[str]:
    """What no message may hold: the interpreter's own words, and the memory's."""
    said = ran.out + ran.err
    if "Traceback" in said or "Error:" in ran.err or "Exception ignored" in ran.err:
        yield f"the interpreter speaks: {ran.err}"
    if ran.err and not own_output and ran.answer.get("schema") != "workbench.error/1" and ran.code == 0:
        yield f"all went well, and it complains: {ran.err}"
    for line in memory_lines(agent):
        if line in said:
            yield "a message quotes the memory"


def memory_lines(agent: Tree) -> set[str]:
    """What stands in the memory's pages, line by line, where it is long enough to be known again."""
    pages = (data for path, (_, data) in agent.items() if path.startswith("memory/") and path.endswith(".md"))
    lines = (
        line.lstrip(" -").strip() for data in pages for line in data.decode("utf-8", "replace").splitlines()
    )
    return {line for line in lines if len(line) >= _LONG}


def mended(stage: Stage, world: Path, warm: Warm) -> Iterator[str]:
    """What does not hold once the trouble is over: resume finishes, or the same decision can be made."""
    now = read_shop(world)
    if is_recorded(stage.before, now):
        yield from reopen(stage, world, now, warm)
        return
    resumed = warm.run(world, "resume")
    if resumed.code != 0 or resumed.decided:
        yield f"resume ended with {resumed.code}: {resumed.out}"
    yield from look_finished(stage.before, stage.after, read_shop(world), recorded=False)
    again = warm.run(world, *stage.words)
    if again.code != 0 or not is_complete(stage.after, read_shop(world)):
        yield f"it cannot be decided once the trouble is over: {again.out}"


def _without_torn_line(stage: Stage, now: Shop) -> Shop:
    """The store with the log as before, if what stands behind that is the beginning of the one new line."""
    new = decisions(now.agent) - decisions(stage.before.agent)
    made = decisions(stage.after.agent) - decisions(stage.before.agent)
    had, will, has = (shop.agent[LOG][1] for shop in (stage.before, stage.after, now))
    if len(new) == len(made) == 1 and has.startswith(had):
        whole = will.replace(made.pop().encode(), new.pop().encode())
        if whole.startswith(has):
            return replace(now, agent={**now.agent, LOG: stage.before.agent[LOG]})
    return now


def _without_temps(tree: Tree) -> Tree:
    return {path: entry for path, entry in tree.items() if not is_temp(path)}


def _words(ran: Ran) -> Iterator[str]:
    """The answer of each exit code."""
    said = ran.answer
    nothing = ("othing was recorded",) if ran.code == 5 else ("othing was recorded", "othing was planned")
    if ran.code in (5, *REFUSED) and (
        said.get("schema") != "workbench.error/1" or not any(word in said["not_done"] for word in nothing)
    ):
        yield f"it does not say that nothing was recorded: {ran.out}"
    if ran.code in (0, 7) and [entry["exit"] for entry in ran.decided] != [ran.code]:
        yield f"the answer does not say what the exit code says: {ran.out}"
