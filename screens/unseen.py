"""What of a question was never on the screen, and how that is said before a decision is recorded."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from textual.content import Content

from screens.question import DecidedOn, Unseen
from screens.show.decided_on import ref_of
from screens.text import counted, joined, styled


def still_unseen(shown: Iterable[DecidedOn], unseen: Unseen, seen: Collection[str]) -> Unseen:
    """What is left of `unseen` after the refs of a page that were seen in whole."""
    return {
        one.about: frozenset(ref for ref in unseen.get(one.about, ()) if not _was_seen(one, ref, seen))
        for one in shown
    }


def _was_seen(one: DecidedOn, ref: str, seen: Collection[str]) -> bool:
    """Whether all that goes by a name was seen: a record's text, and evidence of the same name."""
    wanted = [ref_of(one.about, ref)] if any(found.ref == ref for found in one.evidence) else []
    wanted += [ref_of(one.about)] if ref in one.shown_by_text else []
    return bool(wanted) and all(name in seen for name in wanted)


def unseen_words(
    shown: Iterable[DecidedOn], unseen: Unseen, seen: Collection[str] = frozenset()
) -> Content | None:
    """How much of the evidence, and how many texts, the record will call not seen; None for what has none.

    A text that is among the `seen` refs of the page is not told: of its name only a copy was not seen.
    """
    pieces = missing = texts = counts = 0
    for one in shown:
        refs = {found.ref for found in one.evidence if found.digest is not None and not found.withheld_by}
        hidden = unseen.get(one.about, frozenset())
        pieces += len(refs)
        missing += len(refs & hidden)
        texts += bool(one.shown_by_text & hidden) and not (ref_of(one.about) in seen and refs & hidden)
        counts += bool(one.shown_by_text)
    parts = [f"{missing} of {counted(pieces, 'piece')} of evidence"] if missing else []
    parts += [f"{texts} of {counted(counts, 'text')}" if counts > 1 else "the text"] if texts else []
    if parts:
        verb = "was" if missing + texts == 1 else "were"
        words = f"{' and '.join(parts)} {verb} not on screen; the record will say so"
        return joined([styled(" ! ", "warn"), words])
    if not counts:
        return None
    also = f" and {counted(pieces, 'piece')} of evidence were on screen" if pieces else " was on screen"
    return styled(f" ✓ the text{also}", "dim")


def all_seen(shown: Iterable[DecidedOn], unseen: Unseen) -> bool:
    """Whether there is nothing that the record will call not seen, as far as it can be shown."""
    return not any(
        unseen.get(one.about, frozenset())
        & ({found.ref for found in one.evidence if not found.withheld_by} | one.shown_by_text)
        for one in shown
    )
