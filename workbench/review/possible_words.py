"""The content words of a statement as numbers, cheap enough for every item of a large store."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from string import ascii_lowercase
from typing import Final

from workbench.review.possible_han import pairs
from workbench.review.possible_lexicon import NEGATIONS, SAME, TURNED, WEAK

LONGEST: Final = 4_096
"""Characters of the longest text that is judged: a statement is shorter, and a page is none."""
_VALUES: Final = """
    monday tuesday wednesday thursday friday saturday sunday weekday weekend january february march april june
    july august september october november december
"""
_NUMBERS: Final = "zero two three four five six seven eight nine ten eleven twelve twice thrice"
_DAYS: Final = frozenset(_VALUES.split())
_COUNTED: Final = frozenset(_NUMBERS.split())
_LETTERS: Final = bytes(at | 32 if chr(at | 32) in ascii_lowercase else 32 for at in range(128)) + b" " * 128
"""Small letters for letters, and a space for all else."""
_LATIN: Final = re.compile(r"[^\W\d_\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af]+")


def plain(text: str) -> str:
    """The text as it is compared: one form of each character, one kind of apostrophe."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text).replace("’", "'")


def stem(word: str) -> str:
    """What a word has in common with its other forms; ``word`` is in small letters."""
    word = _without_end(TURNED.get(word, word))
    return _SAME.get(word, word)


@lru_cache(maxsize=4_096)
def content(word: str) -> str:
    """The stem of a word of any case, empty where it has no content or is a value of its own sort."""
    word = word.lower()
    if len(word) < 2 or word in WEAK or word in NEGATIONS or word in _COUNTED:
        return ""
    return "" if word in _DAYS or word.removesuffix("s") in _DAYS else stem(word)


def _without_end(word: str) -> str:
    if len(word) < 4:
        return word
    word = _singular(word)
    for end, least in (("ation", 8), ("ment", 8), ("ing", 6), ("ion", 6), ("ed", 5), ("ly", 6), ("er", 7)):
        if word.endswith(end) and len(word) >= least:
            word = word[: -len(end)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl":
        word = word[:-1]
    return word[:-1] if len(word) > 4 and word[-1] in "ey" else word


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if word[-1] == "s" and word[-2] not in "sui" else word


_SAME: Final = {_without_end(word): _without_end(one) for word, one in SAME.items()}


class _Numbers(dict[str, int]):
    """A number for each stem, given when it is first asked for; 0 for none."""

    def __missing__(self, stem: str) -> int:
        self[stem] = number = len(self)
        return number


class Vocabulary(dict[str | bytes, int]):
    """The number of each word as it is spelled; 0 for one without content.

    Words of one stem have one number. A word of ASCII letters is known by its bytes, in small letters.
    """

    def __init__(self) -> None:
        super().__init__()
        self._stems = _Numbers({"": 0})

    def __missing__(self, word: str | bytes) -> int:
        spelled = word if isinstance(word, str) else word.decode("ascii")
        self[word] = number = self._stems[content(spelled)]
        return number

    def of(self, text: str) -> Iterator[int]:
        """The numbers of the words and of the pairs of Chinese characters of a text, in any order."""
        if text.isascii():
            return map(self.__getitem__, text.encode("ascii").translate(_LETTERS).split())
        text = plain(text)
        spelled = map(self.__getitem__, _LATIN.findall(text))
        return chain(spelled, map(self._stems.__getitem__, pairs(text)))

    def stems(self) -> list[str]:
        """Every stem by its number."""
        return list(self._stems)
