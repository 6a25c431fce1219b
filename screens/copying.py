"""What is copied, and what is said of it: the raw text goes out, its size and what hides in it are told."""

from __future__ import annotations

import base64
from collections.abc import Sequence

from textual.content import Content

from screens.actions import key_of
from screens.text import counted, joined, safe, styled
from workbench.desk.sheets.surfaced import surfaced
from workbench.desk.views import Preview, RecordView
from workbench.store.case import Case
from workbench.text.errors import Refused
from workbench.text.visible import hidden

MANY = 70_000
"""Characters above which terminals are known to leave a text out."""


def clipboard_sequence(text: str) -> str:
    """The words by which a terminal is asked to take a text (OSC 52); bytes that are no text stay.

    The text travels as base64, so that nothing in it can act on the terminal.
    """
    coded = base64.b64encode(text.encode("utf-8", "surrogateescape")).decode("ascii")
    return f"\x1b]52;c;{coded}\a"


def copied_words(what: str, text: str) -> Content:
    """What was copied, how much of it cannot be seen, and that nobody knows whether it arrived."""
    unseen = hidden(text)
    among = f", {counted(unseen, 'hidden character')} among them" if unseen else ""
    size = counted(len(text), "character")
    more = "; so long a text is left out by some terminals" if len(text) > MANY else ""
    return joined(
        [
            styled("copied "),
            styled(f"{size} of "),
            safe(what),
            styled(among, "mark" if unseen else ""),
            styled(f"; sent to the terminal's clipboard, which may not take it{more}", "dim"),
        ]
    )


def case_value(case: Case, *, audit: bool) -> tuple[str, str]:
    """The text of a case, as it is in the store.

    Raises:
        Refused: a withdrawal holds it back and no audit shows it (§15.2 rule 1).
    """
    if case.withheld_by is not None and not audit:
        raise held_back(case.withheld_by, "queue.audit")
    text = surfaced(case.kind, case.detail, case.facets.subject) or case.text or case.title
    return case_id(case)[1], text


def case_id(case: Case) -> tuple[str, str]:
    """The id of the item that a case is about where it is about one, else of the case."""
    ids = list(dict.fromkeys(target.id for target in case.targets if target.id))
    return ("the item's id", ids[0]) if len(ids) == 1 else ("the case's id", case.id)


def record_value(record: RecordView, *, audit: bool) -> tuple[str, str]:
    """The text of a record, as it is in the store.

    Raises:
        Refused: a withdrawal holds it back and no audit shows it (§15.2 rule 1).
    """
    if record.withheld_by is not None and not audit:
        raise held_back(record.withheld_by, "records.audit")
    return record.id, record.text or record.summary


def plan_text(previews: Sequence[Preview]) -> str:
    """Plans as text: what is said of each, then the rows of each file as they are shown."""
    lines: list[str] = []
    for preview in previews:
        lines += [f"{preview.verdict} {preview.case_id} {preview.decision_id}"]
        lines += [f"! {note}" for note in preview.notes]
        for diff in preview.files:
            lines += [f"{diff.path}   {diff.summary}", *(f"{row.sign} {row.text}" for row in diff.rows)]
        lines += [f"log.md + {entry}" for entry in preview.log_lines]
    return "\n".join(lines) + "\n"


def held_back(control: str, audit: str) -> Refused:
    """Why a text is not copied."""
    return Refused(
        f"not copied: {control} withdraws it",
        rule="§15.2 rule 1",
        next=f"{key_of(audit)} audits what is retained, then it can be copied",
    )
