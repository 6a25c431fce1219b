"""What can go wrong, with the exit code of each.

    WorkbenchError
    ├── UsageError        2   the command cannot mean anything as given
    │   ├── NotAStore     2   no memory store where one was named
    │   └── UnknownId     2   no case, item, decision or person of that id
    ├── Unreadable        2   one file or record is not what it should be; the rest goes on
    ├── Refused           3   not allowed, with the rule that says no
    ├── StoreChanged      4   the store is no longer what was shown; nothing recorded
    │   └── WriterBusy    4   another writer holds the store
    ├── IoFailed          5   the operating system said no; nothing recorded
    └── Unfinished        7   recorded, but effects are outstanding

Messages name paths, ids and rules. They never quote memory text: an exception
ends in logs and crash reports that nobody reviews. Whoever prints one passes it
through `workbench.text.visible`, because a file name can be hostile too.
"""

from __future__ import annotations

from typing import ClassVar

SCHEMA = "workbench.error/1"


class WorkbenchError(Exception):
    """An expected failure that tells the person what happened and what to do."""

    exit_code: ClassVar[int] = 1
    default_code: ClassVar[str] = "error"
    default_next: ClassVar[str] = ""

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        rule: str | None = None,
        not_done: str = "",
        next: str | None = None,  # noqa: A002 - the name of the field in the public schema
    ) -> None:
        super().__init__(message)
        self.message = message
        """What happened."""
        self.code = code or self.default_code
        """A machine word, stable across releases."""
        self.rule = rule
        """The rule of the protocol or the architecture that says no, if one does."""
        self.not_done = not_done
        """What was left undone because of it."""
        self.next = self.default_next if next is None else next
        """What the person can do now."""

    def as_dict(self) -> dict[str, str | None]:
        """The error as the `workbench.error/1` object of every `--json` command."""
        return {
            "schema": SCHEMA,
            "code": self.code,
            "rule": self.rule,
            "message": self.message,
            "not_done": self.not_done,
            "next": self.next,
        }


class UsageError(WorkbenchError):
    """The request cannot mean anything as given."""

    exit_code = 2
    default_code = "usage"
    default_next = "see --help"


class NotAStore(UsageError):
    """No memory store stands where one was named."""

    default_code = "not-a-store"
    default_next = "name the agent's home or its memory folder"


class UnknownId(UsageError):
    """Nothing in this store has the id that was given."""

    default_code = "unknown-id"
    default_next = "list the ids with `workbench cases` or `workbench ledger`"


class Unreadable(WorkbenchError):
    """One file or record cannot be used; `reason` says why in plain words."""

    exit_code = 2
    default_code = "unreadable"
    default_next = "look at the file; everything else was read"

    def __init__(
        self,
        reason: str,
        *,
        path: str | None = None,
        code: str | None = None,
        rule: str | None = None,
        not_done: str = "",
        next: str | None = None,  # noqa: A002 - the name of the field in the public schema
    ) -> None:
        message = reason if path is None else f"{path}: {reason}"
        super().__init__(message, code=code, rule=rule, not_done=not_done, next=next)
        self.reason = reason
        self.path = path


class Refused(WorkbenchError):
    """Not allowed; `rule` says by what."""

    exit_code = 3
    default_code = "refused"


class StoreChanged(WorkbenchError):
    """The store is no longer what was shown, and nothing was recorded."""

    exit_code = 4
    default_code = "store-changed"
    default_next = "look at what changed and decide again"


class WriterBusy(StoreChanged):
    """Another writer holds the store."""

    default_code = "writer-busy"
    default_next = "wait for the other workbench to finish, then try again"


class IoFailed(WorkbenchError):
    """The operating system refused; nothing was recorded. `errno` is its number, if it gave one."""

    exit_code = 5
    default_code = "io-failed"
    default_next = "check space, permissions and the disk, then try again"

    def __init__(
        self,
        message: str,
        *,
        errno: int | None = None,
        code: str | None = None,
        rule: str | None = None,
        not_done: str = "",
        next: str | None = None,  # noqa: A002 - the name of the field in the public schema
    ) -> None:
        super().__init__(message, code=code, rule=rule, not_done=not_done, next=next)
        self.errno = errno


class Unfinished(WorkbenchError):
    """The decision is recorded and some of its effects are not done."""

    exit_code = 7
    default_code = "unfinished"
    default_next = "run `workbench resume`"
