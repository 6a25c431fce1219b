"""Drift and files that do not read: what is asked, and a next step that a person can take."""

from __future__ import annotations

import ast
import inspect

import pytest

from tests.review.build import Store
from workbench.protocol import checks
from workbench.review import drift, mending
from workbench.review.unread_words import missing, steps
from workbench.store.details.drift import DriftDetail
from workbench.store.details.unreadable import UnreadableDetail
from workbench.store.snapshot import UnreadableFile

ITEM = "mem-2026-07-02-001"


def rules_in(module: object) -> set[str]:
    """Every rule that a Finding of the module is made with."""
    tree = ast.parse(inspect.getsource(module))  # type: ignore[arg-type]
    made = [
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "Finding"
    ]
    named = {str(node.args[0].value) for node in made if isinstance(node.args[0], ast.Constant)}
    return named | {"missing-date", "bad-date"}


def test_every_rule_that_can_be_found_has_a_next_step_and_no_other() -> None:
    found = (rules_in(checks) | rules_in(drift)) - drift._SUCCESSION
    assert set(mending._ADVICE) == found


def opened(store: Store) -> DriftDetail:
    (case,) = [case for case in store.review().cases if case.kind == "drift"]
    detail = store.open(case.id).detail
    assert isinstance(detail, DriftDetail)
    return detail


def test_a_finding_tells_rule_place_what_is_asked_and_the_next_step() -> None:
    store = Store()
    store.item(ITEM, "It is so.", Source="archive/2026-07-02.md#gone")

    (finding,) = opened(store).findings

    assert (finding.rule, finding.section, finding.places) == ("dangling-anchor", "§9", ("topics/a.md:1",))
    assert "archive/" in finding.expected and "git" in finding.next_step


def test_an_item_with_none_of_the_fields_is_said_to_have_none() -> None:
    store = Store()
    store.item(None, "[待清理] It is so.", date="2026-02-01", kind="", Source="", Status="")

    detail = opened(store)

    assert [finding.rule for finding in detail.findings] == [
        "missing-id", "missing-kind", "missing-status", "missing-source", "legacy-marker"]  # fmt: skip
    assert "none of the fields" in detail.note
    marker = detail.findings[-1]
    assert marker.section == "§10" and "`Status: pending-cleanup`" in marker.expected


def test_a_single_missing_field_says_nothing_of_the_whole_item() -> None:
    store = Store()
    store.item(ITEM, "It is so.", Source="")

    assert opened(store).note == ""


def test_a_file_tells_what_may_be_missing_and_how_to_go_on() -> None:
    store = Store()
    store.unreadable.append(UnreadableFile("log.md", "permission denied", "log", 120, "----------"))
    (case,) = [case for case in store.review().cases if case.kind == "unreadable"]

    opened = store.open(case.id)

    assert isinstance(opened.detail, UnreadableDetail)
    assert "withdrawals and reinstatements" in opened.detail.missing[0]
    assert opened.detail.next_steps[0] == "give yourself the right to read it: chmod u+r memory/log.md"
    assert ("size", "120 bytes") in opened.facts and ("permissions", "----------") in opened.facts


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        (
            "line 9: a key that was there before",
            "open it in an editor at line 9 and correct what the reason names",
        ),
        ("UTF-16 text; only UTF-8 is read", "save it as UTF-8"),
        ("is a symlink to /etc/passwd", "put the file itself in the place of the link"),
        ("permission denied", "give yourself the right to read it: chmod u+r '/m/a b.yaml'"),
        ("holds NUL bytes, so it is no text", "look what it is (file '/m/a b.yaml')"),
        ("no reason that is known", "open it in an editor and correct what the reason names"),
    ],
)
def test_the_first_step_answers_the_reason(reason: str, step: str) -> None:
    first, second = steps(reason, "/m/a b.yaml")
    assert first.startswith(step) and "read the store again" in second


def test_of_a_file_with_no_known_purpose_nothing_is_claimed() -> None:
    assert missing(None) == ("whatever it holds: what it was there for is not known",)
