"""How well possible pairs are found, on the labelled pairs: ``python -m tests.review.measure [--write]``.

Every labelled pair is judged alone, and then all of their notes are put into one store and looked for as
the program looks for them. ``--write`` puts the figures into ``docs/finding.md``, between its markers.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import yaml

from workbench.review.possible import Judged, find, judge
from workbench.store.snapshot import Address, Row

PAIRS: Final = Path(__file__).parent / "pairs"
PAGE: Final = Path(__file__).parents[2] / "docs" / "finding.md"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
LANGUAGES: Final = ("english", "chinese")
FOUND: Final = ("contradiction", "duplicate")
SAID: Final = (*FOUND, "neither")

FIRST: Final = """\
| language | label | pairs | said | right | precision | recall |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
| english | contradiction | 63 | 31 | 25 | 0.81 | 0.40 |
| english | duplicate | 37 | 13 | 9 | 0.69 | 0.24 |
| chinese | contradiction | 38 | 24 | 19 | 0.79 | 0.50 |
| chinese | duplicate | 25 | 13 | 11 | 0.85 | 0.44 |
| both | contradiction | 101 | 55 | 44 | 0.80 | 0.44 |
| both | duplicate | 62 | 26 | 20 | 0.77 | 0.32 |
"""
"""The figures of the very first run, of a finder that was finished before its pairs were looked at."""

Judge = Callable[[str, str], Judged | None]


@dataclass(frozen=True, slots=True)
class Labelled:
    """One labelled pair, and what is said of it."""

    language: str
    number: int
    """From 1, in the order of the file."""
    one: str
    other: str
    label: str
    why: str
    judged: Judged | None

    @property
    def said(self) -> str:
        """What the finder says, in the words of the labels."""
        return self.judged.kind if self.judged else "neither"


def labelled(judged: Judge = judge) -> list[Labelled]:
    """Every pair of the set, judged alone."""
    found = []
    for language in LANGUAGES:
        pairs = yaml.load((PAIRS / f"{language}.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
        for number, pair in enumerate(pairs, start=1):
            answer = judged(pair["one"], pair["other"])
            found.append(
                Labelled(language, number, pair["one"], pair["other"], pair["label"], pair["why"], answer)
            )
    return found


def counts(pairs: Sequence[Labelled], label: str) -> tuple[int, int, int]:
    """How many have the label, of how many it is said, and how many are in both."""
    have, said = [pair.label == label for pair in pairs], [pair.said == label for pair in pairs]
    return sum(have), sum(said), sum(map(bool.__and__, have, said))


def shares(have: int, said: int, right: int) -> tuple[str, str]:
    """Precision and recall."""
    return f"{right / said:.2f}" if said else "none said", f"{right / have:.2f}" if have else "none there"


def table(pairs: Sequence[Labelled]) -> Iterator[str]:
    """The figures, a label and a language a line."""
    yield "| language | label | pairs | said | right | precision | recall |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: |"
    for language in (*LANGUAGES, "both"):
        some = [pair for pair in pairs if language in (pair.language, "both")]
        for label in FOUND:
            figures = counts(some, label)
            cells = " | ".join([*map(str, figures), *shares(*figures)])
            yield f"| {language} | {label} | {cells} |"


def by_reason(pairs: Sequence[Labelled]) -> Iterator[str]:
    """How many pairs of each label and reason are said to be what."""
    yield "| label | reason | pairs | " + " | ".join(f"said {word}" for word in SAID) + " |"
    yield "| --- | --- | ---: | ---: | ---: | ---: |"
    for label, why in sorted({(pair.label, pair.why) for pair in pairs}):
        some = [pair.said for pair in pairs if (pair.label, pair.why) == (label, why)]
        yield (
            f"| {label} | {why} | {len(some)} | " + " | ".join(str(some.count(word)) for word in SAID) + " |"
        )


def listed(pairs: Sequence[Labelled]) -> Iterator[str]:
    """Pairs, with what is right and what is said."""
    for pair in pairs:
        told = f"said {pair.said}: {pair.judged.why}" if pair.judged else "nothing said"
        yield f"- {pair.language} {pair.number}, {pair.label} ({pair.why}), {told}"
        yield f"  - {pair.one}"
        yield f"  - {pair.other}"


def false_alarms(pairs: Sequence[Labelled]) -> list[Labelled]:
    """Pairs of which something is said that is not so."""
    return [pair for pair in pairs if pair.judged and pair.said != pair.label]


def misses(pairs: Sequence[Labelled]) -> list[Labelled]:
    """Pairs that should have been found, of which nothing is said."""
    return [pair for pair in pairs if not pair.judged and pair.label in FOUND]


def in_one_store(pairs: Sequence[Labelled]) -> tuple[int, int]:
    """Of how many pairs something is said, and how many of these a search of all notes finds."""
    said = {(pair.language, pair.number): pair.judged for pair in pairs if pair.judged}
    rows, names = [], {}
    for pair in pairs:
        for side, text in (("a", pair.one), ("b", pair.other)):
            key = f"{pair.language}-{pair.number:03}-{side}"
            rows.append(row(key, text))
            names[key] = (pair.language, pair.number)
    kinds = {names[one.first]: one.kind for one in find(rows) if names[one.first] == names[one.second]}
    return len(said), sum(kinds.get(name) == judged.kind for name, judged in said.items())


def row(key: str, text: str, **fields: str) -> Row:
    """A row of an item of knowledge that stands in a topic."""
    return Row(
        key=key,
        id=key,
        kind=fields.get("kind", "knowledge"),
        subject=None,
        status=fields.get("status", "active"),
        date="2026-08-01",
        source="user statement",
        superseded_by=None,
        merged_into=fields.get("merged_into"),
        place="topic",
        section="",
        ordinal=0,
        address=Address(fields.get("path", "topics/one.md"), 0, 1, 1),
        text=text,
    )


def figures(pairs: Sequence[Labelled]) -> str:
    """Everything that is measured, as the page has it."""
    alone, together = in_one_store(pairs)
    alarms, missed = false_alarms(pairs), misses(pairs)
    lines = [
        *table(pairs),
        "",
        f"All notes in one store: found are {together} of the {alone} pairs of which something is said.",
        "",
        "### By reason",
        "",
        *by_reason(pairs),
        "",
        f"### False alarms: {len(alarms)}",
        "",
        *listed(alarms),
        "",
        f"### Misses: {len(missed)}",
        "",
        *listed(missed),
    ]
    return "\n".join(lines)


def written(page: str, inside: str) -> str:
    """The page with these figures between its markers."""
    head, tail = page.partition(BEGIN)[0], page.partition(END)[2]
    return f"{head}{BEGIN}\n\n{inside}\n\n{END}{tail}"


def main(words: Sequence[str]) -> None:
    """Print the figures, and write them where that is asked for."""
    told = figures(labelled())
    print(told)
    if "--write" in words:
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), told), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
