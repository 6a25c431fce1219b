"""A memory item (§9): its fields as they stand in the record."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Self

from pydantic import BaseModel, ConfigDict, Field

from .dates import parse_date
from .words import Confidence, Form, Kind, Scope, Status, word_of

RawValue = str | Sequence[str]

FIELD_OF: Final = {
    "date": "date_text",
    "text": "text",
    "id": "id",
    "kind": "kind_text",
    "subject": "subject",
    "scope": "scope_text",
    "status": "status_text",
    "superseded_by": "superseded_by",
    "merged_into": "merged_into",
    "inspired_by": "inspired_by",
    "source": "source",
    "confidence-scheme": "confidence_scheme",
    "confidence": "confidence_text",
}
_REFS: Final = "corroborating_refs"
_HEAD_KIND: Final = "head_kind"
KNOWN_KEYS: Final = frozenset({*FIELD_OF, _REFS, _HEAD_KIND})
"""Every key that `Item.from_fields` reads, in lower case."""
_OPTIONAL: Final = (
    "id",
    "subject",
    "superseded_by",
    "merged_into",
    "inspired_by",
    "source",
    "confidence_scheme",
)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_BLANK: Final = " \t"


class Item(BaseModel):
    """One item as its record says it. Nothing is judged here; `findings` does that.

    A token that is not of its vocabulary is None, with its letters in `…_text`.
    `extras` are keys the protocol does not know, in their order. `repeated` names
    the known keys that stand more than once; the first of each counts.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", hide_input_in_errors=True)

    form: Form
    date: dt.date | None = None
    date_text: str = Field(default="", repr=False)
    id: str | None = None
    kind: Kind | None = None
    kind_text: str = Field(default="", repr=False)
    text: str = Field(default="", repr=False)
    subject: str | None = Field(default=None, repr=False)
    scope: Scope | None = None
    scope_text: str = Field(default="", repr=False)
    status: Status | None = None
    status_text: str = Field(default="", repr=False)
    superseded_by: str | None = None
    inspired_by: str | None = None
    merged_into: str | None = None
    corroborating_refs: tuple[str, ...] = Field(default=(), repr=False)
    source: str | None = Field(default=None, repr=False)
    confidence_scheme: str | None = Field(default=None, repr=False)
    confidence: Confidence | None = None
    confidence_text: str = Field(default="", repr=False)
    extras: tuple[tuple[str, str], ...] = Field(default=(), repr=False)
    repeated: tuple[str, ...] = ()

    @classmethod
    def from_fields(
        cls, fields: Mapping[str, RawValue] | Iterable[tuple[str, RawValue]], *, form: Form | str
    ) -> Self:
        """Build an item from raw keys and values, whatever they hold.

        Keys are matched without regard to case. `date` and `text` come from the
        head of the record; `head_kind` is the kind in its parentheses, which has
        to agree with a `kind` key where both stand. Pairs may repeat a key.
        Raises ValueError only for a `form` that does not exist.
        """
        pairs = fields.items() if isinstance(fields, Mapping) else fields
        return cls(form=Form(form), **_typed(_gathered(pairs)))

    @property
    def effective_status(self) -> Status | None:
        """The Status that counts: an inbox item that names none is `active` (§9)."""
        waiting = self.form is Form.INBOX and not self.status_text
        return Status.ACTIVE if waiting else self.status


def _gathered(pairs: Iterable[tuple[str, RawValue]]) -> dict[str, Any]:
    """Raw values by field name, with `extras` and `repeated`."""
    found: dict[str, Any] = {"extras": [], "repeated": []}
    for key, value in pairs:
        folded = key.strip(_BLANK).casefold()
        name = folded if folded in {_REFS, _HEAD_KIND} else FIELD_OF.get(folded)
        if name is None:
            found["extras"].append((_plain(key), _joined(value)))
        elif name in found:
            found["repeated"].append(folded)
        else:
            found[name] = _refs(value) if name == _REFS else _joined(value)
    return found


def _typed(raw: dict[str, Any]) -> dict[str, Any]:
    """Field values with the closed words read."""
    head = raw.pop(_HEAD_KIND, "")
    kind = raw.get("kind_text", "") or head
    raw["kind_text"] = kind if head in {"", kind} else f"{head} / {kind}"
    for name in _OPTIONAL:
        raw[name] = raw.get(name) or None
    for name in ("extras", "repeated"):
        raw[name] = tuple(dict.fromkeys(raw[name])) if name == "repeated" else tuple(raw[name])
    return raw | {
        "date": parse_date(raw.get("date_text", "")),
        "kind": word_of(Kind, raw["kind_text"]),
        "scope": word_of(Scope, raw.get("scope_text", "")),
        "status": word_of(Status, raw.get("status_text", "")),
        "confidence": word_of(Confidence, raw.get("confidence_text", "")),
    }


def _joined(value: RawValue) -> str:
    return _plain(value) if isinstance(value, str) else ", ".join(map(_plain, value))


def _refs(value: RawValue) -> tuple[str, ...]:
    parts = [value] if isinstance(value, str) else value
    return tuple(ref for part in parts if (ref := _plain(part)))


def _plain(text: str) -> str:
    """`text` without blanks at its ends; a lone surrogate, which no model holds, becomes U+FFFD."""
    return _SURROGATE.sub("\ufffd", text.strip(_BLANK))
