"""Words that name a key ask which key it is: nobody's keys are the ones of the registry for ever."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import screens

HERE = Path(screens.__file__).parent
FILES = sorted(path for path in HERE.rglob("*.py") if "actions" not in path.parts)
NOT_WORDS = {"keymap.py", "keys.py"}
"""Files whose strings are names of keys, not words about them."""

NAMED = re.compile(
    r"↵|\^(?!q\b)[a-z]\b"  # a key by its sign; ^q always quits
    r"|(?:^|[;(:] ?)[A-Za-z/]"
    r" (?:hides|shows|checks|goes|opens|marks|reloads|once|with|reverts|finds|clears)\b"
    r"|: [A-Za-z/]$|\b[A-Z] once more"
)


def said(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every string that is no docstring, with its line; `esc` is left out: it always goes back."""
    docs = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HERE)))
def test_no_words_name_a_key_that_may_be_another(path: Path) -> None:
    if path.name in NOT_WORDS:
        return
    found = [
        f"{line}: {words}"
        for line, words in said(ast.parse(path.read_text(encoding="utf-8")))
        if NAMED.search(words)
    ]
    assert not found


@pytest.mark.parametrize(
    "words",
    ["open the text first: ↵", "v hides it; v hides", "c checks them all", " (o goes there)", "the text: G",
     "this has only just been shown; U once more finishes it", "nothing is looked for: / with the keys"],
)  # fmt: skip
def test_words_that_name_a_key_are_found(words: str) -> None:
    assert NAMED.search(words)
