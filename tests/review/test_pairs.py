"""The labelled pairs are many, of every label and language, none twice, and stay as frozen."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path

import pytest
import yaml

FOLDER = Path(__file__).parent / "pairs"
LANGUAGES = ("english", "chinese")
LABELS = {"contradiction", "duplicate", "neither"}


def pairs(language: str) -> list[dict[str, str]]:
    text = (FOLDER / f"{language}.yaml").read_text(encoding="utf-8")
    loaded: list[dict[str, str]] = yaml.load(text, Loader=yaml.BaseLoader)
    return loaded


def test_the_files_are_those_that_were_frozen() -> None:
    lines = [line.split() for line in (FOLDER / "FROZEN").read_text().splitlines()]
    kept = {name: digest for digest, name in lines}
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in FOLDER.glob("*.yaml")}
    assert found == kept


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pair_is_complete_and_its_label_is_known(language: str) -> None:
    for pair in pairs(language):
        assert set(pair) == {"one", "other", "label", "why"}
        assert pair["label"] in LABELS
        assert all(value.strip() == value != "" for value in pair.values()), pair
        assert pair["one"] != pair["other"]


def test_there_are_enough_pairs_of_each_language_and_label() -> None:
    counts = {language: Counter(pair["label"] for pair in pairs(language)) for language in LANGUAGES}
    assert counts["english"].total() >= 150 and counts["chinese"].total() >= 90
    for count in counts.values():
        assert set(count) == LABELS and min(count.values()) >= 20, count


def test_hard_negatives_are_two_in_five() -> None:
    labels = [pair["label"] for language in LANGUAGES for pair in pairs(language)]
    assert labels.count("neither") >= 0.4 * len(labels)


def test_no_pair_stands_twice_in_either_order() -> None:
    seen = Counter(
        frozenset((pair["one"], pair["other"])) for language in LANGUAGES for pair in pairs(language)
    )
    assert max(seen.values()) == 1
