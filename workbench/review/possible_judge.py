"""Two statements beside each other: whether they may contradict each other or say the same (§15.2 rule 5).

What is found is possible and never certain. In doubt nothing is said: where each statement has a word
of content that the other lacks, the two are about different things.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from workbench.review.possible_han import DOES
from workbench.review.possible_lexicon import (
    OWNS,
    PLACED,
    PREPOSITIONS,
    SINGLE,
    SORTS,
    TAKES_VALUE,
    TURNS_ROUND,
)
from workbench.review.possible_said import Statement, statement
from workbench.review.possible_values import Value, left, same_day, same_version
from workbench.review.possible_words import LONGEST, plain, stem

Kind = Literal["contradiction", "duplicate"]
_LOOSE: Final = frozenset({"condition", "also", "only"})
"""Marks that two statements of the same content may have or not."""
_SHOWN: Final = 40
_MORE: Final = 2 / 3
"""How much one statement may say beside all that the other says, as a part of that, to contradict it."""
_MORE_OF_ONE: Final = 1 / 3
"""The same for two that say the same."""
_ONE_WAY: Final = frozenset(map(stem, TURNS_ROUND))
_IS: Final = frozenset({"is", "are", "called", "named"})
_SINGLE: Final = frozenset(map(stem, SINGLE))
_OWNS: Final = frozenset(map(stem, OWNS))
_SORTS: Final = tuple(frozenset(map(stem, sort)) for sort in SORTS)


@dataclass(frozen=True, slots=True)
class Judged:
    """What two statements may be to each other, and why. ``why`` holds memory words."""

    kind: Kind
    why: str = field(repr=False)


def judge(one: str, other: str) -> Judged | None:
    """Whether two texts may contradict each other or say the same; None where nothing is said.

    The answer rests on the two texts alone, and its kind not on their order. Texts of more than
    :data:`LONGEST` characters are not judged.
    """
    if max(len(one), len(other)) > LONGEST:
        return None
    return compare(statement(one), statement(other), alike=_folded(one) == _folded(other))


def compare(mine: Statement, theirs: Statement, *, alike: bool = False) -> Judged | None:
    """The same of two statements that were taken apart; ``alike`` says that their words are the same."""
    if alike:
        return Judged("duplicate", "the same words") if mine.tokens else None
    ours, others = mine.bag, theirs.bag
    common = _weight(ours & others)
    only_mine, only_theirs = ours - others - theirs.reasons, others - ours - mine.reasons
    if not common or (mine.identity != theirs.identity and mine.identity and theirs.identity):
        return None
    differing = _differences(mine, theirs)
    if differing is None:
        return None
    if only_mine and only_theirs:
        return None if differing or mine.marks != theirs.marks else _renamed(mine, theirs)
    more = only_mine | only_theirs
    if differing and more and more <= mine.denied | theirs.denied and len(more) < common:
        more = frozenset()
    if _names(mine, more) or _names(theirs, more):
        return None
    if differing:
        return _contradiction(mine, theirs, differing, common, _weight(more))
    return _duplicate(mine, theirs, common, _weight(more))


def _contradiction(
    mine: Statement, theirs: Statement, differing: Sequence[tuple[str, str]], common: float, more: float
) -> Judged | None:
    sorts = {sort for sort, _ in differing}
    if len(sorts) > 1 and sorts != {"polarity", "numbers"}:
        return None
    if (
        mine.marks - {"also", "only"} != theirs.marks - {"also", "only"}
        or mine.conditions != theirs.conditions
    ):
        return None
    if more > _MORE * common or (more and common < 2):
        return None
    return Judged("contradiction", "; ".join(why for _, why in differing))


def _duplicate(mine: Statement, theirs: Statement, common: float, more: float) -> Judged | None:
    told = mine.marks - _LOOSE, theirs.marks - _LOOSE
    if more and "also" in mine.marks ^ theirs.marks:
        return None
    if told[0] != told[1] or _opposed(mine, theirs) or not _same_values(mine, theirs):
        return None
    if more > _MORE_OF_ONE * common or (more and common < 2):
        return None
    turns = _in_turn(mine, theirs)
    if turns[0] != turns[1]:
        one_way = turns[0] == turns[1][::-1] and not more and _ONE_WAY & mine.bag
        return Judged("contradiction", "the order differs") if one_way else None
    if "condition" in mine.marks ^ theirs.marks and more:
        return None
    return Judged("duplicate", "the same content words" if not more else "almost the same content words")


def _opposed(mine: Statement, theirs: Statement) -> bool:
    """Whether the two name opposites, or deny different parts of one condition."""
    if any((word, not said) in theirs.conditions for word, said in mine.conditions):
        return True
    groups = mine.poles.keys() | theirs.poles.keys()
    ordered = bool(mine.order) and mine.order == theirs.order
    return any(
        mine.poles.get(group) != theirs.poles.get(group)
        for group in groups
        if not (ordered and group == "before-after")
    )


def _differences(mine: Statement, theirs: Statement) -> list[tuple[str, str]] | None:
    """Sorts of difference, each with its words; None where the two can't be compared."""
    found = []
    numbers = left(mine.numbers, theirs.numbers), left(theirs.numbers, mine.numbers)
    if all(numbers):
        if not any(one.comparable(other) for one in numbers[0] for other in numbers[1]):
            return None
        found.append(("numbers", _told("numbers differ", _shown(numbers[0]), _shown(numbers[1]))))
    found += _apart("days", "dates differ", mine.days, theirs.days)
    found += _apart("versions", "versions differ", mine.versions, theirs.versions)
    found += _poles(mine, theirs)
    turned = _turned(mine, theirs)
    if turned:
        one, other = (said.negation if turned & said.denied else "nothing denied" for said in (mine, theirs))
        found.append(("polarity", _told("polarity differs", [one], [other])))
    return found


