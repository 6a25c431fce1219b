"""What all record models share: strict shapes, and refusals that name the field and quote nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from .chars import has_hidden, is_reference
from .dates import parse_time
from .errors import RecordError
from .ids import Prefix, is_id

Extras = tuple[tuple[str, str], ...]


def _reference(value: str) -> str:
    if not is_reference(value):
        raise ValueError("is no reference: empty, blank at an end, or holding a hidden character")
    return value


def _time(value: str) -> str:
    if parse_time(value) is None:
        raise ValueError("is no time")
    return value


def _prose(value: str) -> str:
    if has_hidden(value, "\t\n"):
        raise ValueError("holds a hidden character")
    return value


def optional_prose(value: str | None) -> str | None:
    """A validator for prose that may be absent."""
    return None if value is None else _prose(value)


def blank_is_none(value: object) -> object:
    """A validator that reads a key without a value as an absent one."""
    return None if value == "" else value


def blank_is_empty(value: object) -> object:
    """A validator that reads a key without a value as an empty list."""
    return [] if value == "" or value is None else value


def id_of(prefix: Prefix) -> Callable[[str], str]:
    """A validator for identifiers of one prefix."""

    def check(value: str) -> str:
        if not is_id(value, prefix):
            raise ValueError(f"is not of the form {prefix}-YYYY-MM-DD-NNN")
        return value

    return check


Ref = Annotated[str, AfterValidator(_reference)]
"""A stable identifier or reference: one visible line."""
Time = Annotated[str, AfterValidator(_time)]
"""A time as it stands in the record; it orders nothing (§12.2)."""
Prose = Annotated[str, AfterValidator(_prose), Field(repr=False)]
"""Words of people and agents, over several lines if need be."""
Refs = Annotated[tuple[Ref, ...], BeforeValidator(blank_is_empty)]
"""References, none when the value is left blank."""
OptionalRef = Annotated[Ref | None, BeforeValidator(blank_is_none)]


class Record(BaseModel):
    """A record whose shape the protocol fixes: an unknown field refuses it."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    @classmethod
    def parse(cls, mapping: Mapping[str, Any]) -> Self:
        """The record that `mapping` holds, as `load_record` gives it.

        Raises RecordError, naming the field and what is wrong with it.
        """
        try:
            return cls.model_validate(dict(mapping))
        except ValidationError as error:
            raise RecordError(_reason(error, mapping)) from None


class OpenRecord(Record):
    """A record whose shape the protocol only suggests: unknown fields are kept as `extras`.

    A list or mapping among them is kept as JSON text.
    """

    extras: Extras = Field(default=(), repr=False)

    @classmethod
    def parse(cls, mapping: Mapping[str, Any]) -> Self:
        """As `Record.parse`, with the fields that the model does not know set aside."""
        known = {key: value for key, value in mapping.items() if key in cls.model_fields and key != "extras"}
        extras = tuple((key, _as_text(value)) for key, value in mapping.items() if key not in known)
        return super().parse(known | {"extras": extras})


def _as_text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


_SAYINGS: Final = {
    "missing": "is missing",
    "string_type": "is not text",
    "tuple_type": "is not a list",
    "dict_type": "is not a mapping",
    "model_type": "is not a mapping",
    "model_attributes_type": "is not a mapping",
}


def _reason(error: ValidationError, mapping: Mapping[str, Any]) -> str:
    """The first error in words; an unknown key is named by its place, for its letters may be content."""
    first = error.errors(include_url=False, include_input=False)[0]
    path, kind = list(first["loc"]), first["type"]
    if kind == "extra_forbidden":
        at = [*path[:-1], f"field {_place_of(path, mapping)}"]
        return f"{_dotted(at)} is not one of this record's fields"
    if kind == "value_error":
        said = str(first["ctx"]["error"])
        return f"{_dotted(path)} {said}" if path else said
    if kind in {"enum", "literal_error"}:
        return f"{_dotted(path)} is not {first['ctx']['expected']}"
    return f"{_dotted(path)} {_SAYINGS.get(kind, 'is not what the protocol asks for')}"


def _place_of(path: list[int | str], mapping: Any) -> int:
    for step in path[:-1]:
        mapping = mapping[step]
    return list(mapping).index(path[-1]) + 1


def _dotted(path: list[int | str]) -> str:
    return ".".join(str(step + 1) if isinstance(step, int) else step for step in path)
