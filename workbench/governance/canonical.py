"""Strict ASCII JSON, one object to a file: what is written is what is read, byte for byte."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError

from workbench.text.errors import Unreadable

MAX_BYTES: Final = 65_536


class Strict(BaseModel):
    """A frozen model without unknown fields and without any conversion of one type to another."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def to_json(value: object) -> bytes:
    """``value`` as ASCII JSON with a line end. Keys keep their order."""
    return json.dumps(value, ensure_ascii=True, indent=1, allow_nan=False).encode("ascii") + b"\n"


def from_json(data: bytes, *, limit: int = MAX_BYTES) -> dict[str, Any]:
    """The one object that ``data`` holds.

    Raises:
        Unreadable: too long, not ASCII, a NUL or CR, no line end, a duplicate key, a
            float, or anything beside one object. The reason quotes nothing.
    """
    if len(data) > limit:
        raise Unreadable(f"longer than {limit} bytes")
    if not data.isascii() or b"\0" in data or b"\r" in data or not data.endswith(b"\n"):
        raise Unreadable("not ASCII text that ends with a line end")
    try:
        value = json.loads(data, object_pairs_hook=_object, parse_float=_no_float, parse_constant=_no_float)
    except (ValueError, RecursionError):
        raise Unreadable("not strict JSON") from None
    if not isinstance(value, dict):
        raise Unreadable("not one JSON object")
    return value


def first_problem(error: ValidationError) -> str:
    """Which field of a record is wrong, without its value."""
    where = error.errors(include_input=False, include_url=False, include_context=False)[0]
    extra = where["type"] == "extra_forbidden"
    place = ".".join(str(part) for part in (where["loc"][:-1] if extra else where["loc"]))
    if extra:
        return f"an unknown field{' in ' + place if place else ''}"
    return f"field {place}: {where['type'].replace('_', ' ')}" if place else "fields do not fit together"


def sha256(data: bytes) -> str:
    """Plain SHA-256 in hex, for bytes that are no secret and hold no memory text."""
    return hashlib.sha256(data).hexdigest()


def salted(salt: bytes, data: bytes) -> str:
    """HMAC-SHA256 in hex: tells nothing about ``data`` once the salt is gone."""
    return hmac.new(salt, data, hashlib.sha256).hexdigest()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("duplicate key")
    return found


def _no_float(_: str) -> Any:
    raise ValueError("a number that is not whole")
