"""The page of the commands is true: its examples are run, and each answer has the keys that stand there."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Workbench
from workbench.cli.decide import TAKES, VERDICTS
from workbench.cli.failures import Defect, Interrupted
from workbench.cli.main import VERBS
from workbench.cli.objects import history_object, verify_object
from workbench.desk.views import HistoryView, VerifyFinding, VerifyReport
from workbench.text.errors import (
    IoFailed,
    NotAStore,
    Refused,
    StoreChanged,
    Unfinished,
    UnknownId,
    UsageError,
    WriterBusy,
)

PAGE = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"```console\n\$ workbench ([^\n]*)\n(.*?)```", re.DOTALL)
EXAMPLES = [
    (shlex.split(line, comments=True), line, json.loads(text)) for line, text in EXAMPLE.findall(PAGE)
]
DECISION = "memdec-2026-08-21-001-1f0c"
ON_DISK = "as it stands on disk"


def of_verb(verb: str) -> dict[str, Any]:
    found: dict[str, Any] = next(answer for words, _, answer in EXAMPLES if words[0] == verb)
    return found


ELSEWHERE = {"as in status": of_verb("status")["store"], "as in cases": of_verb("cases")["cases"][0]}
"""What is written once on the page and named by these words where it stands again."""


def differences(said: Any, found: Any, at: str = "") -> list[str]:
    """Where an answer has other keys than the page: each entry of a list has to be like one that is there."""
    said = ELSEWHERE.get(said, said) if isinstance(said, str) else said
    if isinstance(said, dict) and isinstance(found, dict):
        if said.keys() != found.keys():
            return [f"{at}: {sorted(said)} and not {sorted(found)}"]
        return [line for key in said for line in differences(said[key], found[key], f"{at}.{key}")]
    if isinstance(said, list) and isinstance(found, list):
        return [line for one in found for line in _unlike(said, one, f"{at}[]")]
    alike = isinstance(said, (dict, list)) == isinstance(found, (dict, list)) or None in (said, found)
    return [] if alike else [f"{at}: {type(said).__name__} and not {type(found).__name__}"]


def _unlike(said: list[Any], one: Any, at: str) -> list[str]:
    tries = [differences(like, one, at) for like in said]
    return min(tries, key=len, default=[f"{at}: no entry is shown"])


def test_the_comparison_sees_a_key_that_is_missing_and_one_too_many() -> None:
    assert differences({"a": [{"b": 1}]}, {"a": [{"b": 2}, {"b": None}]}) == []
    assert differences({"a": [{"b": 1}]}, {"a": [{"b": 2, "c": 3}]}) != []
    assert differences({"a": [{"b": 1}]}, {"a": [{}]}) != []
    assert differences({"a": 1}, {"a": {"b": 1}}) != []
    assert differences({"a": []}, {"a": [1]}) != []


def test_every_example_gives_what_stands_there(
    workbench: Workbench, sample_store: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(sample_store.parent)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    decided = DECISION
    for words, line, said in EXAMPLES:
        named = re.search(r"# exit (\d+)$", line)
        done = workbench(*[decided if word == DECISION else word for word in words])
        assert (done.code, done.err) == (int(named[1]) if named else 0, ""), line
        answer = done.answer
        assert answer["schema"] == said["schema"], line
        if said.get("record") == ON_DISK:
            record = json.loads((sample_store / f"memory/governance/decisions/{decided}.json").read_bytes())
            assert answer.pop("record") == record
            said = {key: value for key, value in said.items() if key != "record"}
        assert differences(said, answer) == [], line
        if words[0] == "decide" and decided == DECISION:
            decided = answer["decisions"][0]["id"]


def test_every_verb_has_an_example() -> None:
    assert {words[0] for words, _, _ in EXAMPLES} == set(VERBS)
    assert all(f"### {verb}\n" in PAGE for verb in VERBS)


def test_the_objects_that_no_example_holds_have_the_keys_that_are_named() -> None:
    [commit] = history_object(HistoryView((("3fa2c1d", "Mira", "2026-08-01T07:40:00Z"),), None))["commits"]
    report = VerifyReport(1, (VerifyFinding(DECISION, "chain", True, "broken"),))
    [finding] = verify_object(report)["findings"]
    plain = PAGE.replace("\n", " ")
    for keys in (commit, finding):
        assert "{" + ", ".join(f'"{key}"' for key in keys) + "}" in plain


def test_what_each_verdict_takes_is_what_the_program_takes() -> None:
    rows = re.findall(r"^\| ((?:`[a-z-]+` ?)+)\| ([^|]*) \|$", PAGE.partition("### decide")[2], re.MULTILINE)
    told = {
        verdict: set(re.findall(r"--([a-z]+)", takes))
        for verdicts, takes in rows
        for verdict in re.findall(r"`([a-z-]+)`", verdicts)
    }
    assert told == {verdict: set(TAKES[verdict]) for verdict in VERDICTS}


def test_every_failure_has_its_exit_code_and_its_code_on_the_page() -> None:
    kinds = [
        NotAStore, UnknownId, UsageError, Refused, StoreChanged, WriterBusy, IoFailed, Unfinished, Defect,
        Interrupted,
    ]  # fmt: skip
    codes = PAGE.partition("Codes that programs meet: ")[2].partition("###")[0]
    for kind in kinds:
        assert f"\n| {kind.exit_code} | " in PAGE
        assert f"`{kind.default_code}`" in codes
