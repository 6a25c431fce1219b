"""Values of the desk and the store, written by hand, and the keys the contract gives each object."""

from __future__ import annotations

from pathlib import Path

from workbench.desk.views import Outcome, StoreView
from workbench.store.case import Case, Evidence, Offer, Target
from workbench.store.snapshot import Address, Capability
from workbench.text.filesystems import Ground

STORE_KEYS = ["root", "id", "binding", "ledger", "capabilities", "items", "unfinished", "weak"]
CASE_KEYS = ["id", "kind", "title", "targets", "possible", "age_days", "age_from", "verdicts", "evidence"]
TARGET_KEYS = ["id", "path", "line", "role", "status"]
VERDICT_KEYS = ["verdict", "allowed", "rule", "needs"]
EVIDENCE_KEYS = ["role", "ref", "path", "line", "text", "why", "suggestion", "fields", "also"]
DECISION_KEYS = ["id", "case", "effects", "exit"]
ERROR_KEYS = ["schema", "code", "rule", "message", "not_done", "next"]

CASE = Case(
    id="pending-cleanup:mem-2026-07-02-002",
    kind="pending-cleanup",
    title="Caching the timetable makes reads faster.",
    targets=(
        Target(
            "mem-2026-07-02-002", "mem-2026-07-02-002", Address("topics/pitfalls.md", 0, 60, 15), "item",
            "pending-cleanup", "0" * 64,
        ),
    ),
    age_days=41,
    age_from="mark",
    verdicts=(Offer("keep", True), Offer("stale", False, "§9: only a person", ("with",))),
    evidence=(
        Evidence("refuter", "mem-2026-08-09-001", "topics/pitfalls.md", 21, "Two missed.", "later", True),
        Evidence("refuter", "mem-2026-08-01-003", None, None, "", withheld_by="memwd-2026-08-05-001"),
    ),
    facts=(("Source", "archive/2026-07-02.md#cache"),),
    text="Caching the timetable makes reads faster.\nMeasured once.",
)  # fmt: skip

STORE = StoreView(
    root=Path("/agents/harbour/memory"),
    id=None,
    binding="filesystem",
    ledger="here",
    capabilities=(Capability("inbox", True, "memory.md"), Capability("archive", False, "no archive/")),
    items=66,
    unfinished=("memdec-2026-08-13-004-1f0c",),
    authority="owner by their own word",
    ground=Ground("ext4", "ext4"),
    git="main 3fa2c1d",
    looked_at="2026-08-13T09:14:02Z",
)


def outcome(exit_code: int, *, recorded: bool, case: str = "stale:mem-2026-07-02-002") -> Outcome:
    """What became of a decision with one effect."""
    effects = (("topics/pitfalls.md", "replace", "done" if exit_code == 0 else "outstanding"),)
    return Outcome(
        "memdec-2026-08-13-004-1f0c", case, exit_code, recorded, effects if recorded else (), "it stopped"
    )
