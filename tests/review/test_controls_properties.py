"""Properties of control chains that hold for any set of records (§12.2)."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.review.build import held_control, reinstatement, withdrawal
from workbench.review.controls import Controls, resolve
from workbench.store.snapshot import Address

NAMES = [f"memwd-2026-08-05-{number:03d}" for number in range(1, 7)]
FRESH = "memwd-2026-08-06-001"
SCOPES = [{"memory_item_ids": ["a"]}, {"memory_item_ids": ["b"]}, {"memory_item_ids": ["a", "b"]},
          {"archive_refs": ["a"]}]  # fmt: skip


@st.composite
def record(draw: st.DrawFn) -> dict[str, Any]:
    """Any control record, sound or not: chains, forks, circles, mispaired, without a decider."""
    name = draw(st.sampled_from(NAMES))
    scope = draw(st.sampled_from(SCOPES))
    supersedes = draw(st.none() | st.sampled_from(NAMES))
    changes: dict[str, Any] = draw(
        st.sampled_from(
            [
                {},
                {},
                {},
                {"decided_by": None},
                {"effect": "restore-eligibility"},
                {"decided_at": "2031-01-01"},
            ]
        )
    )
    if draw(st.booleans()):
        return withdrawal(name, scope, **{"supersedes": supersedes, **changes})
    return reinstatement(name, scope, supersedes, **changes)


RECORDS = st.lists(record(), max_size=8)


def resolved(mappings: list[dict[str, Any]]) -> Controls:
    return resolve(
        [held_control(mapping, Address("log.md", at, at, at + 1)) for at, mapping in enumerate(mappings)]
    )


def excluded(controls: Controls) -> set[str]:
    return {f"{category} {ref}" for gate in controls.gates for category, refs in gate.scope for ref in refs}


def told(controls: Controls) -> list[Any]:
    return [
        (gate.by, gate.scope, gate.problems, [head.name for head in gate.heads]) for gate in controls.gates
    ]


@given(RECORDS, st.randoms(use_true_random=False))
def test_the_order_in_which_records_are_read_does_not_matter(
    mappings: list[dict[str, Any]], random: Any
) -> None:
    shuffled = list(mappings)
    random.shuffle(shuffled)

    assert told(resolved(mappings)) == told(resolved(shuffled))


@given(RECORDS)
def test_reading_every_record_twice_changes_nothing(mappings: list[dict[str, Any]]) -> None:
    assert told(resolved(mappings)) == told(resolved([*mappings, *mappings]))


@given(RECORDS, st.sampled_from(SCOPES), st.none() | st.sampled_from(NAMES))
def test_one_more_withdrawal_never_lets_anything_back(
    mappings: list[dict[str, Any]], scope: dict[str, list[str]], supersedes: str | None
) -> None:
    more = [*mappings, withdrawal(FRESH, scope, supersedes=supersedes)]

    assert excluded(resolved(mappings)) <= excluded(resolved(more))


@given(RECORDS, st.sampled_from(SCOPES))
def test_a_reinstatement_that_names_none_of_them_never_lets_anything_back(
    mappings: list[dict[str, Any]], scope: dict[str, list[str]]
) -> None:
    more = [*mappings, reinstatement(FRESH, scope, "memwd-2026-01-01-001")]

    assert excluded(resolved(mappings)) <= excluded(resolved(more))


@given(RECORDS)
def test_no_withdrawal_is_let_back_without_a_reinstatement_of_its_own_scope(
    mappings: list[dict[str, Any]],
) -> None:
    controls = resolved(mappings)
    lifted = {event.scope for event in controls.lifted}

    for event in controls.events:
        if event.action == "withdraw" and event.scope not in lifted:
            assert {f"{category} {ref}" for category, refs in event.scope for ref in refs} <= excluded(
                controls
            )
    for event in controls.lifted:
        named = [other for other in controls.events if other.name == event.supersedes]
        assert [(other.action, other.scope) for other in named] == [("withdraw", event.scope)]


@given(RECORDS)
def test_what_is_lifted_is_not_excluded_under_the_same_scope(mappings: list[dict[str, Any]]) -> None:
    controls = resolved(mappings)

    assert not {event.scope for event in controls.lifted} & {gate.scope for gate in controls.gates}
