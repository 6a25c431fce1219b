"""What a sentence says in words, numbers, dates and polarity, for putting two beside each other."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Final

COMPARED = 65_536
"""Characters of a text that are looked at when it is compared with others."""
_CJK: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af"
_DATE: Final = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")
_NUMBER: Final = re.compile(r"\d+(?:[.,:]\d+)*")
_WORD: Final = re.compile(rf"[^\W\d_{_CJK}][^\W_{_CJK}]*(?:['’][a-z]+)?")
_RUN: Final = re.compile(rf"[{_CJK}]+")
_HAN_NUMBER: Final = re.compile(r"[一二两三四五六七八九十百]{1,8}(?=[次天个小时分秒周月年点台条份倍种])")

_STOP_WORDS: Final = """
    a about after again all also always an and any are as at be because been before being both but
    by can could did do does done each else even every for from had has have he her here his how if
    in into is it its just may me more most much must my need needs of off on once one only or other
    our out over own per please same she should since so some such than that the their them then
    there these they this those through time times to too under until up use used uses using very
    via was we were what when where which while who why will with within would you your
"""
_NEGATION_WORDS: Final = """
    no not never none nobody nothing neither nor cannot can't don't doesn't didn't won't isn't aren't wasn't
    weren't shouldn't mustn't needn't without
"""
_COUNTING: Final = "zero|one once|two twice|three thrice|four|five|six|seven|eight|nine|ten|eleven|twelve"
_STOP: Final = frozenset(_STOP_WORDS.split())
_NEGATIONS: Final = frozenset(_NEGATION_WORDS.split())
_NUMBER_WORDS: Final = {
    word: str(value) for value, words in enumerate(_COUNTING.split("|")) for word in words.split()
}
_SKIPPED: Final = _STOP | _NEGATIONS | _NUMBER_WORDS.keys()
_HAN_NEGATION: Final = re.compile(
    "从不|不再|不要|不能|不会|不需|不用|不得|不应|不必|没有|禁止|无需|不|没|别|勿"
)
_HAN_NEUTRAL: Final = re.compile("不但|不仅|不过|不同|不断|别的|别人|特别|级别|区别|类别|分别|差别|识别")


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence taken apart. ``words`` are content words and, in CJK, pairs of characters, each once."""

    words: tuple[str, ...] = field(repr=False)
    numbers: frozenset[str] = field(repr=False)
    dates: frozenset[str] = field(repr=False)
    negations: tuple[str, ...] = field(repr=False)

    def difference(self, other: Said) -> str | None:
        """How the other sentence differs in a number, a date or polarity, in words, or None."""
        if _apart(self.numbers, other.numbers):
            return f"numbers differ: {_listed(self.numbers)} / {_listed(other.numbers)}"
        if _apart(self.dates, other.dates):
            return f"dates differ: {_listed(self.dates)} / {_listed(other.dates)}"
        if bool(self.negations) != bool(other.negations):
            named = (self.negations or other.negations)[0]
            side = "only the older one" if self.negations else "only the newer one"
            return f"polarity differs: {side} says {named}"
        return None


def said(text: str) -> Said:
    """Take a sentence apart."""
    folded = _folded(text)
    rest = _DATE.sub(" ", folded)
    spoken = _WORD.findall(rest)
    runs = _runs(rest)
    return Said(
        words=words_of(text),
        numbers=frozenset([*_NUMBER.findall(rest), *_counted(spoken), *_HAN_NUMBER.findall(rest)]),
        dates=frozenset(_DATE.findall(folded)),
        negations=tuple(dict.fromkeys([*filter(_NEGATIONS.__contains__, spoken), *_han_negations(runs)])),
    )


def words_of(text: str) -> tuple[str, ...]:
    """The content words of a sentence and, in CJK, its pairs of characters, each once, in order."""
    folded = _folded(text)
    words = [word for word in _WORD.findall(folded) if len(word) > 1 and word not in _SKIPPED]
    return tuple(dict.fromkeys(words if folded.isascii() else [*words, *_pairs(_runs(folded))]))


def _folded(text: str) -> str:
    """The text as it is compared; of a very long one the first part, which is enough for a suggestion."""
    text = text[:COMPARED]
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'")


def _runs(folded: str) -> list[str]:
    """Stretches of CJK, cut where a number stands."""
    return _RUN.findall(_HAN_NUMBER.sub(" ", folded))


def _counted(spoken: list[str]) -> list[str]:
    return [_NUMBER_WORDS[word] for word in spoken if word in _NUMBER_WORDS]


def _pairs(runs: list[str]) -> list[str]:
    return [run[at : at + 2] for run in runs for at in range(len(run) - 1)]


def _han_negations(runs: list[str]) -> list[str]:
    joined = " ".join(_HAN_NEUTRAL.sub(" ", run) for run in runs)
    return _HAN_NEGATION.findall(joined)[:1]


def _apart(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether each names something that the other does not."""
    return bool(mine - theirs and theirs - mine)


def _listed(values: frozenset[str]) -> str:
    return ", ".join(sorted(values))
