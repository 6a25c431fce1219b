"""The filter of a list: words and `key:value`, as a person types them. A view of a list, never an edit.

    words           in id, title or subject, whatever their case; all of them have to be there
    kind:           kind of item or of case, or `none`; the first letters are enough
    status:         Status of a target, or `none`; the first letters are enough
    topic:          part of the path the case stands in
    source:  by:    part of its Source, part of who set its Status
    age:>30         days; `<`, `<=`, `>=` and `=` as well, `none` where no age is known
    -term           all but those
    "two words"     one term; after a key the value as it stands, letter for letter

What cannot be meant is told in words (:attr:`Filter.problems`) and left out of the filter, and so is what
is more than :data:`MOST_CHARACTERS` and :data:`MOST_TERMS`. Nothing raises.
"""

from __future__ import annotations

import operator
import re
import unicodedata
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from workbench.protocol.words import Kind, Status
from workbench.review.queue import KIND_ORDER
from workbench.store.case import Case

NONE: Final = "none"
MOST_CHARACTERS: Final = 2_000
"""How much of a filter is read."""
MOST_TERMS: Final = 50
KEYS: Final = ("kind", "status", "topic", "age", "source", "by")
"""What can stand before a colon."""

KINDS: Final = (*(kind.value for kind in Kind), *KIND_ORDER, NONE)
STATUSES: Final = (*(status.value for status in Status), NONE)

Facet = Hashable
"""What a case has under a key."""

_TOKEN = re.compile(r"""(?P<no>-?)(?:(?P<key>[^\s":]+):)?(?:"(?P<quoted>[^"]*)"?|(?P<bare>\S*))""")
_AGE = re.compile(r"(?P<sign>>=|<=|>|<|=)?(?P<days>[0-9]{1,6})d?")
_SIGNS: Final[dict[str, Callable[[int, int], bool]]] = {
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
    "=": operator.eq,
}


@dataclass(frozen=True, slots=True)
class Term:
    """One thing that is asked for. ``key`` is empty for words; ``whole`` asks for all of the value."""

    key: str
    value: str = field(repr=False)
    inverted: bool = False
    whole: bool = False

    def matches(self, case: Case, words: str | None = None) -> bool:
        """Whether a case has it, or with ``inverted`` has it not; ``words`` are its :func:`words_of`."""
        if not self.key:
            return self.in_words(words_of(case) if words is None else words)
        return self.in_facet(FACETS[self.key](case))

    def in_facet(self, facet: Facet) -> bool:
        """The same of what a case has under the key of the term; see :data:`FACETS`."""
        return _ASKS[self.key](self, facet) is not self.inverted

    def leaves_out(self, other: Term) -> bool:
        """Whether all that ``other`` leaves out is left out by this as well, as its words show."""
        if self == other:
            return True
        parts = self.key in _PARTS and not (self.inverted or other.inverted or other.whole)
        return parts and self.key == other.key and other.value in self.value

    def in_words(self, words: str) -> bool:
        """The same of words that were folded before; a term with a key asks nothing of them."""
        return bool(self.key) or (self.value in words) is not self.inverted


@dataclass(frozen=True, slots=True)
class Filter:
    """What a person typed, as terms that all have to hold; without any, everything matches."""

    text: str = field(default="", repr=False)
    terms: tuple[Term, ...] = ()
    problems: tuple[str, ...] = field(default=(), repr=False)
    """What could not be meant, in words; it quotes what was typed."""

    def matches(self, case: Case, words: str | None = None) -> bool:
        """Whether a case is to be shown; ``words`` are its :func:`words_of`, where they are known."""
        return all(term.matches(case, words) for term in self.terms)

    def in_words(self, words: str) -> bool:
        """Whether folded words are to be shown; see :func:`folded`."""
        return all(term.in_words(words) for term in self.terms)

    def narrows(self, other: Filter) -> bool:
        """Whether all that ``other`` leaves out is left out by this as well, as its terms show."""
        return all(any(term.leaves_out(one) for term in self.terms) for one in other.terms)

    def __bool__(self) -> bool:
        """Whether it leaves anything out."""
        return bool(self.terms)


def parse(text: str) -> Filter:
    """The filter that a text means. Never raises; of any text something is a filter."""
    text, problems = _bounded(text)
    terms: list[Term] = []
    for found in _TOKEN.finditer(text):
        term = _term(found)
        if isinstance(term, Term):
            terms.append(term)
        elif term:
            problems.append(term)
    return _filter(text, terms, problems)


def parse_words(text: str) -> Filter:
    """A filter of words alone, for rows that are no cases: a colon is a character like any other."""
    text, problems = _bounded(text)
    found = (_word(match) for match in re.finditer(r'(-?)(?:"([^"]*)"?|(\S+))', text))
    return _filter(text, [term for term in found if term is not None], problems)


