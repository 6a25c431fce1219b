"""The decision record: attributed, immutable, and free of memory text (§12.2, §16).

Every digest of memory bytes is an HMAC under a salt of the record's own, so that an
erasure which removes the salt leaves nothing to guess from. ``prev`` and
``salt_digest`` are plain SHA-256 of whole files; ``authority.roster`` is that of the
roster's bytes.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, Literal

from pydantic import (
    Field,
    SerializerFunctionWrapHandler,
    ValidationError,
    field_validator,
    model_serializer,
    model_validator,
)

from workbench.governance.canonical import Strict, first_problem, from_json, salted, to_json
from workbench.protocol.dates import is_date, parse_time, utc_text
from workbench.protocol.ids import Prefix, is_id, parse_id
from workbench.store.decision import ACTOR_PATTERN
from workbench.text.errors import Unreadable

SCHEMA: Final = "workbench.decision/1"

HEADING: Final = "heading:"
"""How the record of an effect on a section heading begins; no item stands behind it."""

_OWN_HEADINGS: Final = frozenset({"facts-and-lessons", "pending-cleanup", "historical-lessons"})
"""Anchors of the headings that decisions make (§10, §14.3); any other quotes what somebody wrote."""

_PLAIN: Final = re.compile(r"[A-Za-z0-9._#/:+~@%-]{1,200}")

Plain = Annotated[str, Field(pattern=r"^[A-Za-z0-9._#/:+~@%-]{1,200}\z")]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}\z")]
StoreId = Annotated[str, Field(pattern=r"^store-[0-9a-f]{32}\z")]
Actor = Annotated[str, Field(pattern=rf"^{ACTOR_PATTERN}\z")]
Count = Annotated[int, Field(ge=0, le=1_000_000)]
Words = Annotated[str, Field(pattern=r"^[ -~]{1,200}\z")]


class Params(Strict):
    """What a verdict was given, without any text: ids, a Status token, a date, a topic's file name.

    ``evidence`` names what it rests on, ``basis`` says in a word whether it rests on that or is a
    choice of what to act on (§15.2.1). Records from before there were such verdicts have neither.
    """

    with_ids: tuple[Plain, ...] = ()
    status: Plain | None = None
    until: Plain | None = None
    topic: Plain | None = None
    evidence: tuple[Plain, ...] = ()
    basis: Plain | None = None

    @model_serializer(mode="wrap")
    def _written(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """What no decision of that kind has is left out, so that records are written as they ever were."""
        said: dict[str, Any] = handler(self)
        return {key: value for key, value in said.items() if value or key not in ("evidence", "basis")}

    @field_validator("with_ids", "evidence", mode="before")
    @classmethod
    def _tuple(cls, value: object) -> object:
        return _as_tuple(value)


class TargetRef(Strict):
    """A record the case is about, and its file."""

    ref: Plain
    path: Plain


class ReviewedRef(Strict):
    """A record that was offered for review: whether it was seen, and the salted digest of its bytes."""

    ref: Plain
    path: Plain
    role: Plain
    seen: bool
    digest: Digest


class EffectRef(Strict):
    """One planned change of one span; ``before`` or ``after`` is None where there are no bytes."""

    op: Literal["replace", "insert", "remove", "append", "create"]
    path: Plain
    record: Plain
    ordinal: Count
    before: Digest | None
    after: Digest | None


class AuthorityRef(Strict):
    """The rule that allowed the decision and the digest of the roster in force, if there was one."""

    rule: Words
    roster: Digest | None


class DecisionRecord(Strict):
    """One decision as its file holds it. Nothing of it is ever changed."""

    schema_: Literal["workbench.decision/1"] = Field(alias="schema", default=SCHEMA)
    id: str
    store_id: StoreId
    action: Plain
    verdict: Plain
    params: Params
    case: Plain
    targets: tuple[TargetRef, ...]
    reviewed: tuple[ReviewedRef, ...]
    effects: tuple[EffectRef, ...]
    log: Digest
    decided_by: Actor
    claimed: Literal["flag", "git identity", "asked"]
    at_terminal: bool
    authority: AuthorityRef
    decided_at: str
    supersedes: str | None
    prev: tuple[Digest, ...]
    executor: Actor | None
    expires_at: str | None
    salt_digest: Digest
    reason_digest: Digest

    @field_validator("targets", "reviewed", "effects", "prev", mode="before")
    @classmethod
    def _tuple(cls, value: object) -> object:
        return _as_tuple(value)

    @field_validator("id", "supersedes")
    @classmethod
    def _decision_id(cls, value: str | None) -> str | None:
        if value is not None and not is_id(value, Prefix.DECISION):
            raise ValueError("not a decision id")
        return value

    @field_validator("decided_at", "expires_at")
    @classmethod
    def _utc(cls, value: str | None) -> str | None:
        moment = None if value is None else parse_time(value)
        if value is not None and (moment is None or moment.tzinfo is None or utc_text(moment) != value):
            raise ValueError("not an RFC 3339 time in UTC")
        return value

    @model_validator(mode="after")
    def _whole(self) -> DecisionRecord:
        if self.supersedes == self.id or list(self.prev) != sorted(set(self.prev)):
            raise ValueError("supersedes itself, or names its predecessors out of order")
        if self.params.until is not None and not is_date(self.params.until):
            raise ValueError("until is no date")
        return self


def encode(record: DecisionRecord) -> bytes:
    """The record's file.

    Raises:
        Unreadable: it would be too long to be read again.
    """
    data = to_json(record.model_dump(mode="json", by_alias=True))
    from_json(data)
    return data


def decode(data: bytes) -> DecisionRecord:
    """The record in the bytes of a file.

    Raises:
        Unreadable: not a decision record; the reason names a field and quotes nothing.
    """
    found = from_json(data)
    try:
        return DecisionRecord.model_validate(found)
    except ValidationError as error:
        raise Unreadable(first_problem(error)) from None


def is_plain(text: str) -> bool:
    """Whether a reference can stand in a record as it is."""
    return _PLAIN.fullmatch(text) is not None


def alias(salt: bytes, text: str) -> str:
    """``text`` where it is plain, else ``~`` and ten hex digits that quote nothing of it."""
    return text if is_plain(text) else hidden(salt, text)


def hidden(salt: bytes, text: str) -> str:
    """``~`` and ten hex digits that stand for a text and quote nothing of it."""
    return "~" + salted(salt, text.encode("utf-8", "surrogatepass"))[:10]


def id_alias(salt: bytes, name: str) -> str:
    """An identifier of the protocol as it is (§9); any other name was chosen by somebody and is hidden."""
    return name if parse_id(name) is not None else hidden(salt, name)


def record_alias(salt: bytes, record: str) -> str:
    """As :func:`id_alias` for the record of an effect; a heading keeps the word that says it is one."""
    if not record.startswith(HEADING):
        return id_alias(salt, record)
    anchor = record.removeprefix(HEADING)
    return HEADING + (anchor if anchor in _OWN_HEADINGS else hidden(salt, anchor))


def case_alias(salt: bytes, case: str) -> str:
    """A case's kind as it is, and what it is about as :func:`id_alias`; a pair of ids stands as it is."""
    kind, colon, about = case.partition(":")
    if not colon or not is_plain(kind):
        return hidden(salt, case)
    pair = about.split("+")
    ids = len(pair) == 2 and all(parse_id(one) is not None for one in pair)
    return f"{kind}:{about if ids else id_alias(salt, about)}"


def ref_alias(salt: bytes, ref: str, path: str, line: int) -> str:
    """A reference to a record at a place: an id, ``path:line``, or ``path`` with its anchor hidden."""
    file, mark, anchor = ref.partition("#")
    if file not in (path, f"{path}:{line}"):
        return id_alias(salt, ref)
    return alias(salt, file) + (f"#{hidden(salt, anchor)}" if mark else "")


def _as_tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
