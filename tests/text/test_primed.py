"""A cached property that is given its value does not find it out; nothing else can be given one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import pytest

from workbench.text.primed import prime, primed


@dataclass(frozen=True)
class Thing:
    size: int = 3

    @cached_property
    def double(self) -> int:
        return 2 * self.size

    @cached_property
    def triple(self) -> int:
        return 3 * self.size


def test_only_what_is_given_or_was_asked_for_is_known() -> None:
    thing = Thing()
    assert primed(thing) == {}
    prime(thing, double=7)
    assert (thing.double, primed(thing)) == (7, {"double": 7})
    assert (thing.triple, primed(thing)) == (9, {"double": 7, "triple": 9})


@pytest.mark.parametrize("name", ["size", "nothing"])
def test_a_field_or_a_name_that_is_not_there_is_given_nothing(name: str) -> None:
    thing = Thing()
    with pytest.raises(AttributeError):
        prime(thing, double=1, **{name: 1})
    assert (thing.size, primed(thing)) == (3, {})
