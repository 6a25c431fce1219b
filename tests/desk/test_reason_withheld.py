"""A reason that quotes an item is held back once that item is withdrawn, in every view of the ledger."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.desk.leaky import BY, ITEM, MARK, make_leaky
from workbench.cli.main import run
from workbench.desk import Desk
from workbench.store.decision import Verdict

from .conftest import ADA

CACHE = "pending-cleanup:mem-2026-07-02-002"
BEFORE = f"memory_item_ids: [{ITEM}]"


def decided_then_withdrawn(home: Path, reason: str) -> str:
    """A decision with this reason, recorded before the withdrawal that the store holds now."""
    log = make_leaky(home) / "memory/log.md"
    whole = log.read_text(encoding="utf-8")
    log.write_text(whole.replace(BEFORE, "memory_item_ids: [mem-2026-01-01-001]"), encoding="utf-8")
    desk = Desk.open(home)
    (prepared,) = desk.prepare([CACHE], Verdict("keep"), ADA, reason)
    (outcome,) = desk.commit([prepared])
    assert outcome.exit == 0
    later = log.read_text(encoding="utf-8").replace("memory_item_ids: [mem-2026-01-01-001]", BEFORE)
    log.write_text(later, encoding="utf-8")
    return prepared.id


@pytest.mark.parametrize(
    "reason",
    ["as zqtext lies at quay seven", f"{ITEM} says zqtext", "ZQTEXT, lies at: quay (seven)!"],
    ids=["repeats", "names", "quotes"],
)
def test_no_view_of_the_ledger_tells_it(
    l1_store: Path, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    decision = decided_then_withdrawn(l1_store, reason)

    entry = next(one for one in Desk.open(l1_store).ledger() if one.id == decision)

    assert entry.reason_withheld_by == BY
    assert entry.reason == f"names or repeats what {BY} withdrew; text held back"
    for words in (["ledger"], ["ledger", decision, "--plan", "--record"]):
        for more in ([], ["--json"]):
            capsys.readouterr()
            assert run([words[0], str(l1_store), *words[1:], *more]) == 0
            said = capsys.readouterr().out
            assert MARK not in said.casefold()
            assert BY in said
    capsys.readouterr()
    run(["ledger", str(l1_store), "--json"])
    assert json.loads(capsys.readouterr().out)["decisions"][0]["reason_withheld_by"] == BY


def test_a_reason_in_own_words_is_shown(l1_store: Path) -> None:
    decision = decided_then_withdrawn(l1_store, "the harbour office confirmed it")

    entry = next(one for one in Desk.open(l1_store).ledger() if one.id == decision)

    assert (entry.reason, entry.reason_withheld_by) == ("the harbour office confirmed it", None)
