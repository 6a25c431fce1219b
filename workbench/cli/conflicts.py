"""`workbench conflicts`: every conflict in the words in which it is surfaced (§15.2.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from workbench.cli.call import Call, common, example
from workbench.cli.completing import conflicts
from workbench.cli.emit import Emit
from workbench.cli.header import count
from workbench.cli.objects import conflict_object, near_object, store_object, unreadable_objects
from workbench.cli.waiting import Waiting
from workbench.cli.where import STORE_HELP, split_store

if TYPE_CHECKING:
    from workbench.desk import Desk
    from workbench.desk.conflicts import ConflictsView, ConflictView, NearView

POSSIBLE = "Possible: a finder picked these by what they say. Read both; nothing here is certain."
NEAR = "Maybe the same subject: different strings that look alike, never treated as the same (§14.2)"


@click.command(
    help="List every conflict of STORE in the words in which it is surfaced: all rows, dated, with Source "
    "and Status, and what follows. With SUBJECT, CASE or the id of an item, only what holds it. Certain ones "
    "come first, then possible ones, then subjects that look alike.\n\n"
    f"{STORE_HELP} Text that a withdrawal holds back is never in it, so an agent may read it.",
    short_help="List every conflict in the words in which it is surfaced.",
    epilog=example(
        "workbench conflicts ~/agent",
        "workbench conflicts ~/agent staging-gateway:port --json",
        "workbench conflicts --certain --exit-code || echo reconcile before acting",
    ),
)
@click.argument("words", nargs=-1, metavar="[STORE] [SUBJECT|CASE]...", shell_complete=conflicts)
@click.option("--certain", is_flag=True, help="Only what is certain; possible ones are not looked for.")
@click.option("--exit-code", is_flag=True, help="End with 1 when a conflict that is certain is there.")
@common
@click.pass_obj
def command(call: Call, words: tuple[str, ...], certain: bool, exit_code: bool) -> int:
    """Print the conflicts."""
    from workbench.desk.conflicts import conflicts_of

    where, names = split_store(words, 0, None, "SUBJECT or CASE")
    with Waiting(call.emit) as waiting:
        desk = call.desk(where, progress=waiting.step("Reading the store"))
        desk.look(waiting.step("Looking for what is certain"))
        search = waiting.step("Looking for what is possible")
        found = conflicts_of(desk, names, certain_only=certain, progress=search)
    _answer(call.emit, desk, found)
    if not call.emit.as_json:
        _paint(call.emit, desk, found)
    return int(exit_code and bool(found.certain))


def _answer(emit: Emit, desk: Desk, found: ConflictsView) -> None:
    if not emit.as_json:
        return
    emit.answer(
        {
            "schema": "workbench.conflicts/1",
            "store": store_object(desk.store()),
            "looked_for_possible": found.looked_for,
            "conflicts": [conflict_object(one) for one in (*found.certain, *found.possible)],
            "near": [near_object(one) for one in found.near],
            "unreadable": unreadable_objects(_unreadable(desk)),
        }
    )


def _unreadable(desk: Desk) -> Sequence[tuple[str, str]]:
    """Files that do not read: rows may stand there that are in no conflict here."""
    return desk.status().unreadable


def _paint(emit: Emit, desk: Desk, found: ConflictsView) -> None:
    emit.line((_counts(desk, found), "bold"))
    for path, reason in _unreadable(desk):
        emit.line(("Unreadable: ", "yellow"), f"{path}: {reason}")
    for one in found.certain:
        _paint_one(emit, one)
    if found.possible:
        _title(emit, POSSIBLE)
    for one in found.possible:
        _paint_one(emit, one)
    if found.near:
        _title(emit, NEAR)
    for near in found.near:
        _paint_near(emit, near)
    if found.certain or found.possible:
        emit.line()
        emit.line("`workbench show CASE` tells more of one, and which verdicts settle it.")


def _counts(desk: Desk, found: ConflictsView) -> str:
    possible = f"{len(found.possible)} possible" if found.looked_for else "possible ones were not looked for"
    near = f", {count(len(found.near), 'pair')} of subjects that look alike" if found.near else ""
    certain = f"{len(found.certain)} certain" if found.certain else "No conflict is certain"
    return f"{certain}, {possible}{near}, in {count(desk.item_count, 'item')}"


def _paint_one(emit: Emit, one: ConflictView) -> None:
    """The case, then exactly the words in which it is surfaced."""
    from workbench.desk.words import later_words

    emit.line()
    later = f"  ({later_words(one.deferred)})" if one.deferred else ""
    emit.line((one.case, "cyan"), later, whole=True)
    for line in one.text.removesuffix("\n").split("\n"):
        emit.line(line)


def _paint_near(emit: Emit, near: NearView) -> None:
    refs = ", ".join(near.other.refs)
    emit.line(f"  - {near.words} differ in {near.other.why}; the second has {refs}")


def _title(emit: Emit, words: str) -> None:
    emit.line()
    emit.line((words, "bold"))
