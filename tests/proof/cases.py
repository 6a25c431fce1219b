"""The named cases of the promise, from `cases.yaml` beside this file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import yaml

GROUPS = {
    "CR": "The program is killed",
    "PW": "The power fails",
    "FS": "The proof meets a writer that is broken on purpose",
    "ER": "The operating system says no",
    "CO": "Others write at the same time",
    "BI": "Bad input",
    "WS": "Weak stores",
}


@dataclass(frozen=True)
class Case:
    """What happens, what must hold, and what of it is not tried and why (empty: all of it is tried)."""

    id: str
    happens: str
    holds: str
    left: str = ""

    @property
    def group(self) -> str:
        """The two letters that the id begins with."""
        return self.id[:2]


def _read() -> dict[str, Case]:
    text = Path(__file__).with_suffix(".yaml").read_text("utf-8")
    return {id_: Case(id_, **fields) for id_, fields in yaml.safe_load(text).items()}


BY_ID = _read()
CASES = tuple(BY_ID.values())
