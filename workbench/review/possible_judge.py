"""Two statements beside each other: whether they may contradict each other or say the same (§15.2 rule 5).

What is found is possible and never certain. In doubt nothing is said: where each statement has a word
of content that the other lacks, the two are about different things.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from workbench.review.possible_han import DOES
from workbench.review.possible_lexicon import OWNS, PLACED, PREPOSITIONS, SINGLE, SORTS, TAKES_VALUE
from workbench.review.possible_said import Statement, Token, statement
from workbench.review.possible_values import Value, left, same_day, same_version
from workbench.review.possible_words import LONGEST, plain, stem

Kind = Literal["contradiction", "duplicate"]
_SHOWN: Final = 40
_MORE: Final = 2 / 3
"""How much one statement may say beside all that the other says, as a part of that, to contradict it."""
_MORE_OF_ONE: Final = 1 / 3
"""The same for two that say the same."""
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
    if mine.marks != theirs.marks or mine.conditions != theirs.conditions:
        return None
    if more > _MORE * common or (more and common < 2):
        return None
    return Judged("contradiction", "; ".join(why for _, why in differing))


def _duplicate(mine: Statement, theirs: Statement, common: float, more: float) -> Judged | None:
    told = mine.marks - {"condition"}, theirs.marks - {"condition"}
    if told[0] != told[1] or _opposed(mine, theirs) or not _same_values(mine, theirs):
        return None
    if more > _MORE_OF_ONE * common or (more and common < 2) or _in_turn(mine) != _in_turn(theirs):
        return None
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
    if _turned(mine, theirs):
        one, other = mine.negation or "nothing denied", theirs.negation or "nothing denied"
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


def _turned(mine: Statement, theirs: Statement) -> bool:
    """Whether a word is affirmed in one and denied in the other."""
    return any(not signs & theirs.signs[word] for word, signs in mine.signs.items() if word in theirs.signs)


def _same_values(mine: Statement, theirs: Statement) -> bool:
    numbers = [*left(mine.numbers, theirs.numbers), *left(theirs.numbers, mine.numbers)]
    return (
        all(value.sort == "" and value.amount == 1 for value in numbers)
        and mine.days == theirs.days
        and mine.versions == theirs.versions
    )


def _renamed(mine: Statement, theirs: Statement) -> Judged | None:
    """A contradiction in a name that is the value of the statement: all else stands word for word."""
    if not _same_values(mine, theirs) or mine.poles != theirs.poles or mine.conditions != theirs.conditions:
        return None
    ours, others = mine.tokens, theirs.tokens
    head = _agree(ours, others)
    tail = _agree(ours[head:][::-1], others[head:][::-1])
    one, other = ours[head : len(ours) - tail], others[head : len(others) - tail]
    if not one or not other or head + tail < 2 or not (_short(one) and _short(other)):
        return None
    if not (_is_value(ours, others, head, one, other) or _owners(ours, head, one, other)):
        return None
    return Judged("contradiction", _told("names differ", [_word(one)], [_word(other)]))


def _owners(ours: Sequence[Token], head: int, one: Sequence[Token], other: Sequence[Token]) -> bool:
    """Whether two are each said to be the one who has charge of the same thing."""
    following = ours[head + len(one)] if head == 0 and len(ours) > len(one) + 1 else None
    return following is not None and following.stem in _OWNS and len(one) == len(other) == 1


def _is_value(
    ours: Sequence[Token], others: Sequence[Token], head: int, one: Sequence[Token], other: Sequence[Token]
) -> bool:
    """Whether what differs stands where a statement has its value, and not in its subject."""
    if any(one[0].stem in sort and other[0].stem in sort for sort in _SORTS):
        return head > 0 and not one[0].early
    for back in range(1 + (2 if not one[0].stem.isascii() else 0)):
        if back <= head and _follows_value(ours[: head - back], ours[head - back], others[head - back]):
            return True
    return False


def _follows_value(head: Sequence[Token], one: Token, other: Token) -> bool:
    before = one.before
    if before[1] != other.before[1]:
        return False
    near = before[1]
    if near in TAKES_VALUE or DOES.get(near, ("", ""))[0] == "value":
        return True
    if near in PREPOSITIONS:
        return before[0] in PLACED
    if near in ("is", "are", "was", "were"):
        named = one.name and other.name
        return named or any(token.stem in _SINGLE for token in head)
    return False


def _agree(one: Sequence[Token], other: Sequence[Token]) -> int:
    count = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine.stem != theirs.stem:
            break
        count += 1
    return count


def _short(tokens: Sequence[Token]) -> bool:
    """Whether the tokens are one name: a word, or a few characters of Chinese."""
    return len(tokens) == 1 or (len(tokens) <= 6 and all(not token.stem.isascii() for token in tokens))


def _word(tokens: Sequence[Token]) -> str:
    return "".join(token.stem for token in tokens)


def _in_turn(said: Statement) -> list[str]:
    """The names of a statement in their order: who does it to whom."""
    return [token.stem for token in said.tokens if token.name]


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
