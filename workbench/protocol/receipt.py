"""The answer to a forget request: five surfaces, each with what was found or done (§12.1)."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field

from .chars import is_one_line
from .errors import RecordError
from .ids import Prefix
from .record import OpenRecord, Prose, Ref, Time, blank_is_none, id_of, optional_prose

SURFACES: Final = {
    "context_workspace": "Context / Workspace",
    "original_project": "Original project",
    "temporary_exploration_workspace": "Temporary exploration workspace",
    "promoted_derived_artifacts": "Promoted / derived artifacts",
    "memory": "Memory",
}
"""Field and label of each surface, in the order of §12.1."""

_FIELD_OF: Final = {re.sub(r"\s+", "", label).casefold(): name for name, label in SURFACES.items()}
_LINE: Final = re.compile(
    r"\s*(?:[-*]\s+)?\**(?P<label>[A-Za-z][A-Za-z /]{0,40})\**\s*:\**(?P<said>.*)", re.DOTALL
)
_OWN: Final = ("receipt_id", "record_type", "decided_by", "decided_at")

Surface = Annotated[
    str | None, BeforeValidator(blank_is_none), AfterValidator(optional_prose), Field(repr=False)
]


class SurfaceReceipt(OpenRecord):
    """A receipt, from YAML or from the five lines that agents write.

    A surface that was not reported is None. The five lines know no id, no
    decider and no time; a receipt in YAML has all three.
    """

    receipt_id: Annotated[str, AfterValidator(id_of(Prefix.RECEIPT))] | None = None
    record_type: Literal["surface-receipt-v1"] | None = None
    context_workspace: Surface = None
    original_project: Surface = None
    temporary_exploration_workspace: Surface = None
    promoted_derived_artifacts: Surface = None
    memory: Surface = None
    decided_by: Ref | None = None
    decided_at: Time | None = None
    request: Prose = ""

    @classmethod
    def parse(cls, mapping: Any) -> Self:
        """The YAML shape. Raises RecordError, also when id, type, decider or time is missing."""
        for name in _OWN:
            if name not in mapping:
                raise RecordError(f"{name} is missing")
        return super().parse(mapping)

    @classmethod
    def from_five_lines(cls, text: str) -> Self:
        """The five-line text, in any order, with or without list or bold marks.

        A line without a label goes on with the one before. Raises RecordError if
        no surface is named or one is named twice.
        """
        found: dict[str, str] = {}
        current = ""
        for line in text.splitlines():
            name, said = _labelled(line)
            if name in found:
                raise RecordError(f"{name} stands twice")
            if name:
                found[name], current = said, name
            elif current and line.strip():
                found[current] = f"{found[current]} {line.strip()}".strip()
        if not found:
            raise RecordError("no surface is named")
        return super().parse(found)

    @property
    def surfaces(self) -> tuple[tuple[str, str | None], ...]:
        """Label and words of all five surfaces, in the order of §12.1."""
        return tuple((label, getattr(self, name)) for name, label in SURFACES.items())

    @property
    def missing_surfaces(self) -> tuple[str, ...]:
        """Labels of the surfaces this receipt says nothing of."""
        return tuple(label for label, said in self.surfaces if said is None)

    def five_lines(self) -> str:
        r"""The text of §12.1, five lines ending in `\n`. Raises RecordError unless each is one line."""
        if any(said is None or not is_one_line(said) for _, said in self.surfaces):
            raise RecordError("a surface has nothing said of it, or more than one line")
        return "".join(f"{label}: {said}\n" for label, said in self.surfaces)


def _labelled(line: str) -> tuple[str, str]:
    """The surface whose label opens the line, and what it says; empty if none does."""
    match = _LINE.fullmatch(line)
    name = _FIELD_OF.get(re.sub(r"\s+", "", match["label"]).casefold(), "") if match else ""
    return (name, match["said"].strip()) if match and name else ("", "")