def _apart(sort: str, words: str, mine: set[str], theirs: set[str]) -> list[tuple[str, str]]:
    """The difference in days or versions, where each side names one that agrees with none of the other."""
    same = same_day if sort == "days" else same_version
    ours = [one for one in sorted(mine) if not any(same(one, other) for other in theirs)]
    others = [one for one in sorted(theirs) if not any(same(one, other) for other in mine)]
    return [(sort, _told(words, ours, others))] if ours and others else []


def _poles(mine: Statement, theirs: Statement) -> list[tuple[str, str]]:
    """Opposite words, and an order turned round."""
    turned = {(last, first) for first, last in mine.order}
    if turned & theirs.order:
        return [("poles", "the order differs")]
    if mine.order and mine.order == theirs.order:
        return []
    for group in sorted(mine.poles.keys() & theirs.poles.keys()):
        one, other = mine.poles[group], theirs.poles[group]
        if not one & other:
            return [("poles", _told("opposite words", sorted(one), sorted(other)))]
    return []


def _turned(mine: Statement, theirs: Statement) -> frozenset[str]:
    """The words that are affirmed in one and denied in the other; none where both deny one word alike."""
    ours, others = mine.denied, theirs.denied
    turned = frozenset(
        word for word, signs in mine.signs.items() if not signs & theirs.signs.get(word, signs)
    )
    agreed = ours & others and not (turned & ours and turned & others)
    return frozenset() if agreed else turned


def _same_values(mine: Statement, theirs: Statement) -> bool:
    numbers = [*left(mine.numbers, theirs.numbers), *left(theirs.numbers, mine.numbers)]
    return (
        all(value.sort == "" and value.amount == 1 for value in numbers)
        and mine.days == theirs.days
        and mine.versions == theirs.versions
    )


