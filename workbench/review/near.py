"""Subjects that are other strings and look like one another; never treated as the same (§14.2 constraint 4).

Two subjects look alike where they come to one skeleton: hidden characters dropped, compatibility forms and
look-alikes of other scripts taken for the Latin letter, case and spaces and punctuation left out. Between
two digits a sign counts, so that a version 1.2 is no 12. Only subjects take part of which a row is current
or waits, and which no withdrawal holds back: history is settled, and a withdrawn word is not shown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Self

from workbench.review.subject_rows import WithheldBy, is_live, open_rows
from workbench.store.details.conflict import NearSubject
from workbench.store.snapshot import Snapshot

if TYPE_CHECKING:
    from workbench.review.reading import Reading

HIDDEN, CASE, SPACES = "hidden characters", "case", "spaces"
SIGNS, ALIKE = "punctuation", "look-alike characters"
DIFFERENCES: Final = (CASE, SPACES, SIGNS, HIDDEN, ALIKE)
"""What may tell two subjects apart that look alike, in the order in which it is said."""

_FROM: Final = "авекмнорстухіјѕԁһӏԛԝ" + "αβγεζηικμνορτυχω" + "ıɑɡɩ"
_TO: Final = "abekmhopctyxijsdhlqw" + "abyezhikmvoptuxw" + "iagi"
_LETTERS: Final = str.maketrans(_FROM + _FROM.upper() + "01", _TO + _TO.upper() + "ol")
"""Letters of Cyrillic, Greek and phonetic writing, and two digits, by the Latin letter one takes them for,
in small or in capitals. Full-width and other compatibility forms are Unicode's own (NFKC)."""
_FILLERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800")
_ASCII_SIGNS: Final = "-_.:;,/\\|'\"`()[]{}"
_SIGNS: Final = frozenset(_ASCII_SIGNS + "´·•・、。ʼʹ")
_SIGN_KINDS: Final = frozenset({"Pd", "Pc", "Ps", "Pe", "Pi", "Pf"})
_LEFT_OUT: Final = re.compile(
    rf"((?<=[0-9])[{re.escape(_ASCII_SIGNS)} ]+(?=[0-9]))|[{re.escape(_ASCII_SIGNS)} ]"
)


@dataclass(frozen=True)
class Near:
    """The subjects of one snapshot by their skeletons, of which more than one subject has each."""

    groups: dict[str, tuple[str, ...]] = field(repr=False)

    @classmethod
    def of(cls, snapshot: Snapshot, withheld_by: WithheldBy) -> Self:
        """Costs one look at each subject."""
        found: dict[str, list[str]] = {}
        for subject, rows in snapshot.rows_by_subject.items():
            if any(is_live(row) and withheld_by(row) is None for row in rows):
                found.setdefault(skeleton(subject), []).append(subject)
        several = {shape: names for shape, names in found.items() if shape and len(names) > 1}
        return cls({shape: tuple(sorted(names)) for shape, names in several.items()})


def near_subjects(reading: Reading, subject: str) -> tuple[NearSubject, ...]:
    """The subjects that look like this one, in order, each with what differs and its rows."""
    names = reading.lookups.near.groups.get(skeleton(subject), ())
    return tuple(_told(reading, subject, names))


def all_near(reading: Reading) -> tuple[tuple[str, tuple[NearSubject, ...]], ...]:
    """Every group of subjects that look alike: the first by its letters, and the others beside it."""
    found = (
        (names[0], tuple(_told(reading, names[0], names))) for names in reading.lookups.near.groups.values()
    )
    return tuple(sorted(((first, others) for first, others in found if others), key=lambda group: group[0]))


def _told(reading: Reading, subject: str, names: tuple[str, ...]) -> Iterator[NearSubject]:
    for name in names:
        if name == subject:
            continue
        rows = open_rows(reading.snapshot, reading.exclusions.withheld_by, name)
        refs = tuple(row.id or f"{row.path}:{row.line}" for row in rows)
        if refs:
            yield NearSubject(name, differs_in(subject, name), refs)


def differs_in(one: str, other: str) -> str:
    """What tells two subjects of one skeleton apart, in closed words."""
    said = [name for name in DIFFERENCES if skeleton(one, but=name) != skeleton(other, but=name)]
    return ", ".join(said) or ALIKE


def skeleton(subject: str, but: str = "") -> str:
    """What a subject looks like; ``but`` names a difference that is to count. Empty if nothing is left."""
    if but or not (subject.isascii() and subject.isprintable()):
        return _any_skeleton(subject, but)
    return _LEFT_OUT.sub(_between, subject.lower()).translate(_LETTERS)


def _between(found: re.Match[str]) -> str:
    """What stands for signs that are left out: one of them where they part two numbers."""
    return "-" if found[1] else ""


def _any_skeleton(subject: str, but: str) -> str:
    said = subject if but == HIDDEN else "".join(sign for sign in subject if not _unseen(sign))
    said = said if but == ALIKE else unicodedata.normalize("NFKC", said)
    said = said if but == CASE else said.casefold()
    said = "".join(_plain(sign, but) for sign in said)
    said = re.sub("(?<=[0-9])\0+(?=[0-9])", "-", said).replace("\0", "")
    return said if but == ALIKE else unicodedata.normalize("NFKC", said.translate(_LETTERS))


def _plain(sign: str, but: str) -> str:
    """A character, or NUL for one that is left out."""
    if _is_space(sign):
        return " " if but == SPACES else "\0"
    if sign in _SIGNS or unicodedata.category(sign) in _SIGN_KINDS:
        return sign if but == SIGNS else "\0"
    return sign


def _is_space(sign: str) -> bool:
    return sign.isspace() or unicodedata.category(sign) in ("Zs", "Zl", "Zp")


def _unseen(sign: str) -> bool:
    """Whether a character is drawn as nothing: joiners, marks of direction, selectors, fillers, controls."""
    if sign in _FILLERS or 0xFE00 <= ord(sign) <= 0xFE0F or 0xE0100 <= ord(sign) <= 0xE01EF:
        return True
    return unicodedata.category(sign) in ("Cf", "Cc") and not sign.isspace()
