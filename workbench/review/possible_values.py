"""Numbers with their units, times of day and days, so that ``5 min`` and ``300 s`` are one value."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Final

_TIME: Final = "time"
_UNITS: Final[dict[str, tuple[str, Fraction]]] = {
    word: (sort, Fraction(factor))
    for sort, factor, words in (
        ("time", "1/1000", "ms millisecond milliseconds 毫秒"),
        ("time", "1", "s sec secs second seconds 秒 秒钟"),
        ("time", "60", "min mins minute minutes 分钟 分"),
        ("time", "3600", "h hr hrs hour hours 小时 个小时"),
        ("time", "86400", "d day days 天 日"),
        ("time", "604800", "week weeks 周 个星期"),
        ("month", "1", "month months 个月"),
        ("month", "12", "year years 年"),
        ("bytes", "1", "b byte bytes 字节"),
        ("bytes", "1024", "kb kib"),
        ("bytes", "1048576", "mb mib"),
        ("bytes", "1073741824", "gb gib"),
        ("bytes", "1099511627776", "tb tib"),
        ("length", "1", "mm"),
        ("length", "10", "cm"),
        ("length", "1000", "m"),
        ("length", "1000000", "km"),
        ("part", "1", "% percent 个百分点"),
        ("degrees", "1", "°c"),
        ("fahrenheit", "1", "°f"),
        ("pounds", "1", "lb lbs"),
        ("weight", "1", "g"),
        ("weight", "1000", "kg"),
        ("euro", "1", "eur euro euros €"),
        ("dollar", "1", "usd dollar dollars $"),
        ("times", "1", "time times 次 遍"),
    )
    for word in words.split()
}
UNIT: Final = "|".join(re.escape(unit) for unit in sorted(_UNITS, key=lambda unit: (-len(unit), unit)))
"""Every unit, the longest first, as an expression has them."""
_COUNTING: Final = "zero|one once|two twice|three thrice|four|five|six|seven|eight|nine|ten|eleven|twelve"
_COUNTS: Final = {word: value for value, words in enumerate(_COUNTING.split("|")) for word in words.split()}
_DAY_NAMES: Final = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
_MONTHS: Final = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_HAN_DAYS: Final = {sign: name for sign, name in zip("一二三四五六日天", [*_DAY_NAMES, "sun"], strict=True)}


@dataclass(frozen=True, slots=True)
class Value:
    """One value: its sort, empty where no unit is said, its amount, and how it was written."""

    sort: str
    amount: Fraction | str
    shown: str = field(repr=False, compare=False)

    def same(self, other: Value) -> bool:
        """Whether both may be one value; a number without a unit agrees with the same number of any unit."""
        if self.sort == other.sort:
            return self.amount == other.amount
        return "" in (self.sort, other.sort) and _bare(self) == _bare(other)

    def comparable(self, other: Value) -> bool:
        """Whether the two can be values of one thing."""
        return self.sort == other.sort or "" in (self.sort, other.sort)


@lru_cache(maxsize=1_024)
def number(digits: str, unit: str | None) -> Value:
    """A number as it is written, with its unit where it has one."""
    plain = re.sub(r",(?=\d{3}(?!\d))", "", digits)[:40].replace(",", ".")
    sort, factor = _UNITS.get((unit or "").lower(), ("", Fraction(1)))
    shown = f"{digits} {unit}" if unit and unit.isascii() and unit != "%" else f"{digits}{unit or ''}"
    whole, _, part = plain.lstrip("+").partition(".")
    amount = Fraction(f"{whole or 0}.{part or 0}") if part.isdigit() or not part else plain
    return Value(sort, amount * factor if isinstance(amount, Fraction) else amount, shown)


def counted(word: str) -> Value | None:
    """A number in words, or None."""
    value = _COUNTS.get(word)
    return (
        None
        if value is None
        else Value("times" if word in ("once", "twice", "thrice") else "", Fraction(value), word)
    )


def clock(text: str) -> Value:
    """A time of day, as minutes since midnight."""
    found = [int(part) for part in re.findall(r"\d+", text)]
    hours, minutes = found[0], found[1] if len(found) > 1 else 30 if text.endswith("半") else 0
    late = re.search(r"p\.?m|下午|晚上|傍晚", text, re.IGNORECASE)
    early = re.search(r"a\.?m|凌晨|上午|早上", text, re.IGNORECASE)
    hours = hours + 12 if late and hours < 12 else 0 if early and hours == 12 else hours
    return Value("clock", Fraction(hours * 60 + minutes), text.strip())


def day(text: str) -> str:
    """A date, a day of the week or a month in one form: ``2026-08-01``, ``-08-01``, ``fri``, ``aug``."""
    low = text.lower()
    if low[0] in "每周星礼":
        return "weekend" if low[-1] == "末" else _HAN_DAYS.get(low[-1], low)
    month = next((f"{at:02}" for at, name in enumerate(_MONTHS, 1) if re.search(rf"\b{name}", low)), None)
    digits = re.findall(r"\d+", low)
    if month is not None and digits:
        year = next((one for one in digits if len(one) == 4), "")
        rest = [one for one in digits if len(one) < 3]
        return "-".join([year, month, *(one.zfill(2) for one in rest[:1])])
    if digits:
        parts = [one.zfill(2) for one in digits]
        return "-".join(parts if len(digits[0]) == 4 else ["", *parts])
    return low[:3] if low[:3] in (*_DAY_NAMES, *_MONTHS) else low.removesuffix("s")


def same_day(one: str, other: str) -> bool:
    """Whether two days may be one: a day without its year agrees with that day of any year."""
    return (
        one == other or (one[:1] == "-" and other.endswith(one)) or (other[:1] == "-" and one.endswith(other))
    )


def same_version(one: str, other: str) -> bool:
    """Whether two versions may be one: ``3.11`` agrees with ``3.11.4``."""
    mine, theirs = one.lower().lstrip("v").split("."), other.lower().lstrip("v").split(".")
    least = min(len(mine), len(theirs))
    return mine[:least] == theirs[:least]


def left(mine: Iterable[Value], theirs: Iterable[Value]) -> list[Value]:
    """Those of one side that no value of the other side agrees with."""
    known = list(theirs)
    return [value for value in mine if not any(value.same(other) for other in known)]


def _bare(value: Value) -> str:
    return re.sub(r"[^\d.,]", "", value.shown) or str(value.amount)
