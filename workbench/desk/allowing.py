"""What a case allows and a verdict leaves open, and whether what was reviewed is still told (§15.2, §16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.store.case import Case
from workbench.store.decision import Verdict
from workbench.store.plan import Reviewed
from workbench.text.errors import Refused, StoreChanged, UsageError
from workbench.text.visible import visible

NOT_PLANNED = "Nothing was planned."
NOT_RECORDED = "Nothing was recorded."
NEXT_STALE = "It waits under Stale next, until somebody says what is to become of it."


def whole_reason(reason: str, case: Case | None, verdict: Verdict) -> str:
    """Why, and the condition that tells two items apart where no record of the store takes it."""
    apart = verdict.condition if case is not None and case.kind == "contradiction" else None
    return f"{reason.strip()}\nBoth hold: {apart.strip()}" if apart else reason.strip()


def open_ends(case: Case, verdict: Verdict) -> tuple[str, ...]:
    """What a verdict leaves open: of an item that is kept each active item that may refute it (§15.2 rule 5),
    of one that is stale what is to become of it.
    """
    if verdict.name == "stale":
        return (NEXT_STALE,)
    if verdict.name not in ("keep", "active"):
        return ()
    rivals = [found for found in case.evidence if found.role == "refuter" and found.status == "active"]
    return tuple(
        f"{found.ref} stays active beside it; where the two disagree, that conflict stays open."
        for found in rivals
        if not found.withheld_by
    )


def check_held_back(reviewed: Sequence[Reviewed], now: Case, excluded: Mapping[str, str]) -> None:
    """Nothing that was reviewed is held back now that was not then, nor the other way about."""
    held = {one.ref: one.withheld_by for one in now.evidence}
    held |= {target.id or target.key: now.withheld_by for target in now.targets}
    for one in reviewed:
        by = held.get(one.ref) or (excluded.get(one.key) if one.ref not in held else None)
        if by and not one.withheld:
            raise StoreChanged(
                f"{visible(one.ref)} was reviewed, and {visible(by)} withdraws it now.",
                rule="what is withdrawn is no evidence (§15.2 rule 1)",
                not_done=NOT_RECORDED,
            )
        if one.withheld and one.ref in held and not by:
            raise StoreChanged(
                f"{visible(one.ref)} was held back when this was planned, and is not any more.",
                not_done=NOT_RECORDED,
            )


def check_offer(case: Case, verdict: Verdict) -> None:
    offer = case.offer(verdict.name)
    if offer is None:
        offered = ", ".join(one.verdict for one in case.verdicts)
        raise UsageError(
            f"A case of kind {case.kind} has no verdict {verdict.name}.",
            not_done=NOT_PLANNED,
            next=f"It takes: {offered}." if offered else (case.read_only or "It is shown read-only."),
        )
    if not offer.allowed:
        raise Refused(
            f"{verdict.name} is not allowed on {case.id}.",
            rule=offer.rule,
            not_done=NOT_PLANNED,
            next="Choose another verdict.",
        )
