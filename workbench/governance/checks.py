"""Does the store show what the ledger says: the last decision on each record against what stands there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from workbench.governance.canonical import salted, sha256
from workbench.governance.effects import after_effects
from workbench.governance.files import names_in, read_or_none
from workbench.governance.ledger import Entry, Ledger
from workbench.governance.loglines import LogLines
from workbench.governance.private import PrivateBytes
from workbench.governance.records import HEADING, EffectRef
from workbench.governance.results import Check, VerifyFinding, sentence
from workbench.governance.states import kept_of, log_bytes, states
from workbench.store.binding import Binding
from workbench.store.plan import Effect
from workbench.text.errors import Unreadable, WorkbenchError
from workbench.text.visible import visible


@dataclass(frozen=True, slots=True)
class _Touched:
    """What the last decision on a record did to it: its effects there, and their bytes where kept here."""

    entry: Entry
    path: str
    record: str
    refs: list[EffectRef] = field(default_factory=list)
    kept: list[Effect] = field(default_factory=list)


def check_effects(
    ledger: Ledger, root: Path, binding: Binding, private: Path | None
) -> Iterator[VerifyFinding]:
    """Findings about effects, log lines and foreign changes, oldest decision first."""
    found = states(ledger, root, binding, private)
    log = LogLines(log_bytes(root))
    for entry in ledger.entries:
        state, kept = found[entry.id], kept_of(private, entry)
        if entry.record is None:
            continue
        if state == "unfinished":
            yield VerifyFinding(entry.id, "effect", True, "It is recorded, and its effects are outstanding.")
            continue
        if state == "unverifiable here":
            yield VerifyFinding(entry.id, "effect", False, "Unverifiable here: whether its effects are done.")
        yield from _log(entry, kept, log)
        if entry.id not in ledger.reverted:
            yield from _records(entry, kept, ledger, root, binding)


def _log(entry: Entry, kept: PrivateBytes | None, log: LogLines) -> Iterator[VerifyFinding]:
    record, salt = entry.record, entry.salt
    if kept is None and (record is None or salt is None or sha256(salt) != record.salt_digest):
        return
    standing = log.standing(entry, kept.log if kept is not None else None)
    if standing == "altered":
        yield VerifyFinding(entry.id, "digest", True, "Its lines in log.md are not those that were recorded.")
    elif standing == "missing" and kept is not None:
        yield VerifyFinding(entry.id, "effect", False, "Its line is no longer in log.md.")


def _records(
    entry: Entry, kept: PrivateBytes | None, ledger: Ledger, root: Path, binding: Binding
) -> Iterator[VerifyFinding]:
    everywhere = _touched(entry, kept)
    for touched in everywhere:
        if touched.record.startswith(HEADING):
            continue
        if ledger.touched_after(entry.id, touched.path, touched.record):
            continue
        yield from _record(touched, root, binding, _copies(touched, everywhere))


def _touched(entry: Entry, kept: PrivateBytes | None) -> Sequence[_Touched]:
    found: dict[tuple[str, str], _Touched] = {}
    refs = entry.record.effects if entry.record else ()
    effects: Sequence[Effect | None] = kept.effects if kept is not None else [None] * len(refs)
    for ref, effect in zip(refs, effects, strict=True):
        path, record = (effect.path, effect.record) if effect else (ref.path, ref.record)
        touched = found.setdefault((path, record), _Touched(entry, path, record))
        touched.refs.append(ref)
        if effect is not None:
            touched.kept.append(effect)
    return list(found.values())


def _copies(touched: _Touched, everywhere: Sequence[_Touched]) -> set[str]:
    """The pages where the decision itself left the record: what stands there was not moved there."""
    same = (one for one in everywhere if one.record == touched.record)
    return {one.path for one in same if _expected(one.refs)[0]}


def _record(touched: _Touched, root: Path, binding: Binding, copies: set[str]) -> Iterator[VerifyFinding]:
    salt = touched.entry.salt
    if salt is None:
        return
    if not touched.kept and (touched.path.startswith("~") or touched.record.startswith("~")):
        yield _finding(touched, "effect", False, "is unverifiable here: an alias names the record")
        return
    try:
        data = read_or_none(root, touched.path)
    except Unreadable as error:
        yield _finding(touched, "foreign change", True, f"does not read: {error.reason}")
        return
    present = _digests(binding, touched.path, data, touched.record, salt)
    wanted, gone = _expected(touched.refs)
    if _holds(touched, binding, data, present, wanted, gone):
        return
    if wanted and not present and _moved(touched, root, binding, salt, wanted, copies):
        yield _finding(
            touched,
            "effect",
            False,
            "no longer holds the record: it was moved to another file, with the same bytes",
        )
    elif present & gone:
        yield _finding(touched, "effect", True, "holds what this decision changed as it was before")
    else:
        yield _finding(touched, "foreign change", True, "was changed since, and by no decision")


def _expected(refs: Sequence[EffectRef]) -> tuple[set[str], set[str]]:
    """Digests that must stand there after all of the effects, and those that no longer may."""
    wanted: list[str] = []
    gone: set[str] = set()
    for ref in refs:
        if ref.before is not None:
            gone.add(ref.before)
            if ref.before in wanted:
                wanted.remove(ref.before)
        if ref.after is not None:
            wanted.append(ref.after)
    return set(wanted), gone - set(wanted)


def _holds(
    touched: _Touched, binding: Binding, data: bytes | None,
    present: set[str], wanted: set[str], gone: set[str],
) -> bool:  # fmt: skip
    """Whether the record reads as decided: by its spans, else by nothing being left to do."""
    if wanted and wanted <= present and not present & gone:
        return True
    if not wanted and not present & gone:
        return True
    last = touched.kept[-1:]
    if last and last[0].op == "create":
        return data is not None and data.startswith(last[0].after)
    try:
        return bool(touched.kept) and after_effects(binding, touched.path, data, touched.kept) == data
    except WorkbenchError:
        return False


def _moved(
    touched: _Touched, root: Path, binding: Binding, salt: bytes, wanted: set[str], copies: set[str]
) -> bool:
    for path in _pages(root):
        try:
            data = read_or_none(root, path)
        except Unreadable:
            continue
        if path not in copies and wanted <= _digests(binding, path, data, touched.record, salt):
            return True
    return False


def _pages(root: Path) -> Iterator[str]:
    for folder in ("", "topics/"):
        try:
            names = names_in(root, folder.rstrip("/"))
        except Unreadable:
            continue
        yield from (folder + name for name in names if name.endswith(".md"))


def _digests(binding: Binding, path: str, data: bytes | None, record: str, salt: bytes) -> set[str]:
    return set() if data is None else {salted(salt, span) for span in binding.spans(path, data, record)}


def _finding(touched: _Touched, check: Check, failed: bool, how: str) -> VerifyFinding:
    return VerifyFinding(touched.entry.id, check, failed, sentence(f"{visible(touched.path)} {how}"))
