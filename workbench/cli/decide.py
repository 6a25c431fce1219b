"""`workbench decide`: give cases a verdict; one plan, one decision per case."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from workbench.cli.call import Call, common, example
from workbench.cli.committing import NOT_RECORDED, carry_out
from workbench.cli.completing import cases_and_verdict, of_words, statuses
from workbench.cli.edited import edited_reason
from workbench.cli.show import OPTIONS, paint_case
from workbench.cli.where import STORE_HELP, split_store
from workbench.cli.who import actor_of, asks, deciding, reason_of
from workbench.text.errors import UsageError, WorkbenchError

if TYPE_CHECKING:
    from workbench.desk import Desk
    from workbench.store.case import Case
    from workbench.store.decision import Verdict

VERDICTS = (
    "keep", "stale", "active", "supersede", "new-value", "merge", "cool", "defer",
    "current", "both", "none", "confirm", "restore", "accept", "open",
)  # fmt: skip

TAKES: dict[str, tuple[str, ...]] = {
    "keep": ("topic",), "stale": ("topic",), "active": ("topic",), "supersede": ("with", "topic"),
    "new-value": ("value", "evidence", "topic"), "merge": ("with", "text", "topic"),
    "cool": ("status", "topic"), "defer": ("until",),
    "current": ("with", "evidence", "topic"), "none": ("evidence", "topic"),
    "both": ("with", "subject", "condition", "evidence", "topic"),
    "confirm": ("with", "evidence", "topic"), "restore": ("evidence", "topic"),
    "accept": ("evidence", "topic"), "open": ("until",),
}  # fmt: skip
"""The options that each verdict takes."""

AS_ON_SCREEN = {
    "later": "defer", "back-to-active": "active", "is-current": "current", "both-hold": "both",
    "none-holds": "none", "another-value": "new-value", "leave-open": "open",
    "a-row-is-current": "current", "one-holds": "confirm", "make-it-active-again": "restore",
    "leave-it-as-history": "accept",
}  # fmt: skip
"""What a verdict is called on the screens, where that is another word."""

_ITEM = re.compile(r"mem-\d{4}-\d{2}-\d{2}-\d{3,9}|~[0-9a-f]{10}")
_EVIDENCE = re.compile(rf"{_ITEM.pattern}|archive/\S+\.md(?:#\S*)?")
_PLACE = re.compile(r".+:\d+")
_SEVERAL = {"--with": _ITEM, "--evidence": _EVIDENCE}
"""Options that take several words, and how each further one looks."""


class SeveralWords(click.Command):
    """A command whose ``--with`` takes every item id that follows it, and ``--evidence`` every reference."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Repeat the option before each further id, then parse as usual."""
        return super().parse_args(ctx, spread(args))


def spread(args: list[str]) -> list[str]:
    """``--with A B`` as ``--with A --with B``, of evidence likewise; everything else as it stands."""
    spreaded: list[str] = []
    taking = ""
    for position, word in enumerate(args):
        if word == "--":
            return spreaded + args[position:]
        before = args[position - 1] if position else ""
        if taking and before != taking and _SEVERAL[taking].fullmatch(word):
            spreaded.append(taking)
        else:
            taking = before if before in _SEVERAL else word if word in _SEVERAL else ""
        spreaded.append(word)
    return spreaded


