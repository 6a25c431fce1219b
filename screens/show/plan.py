"""The plan of one decision or of a batch as a page: what is left out by name, then every change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from textual.content import Content

from screens.question import Unseen
from screens.recorded import Recorded
from screens.text import BLANK, counted, fit, joined, safe, styled, wrap
from screens.widgets.diff_view import DiffLine, change_lines, preview_lines
from screens.widgets.page import PageLine
from screens.words import kind_label, verdict_done
from workbench.desk.batches import LeftOut
from workbench.desk.views import Preview
from workbench.store.decision import Prepared

MAX_ROWS = 20_000
"""Rows of a batch that are drawn; what comes after them is told in counts."""
LONG = 4_000
"""A plan of more rows than this is laid out in a thread."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan as it was made and as it is shown.

    `names` says what each case is called, `unseen` what of each was not on the screen when it was made.
    """

    prepared: tuple[Prepared, ...]
    previews: tuple[Preview, ...]
    left_out: tuple[LeftOut, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    unseen: Unseen = field(default_factory=dict)

    @property
    def is_batch(self) -> bool:
        """Whether it is told decision by decision."""
        return len(self.prepared) != 1 or bool(self.left_out)

    @property
    def rows(self) -> int:
        """How long it is."""
        return sum(len(diff.rows) for preview in self.previews for diff in preview.files)

    @property
    def files(self) -> int:
        """How many files it changes."""
        paths = {diff.path for preview in self.previews for diff in preview.files}
        return len(paths) + any(preview.log_lines for preview in self.previews)

    @property
    def lines(self) -> int:
        """How many lines it adds and removes."""
        return sum(preview.lines + len(preview.log_lines) for preview in self.previews)

    def kinds(self) -> str:
        """How many decisions there are of each kind of case."""
        found = Counter(one.case_kind for one in self.prepared)
        return ", ".join(f"{number} {kind_label(kind).lower()}" for kind, number in found.most_common())


def brings_about(plan: Plan) -> object:
    """What a person is shown of a plan but for ids, times and line numbers: equal where two do the same."""
    return [_shown(one) for one in plan.previews], plan.left_out


def _shown(preview: Preview) -> object:
    files = [(file.path, [(row.sign, row.text) for row in file.rows]) for file in preview.files]
    return preview.case_id, preview.notes, files


def plan_lines(plan: Plan, width: int, split: bool) -> list[PageLine]:
    """Every line of a plan at a width."""
    if not plan.is_batch:
        return preview_lines(plan.previews[0], width, split)
    return list(_batch(plan, width, split))


def _batch(plan: Plan, width: int, split: bool) -> Iterator[PageLine]:
    yield from _left_out(plan.left_out, len(plan.prepared) + len(plan.left_out), width)
    if not plan.prepared:
        return
    shared = _shared_notes(plan.previews)
    for note in shared:
        yield from _lines(joined([styled(" ! ", "warn"), safe(note)]), width, "   ")
    words = f" {counted(len(plan.prepared), 'decision')}: {plan.kinds()}. Line numbers are those of now."
    yield from _lines(styled(words, "dim"), width, "   ")
    drawn = 0
    for index, (one, preview) in enumerate(zip(plan.prepared, plan.previews, strict=True), 1):
        yield PageLine(BLANK)
        yield _head(f"{index} of {len(plan.prepared)}", plan.names.get(one.case_id, one.case_id), width)
        for note in preview.notes:
            if note not in shared:
                yield from _lines(joined([styled(" ! ", "warn"), safe(note)]), width, "   ")
        drawn += sum(len(diff.rows) for diff in preview.files)
        if drawn <= MAX_ROWS:
            yield from change_lines(preview, width, split)
        else:
            yield from _counts(preview, width)


def _head(place: str, name: str, width: int) -> DiffLine:
    """Where the next decision of a batch begins."""
    head = joined([styled(f" ── {place}  ", "heading"), safe(name, "strong"), styled(" ", "heading")])
    rule = styled("─" * max(width - head.cell_length - 1, 0), "faint")
    return DiffLine(fit(joined([head, rule]), width), stop=True)


def _shared_notes(previews: Sequence[Preview]) -> list[str]:
    """What is said of every decision, to be said once."""
    first, *others = previews
    return [note for note in first.notes if others and all(note in other.notes for other in others)]


def _left_out(left: Sequence[LeftOut], total: int, width: int) -> Iterator[PageLine]:
    if not left:
        return
    words = f" {len(left)} of {total} left out; nothing is recorded for:"
    yield from _lines(styled(words, "warn"), width, "   ")
    for one in left:
        line = joined([styled("   ✗ ", "bad"), safe(one.name, "strong"), "   ", safe(one.why)])
        yield from _lines(line, width, "     ")
    yield PageLine(BLANK)


def _counts(preview: Preview, width: int) -> Iterator[PageLine]:
    for diff in preview.files:
        line = joined([styled(" "), safe(diff.path, "strong"), "   ", safe(diff.summary, "dim")])
        yield from _lines(line, width, "   ")
    words = f"   not drawn: more than {MAX_ROWS:,} rows stand above; decide on this case alone to see them"
    yield from _lines(styled(words, "warn"), width, "   ")


def result_lines(recorded: Recorded, width: int) -> list[PageLine]:
    """What was recorded and what was not, each by name."""
    lines: list[PageLine] = []
    if recorded.not_done:
        doubt = ", or not known to be" if recorded.unknown else ""
        words = f" Not recorded{doubt}, {len(recorded.not_done)}:"
        lines += _lines(styled(words, "warn"), width, "   ")
    for name, why in recorded.not_done:
        lines += _lines(
            joined([styled("   ✗ ", "bad"), safe(name, "strong"), "   ", safe(why)]), width, "     "
        )
    lines += [PageLine(BLANK)] if lines else []
    lines += _lines(styled(f" Recorded, {len(recorded.done)}:", "good"), width, "   ")
    for outcome in (one for one in recorded.outcomes if one.recorded):
        name = recorded.names.get(outcome.case, outcome.case)
        done = styled(f"   {verdict_done(recorded.verdict)}, ")
        parts = [styled("   ✓ ", "good"), safe(name, "strong"), done]
        more = safe(f"   ! {outcome.message}", "warn") if outcome.exit else styled("")
        lines += _lines(joined([*parts, safe(outcome.id, "dim"), more]), width, "     ")
    return lines


def _lines(content: Content, width: int, indent: str) -> list[PageLine]:
    return [PageLine(line) for line in wrap(content, width, indent)]
