"""A record quotes nothing that somebody wrote: no heading, no name of their own; our own words stay words."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.governance.deciding import CACHE, decide, load, prepare, prepare_revert
from tests.trees import tree_bytes
from workbench.bindings.filesystem import binding
from workbench.governance.commit import commit
from workbench.governance.ledger import read_ledger
from workbench.governance.states import states, unfinished
from workbench.governance.verify import verify
from workbench.store.decision import Prepared, Verdict
from workbench.store.plan import Reviewed

OWN = "vault-code-4711"
ITEM = f"""
- [2026-07-30] (knowledge) The depot gate needs two people.
  - id: {OWN}
  - kind: knowledge
  - Status: pending-cleanup
  - Source: archive/2026-07-02.md#cache
"""


@pytest.fixture
def named(root: Path) -> Path:
    """A store with an item whose id somebody chose."""
    page = root / "topics" / "operational-pitfalls.md"
    page.write_text(page.read_text().replace("\n## Pending cleanup", ITEM + "\n## Pending cleanup"))
    return root


def data_of(root: Path, decision: str) -> bytes:
    return (root / "governance" / "decisions" / f"{decision}.json").read_bytes()


def with_evidence(root: Path, prepared: Prepared) -> Prepared:
    """A decision that also showed an archive passage, as evidence of a refuter."""
    snapshot = load(root)
    [passage] = [one for one in snapshot.passages if one.anchor == "cache"]
    address = passage.address
    digest = hashlib.sha256(snapshot.span(address)).hexdigest()
    shown = Reviewed(
        f"{passage.path}#{passage.anchor}", f"@{address.start}:{address.end}", address, digest,
        "refuter archive",
    )  # fmt: skip
    return replace(prepared, plan=replace(prepared.plan, reviewed=(*prepared.plan.reviewed, shown)))


def test_an_anchor_hides_its_heading_and_a_role_stays_a_word(root: Path, home: Path) -> None:
    prepared = with_evidence(root, prepare(root, CACHE, Verdict("keep")))
    assert commit(root, binding, prepared, private_home=home).exit == 0
    record = json.loads(data_of(root, prepared.id))
    [shown] = [one for one in record["reviewed"] if one["path"].startswith("archive/")]
    assert shown["role"] == "refuter-archive"
    file, _, anchor = shown["ref"].partition("#")
    assert file == "archive/2026-07-02.md" and anchor.startswith("~") and len(anchor) == 11
    assert b"#cache" not in data_of(root, prepared.id)
    assert {one["ref"] for one in record["reviewed"] if one["role"] == "target"} == {CACHE}


def test_a_name_that_somebody_chose_is_nowhere_in_the_record(named: Path, home: Path) -> None:
    done = decide(named, home, OWN, Verdict("stale"))
    assert done.exit == 0
    assert b"vault" not in data_of(named, done.id) and b"4711" not in data_of(named, done.id)
    record = json.loads(data_of(named, done.id))
    alias = record["targets"][0]["ref"]
    assert alias.startswith("~") and record["case"] == f"pending-cleanup:{alias}"
    assert {effect["record"] for effect in record["effects"]} == {alias}


def test_under_an_alias_everything_is_still_found(named: Path, home: Path, tmp_path: Path) -> None:
    before = tree_bytes(named)
    put_off = decide(named, home, OWN, Verdict("defer", until="2027-01-01"))
    case, names = f"pending-cleanup:{OWN}", [CACHE, OWN]
    assert {name: one.until for name, one in read_ledger(named).deferrals(names).items()} == {
        case: "2027-01-01"
    }
    stale = decide(named, home, OWN, Verdict("stale"))
    ledger = read_ledger(named)
    assert ledger.deferred(case) is None and ledger.deferrals(names) == {}
    assert ledger.touched_after(put_off.id, "topics/operational-pitfalls.md", OWN)
    assert not ledger.touched_after(put_off.id, "topics/operational-pitfalls.md", "vault-code-4712")
    assert verify(named, binding, home).findings == ()
    elsewhere = verify(named, binding, tmp_path / "elsewhere")
    assert elsewhere.ok
    assert [one.message for one in elsewhere.findings if one.check == "effect"] == [
        "topics/operational-pitfalls.md is unverifiable here: an alias names the record."
    ]
    private = home / str(ledger.store_id)
    assert set(states(ledger, named, binding, private).values()) == {"done"}
    taken_back = prepare_revert(named, private, stale.id)
    assert commit(named, binding, taken_back, private_home=home).exit == 0
    page = "topics/operational-pitfalls.md"
    assert tree_bytes(named)[page] == before[page]
    assert verify(named, binding, home).findings == ()


def test_elsewhere_an_alias_is_never_taken_for_unfinished(named: Path, home: Path, tmp_path: Path) -> None:
    decide(named, home, OWN, Verdict("stale"))
    (named / "log.md").write_bytes(b"# rotated\n")
    assert unfinished(read_ledger(named), named, binding, tmp_path / "elsewhere") == ()


def test_without_its_salt_a_deferral_hides_no_other_case(named: Path, home: Path) -> None:
    done = decide(named, home, OWN, Verdict("defer"))
    (named / "governance" / "decisions" / f"{done.id}.salt").unlink()
    ledger = read_ledger(named)
    assert ledger.deferred(f"pending-cleanup:{CACHE}") is None
    assert ledger.deferrals([CACHE, OWN]) == {}


def test_a_revert_names_the_targets_of_what_it_takes_back(named: Path, home: Path) -> None:
    for key in (CACHE, OWN):
        done = decide(named, home, key, Verdict("stale"))
        private = home / str(read_ledger(named).store_id)
        back = prepare_revert(named, private, done.id)
        assert commit(named, binding, back, private_home=home).exit == 0
        targets = json.loads(data_of(named, back.id))["targets"]
        assert targets and targets == json.loads(data_of(named, done.id))["targets"]
