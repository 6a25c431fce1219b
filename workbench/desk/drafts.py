"""What was typed for a verdict and not recorded: kept on this machine, offered again, never applied."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from workbench.desk.desk import Desk
from workbench.protocol.dates import utc_text

TOPIC: Final = "drafts"
LIMIT: Final = 200
"""How many drafts of a store are kept, the latest."""

_LOCK = threading.Lock()


@dataclass(frozen=True, slots=True)
class Draft:
    """The fields as they were typed, when (RFC 3339, UTC), and the digests of what they were typed on."""

    fields: Mapping[str, str] = field(repr=False)
    at: str = ""
    against: tuple[str, ...] = ()


def draft_key(about: Iterable[str], verdict: str) -> str:
    """By what a draft is found again: the verdict, and the case or all cases of a batch."""
    ids = sorted(about)
    whole = ids[0] if len(ids) == 1 else hashlib.sha256("\0".join(ids).encode("utf-8", "replace")).hexdigest()
    return f"{verdict} {whole}"


def draft_of(desk: Desk, key: str) -> Draft | None:
    """The draft of a verdict on a case, or None; one that does not read counts as none.

    What another workbench that still runs keeps is its own, and no draft here.
    """
    kept = desk.own(TOPIC).get(key)
    if not isinstance(kept, dict) or _is_of_another(kept):
        return None
    fields, at, against = kept.get("fields"), kept.get("at"), kept.get("against")
    if not isinstance(fields, dict) or not isinstance(at, str) or not isinstance(against, list):
        return None
    typed = {name: value for name, value in fields.items() if isinstance(value, str)}
    return Draft(typed, at, tuple(str(one) for one in against)) if typed else None


def keep_draft(
    desk: Desk,
    key: str,
    fields: Mapping[str, str],
    against: Iterable[str],
    wanted: Callable[[], bool] = lambda: True,
) -> bool:
    """Keep what is typed in the place of what was; with nothing typed, keep nothing. Answers whether it is.

    Where nothing is typed, what another workbench that still runs keeps of the same stays.

    ``wanted`` is asked at the moment of writing: a draft of what is recorded by then is not kept.
    """
    typed = {name: value for name, value in fields.items() if value.strip()}
    with _LOCK:
        if not wanted():
            return False
        said = {"fields": typed, "at": utc_text(desk.clock()), "against": list(against), "by": _this()}
        return desk.change_own(TOPIC, lambda kept: _kept(kept, key, said if typed else None))


def _kept(kept: dict[str, Any], key: str, said: Mapping[str, Any] | None) -> dict[str, Any]:
    """What is kept with one draft as the latest, or without it where it is ours."""
    there = kept.get(key)
    return (
        kept if said is None and isinstance(there, dict) and _is_of_another(there) else _with(kept, key, said)
    )


def _this() -> list[int]:
    """This process: its number, and when it was started, for numbers are given anew."""
    return [os.getpid(), _started(os.getpid())]


def _started(process: int) -> int:
    """When a process was started, in ticks of the machine; 0 where there is none or nobody tells."""
    with suppress(OSError, ValueError, IndexError):
        told = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
        return int(told.rpartition(")")[2].split()[19])
    return 0


def _is_of_another(kept: Mapping[str, Any]) -> bool:
    """Whether another process keeps this, and still runs."""
    by = kept.get("by")
    if not isinstance(by, list) or len(by) != 2 or not all(isinstance(one, int) for one in by):
        return False
    return bool(by[0] != os.getpid() and by[1] > 0 and _started(by[0]) == by[1])


def _with(kept: dict[str, Any], key: str, said: Mapping[str, Any] | None) -> dict[str, Any]:
    """What is kept with one draft as the latest, or without it."""
    if kept.pop(key, None) is None and said is None:
        return kept
    return dict([*kept.items(), *([(key, said)] if said else [])][-LIMIT:])


def drop_draft(desk: Desk, key: str) -> bool:
    """Forget the draft of a verdict on a case, whoever keeps it: it is decided."""
    with _LOCK:
        return desk.change_own(TOPIC, lambda kept: _with(kept, key, None))
