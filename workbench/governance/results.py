"""What became of a decision, and what a verification found: plain values for whoever shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["done", "unfinished", "unverifiable here", "unreadable"]
Check = Literal["chain", "digest", "head", "effect", "foreign change", "record", "reason", "salt", "store"]


def sentence(text: str) -> str:
    """A text that ends like a sentence."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one decision.

    ``exit`` is 0, 7 where it is recorded and effects are outstanding, or the exit code of the
    error that kept it from being recorded, whose ``code`` and ``rule`` stand here too.
    ``effects`` are ``(path, op, state)`` with the states ``done``, ``already``, ``overtaken``
    and ``not done``.
    """

    id: str
    case: str
    exit: int
    recorded: bool
    effects: tuple[tuple[str, str, str], ...]
    message: str
    next: str = ""
    code: str = ""
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class VerifyFinding:
    """One thing that does not hold, or that cannot be checked here (``failed`` False)."""

    decision: str | None
    check: Check
    failed: bool
    message: str


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """How many decisions were checked, and every finding. ``ok`` only when nothing failed."""

    checked: int
    findings: tuple[VerifyFinding, ...]

    @property
    def ok(self) -> bool:
        """Whether every check that could be made held."""
        return not any(finding.failed for finding in self.findings)
