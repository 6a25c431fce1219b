"""Shown is what is decided: what was reviewed, and what is to be replaced, against what stands there now."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from workbench.governance.canonical import sha256
from workbench.governance.effects import after_effects, changed
from workbench.governance.files import read_or_none
from workbench.governance.records import HEADING
from workbench.governance.results import sentence
from workbench.store.binding import Binding
from workbench.store.decision import Prepared
from workbench.store.plan import Effect, Reviewed
from workbench.text.errors import Refused, Unreadable


class Once:
    """The files of a store as they are while one decision is checked, each read once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._found: dict[str, bytes | None] = {}

    def __call__(self, path: str) -> bytes | None:
        """The bytes of a file, or None where none is.

        Raises:
            Refused: something else stands there.
        """
        if path not in self._found:
            try:
                self._found[path] = read_or_none(self._root, path)
            except Unreadable as error:
                raise Refused(
                    sentence(error.message),
                    code=error.code,
                    not_done="Nothing was recorded.",
                    next="Put a plain file there that you may read, then decide again.",
                ) from None
        return self._found[path]


def check_reviewed(
    read: Once, binding: Binding, prepared: Prepared, batch: Sequence[Sequence[Effect]]
) -> list[bytes]:
    """The bytes of every reviewed record, as they were on the screen; ``batch`` as for a commit.

    Raises:
        StoreChanged: a record is gone, or holds other bytes by another hand than the batch's.
        Refused: something other than a file stands there.
    """
    seen: list[bytes] = []
    for reviewed in prepared.plan.reviewed:
        path = reviewed.address.path
        data = read(path)
        spans = binding.spans(path, data, reviewed.key) if data is not None else []
        stands = spans[reviewed.ordinal] if reviewed.ordinal < len(spans) else None
        if stands is None or sha256(stands) != reviewed.digest:
            stands = _before_batch(read, binding, reviewed, stands, batch)
        if stands is None and reviewed.ordinal >= len(spans):
            raise changed(path, "no longer holds a record that was reviewed")
        if stands is None:
            raise changed(path, "holds other bytes than were reviewed")
        seen.append(stands)
    return seen


def _before_batch(
    read: Once, binding: Binding, reviewed: Reviewed, stands: bytes | None, batch: Sequence[Sequence[Effect]]
) -> bytes | None:
    """The bytes that were reviewed, if what became of them is what this batch did; else None.

    ``stands`` is what stands in their place now. A record that the batch moved to another
    place must stand there as the batch left it.
    """
    first: bytes | None = None
    path, now = reviewed.address.path, reviewed.digest
    for effects in batch:
        own = [effect for effect in effects if effect.record == reviewed.key]
        here = [effect for effect in own if effect.path == path and effect.before]
        gone = next((one for one in here if sha256(one.before) == now), None)
        if gone is None:
            continue
        first = first if first is not None else gone.before
        come = gone if gone.after else next((one for one in own if one.op == "insert"), None)
        path, now = (path, "") if come is None else (come.path, sha256(come.after))
    if first is None:
        return None
    if not now:
        return first if stands is None else None
    spans = binding.spans(path, read(path) or b"", reviewed.key)
    return first if any(sha256(span) == now for span in spans) else None


def check_effects(read: Once, binding: Binding, effects: Sequence[Effect]) -> None:
    """Every effect finds its bytes before, and none is done already by somebody else.

    Raises:
        StoreChanged: one does not, or is.
        Refused: something other than a file stands there.
    """
    files: dict[str, bytes | None] = {}
    for effect in effects:
        path = effect.path
        data = files[path] if path in files else read(path)
        new = after_effects(binding, path, data, [effect])
        if new == data and effect.before != effect.after and not effect.record.startswith(HEADING):
            raise changed(path, "shows the outcome of this decision already, by another hand")
        if effect.op == "create" and data is not None:
            raise changed(path, "is there already")
        files[path] = new
