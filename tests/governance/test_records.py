"""The record's file: strict, whole, and the same after writing and reading."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from workbench.governance.records import SCHEMA, DecisionRecord, alias, decode, encode, is_plain
from workbench.text.errors import Unreadable

plain = st.from_regex(r"[A-Za-z0-9._#/:+~@%-]{1,200}", fullmatch=True)
digest = st.from_regex(r"[0-9a-f]{64}", fullmatch=True)
decision = st.from_regex(r"memdec-2026-1[0-2]-[012][1-8]-[0-9]{3}-[0-9a-f]{4}", fullmatch=True)
actor = st.from_regex(r"(user|agent):[A-Za-z0-9._@+-]{1,64}", fullmatch=True)
effect = st.fixed_dictionaries(
    {
        "op": st.sampled_from(["replace", "insert", "remove", "append", "create"]),
        "path": plain,
        "record": plain,
        "ordinal": st.integers(0, 99),
        "before": st.none() | digest,
        "after": st.none() | digest,
    }
)
reviewed = st.fixed_dictionaries(
    {"ref": plain, "path": plain, "role": plain, "seen": st.booleans(), "digest": digest}
)
records = st.fixed_dictionaries(
    {
        "schema": st.just(SCHEMA),
        "id": decision,
        "store_id": st.from_regex(r"store-[0-9a-f]{32}", fullmatch=True),
        "action": plain,
        "verdict": plain,
        "params": st.fixed_dictionaries(
            {
                "with_ids": st.lists(plain, max_size=3),
                "status": st.none() | plain,
                "until": st.none() | st.dates().map(lambda day: day.isoformat()),
                "topic": st.none() | plain,
            },
            optional={"evidence": st.lists(plain, min_size=1, max_size=3), "basis": plain},
        ),
        "case": plain,
        "targets": st.lists(st.fixed_dictionaries({"ref": plain, "path": plain}), max_size=3),
        "reviewed": st.lists(reviewed, max_size=3),
        "effects": st.lists(effect, max_size=3),
        "log": digest,
        "decided_by": actor,
        "claimed": st.sampled_from(["flag", "git identity", "asked"]),
        "at_terminal": st.booleans(),
        "authority": st.fixed_dictionaries(
            {"rule": st.from_regex(r"[ -~]{1,200}", fullmatch=True), "roster": st.none() | digest}
        ),
        "decided_at": st.just("2026-11-30T10:00:00Z"),
        "supersedes": st.none(),
        "prev": st.lists(digest, max_size=2, unique=True).map(sorted),
        "executor": st.none() | actor,
        "expires_at": st.none() | st.just("2026-12-07T10:00:00Z"),
        "salt_digest": digest,
        "reason_digest": digest,
    }
)


def written(value: dict[str, Any]) -> bytes:
    return json.dumps(value).encode() + b"\n"


@pytest.mark.slow
@given(records)
def test_what_is_written_is_read_back(value: dict[str, Any]) -> None:
    record = decode(written(value))
    assert decode(encode(record)) == record
    assert json.loads(encode(record)) == value


GOOD: dict[str, Any] = {
    "schema": SCHEMA, "id": "memdec-2026-11-30-001-ab12", "store_id": "store-" + "0" * 32,
    "action": "review", "verdict": "keep",
    "params": {"with_ids": [], "status": None, "until": None, "topic": None},
    "case": "pending-cleanup:mem-2026-01-01-001", "targets": [], "reviewed": [], "effects": [],
    "log": "0" * 64,
    "decided_by": "user:ada", "claimed": "flag", "at_terminal": True,
    "authority": {"rule": "owner by their own word", "roster": None}, "decided_at": "2026-11-30T10:00:00Z",
    "supersedes": None, "prev": [], "executor": None, "expires_at": None, "salt_digest": "0" * 64,
    "reason_digest": "0" * 64,
}  # fmt: skip
EFFECT: dict[str, Any] = {
    "op": "remove", "path": "x", "record": "x", "ordinal": 0, "before": None, "after": None,
}  # fmt: skip


def test_the_good_record_reads() -> None:
    assert decode(written({**GOOD, "effects": [EFFECT]})).decided_by == "user:ada"


@pytest.mark.parametrize(
    "change",
    [
        {"note": "more"}, {"decided_by": "eve"}, {"decided_by": "user:a\u0430"}, {"at_terminal": 1},
        {"at_terminal": "true"}, {"id": "memdec-2026-11-30-001"}, {"id": "memdec-2026-13-30-001-ab12"},
        {"store_id": "store-1"}, {"log": "0" * 63}, {"log": "A" * 64}, {"schema": "workbench.decision/2"},
        {"decided_at": "2026-11-30 10:00:00Z"}, {"decided_at": "2026-11-30T10:00:00+00:00"},
        {"decided_at": "2026-11-31T10:00:00Z"}, {"case": "has a blank"}, {"case": "x\n"}, {"case": ""},
        {"case": "x" * 201}, {"prev": ["f" * 64, "0" * 64]}, {"prev": ["0" * 64, "0" * 64]},
        {"supersedes": GOOD["id"]}, {"supersedes": "mem-2026-01-01-001"}, {"claimed": "signed"},
        {"params": {**GOOD["params"], "text": "memory"}}, {"params": {**GOOD["params"], "until": "soon"}},
        {"effects": [{**EFFECT, "op": "run"}]}, {"effects": [{**EFFECT, "ordinal": 1.0}]},
        {"targets": {}}, {"authority": None},
    ],
)  # fmt: skip
def test_one_wrong_field_refuses_the_record_and_is_not_quoted(change: dict[str, Any]) -> None:
    with pytest.raises(Unreadable) as raised:
        decode(written({**GOOD, **change}))
    assert "memory" not in raised.value.reason and "\u0430" not in raised.value.reason


@pytest.mark.parametrize("missing", [key for key in GOOD if key != "schema"])
def test_every_field_is_needed(missing: str) -> None:
    with pytest.raises(Unreadable):
        decode(written({key: value for key, value in GOOD.items() if key != missing}))


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{}\n", b"[]\n", b"null\n", written(GOOD)[:-1], written(GOOD) + b"{}\n",
        b"\xef\xbb\xbf" + written(GOOD), b"[" * 60_000 + b"\n",
        written(GOOD).replace(b"\n", b"\r\n"), written(GOOD).replace(b"keep", "k\u0435ep".encode()),
        written(GOOD).replace(b'"action"', b'"decided_by": "user:eve", "action"'),
        written(GOOD).replace(b"true", b"NaN"), written(GOOD)[:-2] + b" " * 65_536 + b"}\n",
        written(GOOD).replace(b"keep", b"ke\0p"),
    ],
)  # fmt: skip
def test_what_is_not_strict_json_of_one_record_is_refused(data: bytes) -> None:
    with pytest.raises(Unreadable):
        decode(data)


@given(st.text(), st.binary(min_size=1, max_size=64))
def test_an_alias_is_plain_and_quotes_nothing(text: str, salt: bytes) -> None:
    name = alias(salt, text)
    assert is_plain(name)
    assert name == text or (len(name) == 11 and name[0] == "~")
    assert alias(salt, text) == name


def test_a_record_cannot_be_changed() -> None:
    record = decode(written(GOOD))
    assert isinstance(record, BaseModel) and isinstance(record, DecisionRecord)
    with pytest.raises(Exception, match="frozen"):
        record.verdict = "stale"