@click.command(
    cls=SeveralWords,
    help="Give every CASE the VERDICT, print the plan and record one decision for each.\n\n"
    f"VERDICT is one of: {', '.join(VERDICTS)}; later stands for defer, back-to-active for active, "
    "leave-open for open. current, both, none, confirm, restore, accept and open settle or leave conflicts; "
    "`workbench show CASE` says which of them a case takes. "
    f"{STORE_HELP} A batch ends with the exit code of its worst item.",
    short_help="Give cases a verdict and record it.",
    epilog=example(
        'workbench decide pending-cleanup:mem-2026-07-02-002 keep --reason "measured again" --dry-run',
        "workbench decide ~/agent mem-2026-08-12-001 supersede --with mem-2026-08-01-001 --reason moved",
        "workbench decide conflict:gateway%3Aport current --with mem-2026-08-12-001 "
        "--evidence archive/2026-08-12.md#port --reason measured",
    ),
)
@click.argument("words", nargs=-1, metavar="[STORE] CASE... VERDICT", shell_complete=cases_and_verdict)
@click.option(
    "--with",
    "with_ids",
    multiple=True,
    metavar="ID...",
    help="The other items: supersede, merge. The row that holds, by id or PATH:LINE: current, both, confirm.",
)
@click.option("--value", metavar="TEXT", help="The new value: new-value.")
@click.option("--subject", metavar="KEY", help="The new subject under which --with goes on: both.")
@click.option(
    "--condition", metavar="TEXT", help="The sentence that says when each of the values holds: both."
)
@click.option(
    "--evidence",
    multiple=True,
    metavar="REF...",
    help="What the decision rests on: items and archive passages. Without it a value that is chosen "
    "is recorded as a choice of what to act on.",
)
@click.option("--text", metavar="TEXT", help="The consolidated text: merge.")
@click.option("--status", metavar="S", shell_complete=of_words(statuses), help="The resulting Status: cool.")
@click.option("--until", metavar="DATE", help="Until when, YYYY-MM-DD: defer, open.")
@click.option(
    "--edit", is_flag=True, help="Write the reason in $VISUAL or $EDITOR; asked before it is taken."
)
@click.option("--topic", metavar="NAME", help="The topic a row is copied into, where its subject names none.")
@deciding
@common
@click.pass_obj
def command(
    call: Call, /, words: tuple[str, ...], who: str | None, reason: str | None, dry_run: bool,
    edit: bool, with_ids: tuple[str, ...], evidence: tuple[str, ...], **given: str | None,
) -> int:  # fmt: skip
    """Decide."""
    from workbench.desk.drafts import draft_key

    where, (*cases, name) = split_store(words, 2, None, "CASE... VERDICT")
    verdict, name = verdict_of(name, with_ids, given, evidence), spelled(name)
    desk = call.desk(where, dry_run=dry_run)
    actor = actor_of(call, desk, who)
    ids = list(dict.fromkeys(cases))
    found = _cases(desk, ids)
    asked = edit or asks(call, reason, dry_run=dry_run)
    seen = asked and _shown(call, found)
    if edit:
        reason = edited_reason(call, desk, reason or "", f"{draft_key(ids, name)} reason")
        if reason is None:
            call.emit.tell("Not recorded.")
            return NOT_RECORDED
    why = reason_of(call, reason, dry_run=dry_run)
    plans = desk.prepare_each(ids, verdict, actor, why, unseen=_unseen(found, seen))
    for plan in plans:
        if isinstance(plan, UsageError):
            _name_options(plan, name)
    return carry_out(call, desk, list(zip(ids, plans, strict=True)), dry_run=dry_run, ask=asked)


def _name_options(failure: UsageError, verdict: str) -> None:
    """Where something is missing and nothing says how it is given, say what the verdict takes."""
    missing = failure.code.startswith("missing-")
    if missing or failure.next == UsageError.default_next:
        takes = [OPTIONS[option] for option in TAKES[verdict]]
        failure.next = f"{failure.next} " if missing and failure.next else ""
        failure.next += f"{verdict} takes {', '.join(takes)}{', and ' if takes else ''}--reason TEXT."


def spelled(name: str) -> str:
    """The word of a verdict, where it is written as the screens call it."""
    word = name.replace(" ", "-")
    return AS_ON_SCREEN.get(word, word)


def verdict_of(
    name: str, with_ids: tuple[str, ...], given: dict[str, str | None], evidence: tuple[str, ...] = ()
) -> Verdict:
    """The verdict that the last word and the options make.

    Raises:
        UsageError: there is no such verdict, or an option belongs to another.
    """
    from workbench.store.decision import Verdict

    name = spelled(name)
    if name not in VERDICTS:
        known = "One of: " + ", ".join(VERDICTS)
        raise UsageError(f"The last word is the verdict, and {name} is none.", next=known)
    named = {"with": with_ids or None, "evidence": evidence or None, **given}
    for option, value in named.items():
        if value is not None and option not in TAKES[name]:
            raise UsageError(f"{name} takes no --{option}.")
    ids = tuple(one for word in with_ids for one in _ids(word))
    return Verdict(name, with_ids=ids, evidence=evidence, **given)


def _ids(word: str) -> list[str]:
    """The items that a word of ``--with`` names, apart by commas; a place is one, whatever is in its path."""
    return [word] if _PLACE.fullmatch(word) else [one for one in word.split(",") if one]


def _cases(desk: Desk, ids: list[str]) -> list[Case]:
    """The cases that can be found; what is wrong with the others is told when plans are made."""
    found = []
    for name in ids:
        try:
            found.append(desk.case(name))
        except WorkbenchError:
            continue
    return found


def _shown(call: Call, cases: list[Case]) -> bool:
    """Print what is decided on, before the person is asked why; whether all of it is before them."""
    if call.emit.as_json:
        return False
    for case in cases:
        paint_case(call.emit, case)
        call.emit.line()
    call.emit.flush()
    if cases and not call.emit.shows:
        call.emit.tell("This is printed to no terminal: the record will say that it was not seen.")
    return call.emit.shows


def _unseen(cases: list[Case], shown: bool) -> list[str]:
    """References of the evidence, ids and keys of the records, that were not put before the person."""
    refs = [one.ref for case in cases for one in case.evidence if one.withheld_by or not shown]
    targets = [one for case in cases if case.withheld_by or not shown for one in case.targets]
    names = [name for one in targets for name in (one.id, one.key) if name]
    return list(dict.fromkeys([*refs, *names]))
