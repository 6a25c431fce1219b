"""Writing a record as YAML that `strict_yaml` reads back as the same mapping."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from .chars import is_hidden
from .errors import RecordError

Value = str | Sequence["Value"] | Mapping[str, "Value"]

_PLAIN: Final = re.compile(r"[A-Za-z0-9_./+][A-Za-z0-9_./@+-]*(?:[:#][A-Za-z0-9_./@+-]+)*", re.ASCII)
_KEY: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*", re.ASCII)


def render_yaml(record: Mapping[str, Value]) -> str:
    """`record` in block style, one key a line, quoted where plain text could be misread.

    Raises RecordError for a key that is no plain word, for an empty mapping, and
    for hidden characters, which `load_record` would refuse.
    """
    return "".join(f"{line}\n" for line in _mapping(record, ""))


def _mapping(record: Mapping[str, Value], indent: str) -> Iterator[str]:
    if not record:
        raise RecordError("an empty mapping cannot be written")
    for key, value in record.items():
        if not _KEY.fullmatch(key):
            raise RecordError("a key is not a plain word")
        yield from _entry(f"{indent}{key}:", value, indent)


def _entry(head: str, value: Value, indent: str) -> Iterator[str]:
    if isinstance(value, str):
        yield f"{head} {_scalar(value)}"
    elif not value:
        yield f"{head} []"
    else:
        yield head
        deeper = indent + "  "
        yield from _mapping(value, deeper) if isinstance(value, Mapping) else _list(value, deeper)


def _list(values: Sequence[Value], indent: str) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield f"{indent}- {_scalar(value)}"
        elif isinstance(value, Mapping):
            first, *rest = _mapping(value, indent + "  ")
            yield f"{indent}- {first.strip()}"
            yield from rest
        else:
            raise RecordError("a list inside a list cannot be written")


def _scalar(text: str) -> str:
    if any(is_hidden(char) and char not in "\t\n" for char in text):
        raise RecordError("a value holds a hidden character")
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
