"""May this person decide this? The rule that says no is the answer (§12.2, §16)."""

from __future__ import annotations

from typing import Final

from workbench.governance.roster import Roster
from workbench.store.case import RECONCILED
from workbench.store.decision import Actor, Authority, is_actor_name
from workbench.store.plan import Plan
from workbench.text.errors import Refused

OWN_WORD: Final = "owner by their own word"
"""The authority where a store has no roster."""

_REVIEW: Final = frozenset({"keep", "stale", "active", "supersede", "new-value", "merge", "cool", "defer"})
_RECONCILE: Final = frozenset(
    {"current", "both", "none", "new-value", "confirm", "merge", "restore", "accept", "open"}
)


def action_of(verdict: str, reverted: str | None = None, kind: str = "") -> str:
    """The action that a verdict on a case of that kind is; ``reverted`` is that of what a revert takes back.

    Raises:
        Refused: no one can be given the right to an unknown verdict.
    """
    if kind in RECONCILED and verdict in _RECONCILE:
        return "reconcile"
    if kind not in RECONCILED and verdict in _REVIEW:
        return "review"
    if verdict == "revert" and reverted is not None:
        return reverted
    raise Refused("This verdict belongs to no action that can be given.", rule="actions of the roster")


def action_of_plan(action: str, plan: Plan) -> str:
    """The action that a plan comes to: a review that makes rows of others history reconciles them, too."""
    about = {one.key for one in plan.reviewed if one.role == "target"}
    gone = {event.ids[0] for event in plan.log if event.event == "supersede" and event.ids}
    return "reconcile" if action == "review" and gone - about else action


def authority(roster: Roster | None, actor: Actor, action: str) -> Authority:
    """Under which authority ``actor`` may do ``action``.

    Raises:
        Refused: with the rule that says no.
    """
    if not is_actor_name(actor.name):
        raise Refused("Who decides is neither user:NAME nor agent:NAME.", rule="who decides is named (§12.2)")
    if actor.is_agent:
        raise Refused("An agent proposes and executes; a person decides.", rule="agents decide nothing (§16)")
    if roster is None:
        return Authority(OWN_WORD, None)
    if roster.problem is not None:
        raise Refused(
            f"Nobody may decide while governance/roster.yaml is refused: {roster.problem}.",
            rule="a roster gives rights only when all of it reads",
            next="Mend governance/roster.yaml, or what stands in its place, by hand.",
        )
    return _by_roster(roster, actor, action)


def describe(roster: Roster | None) -> str:
    """Who may decide, in a few words for a header."""
    if roster is None:
        return OWN_WORD
    if roster.problem is not None:
        return f"nobody: roster refused ({roster.problem})"
    humans = sum(person.kind == "human" for person in roster.people.values())
    return f"roster: {humans} {'person' if humans == 1 else 'people'}"


def _by_roster(roster: Roster, actor: Actor, action: str) -> Authority:
    person = roster.people.get(actor.name)
    if person is None:
        raise Refused(f"{actor.name} is not in the roster.", rule="roster.yaml: people")
    if action not in person.may:
        raise Refused(f"{actor.name} may not {action}.", rule=f"roster.yaml: people, may of {actor.name}")
    rule = roster.rules.get(action)
    if rule is not None and rule.threshold > 1:
        raise Refused(
            f"{action} takes {rule.threshold} people, and a record carries one.",
            rule=f"roster.yaml: rules, threshold of {action}",
        )
    if rule is not None and "executor" in rule.distinct_from:
        raise Refused(
            f"{action} is carried out by who decides it, and the roster asks for another.",
            rule=f"roster.yaml: rules, distinct_from of {action}",
        )
    return Authority(f"roster: {actor.name} may {action}", roster.digest)