def _bounded(text: str) -> tuple[str, list[str]]:
    """As much of a text as is read, and words for what is not."""
    if len(text) <= MOST_CHARACTERS:
        return text, []
    return text[:MOST_CHARACTERS], [f"only the first {MOST_CHARACTERS} characters of the filter are used"]


def _filter(text: str, terms: list[Term], problems: list[str]) -> Filter:
    if len(terms) > MOST_TERMS:
        problems = [f"only the first {MOST_TERMS} terms of the filter are used", *problems]
    return Filter(text.strip(), tuple(terms[:MOST_TERMS]), tuple(problems[:MOST_TERMS]))


def folded(text: str) -> str:
    """A text as words are looked for in it: composed, and without a difference of upper and lower case."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFC", text).casefold()


def words_of(case: Case) -> str:
    """The folded words of a case that a term without a key is looked for in, one text a line."""
    names = [name for target in case.targets for name in (target.id, target.key) if name]
    return folded("\n".join((case.title, case.id, case.facets.subject, *names)))


def _word(match: re.Match[str]) -> Term | None:
    value = match[2] if match[2] is not None else match[3]
    return Term("", folded(value), bool(match[1])) if value else None


def _term(found: re.Match[str]) -> Term | str:
    """The term of a token, or why there is none; empty while it is still being typed."""
    key, quoted, inverted = found["key"], found["quoted"] is not None, bool(found["no"])
    value = found["quoted"] if quoted else found["bare"]
    if not key:
        return Term("", folded(value), inverted) if value else ""
    name = key.lower()
    if name not in KEYS:
        return f"no key is called {key}: there are {', '.join(KEYS)}; put the words in quotes to find a colon"
    if not value:
        return f"{name}: takes {_TAKES[name]}"
    if name == "age":
        return _age(value, inverted)
    wanted = folded(value)
    known = {"kind": KINDS, "status": STATUSES}.get(name)
    if known is not None and not quoted and not any(word.startswith(wanted) for word in known):
        return f"no {_CALLED[name]} is called {value}: there are {', '.join(known)}"
    return Term(name, wanted, inverted, whole=quoted)


def _age(value: str, inverted: bool) -> Term | str:
    if value == NONE or _AGE.fullmatch(value):
        return Term("age", value, inverted)
    return f"{value} is no age; age: takes {_TAKES['age']}"


def _has_kind(term: Term, kinds: tuple[str | None, ...]) -> bool:
    return _is_word(term, kinds if term.value != NONE else kinds[1:])


def _is_word(term: Term, words: Sequence[str | None]) -> bool:
    """Whether one of the words is asked for; `none` where there is no word at all."""
    if term.value == NONE and not term.whole:
        return not any(words)
    said = (folded(word) for word in words if word)
    return any(word == term.value if term.whole else word.startswith(term.value) for word in said)


def _is_part(term: Term, text: str) -> bool:
    return folded(text) == term.value if term.whole else term.value in folded(text)


def _has_age(term: Term, days: int | None) -> bool:
    found = _AGE.fullmatch(term.value)
    if found is None or days is None:
        return found is None and days is None
    return _SIGNS[found["sign"] or "="](days, int(found["days"]))


FACETS: Final[dict[str, Callable[[Case], Facet]]] = {
    "kind": lambda case: (case.kind, *[target.item_kind for target in case.targets]),
    "status": lambda case: tuple([target.status for target in case.targets]),
    "topic": lambda case: tuple([target.address.path for target in case.targets]),
    "age": lambda case: case.age_days,
    "source": lambda case: case.facets.source,
    "by": lambda case: case.facets.marked_by,
}
"""What a case has under each key: one of few values, so that a term need not be asked of every case."""

_ASKS: Final[dict[str, Callable[[Term, Any], bool]]] = {
    "kind": _has_kind,
    "status": _is_word,
    "topic": lambda term, paths: any(_is_part(term, path) for path in paths),
    "age": _has_age,
    "source": _is_part,
    "by": _is_part,
}
_PARTS: Final = ("", "topic", "source", "by")
"""Keys whose value is looked for anywhere in what a case has: more of it is found in less."""
_CALLED: Final = {"kind": "kind", "status": "Status"}
_TAKES: Final = {
    "kind": "a kind of item or of case, such as state or pending-cleanup",
    "status": f"a Status: {', '.join(STATUSES)}",
    "topic": "part of the name of a file, such as pitfalls",
    "age": "days, such as >30 or <7, or none",
    "source": "part of a Source",
    "by": "part of who marked it",
}
