"""A plan as a person reads it: which files, which lines, what to know before."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from workbench.cli.emit import Emit
from workbench.cli.fold import Part

if TYPE_CHECKING:
    from workbench.desk.views import FileDiff, Preview
    from workbench.store.decision import Prepared
    from workbench.text.diff import DiffRow

_STYLES = {"-": "red", "+": "green", " ": ""}


def paint_plan(emit: Emit, prepared: Prepared, preview: Preview) -> None:
    """One plan: who would decide what, every line that changes, and the lines of the log."""
    actor = prepared.actor
    emit.line((preview.verdict, "bold"), f"  {preview.case_id}  ", (preview.decision_id, "dim"))
    emit.line(f"  by {actor.name} ({actor.claimed}), {prepared.authority.rule}")
    paint_changes(emit, preview)
    for note in preview.notes:
        emit.line("  ", (f"! {note}", "yellow"))


def paint_changes(emit: Emit, preview: Preview) -> None:
    """Every line that changes, file by file, and the lines of the log."""
    for diff in preview.files:
        _paint_file(emit, diff)
    if preview.log_lines:
        emit.line("  log.md", (f"  + {len(preview.log_lines)}", "dim"))
    for text in preview.log_lines:
        for line in text.removesuffix("\n").split("\n"):
            emit.quoted(("        + ",), ((line, "green"),))


def _paint_file(emit: Emit, diff: FileDiff) -> None:
    emit.line(f"  {diff.path}", (f"  {diff.summary}", "dim"))
    paint_rows(emit, diff.rows)


def paint_rows(emit: Emit, rows: Iterable[DiffRow]) -> None:
    """The rows of a diff, each with its number and its sign."""
    for row in rows:
        if row.sign == "@":
            emit.line("          ", (row.text, "dim"))
            continue
        number = row.old if row.sign == "-" else row.new
        emit.quoted((f"  {number or '':>5} {row.sign} ",), _pieces(row))


def _pieces(row: DiffRow) -> list[Part]:
    """The runs of a row, what changed in it drawn reversed."""
    style = _STYLES[row.sign]
    return [(piece.text, f"{style} reverse".strip() if piece.changed else style) for piece in row.pieces]
