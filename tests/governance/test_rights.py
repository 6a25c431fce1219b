"""Who may decide what: with no roster the owner, with one its people, with a broken one nobody."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from workbench.governance.rights import action_of, authority, describe
from workbench.governance.roster import parse_roster, read_roster
from workbench.store.decision import Actor
from workbench.text.errors import Refused

ROSTER = """\
version: 1
people:
  user:ada: {kind: human, may: [review, reconcile, withdraw, promote-conventions, authorize-erasure]}
  user:op:  {kind: human, may: [execute-erasure]}
  agent:dream: {kind: agent, may: [propose, execute]}
rules:
  - {action: authorize-erasure, threshold: 2, distinct_from: [proposer, executor]}
grants: []
"""


def person(name: str) -> Actor:
    return Actor(name, "flag", False)


def test_without_a_roster_the_person_is_the_owner_by_their_own_word(tmp_path: Path) -> None:
    assert read_roster(tmp_path) is None
    given = authority(None, person("user:anyone"), "review")
    assert (given.rule, given.roster_digest) == ("owner by their own word", None)
    assert describe(None) == "owner by their own word"


def test_the_roster_of_the_architecture_reads() -> None:
    roster = parse_roster(ROSTER.encode())
    assert roster.problem is None
    assert roster.digest == hashlib.sha256(ROSTER.encode()).hexdigest()
    assert authority(roster, person("user:ada"), "review").roster_digest == roster.digest
    assert describe(roster) == "roster: 2 people"


@pytest.mark.parametrize(
    ("name", "action", "rule"),
    [
        ("user:op", "review", "may of user:op"),
        ("user:eve", "review", "people"),
        ("agent:dream", "review", "agents decide nothing"),
        ("agent:dream", "propose", "agents decide nothing"),
        ("user:ada", "authorize-erasure", "threshold"),
        ("ada", "review", "who decides is named"),
    ],
)
def test_the_rule_that_says_no_is_named(name: str, action: str, rule: str) -> None:
    with pytest.raises(Refused) as raised:
        authority(parse_roster(ROSTER.encode()), person(name), action)
    assert raised.value.rule is not None and rule in raised.value.rule


def test_an_agent_decides_nothing_without_a_roster_either() -> None:
    with pytest.raises(Refused):
        authority(None, person("agent:dream"), "review")


@pytest.mark.parametrize(
    "text",
    [
        ROSTER + "extra: 1\n",
        ROSTER.replace("version: 1", "version: 2"),
        ROSTER.replace("version: 1\n", ""),
        ROSTER.replace("kind: human, may: [execute-erasure]", "kind: human, may: [execute-erasure], key: x"),
        ROSTER.replace("user:op:  {kind: human", "user:op:  {kind: agent"),
        ROSTER.replace("user:op:", "user:ada:"),
        ROSTER.replace("user:op:", "op:"),
        ROSTER.replace("[execute-erasure]}", "[execute-erasures]}"),
        ROSTER.replace("[execute-erasure]}", "[execute-erasure, execute-erasure]}"),
        ROSTER.replace("may: [propose, execute]", "may: [propose, execute, review]"),
        ROSTER.replace("threshold: 2", "threshold: 0"),
        ROSTER.replace("threshold: 2", "threshold: two"),
        ROSTER.replace("[proposer, executor]", "[somebody]"),
        ROSTER.replace("people:", "people: &all"),
        ROSTER.replace("version: 1", "version: !!int 1"),
        ROSTER.replace("grants: []", "grants: [everything]"),
        ROSTER.replace("rules:\n", "rules:\n  - {action: authorize-erasure}\n"),
        "---\n" + ROSTER + "---\n" + ROSTER,
        "",
        "version: 1\npeople: {}\n",
        "\ufeff" + ROSTER.replace("ada", "a\u200bda"),
    ],
)
def test_one_wrong_word_refuses_the_whole_file_and_then_nobody_may_decide(text: str) -> None:
    roster = parse_roster(text.encode())
    assert roster.problem is not None and roster.people == {}
    with pytest.raises(Refused, match="Nobody may decide"):
        authority(roster, person("user:ada"), "review")
    assert describe(roster).startswith("nobody")


def test_a_roster_that_is_no_file_counts_as_refused(tmp_path: Path) -> None:
    (tmp_path / "governance" / "roster.yaml").mkdir(parents=True)
    roster = read_roster(tmp_path)
    assert roster is not None and roster.problem is not None


def test_verdicts_belong_to_actions() -> None:
    for verdict in ("keep", "stale", "active", "supersede", "new-value", "merge", "cool", "defer"):
        assert action_of(verdict) == "review"
    for kind in ("conflict", "contradiction", "duplicate", "copies", "broken-supersede"):
        for verdict in (
            "current",
            "both",
            "none",
            "new-value",
            "confirm",
            "merge",
            "restore",
            "accept",
            "open",
        ):
            assert action_of(verdict, kind=kind) == "reconcile"
        with pytest.raises(Refused):
            action_of("keep", kind=kind)
    for kind in ("pending-cleanup", "stale"):
        assert action_of("new-value", kind=kind) == action_of("merge", kind=kind) == "review"
        with pytest.raises(Refused):
            action_of("current", kind=kind)
    assert action_of("revert", "reconcile", "conflict") == "reconcile"
    assert action_of("revert", "withdraw") == "withdraw"
    with pytest.raises(Refused):
        action_of("revert")
    with pytest.raises(Refused):
        action_of("approve")
