"""Two items of knowledge that contradict each other, or say the same: both cited (§14.3, §15.2, §15.2.1)."""

from __future__ import annotations

from dataclasses import dataclass, field

from workbench.store.detail import Detail
from workbench.store.details.conflict import ConflictRow


@dataclass(frozen=True, slots=True)
class PairDetail(Detail):
    """The rows of a contradiction or of a possible duplicate, oldest first.

    ``why`` says what connects them or in what they differ; it holds memory words. ``connected_by``
    is the ``path:line`` of the log entry that connects them, empty where a finder picked the pair:
    ``possible`` is then true.
    """

    rows: tuple[ConflictRow, ...]
    why: str = field(repr=False)
    connected_by: str
    possible: bool
