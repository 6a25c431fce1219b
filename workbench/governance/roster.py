"""``roster.yaml``: who may decide what. One wrong word refuses the whole file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from workbench.governance.canonical import sha256
from workbench.governance.files import read_or_none
from workbench.governance.places import ROSTER, SMALL
from workbench.protocol.strict_yaml import load_record
from workbench.store.decision import is_actor_name
from workbench.text.errors import Unreadable

ACTIONS: Final = frozenset(
    (
        "review", "mend", "reconcile", "propose", "promote-conventions", "promote-steering", "policy",
        "revoke", "withdraw", "reinstate", "authorize-erasure", "execute-erasure", "roster",
    )
)  # fmt: skip
"""What a decision can do, as rights name it."""

AGENT_ACTIONS: Final = frozenset({"propose", "execute"})
"""What an agent may be given: nothing of it is a decision."""

_PARTIES: Final = frozenset({"proposer", "executor"})
_THRESHOLD: Final = re.compile(r"[1-9][0-9]?")
_GRANT: Final = ("what", "bounds", "until", "decision")


@dataclass(frozen=True, slots=True)
class Person:
    """Someone of the roster, and the actions given to them."""

    name: str
    kind: Literal["human", "agent"]
    may: frozenset[str]


@dataclass(frozen=True, slots=True)
class Rule:
    """How many distinct people an action takes, and which parties may not be among them."""

    action: str
    threshold: int = 1
    distinct_from: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Roster:
    """The roster in force and the SHA-256 of its bytes.

    ``problem`` says why the file is refused; then there are no people and nobody may decide.
    """

    digest: str | None
    people: Mapping[str, Person] = field(default_factory=dict)
    rules: Mapping[str, Rule] = field(default_factory=dict)
    problem: str | None = None


def read_roster(root: Path) -> Roster | None:
    """The roster of a store, or None where no such file is. Never raises for what the file holds."""
    try:
        data = read_or_none(root, ROSTER, limit=SMALL)
    except Unreadable as error:
        return Roster(None, problem=error.reason)
    return None if data is None else parse_roster(data)


def parse_roster(data: bytes) -> Roster:
    """The roster in the bytes of a file; what is wrong with it is its ``problem``."""
    try:
        found = load_record(data)
        _keys(found, {"version", "people"}, {"rules", "grants"}, "the roster")
        if found["version"] != "1":
            raise Unreadable("version is not 1")
        people = _people(found["people"])
        rules = _rules(found.get("rules", []))
        _grants(found.get("grants", []))
    except Unreadable as error:
        return Roster(sha256(data), problem=error.reason)
    return Roster(sha256(data), people, rules)


def _people(value: Any) -> dict[str, Person]:
    if not isinstance(value, dict) or not value:
        raise Unreadable("people is no mapping of names")
    return {name: _person(name, entry) for name, entry in value.items()}


def _person(name: str, entry: Any) -> Person:
    if not is_actor_name(name):
        raise Unreadable("a name of people is neither user:NAME nor agent:NAME")
    found = _keys(entry, {"kind", "may"}, set(), "an entry of people")
    human = found["kind"] == "human"
    if found["kind"] not in ("human", "agent") or human != name.startswith("user:"):
        raise Unreadable("a kind does not fit its name: user: is human, agent: is agent")
    may = _words(found["may"], ACTIONS if human else AGENT_ACTIONS, "may")
    return Person(name, "human" if human else "agent", may)


def _rules(value: Any) -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    for entry in _list(value, "rules"):
        found = _keys(entry, {"action"}, {"threshold", "distinct_from"}, "an entry of rules")
        action, threshold = found["action"], found.get("threshold", "1")
        if action not in ACTIONS or action in rules:
            raise Unreadable("rules name an unknown action, or one action twice")
        if not isinstance(threshold, str) or not _THRESHOLD.fullmatch(threshold):
            raise Unreadable("a threshold is no number from 1 to 99")
        apart = _words(found.get("distinct_from", []), _PARTIES, "distinct_from")
        rules[action] = Rule(action, int(threshold), apart)
    return rules


def _grants(value: Any) -> None:
    for entry in _list(value, "grants"):
        found = _keys(entry, set(_GRANT), set(), "an entry of grants")
        if not all(isinstance(text, str) and text for text in found.values()):
            raise Unreadable("an entry of grants holds something that is no text")


def _words(value: Any, known: frozenset[str], what: str) -> frozenset[str]:
    words = _list(value, what)
    if not all(isinstance(word, str) and word in known for word in words) or len(set(words)) != len(words):
        raise Unreadable(f"{what} holds an unknown word, or one twice")
    return frozenset(words)


def _list(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise Unreadable(f"{what} is no list")
    return value


def _keys(value: Any, needed: set[str], optional: set[str], what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Unreadable(f"{what} is no mapping")
    if not needed <= value.keys() or not value.keys() <= needed | optional:
        raise Unreadable(f"{what} lacks a key or has an unknown one")
    return value