def _renamed(mine: Statement, theirs: Statement) -> Judged | None:
    """A contradiction in a name that is the value of the statement: in all else the two are alike."""
    if not _same_values(mine, theirs) or _opposed(mine, theirs) or mine.conditions != theirs.conditions:
        return None
    one, other = _left(mine, theirs.bag), _left(theirs, mine.bag)
    if one is None or other is None or len(mine.bag & theirs.bag) < len(mine.bag ^ theirs.bag) / 2:
        return None
    if not (_values(mine, one, theirs, other) or _owners(mine, one, theirs, other)):
        return None
    return Judged("contradiction", _told("names differ", [_word(mine, one)], [_word(theirs, other)]))


def _left(said: Statement, known: frozenset[str]) -> range | None:
    """Where the one name stands that the other statement lacks; None where there are several."""
    places = [at for at, token in enumerate(said.tokens) if token.stem not in known]
    found = range(places[0], places[-1] + 1)
    return found if len(found) == len(places) and len(found) <= 6 else None


def _owners(mine: Statement, one: range, theirs: Statement, other: range) -> bool:
    """Whether two are each said to be the one who has charge of the same thing."""
    names = [*(mine.tokens[at] for at in one), *(theirs.tokens[at] for at in other)]
    capitals = all(token.name or not token.before[1] for token in names)
    return capitals and bool(_OWNS & mine.bag & theirs.bag)


def _values(mine: Statement, one: range, theirs: Statement, other: range) -> bool:
    """Whether what differs stands where a statement has its value, and not in its subject."""
    first, second = mine.tokens[one[0]], theirs.tokens[other[0]]
    if first.stem in mine.denied or second.stem in theirs.denied:
        return False
    if any(first.stem in sort and second.stem in sort for sort in _SORTS):
        return one[0] not in mine.subjects and other[0] not in theirs.subjects
    if len(one) > 1 and any(mine.tokens[at].stem.isascii() for at in one):
        return False
    if len(other) > 1 and any(theirs.tokens[at].stem.isascii() for at in other):
        return False
    frames = _frame(mine, one[0]), _frame(theirs, other[0])
    if frames[0] != frames[1] or not frames[0]:
        return False
    single = any(token.stem in _SINGLE for token in mine.tokens if token.stem in theirs.bag)
    latin = first.stem.isascii() and second.stem.isascii()
    written = (first.name and second.name) or (latin and not "".join(mine.bag).isascii())
    return frames[0] != "is" or single or written


def _frame(said: Statement, at: int) -> str:
    """What kind of word the value of a statement follows, empty where it is none of those known."""
    for place in range(at, max(at - 3, -1) if not said.tokens[at].stem.isascii() else at - 1, -1):
        far, near = said.tokens[place].before
        does = DOES.get(near, ("", ""))[0]
        if near in _IS or (does == "value" and near in ("是", "为", "叫")):
            return "is"
        if near in TAKES_VALUE or does == "value":
            return "use"
        if near in PREPOSITIONS and far in PLACED:
            return "place"
    return ""


def _word(said: Statement, places: range) -> str:
    return "".join(said.tokens[at].stem for at in places)


def _in_turn(mine: Statement, theirs: Statement) -> tuple[list[str], list[str]]:
    """The names of both in their order: who does it to whom. Who owns what is said both ways round."""
    if _OWNS & mine.bag:
        return [], []
    names = {token.stem for said in (mine, theirs) for token in said.tokens if token.name}
    first, second = ([token.stem for token in said.tokens if token.stem in names] for said in (mine, theirs))
    return first, second


def _names(said: Statement, words: frozenset[str]) -> bool:
    return any(token.name and token.stem in words for token in said.tokens)


def _weight(words: Iterable[str]) -> float:
    """How much words say: a Chinese character half as much as a word."""
    return sum(1.0 if len(word) > 1 or word.isascii() else 0.5 for word in words)


def _told(words: str, mine: Iterable[str], theirs: Iterable[str]) -> str:
    return f"{words}: {', '.join(mine)[:_SHOWN]} / {', '.join(theirs)[:_SHOWN]}"


def _shown(values: Iterable[Value]) -> list[str]:
    return [value.shown for value in values]


def _folded(text: str) -> str:
    return " ".join(plain(text).casefold().split()).rstrip(".。!！")
