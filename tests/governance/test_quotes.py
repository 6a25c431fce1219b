"""When words in a row are a quote, in languages with blanks and without."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.governance.quotes import quotes

ITEM = "The branch VPN ends at vpn-old.marrowick.example and nowhere else."
CHINESE = "缓存时刻表会隐藏晚点取消的班次。"


@pytest.mark.parametrize(
    "reason",
    [
        ITEM,
        "As it says: the branch VPN ends at VPN-old, which is over.",
        "the BRANCH vpn, ends\nat “vpn”",
        "\uff54\uff48\uff45 branch VPN ends at vpn",
    ],
)
def test_six_words_in_a_row_are_a_quote(reason: str) -> None:
    assert quotes(reason, ["Something else entirely.", ITEM])


@pytest.mark.parametrize("reason", ["The branch VPN ends at another place.", "It moved.", "", "VPN " * 9])
def test_fewer_words_are_none(reason: str) -> None:
    assert not quotes(reason, [ITEM])


def test_a_shorter_text_is_quoted_by_all_of_it() -> None:
    assert quotes("not port 7411 any more", ["Port 7411."])
    assert not quotes("not that port any more", ["Port 7411."])
    assert not quotes("anything", ["", " … "])


def test_chinese_is_compared_by_characters() -> None:
    assert quotes("因为“时刻表会隐藏”不再成立", [CHINESE])
    assert not quotes("因为时刻表会改", [CHINESE])
    assert quotes("缓存 已关", ["缓存"])


@given(st.text(), st.text(min_size=1))
def test_a_whole_text_with_words_is_always_found(before: str, text: str) -> None:
    assert quotes(f"{before} {text}", [text]) == any(char.isalnum() for char in text) or not text.isascii()
