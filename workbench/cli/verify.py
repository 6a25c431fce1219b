"""`workbench verify`: whether the ledger and its effects hold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.call import Call, common, example, store_argument
from workbench.cli.emit import Emit
from workbench.cli.header import count
from workbench.cli.objects import store_object, verify_object

if TYPE_CHECKING:
    from workbench.desk.views import VerifyFinding, VerifyReport


@click.command(epilog=example("workbench verify ~/agent && echo it holds"))
@store_argument
@common
@click.pass_obj
def command(call: Call, store: Path | None) -> int:
    """Check chain, digests, heads and effects of every decision, and look for changes that none explains.

    Ends with 1 and a list when something does not hold. What cannot be checked on this machine
    is listed and is no failure.
    """
    desk = call.desk(store)
    report = desk.verify()
    call.emit.answer(
        {"schema": "workbench.verify/1", "store": store_object(desk.store()), **verify_object(report)}
    )
    _paint(call.emit, report)
    return int(not report.ok)


def _paint(emit: Emit, report: VerifyReport) -> None:
    failed = [one for one in report.findings if one.failed]
    for finding in (*failed, *(one for one in report.findings if not one.failed)):
        emit.line(*_line(finding))
    if report.ok:
        emit.line(("It holds: ", "bold green"), f"{count(report.checked, 'decision')} checked.")
    else:
        emit.line(
            (f"{count(len(failed), 'thing does', 'things do')} not hold", "bold red"),
            f"; {count(report.checked, 'decision')} checked.",
        )


def _line(finding: VerifyFinding) -> tuple[str | tuple[str, str], ...]:
    mark = ("✗ ", "bold red") if finding.failed else ("? ", "yellow")
    return mark, f"{finding.check}: ", f"{finding.decision}: " if finding.decision else "", finding.message
