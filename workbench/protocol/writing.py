"""The strict form in which an item is written (§9)."""

from __future__ import annotations

import re
from typing import Final

from .chars import is_one_line
from .checks import findings, must_not_be_written
from .errors import RecordError
from .item import KNOWN_KEYS, Item
from .words import Place

_EXTRA_KEY: Final = re.compile(r"[^\W\d_][\w -]{0,39}")


def unwritable(item: Item) -> str | None:
    """None if an item may be written anew, else the rule that says no. Quotes nothing of the item."""
    try:
        render_structured(item)
    except RecordError as error:
        return f"{error.rule or '§9'}: {error.reason}"
    return None


def render_structured(item: Item) -> str:
    r"""The structured form of §9, each line ending in `\n`, keys in the protocol's order and letters.

    Raises RecordError if the item is not one that may be written: a required
    field is missing, a token is unknown, or a value does not stand on one line.
    """
    for finding in findings(item, Place.TOPIC):
        if must_not_be_written(finding):
            raise RecordError(finding.message, rule=finding.section)
    lines = [f"- [{item.date_text}] ({item.kind_text}) {_line('text', item.text)}"]
    for key, value in _bullets(item):
        if isinstance(value, str):
            lines.append(f"  - {key}: {_line(key, value)}")
        else:
            lines += [f"  - {key}:", *(f"    - {_line(key, ref)}" for ref in value)]
    return "".join(f"{line}\n" for line in lines)


def _bullets(item: Item) -> list[tuple[str, str | tuple[str, ...]]]:
    """The keys that have a value, in the order of §9."""
    table: tuple[tuple[str, str | tuple[str, ...] | None], ...] = (
        ("id", item.id),
        ("kind", item.kind_text),
        ("subject", item.subject),
        ("Scope", item.scope_text),
        ("Status", item.status_text),
        ("superseded_by", item.superseded_by),
        ("merged_into", item.merged_into),
        ("inspired_by", item.inspired_by),
        ("corroborating_refs", item.corroborating_refs),
        ("Source", item.source),
        ("Confidence-Scheme", item.confidence_scheme),
        ("Confidence", item.confidence_text),
        *((_extra_key(key), value) for key, value in item.extras),
    )
    return [(key, value) for key, value in table if value]


def _extra_key(key: str) -> str:
    if not _EXTRA_KEY.fullmatch(key) or key != key.strip() or key.casefold() in KNOWN_KEYS:
        raise RecordError("an extra key is not a plain word")
    return key


def _line(key: str, value: str) -> str:
    if not is_one_line(value):
        name = key if key.casefold() in KNOWN_KEYS or key == "text" else "an extra field"
        raise RecordError(f"{name} does not stand on one line, or holds a hidden character")
    return value
