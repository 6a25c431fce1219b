"""A statement taken apart: what it is about, what it denies, and the values it names."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from workbench.review.possible_han import DOES, HAN, WORDS, rewritten
from workbench.review.possible_lexicon import (
    APART,
    ARTICLES,
    MARKS,
    NEGATIONS,
    NUMBERED,
    POLES,
    PREPOSITIONS,
    TURNED,
    VERBS,
    WEAK,
)
from workbench.review.possible_values import UNIT, Value, clock, counted, day, number
from workbench.review.possible_words import content, plain, stem

_MONTH: Final = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_DAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun|week)days?|weekends?"
_NO_WORD: Final = (
    rf"(?:{_MONTH}\ \d|(?:{_DAY}|january|february|april|june|july|august|september|october|november|december)"
    r"(?![a-z]))"
)
_TOKEN: Final = re.compile(
    rf"""
    (?P<plain>(?!{_NO_WORD})[a-z]{{2,40}}(?=[ ,;!]|\.?$|\.\ ))
  | (?P<code>`[^`\n]{{1,80}}`|“[^”\n]{{1,40}}”|「[^」\n]{{1,40}}」)
  | (?P<name>[a-z]{{2,10}}://[^\s,;，。；、]{{1,200}}|\#\d{{1,9}}
      |[a-z0-9_.~-]{{0,60}}(?:/[a-z0-9_.-]{{1,60}}){{1,20}}/?)
  | (?P<day>\d{{4}}-\d{{2}}(?:-\d{{2}})?(?!\d)
      |\d{{4}}年(?!\d)|(?:(?<=in\ )|(?<=since\ ))(?:19|20)\d{{2}}(?![\d-])
      |\d{{4}}年\d{{1,2}}月(?:\d{{1,2}}[日号])?
      |\d{{1,2}}月(?:\d{{1,2}}[日号]|份)
      |(?<![a-z]){_MONTH}\ \d{{1,2}}(?:st|nd|rd|th)?(?!\d|[:.]\d)(?:,?\ \d{{4}})?
      |\d{{1,2}}(?:st|nd|rd|th)?\ {_MONTH}(?![a-z])(?:\ \d{{4}})?
      |每?(?:周|星期|礼拜)[一二三四五六日天末]
      |(?<![a-z])(?:{_DAY}
      |january|february|april|june|july|august|september|october|november|december)(?![a-z]))
  | (?P<clock>(?<![\d.])\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?:\ ?[ap]\.?m(?![a-z]))?|\d{{1,2}}\ ?[ap]\.?m(?![a-z])
      |(?:凌晨|早上|上午|下午|傍晚|晚上)?\d{{1,2}}点(?:\d{{1,2}}分?|半)?)
  | (?P<version>v\d+(?:\.\d+){{0,4}}(?![a-z0-9])|\d+(?:\.\d+){{2,4}}(?:-[a-z0-9.]{{1,20}})?)
  | (?P<unit>(?P<digits>\d{{1,20}}(?:[.,]\d{{1,20}}){{0,6}})[\ -]?(?P<of>{UNIT})(?![a-z]))
  | (?P<mixed>\d{{1,20}}[a-z][a-z0-9]{{0,40}}|[a-z]{{1,40}}\d[a-z0-9_.-]{{0,40}}
      |(?=[0-9._-]{{0,40}}[a-z])[a-z0-9]{{1,40}}(?:[._][a-z0-9_-]{{1,40}}){{1,8}}
      |[a-z]{{1,40}}(?:-[a-z]{{1,40}}){{0,4}}-\d{{1,9}})
  | (?P<nth>\d{{1,9}}号(?!码))
  | (?P<number>\d{{1,40}}(?:[.,]\d{{1,20}}){{0,6}})
  | (?P<word>[^\W\d_{HAN}]+(?:'[a-z]{{1,3}})?)
  | (?P<han>{WORDS}|[{HAN}])
  | (?P<stop>[.!?;。！？；\n])
  | (?P<comma>[,，、:：(（—])
    """,
    re.IGNORECASE | re.VERBOSE,
)
_SWITCH: Final = "turn(?:s|ed)?|switch(?:es|ed)?|is|are|be|stays?|kept?|keeps?|set|leave|left"
_REWRITTEN: Final = tuple(
    (re.compile(expression, re.IGNORECASE), put)
    for expression, put in (
        (r"\b(?:do not|don't|never) (?:forget|fail|hesitate) to\b", " "),
        (r"\bnot (?:only|just|merely)\b|\bas well as\b|\bas well\b", " also "),
        (r"\bno (?:matter|doubt|problem)\b", " "),
        (r"\bnot (?:always|all|every|everyone|entirely|fully|quite)\b", " sometimes "),
        (r"\b(?:apart from|aside from|other than|all but|everyone but|everything but)\b", " except "),
        (r"\b(is|are|be|has|have|stays?) (?:free (?:of|from)|without)\b", r"\1 not "),
        (
            r"\b(?:do not|don't|never|not|must not|mustn't) (\w[^.;!?\n]{1,80}?)\b(?:until|before)\b",
            r" \1 after ",
        ),
        (r"\b(?:starts?|begins?|takes place|happens?|is held|are held)\s+(?=(?:at|on)\b)", " is "),
        (r"\bhalf past (\d{1,2})\b", r" \1:30 "),
        (r"\b(?:is|am|are) in charge of\b", " owns "),
        (r"\bwhether or not\b|\bnot necessarily\b|\b(?:any more|any longer)\b", " "),
        (r"\b(?:no|not) (?:more|longer|later|higher|larger|greater) than\b|\bup to\b", " at most "),
        (r"\b(?:no|not) (?:less|fewer|earlier|sooner|lower|smaller) than\b", " at least "),
        (r"\b(?:every|each|once an?|once every) (night|day|week|month|hour|year)\b", r" \1ly "),
        (r"\bdayly\b", "daily"),
        (r"\b(?:so that|in order to|so as to)\b", " because "),
        (r"\bno longer\b", " not "),
        (r"\bused to\b", " formerly "),
        (r"\b(?:never|not|no|cannot|can't|don't|mustn't)\b([^.;!?\n]{1,80}?)\bwithout\b", r" \1 with "),
        (r"\b(?:instead of|rather than|as opposed to)\b", ", not "),
        (r"\b(?:but|and) not\b|(?<=[\w,] )without\b", ", not "),
        (r"\b(prefers?|choose|chooses|picks?|favou?rs?)\b([^.;!?\n]{1,60}?)\bover\b", r"\1\2, not "),
        (r"\bsign(?:s|ed)?[ -]off\b", " approve "),
        (rf"\b({_SWITCH}) off\b", r"\1 disabled"),
        (rf"\b({_SWITCH}) on(?=[.,;]| by\b|$)", r"\1 enabled"),
    )
)
_HINT_WORDS: Final = """
    not t never no as other aside apart but free without start starts begin begins takes happens happen held
    half charge every each once any used so order instead rather over sign signs signed up on off
"""
_HINTS: Final = frozenset(_HINT_WORDS.split())
"""Of these words one stands in every text that one of :data:`_REWRITTEN` changes."""
_WORDS: Final = re.compile("[a-z]+")
_SPELLED: Final = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
    r"(?=[ -](?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|times|percent)\b)",
    re.IGNORECASE,
)
_COUNTED: Final = "zero one once two twice three thrice four five six seven eight nine ten eleven twelve"
_OTHERS: Final = "because stop with without"
_SPECIAL: Final = frozenset(
    {*VERBS, *NEGATIONS, *MARKS, *POLES, *TURNED, *APART, *_COUNTED.split(), *_OTHERS.split()}
)
"""Words that do more than to be content."""
_REASONS: Final = frozenset({"because", "因为"})


class Token(NamedTuple):
    """One content word, or one Chinese character, where it stands in its sentence.

    ``name`` says that it is written as a name, or tells one thing from another of its sort; ``before`` are
    the two words before it without articles, the nearer one last.
    """

    stem: str
    name: bool
    before: tuple[str, str]

    def __repr__(self) -> str:
        """Nothing of what it says: that is memory text."""
        return "Token()"


_SINCE: Final = frozenset({"since", "as", "from", "until"})
"""Words after which a number or a day says from when on, and not which one."""


@dataclass(slots=True)
class Statement:
    """What a text says. ``signs`` tells of each word whether it is affirmed, denied, or both in turn."""

    tokens: list[Token] = field(default_factory=list, repr=False)
    subjects: set[int] = field(default_factory=set)
    """Which tokens stand before the verb of their sentence: in what the sentence is about."""
    signs: dict[str, set[bool]] = field(default_factory=dict, repr=False)
    conditions: set[tuple[str, bool]] = field(default_factory=set, repr=False)
    reasons: set[str] = field(default_factory=set, repr=False)
    numbers: list[Value] = field(default_factory=list, repr=False)
    days: set[str] = field(default_factory=set, repr=False)
    versions: set[str] = field(default_factory=set, repr=False)
    identity: set[str] = field(default_factory=set, repr=False)
    """Days and versions that stand in the subject: they say what the statement is about."""
    poles: dict[str, set[str]] = field(default_factory=dict, repr=False)
    order: set[tuple[str, str]] = field(default_factory=set, repr=False)
    """What is said to come before what."""
    marks: set[str] = field(default_factory=set)
    negation: str = field(default="", repr=False)

    @property
    def denied(self) -> frozenset[str]:
        """The words that are denied and never affirmed."""
        return frozenset(word for word, signs in self.signs.items() if signs == {False})

    @property
    def bag(self) -> frozenset[str]:
        """What the statement is about."""
        return frozenset(token.stem for token in self.tokens)


@dataclass(slots=True)
class _Clause:
    stems: list[str] = field(default_factory=list)
    negations: int = 0
    condition: bool = False
    contrast: bool = False
    """Whether it names what is not meant, beside what is."""


class _Reader:
    """Goes over a text once, token by token."""

    def __init__(self) -> None:
        self.said = Statement()
        self._take: dict[str, Callable[[re.Match[str]], None]] = {
            "plain": lambda match: self._word(match[0]),
            "code": lambda match: self._named(match[0][1:-1]),
            "name": lambda match: self._named(match[0].rstrip(".")),
            "mixed": lambda match: self._named(match[0].rstrip(".-_")),
            "day": self._day,
            "clock": lambda match: self.said.numbers.append(clock(match[0])),
            "version": lambda match: self._version(match[0]),
            "unit": lambda match: self.said.numbers.append(number(match["digits"], match["of"])),
            "number": self._number,
            "word": lambda match: self._word(match[0]),
            "nth": lambda match: self._named(match[0]),
            "han": lambda match: self._han(match[0]),
            "stop": lambda match: self._close(match[0]),
            "comma": lambda match: self._comma(),
        }
        self._begin()

    def read(self, text: str) -> Statement:
        for match in _TOKEN.finditer(text):
            self._take[match.lastgroup or "comma"](match)
        self._close("")
        return self.said

    def _begin(self) -> None:
        """A sentence begins."""
        self.clauses = [_Clause()]
        self.begun = len(self.said.tokens)
        self.history = ("", "")
        self.verb = self.comma = self.article = self.aside = self.han_seen = False
        self.early: list[str] = []
        self.relation: tuple[str, str] | None = None
        self.first = ""

    def _close(self, sign: str) -> None:
        """A sentence ends: what it denies is known now."""
        if sign in ("?", "？"):
            self.said.marks.add("question")
        for at, clause in enumerate(self.clauses):
            if clause.negations % 2 and not clause.stems and not clause.contrast:
                for earlier in self.clauses[:at]:
                    earlier.negations += 1
        for clause in self.clauses:
            affirmed = clause.negations % 2 == 0
            for word in clause.stems:
                if clause.condition:
                    self.said.conditions.add((word, affirmed))
                else:
                    self.said.signs.setdefault(word, set()).add(affirmed)
        self._begin()

    def _comma(self) -> None:
        self.comma = True
        if self.clauses[-1].condition:
            self.clauses.append(_Clause())

    def _heard(self, word: str) -> None:
        self.article = word in ARTICLES
        if not self.article:
            self.history = (self.history[1], word)
        self.first = self.first or word
        self.comma = False

    def _token(self, word: str, *, name: bool) -> None:
        if self.aside:
            self.said.reasons.add(word)
            return
        self.said.tokens.append(Token(word, name, self.history))
        self.clauses[-1].stems.append(word)
        if self.relation is not None:
            side, other = self.relation
            pair = (other, word) if side == "before" else (word, other)
            self.said.order.add(pair)
            self.relation = None

    def _named(self, name: str) -> None:
        low = name.lower()
        known = content(low) if low.isalpha() else low
        if known:
            self._token(known, name=True)
        self._heard(low)

    def _day(self, match: re.Match[str]) -> None:
        found = day(match[0])
        self.said.days.add(found)
        if not self.verb and not self.han_seen and self.history[1] not in _SINCE:
            self.early.append(found)
        self._heard(found)

    def _version(self, text: str) -> None:
        self.said.versions.add(text)
        if not self.verb and not self.han_seen:
            self.early.append(text)
        self._heard(text.lower())

    def _number(self, match: re.Match[str]) -> None:
        before = self.history[1]
        if before in NUMBERED or before.removesuffix("s") in NUMBERED:
            self._token(f"{before.removesuffix('s')} {match[0]}", name=True)
        elif "." in match[0] and (self.capital or before in ("version", "release")):
            self._version(match[0])
        else:
            self.said.numbers.append(number(match[0], None))
            noun = (before.isascii() and before not in WEAK and before) or self.article
            if noun and not self.verb and self.history[0] not in _SINCE:
                self.early.append(match[0])
        self._heard(match[0])

    capital = False

    def _word(self, word: str) -> None:
        low, first = word.lower(), not self.first
        self.capital = word[0].isupper()
        if low not in _SPECIAL and "'" not in low and not self.aside:
            known = content(low)
            if known:
                self._token(known, name=self.capital and (not first or (word.isupper() and len(word) > 1)))
            self._heard(low)
            return
        if low in VERBS:
            if low in ("was", "were") and not self.verb:
                self._mark("past")
            self._verb()
        if first and low in ("with", "without"):
            self.said.marks.add("condition")
            self.said.conditions.add(("with", low == "with"))
        if low in _REASONS and not first:
            self.aside = True
        elif self.aside:
            self._aside(low)
        elif low in NEGATIONS or low.endswith("n't") or (first and low == "stop"):
            self._negation(low)
        elif low in MARKS:
            self._mark(MARKS[low])
        elif (value := counted(low)) is not None:
            self.said.numbers.append(value)
        elif low in POLES:
            self._pole(low)
        elif known := content(low):
            self.clauses[-1].negations += low in TURNED
            self.said.negation = self.said.negation or (low if low in TURNED else "")
            capital = word[0].isupper() and (not first or (word.isupper() and len(word) > 1))
            self._token(known, name=capital or low in APART)
        self._heard(low)

    def _aside(self, low: str) -> None:
        """A word of a reason: it is known, and changes nothing."""
        self.said.reasons.add(content(low))

    def _verb(self) -> None:
        """The subject is over: values in it say what the sentence is about."""
        if not self.verb:
            self.said.identity.update(self.early)
            self.said.subjects.update(range(self.begun, len(self.said.tokens)))
        self.verb = True

    def _negation(self, word: str) -> None:
        clause = self.clauses[-1]
        again = word == "not" or (word == "never" and self.first not in PREPOSITIONS)
        if self.comma and clause.stems and again:
            self.clauses.append(_Clause(condition=clause.condition, contrast=True))
        self.clauses[-1].negations += 1
        self.said.negation = self.said.negation or word

    def _mark(self, mark: str) -> None:
        self.said.marks.add(mark)
        if mark == "condition":
            self.clauses.append(_Clause(condition=True))

    def _pole(self, word: str) -> None:
        group, _ = POLES[word]
        self.said.poles.setdefault(group, set()).add(word)
        if group == "before-after" and self.clauses[-1].stems:
            self.relation = (word, self.clauses[-1].stems[-1])
        if not self.verb and word.isascii() and word not in ("before", "after"):
            self.early.append(word)

    def _han(self, word: str) -> None:
        self.han_seen = True
        does, stands_for = DOES.get(word, ("content", word))
        if does == "negates":
            self._negation(word)
        elif does == "apart":
            self.clauses.append(_Clause(negations=1))
            self.said.negation = self.said.negation or word
        elif does == "mark":
            self._mark(MARKS[stands_for])
        elif does == "pole":
            self._pole(stands_for)
        elif does in ("content", "turns"):
            if does == "turns":
                self._negation(word)
            for sign in stands_for:
                self._token(sign, name=False)
        elif word == "因为" and self.first:
            self.aside = True
        self._heard(word)


def _amount(word: str) -> int:
    value = counted(word.lower())
    return int(value.amount) if value is not None else 0


def statement(text: str) -> Statement:
    """Take a text apart."""
    text = plain(text)
    if not text.isascii():
        text = rewritten(text)
    text = _SPELLED.sub(lambda match: f"{_amount(match[0])}", text)
    if not _HINTS.isdisjoint(_WORDS.findall(text.lower())):
        for expression, put in _REWRITTEN:
            text = expression.sub(put, text)
    return _Reader().read(text)


__all__ = ["Statement", "Token", "statement", "stem"]
