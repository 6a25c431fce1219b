"""Whatever ends in a log or a traceback by its repr quotes no memory."""

from __future__ import annotations

from pathlib import Path

from tests.desk.leaky import BESIDE, ITEM, MARK, make_leaky
from workbench.bindings.filesystem import binding
from workbench.desk import Desk
from workbench.store.snapshot import Snapshot

from .conftest import prepare

PROSE = "zqprose of a topic"


def hostile_home(home: Path) -> Path:
    """The leaking store, with the mark also in headings, front matter, triggers, rules and the archive."""
    memory = make_leaky(home) / "memory"
    topic = memory / "topics/environment.md"
    text = topic.read_text(encoding="utf-8").replace("title: Environment", "title: zqtitle")
    text = text.replace("  - gateway\n", "  - zqtrigger\n").replace("## Summary", f"## Zqheading\n\n{PROSE}")
    text = text.replace("The ferry office", "Zqoffice").replace("port 7520.", "port 7520, zqport.")
    text = text.replace("## Facts and lessons", "## Zqfacts")
    topic.write_text(text, encoding="utf-8")
    archive = memory / "archive/2026-08-01.md"
    archive.write_text(f"{archive.read_text(encoding='utf-8')}\n## Zqpassage\n\n{PROSE}\n", encoding="utf-8")
    rules = memory / "conventions.md"
    rules.write_text(f"{rules.read_text(encoding='utf-8')}\n## Zqrules\n\n- Zqrule.\n", encoding="utf-8")
    return home


def snapshot_of(home: Path) -> Snapshot:
    found = binding.recognise(home)
    assert found is not None
    return binding.load(found)


def quotes(value: object) -> bool:
    return MARK in repr(value).casefold()


def test_no_part_of_a_snapshot_quotes_memory(l1_store: Path) -> None:
    snapshot = snapshot_of(hostile_home(l1_store))
    parts = (
        *snapshot.rows, *snapshot.passages, *snapshot.log, *snapshot.rules, *snapshot.topics,
        *snapshot.controls, *snapshot.proposals, *snapshot.receipts, *snapshot.tombstones,
        *snapshot.files.values(),
    )  # fmt: skip
    assert any(MARK in (row.source or "") for row in snapshot.rows), "the mark was read"
    assert any(row.section.casefold().startswith(MARK) for row in snapshot.rows)
    assert [topic.path for topic in snapshot.topics if topic.title == "zqtitle"]
    assert not [part for part in parts if quotes(part)]
    assert not quotes(snapshot)


def test_no_case_and_no_evidence_quotes_memory(l1_store: Path) -> None:
    desk = Desk.open(hostile_home(l1_store))
    cases = [desk.case(case.id, audit=True) for case in desk.cases(audit=True)]
    assert any(MARK in evidence.text.casefold() for case in cases for evidence in case.evidence)
    for case in cases:
        assert not quotes(case), case.id
        assert not [one for one in (*case.evidence, *case.targets) if quotes(one)], case.id
    assert not [record for record in desk.records(audit=True) if quotes(record)]


def test_no_decision_and_no_plan_quotes_memory(l1_store: Path) -> None:
    desk = Desk.open(hostile_home(l1_store))
    verdicts = [(BESIDE, "new-value", {"value": "zqnew"}), (BESIDE, "stale", {}), (ITEM, "stale", {})]
    for item, name, parameters in verdicts:
        prepared = prepare(desk, f"pending-cleanup:{item}", name, **parameters)
        assert MARK.encode() in b"".join(e.before + e.after for e in prepared.plan.effects).lower()
        assert not quotes(prepared), name
        assert not quotes(prepared.plan), name
        assert not quotes(desk.preview(prepared)), name
