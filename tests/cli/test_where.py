"""STORE is told from the words that follow it, and an id is never taken for a directory."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.cli.where import is_id, split_store
from workbench.text.errors import UsageError

CASE = "pending-cleanup:mem-2026-07-02-002"


@pytest.mark.parametrize(
    "word",
    [
        CASE,
        "conflict:staging%2Dgateway%3Aport",
        "contradiction:mem-2026-07-02-001+mem-2026-07-02-002",
        "stale:~0123456789",
        "mem-2026-07-02-002",
        "~0123456789",
        "memdec-2026-08-13-004-1f0c",
        "memwd-2026-08-05-001",
        "hyp-2026-07-28-001",
    ],
)
def test_the_shapes_of_ids(word: str) -> None:
    assert is_id(word)


@pytest.mark.parametrize("word", ["agent", "./agent", "https://host/x", "stale:", "mem-2026-07-02", "memory"])
def test_what_is_no_id(word: str) -> None:
    assert not is_id(word)


@pytest.mark.parametrize(
    ("words", "store", "rest"),
    [
        ([CASE, "keep"], None, [CASE, "keep"]),
        (["./agent", CASE, "keep"], "agent", [CASE, "keep"]),
        ([".", CASE, "keep"], ".", [CASE, "keep"]),
        (["some/where", CASE, CASE, "keep"], "some/where", [CASE, CASE, "keep"]),
        (["mem-2026-07-02-002", "keep"], None, ["mem-2026-07-02-002", "keep"]),
    ],
)
def test_any_number_of_words(words: list[str], store: str | None, rest: list[str]) -> None:
    assert split_store(words, 2, None, "CASE... VERDICT") == (None if store is None else Path(store), rest)


def test_a_directory_by_its_bare_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "agent").mkdir()
    (tmp_path / "mem-2026-07-02-002").mkdir()
    monkeypatch.chdir(tmp_path)

    assert split_store(["agent", CASE, "keep"], 2, None, "") == (Path("agent"), [CASE, "keep"])
    assert split_store(["mem-2026-07-02-002", "keep"], 2, None, "") == (None, ["mem-2026-07-02-002", "keep"])


def test_where_one_word_is_wanted_the_first_of_two_is_the_store() -> None:
    assert split_store(["nowhere", CASE], 1, 1, "ID") == (Path("nowhere"), [CASE])
    assert split_store([CASE], 1, 1, "ID") == (None, [CASE])
    assert split_store(["./agent"], 0, 1, "DECISION") == (Path("agent"), [])
    assert split_store([], 0, 1, "DECISION") == (None, [])


@pytest.mark.parametrize("words", [[], ["./agent"], ["./agent", "a", "b"], ["a", "b", "c"]])
def test_too_few_and_too_many(words: list[str]) -> None:
    with pytest.raises(UsageError):
        split_store(words, 1, 1, "ID")
