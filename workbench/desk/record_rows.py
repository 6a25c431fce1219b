"""Records as rows of a list: short columns first, in the order in which they are looked for, then words."""

from __future__ import annotations

from typing import Any

from workbench.desk.views import RecordKind
from workbench.protocol.erasure import ErasureTombstone
from workbench.protocol.log import LogEvent
from workbench.protocol.records import (
    Hypothesis,
    MetamemoryFeedback,
    PolicyProposal,
    RetrievalRecord,
    SurfaceReceipt,
    WithdrawalRecord,
)
from workbench.review import erasures, receipts
from workbench.review.reading import Reading
from workbench.review.record_details import standing
from workbench.review.withheld import event_word, told
from workbench.store.snapshot import Held, Row

Cells = tuple[str, ...]
_KINDS = {"knowledge": "K", "state": "S"}


def item(reading: Reading, row: Row, title: str) -> Cells:
    """Date, kind (K or S), Status, words; of a withheld row closed words alone."""
    hidden = reading.hides(row)
    date = told("date", row.date) if hidden else row.date
    status = told("status", row.status) if hidden else row.status
    return date or "no date", _KINDS.get(row.kind or "", "?"), status or "no Status", title


def held(reading: Reading, kind: RecordKind, found: Held[Any], instead: str | None) -> Cells:
    """A record that is no item; ``instead`` stands for its words while it is held back."""
    if found.record is None:
        return "malformed", instead or found.problem or "it does not read"
    columns = _columns(reading, found, found.record)
    return (*columns[:-1], instead or " ".join(columns[-1].split()))


def _columns(reading: Reading, found: Held[Any], record: Any) -> Cells:
    """Closed words first, then day and id, then the words of the record."""
    if isinstance(record, WithdrawalRecord):
        now = standing(reading.controls, found.name).partition(":")[0].partition(" by ")[0]
        return str(record.action), now, record.decided_at[:10], found.name, record.reason
    if isinstance(record, PolicyProposal):
        status = str(record.known_status or "unknown status")
        return status, str(record.target_kind or "unknown target"), found.name, record.proposed_change
    if isinstance(record, SurfaceReceipt):
        shaped = receipts.detail(reading, found, record)
        day = (record.decided_at or shaped.logged_at or "no day")[:10]
        return shaped.borne_out or "not told", day, found.name, record.memory or "Memory is not mentioned"
    if isinstance(record, ErasureTombstone):
        done = sum(holder.result == "completed" for holder in record.holders)
        words = f"{done} of {len(record.holders)} holders completed"
        return erasures.result_of(record), record.executed_at[:10], found.name, words
    if isinstance(record, MetamemoryFeedback):
        return str(record.verdict), str(record.attribution_confidence), found.name, record.outcome
    if isinstance(record, RetrievalRecord):
        role = str(record.role or "unknown role")
        return role, record.retrieved_at[:10], found.name, ", ".join(record.memory_item_ids)
    if isinstance(record, Hypothesis):
        return str(record.known_status or "unknown status"), found.name, record.claim
    return ("",)


def log(event: LogEvent, instead: str | None) -> Cells:
    """Day, event, what it names and says, by whom."""
    day = event.time_text[:10]
    if instead is not None:
        return day, event_word(event) or "no event", instead
    fields = (f"{name}={value}" for name, value in event.fields)
    by = f"by {event.by}" if event.by else ""
    said = " ".join(part for part in (*event.ids, *fields, event.rest, by) if part)
    return day, event.event or "no event", said
