"""The verdicts of a case: a number, its name beside it, and the rule where one is not allowed."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from screens.actions import key_of
from screens.reconciling import either_of
from screens.text import fit, flow, joined, safe, styled, wrap
from screens.widgets.bar import Bar
from screens.words import NUMBERS, verdict_label
from workbench.store.case import LEAVES_OPEN, Offer

ALL_OF_IT = "   its key tells all"
"""Behind a rule that is cut: the key of a verdict that is not allowed says its whole rule."""


def numbered(offers: Sequence[Offer]) -> dict[int, Offer]:
    """The offers by their numbers, the least first; each verdict has one number in every kind of case."""
    found = {NUMBERS[offer.verdict]: offer for offer in offers if offer.verdict in NUMBERS}
    return dict(sorted(found.items()))


class VerdictBar(Bar):
    """What a person may answer, under the case."""

    def show_offers(self, offers: Sequence[Offer], closed: str | None = None, kind: str = "") -> None:
        """Show the offers of a case of that kind, or why it takes no verdict."""
        self.show(lambda width: offer_lines(offers, closed, width, kind))


def offer_lines(offers: Sequence[Offer], closed: str | None, width: int, kind: str = "") -> list[Content]:
    """One or two lines of verdicts; a line of rules for those that are not allowed."""
    if closed is not None:
        return wrap(joined([styled(" no verdict here: ", "dim"), safe(closed)]), width, "   ")
    keys = {f"queue.verdict_{number}": offer for number, offer in numbered(offers).items()}
    parts = [_offer(key_of(name), offer, kind) for name, offer in keys.items()]
    parts += [_offer(key_of("queue.defer"), offer, kind) for offer in offers if offer.verdict in LEAVES_OPEN]
    lines = flow(parts, max(width - 1, 1))
    refused = [offer for offer in offers if not offer.allowed]
    if refused:
        rules = "; ".join(
            f"{verdict_label(offer.verdict)}: {offer.rule or 'not allowed'}" for offer in refused
        )
        lines.append(_rules(rules, width - 1))
    return [styled(" ") + line for line in lines]


def _rules(rules: str, width: int) -> Content:
    """One line of rules; where it does not fit, it says what tells all of it."""
    line = joined([styled("✗ ", "off"), safe(rules, "off")])
    if line.cell_length <= width:
        return line
    return fit(line, max(width - len(ALL_OF_IT), 0)) + styled(ALL_OF_IT[: max(width, 0)], "dim")


def _offer(key: str, offer: Offer, kind: str) -> Content:
    more = "…" if offer.needs or either_of(kind, offer.verdict) else ""
    if not offer.allowed:
        return styled(f"{key} ✗ {verdict_label(offer.verdict)}{more}", "off")
    return joined([styled(key, "key"), f" {verdict_label(offer.verdict)}{more}"])
