"""What git tells of a store's lines, read through the one safe way to run it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from workbench.desk.views import HistoryView
from workbench.store.case import Case
from workbench.store.snapshot import Address, Held, Snapshot
from workbench.text.errors import Unreadable


def address_of(snapshot: Snapshot, cases: Iterable[Case], name: str) -> Address | None:
    """Where a case, a row or any other record stands; a rule or a log entry is named ``path:line``."""
    for case in cases:
        if case.id == name and case.targets:
            return case.targets[0].address
    rows = sorted(snapshot.rows_by_key.get(name, ()), key=lambda row: row.place == "archive")
    if rows:
        return rows[0].address
    held: tuple[Held[Any], ...] = (
        *snapshot.controls, *snapshot.proposals, *snapshot.receipts, *snapshot.tombstones,
        *snapshot.feedback, *snapshot.retrievals, *snapshot.hypotheses,
    )  # fmt: skip
    named = [(one.name, one.address) for one in held]
    placed = [*(rule.address for rule in snapshot.rules), *(line.address for line in snapshot.log)]
    named += [(f"{address.path}:{address.line}", address) for address in placed]
    return next((address for found, address in named if found == name), None)


def git_words(root: Path) -> str | None:
    """``branch commit`` of the enclosing work tree, from its files alone; None where none can be read."""
    from workbench.text.gitdir import find_worktree, read_refs

    try:
        worktree = find_worktree(root)
        refs = read_refs(worktree) if worktree is not None else None
    except (Unreadable, OSError):
        return None
    if refs is None or refs.commit is None:
        return None
    return f"{refs.branch or 'detached'} {refs.commit[:7]}"


def history_of(root: Path, path: str, span: bytes) -> HistoryView:
    """The commits that changed a file, newest first, with the one these lines come from at the head."""
    from workbench.text.git import History, find_worktree

    place = (root.parent / path[3:]) if path.startswith("../") else root / path
    try:
        worktree = find_worktree(root)
        if worktree is None:
            return HistoryView((), "The store is in no git work tree.")
        relative = worktree.relative(place)
        with History(worktree) as history:
            last = history.change_of(relative, span)
            commits = history.file_log(relative, limit=50)
    except (Unreadable, OSError, ValueError) as error:
        return HistoryView(
            (), error.reason if isinstance(error, Unreadable) else "The history can't be read."
        )
    if last is None:
        problem = "These lines are not committed as they stand." if commits else "The file is not committed."
        return HistoryView(tuple(_words(commit) for commit in commits), problem)
    rest = [commit for commit in commits if commit.sha != last.sha]
    return HistoryView(tuple(_words(commit) for commit in (last, *rest)), None)


def _words(commit: object) -> tuple[str, str, str]:
    from workbench.text.git import Commit

    assert isinstance(commit, Commit)
    return commit.sha[:7], commit.author, commit.date
