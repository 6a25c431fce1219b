"""A plan as a person sees it before anything is written: a diff a file, withdrawn text masked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from workbench.desk.views import FileDiff, Preview
from workbench.store.binding import Binding
from workbench.store.decision import PlanContext, Prepared
from workbench.store.snapshot import Snapshot
from workbench.text.diff import DiffRow, diff_rows
from workbench.text.visible import from_bytes

LOG: Final = "log.md"
_FIELD_LINE: Final = re.compile(rb"[ \t]+[-*+][ \t]+[A-Za-z][A-Za-z_-]*:")


def preview(binding: Binding, snapshot: Snapshot, prepared: Prepared, excluded: Mapping[str, str]) -> Preview:
    """The diffs of every file a decision would change, and the lines it would add to the log.

    ``excluded`` maps the key of a withdrawn row to its withdrawal: such text is masked
    even where it is only the context of a change (§15.2 rule 1).
    """
    plan = prepared.plan
    files = [_file(binding, snapshot, prepared, path, excluded) for path in plan.paths]
    log = snapshot.files.get(LOG)
    context = PlanContext(prepared.decided_at, prepared.actor, prepared.id, frozenset())
    entry = from_bytes(binding.log_entry(log.data if log else b"", plan, context))
    return Preview(
        decision_id=prepared.id,
        case_id=prepared.case_id,
        verdict=prepared.verdict.name,
        files=tuple(files),
        notes=plan.notes,
        log_lines=tuple(line for line in entry.split("\n") if line.strip()),
    )


def _file(
    binding: Binding, snapshot: Snapshot, prepared: Prepared, path: str, excluded: Mapping[str, str]
) -> FileDiff:
    before = snapshot.files[path].data if path in snapshot.files else b""
    effects = [effect for effect in prepared.plan.effects if effect.path == path]
    after = binding.apply(path, before, effects)
    masks = _masks(snapshot, path, excluded)
    if _ends_in_crlf(before) and _ends_in_crlf(after):
        before, after = before.replace(b"\r\n", b"\n"), after.replace(b"\r\n", b"\n")
    rows = diff_rows(from_bytes(_masked(before, masks)), from_bytes(_masked(after, masks)))
    added, removed = _count(rows, "+"), _count(rows, "-")
    return FileDiff(path, _summary(added, removed), tuple(rows), added, removed)


def _ends_in_crlf(data: bytes) -> bool:
    """Whether every line ends in CRLF, so that the line ends say nothing about a change."""
    return data.count(b"\r\n") == data.count(b"\n")


def _masks(snapshot: Snapshot, path: str, excluded: Mapping[str, str]) -> dict[bytes, bytes]:
    """Whole lines of withdrawn rows, and what is shown in their place."""
    found: dict[bytes, bytes] = {}
    for row in snapshot.rows:
        by = excluded.get(row.key)
        if by is None or row.address.path != path:
            continue
        for line in snapshot.span(row.address).split(b"\n"):
            if line.strip() and not _FIELD_LINE.match(line):
                found[line.rstrip(b"\r")] = f"⊘ withdrawn by {by}; text held back".encode()
    return found


def _masked(data: bytes, masks: Mapping[bytes, bytes]) -> bytes:
    if not masks:
        return data
    return b"\n".join(masks.get(line.rstrip(b"\r"), line) for line in data.split(b"\n"))


def _count(rows: Iterable[DiffRow], sign: str) -> int:
    return sum(1 for row in rows if row.sign == sign)


def _summary(added: int, removed: int) -> str:
    parts = [f"+ {_lines(added)}" if added else "", f"− {_lines(removed)}" if removed else ""]
    return "  ".join(part for part in parts if part) or "no line changes"


def _lines(number: int) -> str:
    return f"{number} line" if number == 1 else f"{number} lines"
