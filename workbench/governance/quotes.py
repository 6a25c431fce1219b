"""Whether a reason quotes memory: no copy of memory text is to enter the memory root.

A reason stands beside its record, where an agent's search finds it. It is compared by its
words, case and punctuation apart; Chinese, Japanese and Korean by their characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

RUN: Final = 6
"""So many words in a row make a quote; of a shorter text, all of it."""

_CJK: Final = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_WORD: Final = re.compile(rf"[{_CJK}]|[^\W_{_CJK}]+")


def quotes(reason: str, texts: Iterable[str]) -> bool:
    """Whether a reason repeats one of the texts, or ``RUN`` words in a row of one."""
    said = _words(reason)
    return any(_repeats(said, _words(text)) for text in texts)


@dataclass(frozen=True, slots=True)
class Quotable:
    """Texts that nothing may quote, each under a name, made ready to be held against many reasons."""

    runs: Mapping[int, Mapping[tuple[str, ...], str]] = field(repr=False)
    """By the number of words in a run: each run, and the name of its text."""

    @classmethod
    def of(cls, texts: Iterable[tuple[str, str]]) -> Quotable:
        """From pairs of a name and a text."""
        runs: dict[int, dict[tuple[str, ...], str]] = defaultdict(dict)
        for name, text in texts:
            words = _words(text)
            size = min(RUN, len(words))
            for run in _runs(words, size) if size else ():
                runs[size].setdefault(run, name)
        return cls(runs)

    def quoted_in(self, reason: str) -> str | None:
        """The name of a text that a reason quotes, as :func:`quotes` has it; else None."""
        if not self.runs:
            return None
        said = _words(reason)
        for size, known in self.runs.items():
            for run in _runs(said, size):
                if run in known:
                    return known[run]
        return None


def _repeats(said: list[str], told: list[str]) -> bool:
    size = min(RUN, len(told))
    if size == 0 or len(said) < size:
        return False
    return not _runs(said, size).isdisjoint(_runs(told, size))


def _runs(words: list[str], size: int) -> set[tuple[str, ...]]:
    return {tuple(words[at : at + size]) for at in range(len(words) - size + 1)}


def _words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
