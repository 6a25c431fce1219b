"""Which characters a record or a written line may hold."""

from __future__ import annotations

import unicodedata
from typing import Final

JOINERS: Final = "\u200c\u200d"
"""Format characters that ordinary writing needs (Persian, Indic scripts, emoji)."""


def is_hidden(char: str) -> bool:
    """Whether `char` could break a line, reorder text, or not be seen: controls, U+0085,
    U+2028, U+2029, bidi and other format characters, the BOM, lone surrogates, noncharacters.
    A character that is merely newer than this Python's Unicode tables is not hidden.
    """
    if char in JOINERS or char.isprintable():
        return False
    category = unicodedata.category(char)
    if category == "Cn":
        return 0xFDD0 <= ord(char) <= 0xFDEF or ord(char) & 0xFFFE == 0xFFFE
    return category in {"Cc", "Cf", "Cs", "Zl", "Zp"}


def has_hidden(text: str, allowed: str = "") -> bool:
    """Whether `text` holds a hidden character other than those in `allowed`."""
    if text.isprintable():
        return False
    return any(is_hidden(char) for char in text if char not in allowed)


def is_one_line(text: str) -> bool:
    """Whether `text` can stand as a value on one line: something is there, no tab, nothing
    hidden, and no blank at either end.
    """
    return bool(text) and text == text.strip() and not has_hidden(text)


def is_reference(text: str) -> bool:
    """Whether `text` can name something: one line without even a joiner, so that two
    references which look alike through invisible characters cannot differ.
    """
    return is_one_line(text) and not any(char in JOINERS for char in text)
