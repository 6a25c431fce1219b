"""The program with one rule of its writing broken, so that the proof can be seen to fail.

``broken_writer.py FAULT COMMAND…`` is ``workbench COMMAND…`` except for the fault.
"""

from __future__ import annotations

import os
import stat
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from workbench.cli.main import run
from workbench.desk.deciding import Deciding
from workbench.governance import commit
from workbench.review import exclusions
from workbench.text import durable


def effects_first() -> None:
    """Effects and log line are written, and then the decision."""
    record, carry_out, checked = commit._record, commit._carry_out, commit._checked
    known: list[Any] = []

    def checking(root: Path, binding: Any, *rest: Any) -> Any:
        known.append(binding)
        return checked(root, binding, *rest)

    def early(root: Path, private: Path, draft: Any) -> Any:
        durable.make_dirs(private)
        carry_out(root, known[0], private, draft)
        return record(root, private, draft)

    vars(commit).update(_checked=checking, _record=early)


def in_place() -> None:
    """Files are emptied and written again where they stand."""

    def overwrite(root: Path, relative: str, expected: bytes, new: bytes) -> durable.Replaced:
        fd = os.open(root / relative, os.O_WRONLY | os.O_TRUNC)
        os.write(fd, new)
        os.fsync(fd)
        os.close(fd)
        return durable.Replaced(weak=False)

    durable.replace = overwrite


def no_bytes() -> None:
    """What resume needs is not kept before the decision is recorded."""
    vars(commit).update(write_bytes=lambda private, kept: None)


def half_revert() -> None:
    """Taking a decision back forgets the last of what it did."""
    plan = Deciding._revert_plan

    def forgetful(self: Deciding, *given: Any) -> Any:
        whole = plan(self, *given)
        return replace(whole, effects=whole.effects[:-1])

    vars_of: Any = Deciding
    vars_of._revert_plan = forgetful


def no_withdrawals() -> None:
    """No control withholds anything."""
    vars(exclusions).update(_selectors=lambda controls: {})


def no_sync() -> None:
    """Nothing is brought to disk."""
    vars(os).update(fsync=lambda fd: None)


def no_directory_sync() -> None:
    """Files are brought to disk, and their names are not."""
    sync = os.fsync
    vars(os).update(fsync=lambda fd: None if stat.S_ISDIR(os.fstat(fd).st_mode) else sync(fd))


FAULTS = {
    "effects-first": effects_first,
    "in-place": in_place,
    "no-bytes": no_bytes,
    "half-revert": half_revert,
    "no-withdrawals": no_withdrawals,
    "no-sync": no_sync,
    "no-directory-sync": no_directory_sync,
    "none": lambda: None,
}

if __name__ == "__main__":
    FAULTS[sys.argv[1]]()
    sys.exit(run(sys.argv[2:]))
