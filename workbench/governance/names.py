"""What the aliases of a record stand for, as far as its salt and the names of a store tell."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.governance.records import DecisionRecord, hidden


def stands_for(salt: bytes | None, written: str, real: str) -> bool:
    """Whether a written name is that name, or its alias.

    Where the salt is gone an alias may stand for anything: then the answer is yes.
    """
    if written == real:
        return True
    return written.startswith("~") and (salt is None or written == hidden(salt, real))


def real_name(salt: bytes, written: str, names: Iterable[str]) -> str | None:
    """The one of ``names`` that a written name stands for; a name that is no alias stands for itself."""
    if not written.startswith("~"):
        return written
    return next((name for name in names if stands_for(salt, written, name)), None)


def is_case(salt: bytes | None, written: str, case: str) -> bool:
    """Whether the case of a record is that case. Where the salt is gone an alias stands for none."""
    if written == case:
        return True
    kind, _, about = written.partition(":")
    real_kind, _, real_about = case.partition(":")
    if salt is None or "~" not in (written[:1], about[:1]):
        return False
    if written.startswith("~"):
        return stands_for(salt, written, case)
    return kind == real_kind and stands_for(salt, about, real_about)


def case_named(salt: bytes | None, written: str, names: Iterable[str]) -> str | None:
    """The case of a record by its real name, if what it is about is one of ``names``; else None."""
    kind, colon, about = written.partition(":")
    if written.startswith("~") or (about.startswith("~") and salt is None):
        return None
    real = real_name(salt or b"", about, names)
    return None if real is None else f"{kind}{colon}{real}"


def with_names(
    record: DecisionRecord, salt: bytes, keys: Iterable[str], paths: Iterable[str]
) -> DecisionRecord:
    """The record with the aliases of its effects resolved to keys and paths of a store, where they can be."""
    keys, paths = tuple(keys), tuple(paths)
    effects = tuple(
        ref.model_copy(
            update={
                "path": real_name(salt, ref.path, paths) or ref.path,
                "record": real_name(salt, ref.record, keys) or ref.record,
            }
        )
        for ref in record.effects
    )
    return record.model_copy(update={"effects": effects})
