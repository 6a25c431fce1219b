"""Who decides, and how that was claimed; the word is shown and recorded with the name."""

from __future__ import annotations

from collections.abc import Callable

from workbench.store.decision import Actor, is_actor_name
from workbench.text.errors import UsageError
from workbench.text.git import global_identity


def actor(flag: str | None, *, at_terminal: bool, ask: Callable[[], str] | None = None) -> Actor:
    """The person of ``--as``, else of the person's global git identity, else the one who answers ``ask``.

    Raises:
        UsageError: nobody could be told, or the name is no name.
    """
    if flag is not None:
        return Actor(full_name(flag), "flag", at_terminal)
    known = global_identity()
    if known is not None:
        return Actor(full_name(known), "git identity", at_terminal)
    if ask is not None:
        return Actor(full_name(ask()), "asked", at_terminal)
    raise UsageError(
        "Nobody is named who decides.",
        not_done="Nothing was planned.",
        next="Give --as NAME, or set your name with `git config --global user.name NAME`.",
    )


def full_name(text: str) -> str:
    """``user:NAME`` or ``agent:NAME``; a bare name means a user.

    Raises:
        UsageError: it is no such name.
    """
    kind, colon, name = text.strip().partition(":")
    if not colon:
        kind, name = "user", kind
    if not is_actor_name(f"{kind}:{name}"):
        raise UsageError(
            "A name is user:NAME or agent:NAME, of 1 to 64 letters, digits or any of . _ @ + -.",
            not_done="Nothing was planned.",
        )
    return f"{kind}:{name}"
