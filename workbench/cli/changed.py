"""What changed since the last decision, and what a store rests on: as objects and in lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.cli.emit import Emit
from workbench.cli.header import count
from workbench.cli.objects import Json

if TYPE_CHECKING:
    from workbench.desk.rests import Counts, Rests
    from workbench.desk.since import Change, Since
    from workbench.desk.views import HistoryView


def since_object(since: Since) -> Json:
    """``since``: how much changed since the last decision from this machine."""
    return {
        "known": since.known,
        "problem": since.problem,
        "at": since.at,
        "days": since.days,
        "decision": since.decision,
        "by": since.by,
        "items_before": since.items_before,
        "counts": dict(since.counts),
        "files_gone": [{"path": path, "items": number} for path, number in since.files_gone],
        "decisions": None
        if since.decisions is None
        else [{"by": who, "number": number} for who, number in since.decisions],
        "log": since.log,
        "today": since.today,
        "gone_before": len(since.gone_before),
        "mass_loss": since.mass_loss,
        "mass_unread": since.mass_unread,
        "mass_change": since.mass_change,
        "alarm": list(since.alarm),
    }


def rests_object(rests: Rests) -> Json:
    """``rests``: what the items of the store rest on."""
    return {
        "items": rests.items,
        "withdrawn": rests.withdrawn,
        "confidence": dict(rests.confidence),
        "status": dict(rests.status),
        "kinds": dict(rests.kinds),
        "sources": dict(rests.sources),
        "ages": {
            "bins": list(rests.ages.bins),
            "width_days": rests.ages.width,
            "oldest_days": rests.ages.oldest,
            "undated": rests.ages.undated,
        },
    }


def change_object(change: Change) -> Json:
    """One item and what became of it."""
    return {
        "how": change.how,
        "item": change.key,
        "path": change.path,
        "line": change.line,
        "came_from": change.came_from,
        "was": change.was,
        "status": change.status,
        "decision": change.decision,
        "text": change.text,
        "withheld_by": change.withheld_by,
    }


def paint_alarm(emit: Emit, since: Since) -> None:
    """Mass loss or change, or that nothing here could tell of one, before everything else; else nothing."""
    if since.alarm:
        emit.line(("ALARM  ", "bold red"), (" ".join(since.alarm), "bold red"))
    if since.put_back:
        emit.line(
            "  `workbench changes` lists them, `workbench ledger` the decisions, `git log` the commits."
        )
        emit.line(f"  {since.put_back}")
    if since.alarm:
        emit.line()


def paint_since(emit: Emit, since: Since) -> None:
    """What changed, in a line or two."""
    from workbench.desk.since import ago

    if not since.known:
        emit.line("Since your last decision: ", since.problem or "")
        return
    found = [f"{number} {how}" for how, number in since.counts.items() if number]
    found += [_decisions(since)] if since.decisions is None or since.decisions else []
    found += ["log cut or rewritten" if since.log is None else count(since.log, "log entry", "log entries")]
    when = ago(since.days)
    emit.line(f"Since your last decision{',' + when if when else ''}: ", " · ".join(found))
    if since.today:
        emit.line(f"Decided today: {count(since.today, 'case')}")


def _decisions(since: Since) -> str:
    if since.decisions is None:
        return "your last decision is not in the ledger"
    return ", ".join(f"{count(number, 'decision')} by {who}" for who, number in since.decisions)


def paint_history(emit: Emit, told: HistoryView) -> None:
    """The commits that git tells of, or why it tells of none."""
    emit.line()
    emit.line(("  History", "bold"), f"  {told.problem}" if told.problem else "")
    for commit, author, date in told.commits:
        emit.line(f"    {commit}  {date}  ", author)


def paint_rests(emit: Emit, rests: Rests) -> None:
    """What the items rest on, in a few lines."""
    emit.line(f"Rests on {count(rests.items, 'item')}: ", _words(rests.confidence))
    emit.line("  Sources: ", _words(rests.sources))
    ages = rests.ages
    oldest = "no item is dated" if ages.oldest is None else f"today to {ages.oldest} d"
    emit.line("  Status: ", _words(rests.status))
    emit.line("  Age: ", oldest, f", {ages.undated} without a date" if ages.undated else "")


def _words(found: Counts) -> str:
    return " · ".join(f"{word} {number}" for word, number in found if number) or "nothing"
