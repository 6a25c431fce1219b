"""Plan, apply, revert: outside of `log.md` and `governance/` a decision taken back leaves nothing (§16)."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from tests.bindings.kit import applied, bytes_of, context, load, make, plan, write
from workbench.bindings.filesystem import binding
from workbench.bindings.filesystem.page import page_of
from workbench.store.decision import Verdict
from workbench.store.plan import Effect
from workbench.store.snapshot import Snapshot
from workbench.text.errors import Refused, StoreChanged

TWO_ACTIVE = "§7.2: a subject must not have two active rows"
VERDICTS = ("keep", "stale", "cool", "cool-stale", "merge", "new-value", "supersede")


@dataclass(frozen=True)
class Decided:
    """A decision that was carried out: its effects, and what the files of the store were before it."""

    key: str
    effects: tuple[Effect, ...]

    @property
    def items(self) -> set[str]:
        """The items that it changes."""
        return {effect.record for effect in self.effects if not effect.record.startswith("heading:")}


def item(number: int, kind: str, status: str, *, extra: str = "") -> str:
    subject = f"  - subject: s:{number % 3}\n" if kind == "state" else ""
    day = f"2026-07-{number:02d}"
    return (
        f"- [{day}] ({kind}) Text {number}.\n  - id: mem-{day}-001\n  - kind: {kind}\n{subject}"
        f"  - Status: {status}\n  - Source: archive/{day}.md\n{extra}"
    )


@st.composite
def pages(draw: st.DrawFn, first: int, last: int) -> str:
    """A topic page: sections in any order, loose or tight lists, prose between, perhaps no final line end."""
    titles = draw(
        st.lists(
            st.sampled_from(
                ["Summary", "Facts and lessons", "Historical lessons", "Pending cleanup", "Else"]
            ),
            unique=True,
            max_size=4,
        )
    )
    parts = [draw(st.sampled_from(["", "# Page\n\n", "---\ntitle: P\n---\n\n# Page\n\n", "Prose.\n\n"]))]
    numbers = list(range(first, last))
    for title in [None, *titles]:
        if title is not None:
            parts.append(f"## {title}\n" + draw(st.sampled_from(["\n", "", "\nIntro words.\n\n", "\n\n"])))
        loose = draw(st.booleans())
        for _ in range(draw(st.integers(0, 3))):
            if not numbers:
                break
            kind = draw(st.sampled_from(["state", "knowledge", "knowledge"]))
            status = draw(st.sampled_from(["pending-cleanup", "pending-cleanup", "active", "stale"]))
            extra = draw(
                st.sampled_from(
                    ["", "  - note: kept\n", "\n  A second paragraph.\n", "  ```\n  - x\n  ```\n"]
                )
            )
            parts.append(item(numbers.pop(0), kind, status, extra=extra))
            if loose:
                parts.append("\n")
            parts.append(draw(st.sampled_from(["", "", "", "- a plain line\n", "Words between.\n", "\n\n"])))
        parts.append(draw(st.sampled_from(["", "\n"])))
    text = "".join(parts)
    if draw(st.booleans()):
        text = text.rstrip("\n")
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


@st.composite
def stores(draw: st.DrawFn) -> dict[str, bytes]:
    """Two topics and an index that repeats some of the items under Pending Cleanup."""
    topics = {"topics/a.md": draw(pages(1, 9)), "topics/b.md": draw(pages(9, 17))}
    index = "# Memory Index\n\n## Pending Cleanup\n\n"
    for number in draw(st.lists(st.integers(1, 18), unique=True, max_size=4)):
        index += item(number, "knowledge", "pending-cleanup")
    index = draw(st.sampled_from([index, index.rstrip("\n"), index + "\n## Later\n\nWords.\n"]))
    return {path: text.encode() for path, text in {**topics, "index.md": index}.items()}


def verdict_of(draw: st.DrawFn, snapshot: Snapshot, name: str, key: str) -> Verdict:
    others = sorted(snapshot.rows_by_key.keys() - {key})
    one = draw(st.sampled_from(others)) if others else key
    topic = draw(st.sampled_from(["a.md", "b.md"]))
    if name.startswith("cool"):
        return Verdict("cool", status="stale" if name.endswith("stale") else "active", topic=topic)
    if name == "new-value":
        return Verdict(name, value="A new value.", topic=topic)
    return Verdict(name, with_ids=(one,) if name in ("merge", "supersede") else (), topic=topic)


def decide(draw: st.DrawFn, snapshot: Snapshot, number: int) -> Decided | None:
    """A decision on some item, or None where the store or the protocol refuses it."""
    key = draw(st.sampled_from(sorted(snapshot.rows_by_key)))
    name = draw(st.sampled_from(VERDICTS))
    try:
        found = plan(snapshot, key, verdict_of(draw, snapshot, name, key), number)
    except Refused:
        return None
    event(name)
    return Decided(key, found.effects)


@pytest.mark.slow
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.data())
def test_reverts_in_any_order_leave_nothing(data: st.DataObject) -> None:
    files = data.draw(stores(), label="files")
    with tempfile.TemporaryDirectory() as folder:
        root = make(Path(folder), files)
        snapshot = load(root)
        if not snapshot.rows_by_key:
            return
        done: list[Decided] = []
        touched: set[str] = set()
        for number in range(1, data.draw(st.integers(2, 5), label="decisions") + 1):
            decided = data.draw(st.composite(decide)(snapshot, number), label="decided")
            if decided is None or touched & decided.items:
                continue
            touched |= decided.items
            before = bytes_of(snapshot)
            after = applied(before, decided.effects)
            assert applied(after, decided.effects) == after
            snapshot = write(root, after)
            done.append(decided)
        decided_files = bytes_of(snapshot)
        ledger = list(done)
        undone = take_back(data, snapshot, ledger, done, 20)
        if undone is None:
            return
        event(f"{len(done)} decisions taken back")
        assert bytes_of(undone) == files
        redone = take_back(data, undone, ledger, ledger[len(done) :], 40)
        if redone is not None:
            event(f"{len(done)} reverts taken back")
            assert standing(bytes_of(redone)) == standing(decided_files)


def take_back(
    data: st.DataObject, snapshot: Snapshot, ledger: list[Decided], some: list[Decided], first: int
) -> Snapshot | None:
    """The store after decisions were taken back in any order, or None where the protocol refuses one."""
    for number, decided in enumerate(data.draw(st.permutations(some), label="order"), start=first):
        paths = {effect.path for effect in decided.effects}
        others = [effect for one in ledger if one is not decided for effect in one.effects]
        earlier = [effect for effect in others if effect.path in paths]
        try:
            back = binding.revert(snapshot, decided.effects, context(snapshot, number), earlier)
        except Refused as error:
            assert error.rule == TWO_ACTIVE
            event("revert refused")
            return None
        after = applied(bytes_of(snapshot), back.effects)
        assert applied(after, back.effects) == after
        snapshot = write(snapshot.root, after)
        ledger.append(Decided(decided.key, back.effects))
    return snapshot


def standing(files: Mapping[str, bytes]) -> set[tuple[str, str, bytes]]:
    """Every bullet with its page and the heading that it stands under."""
    pages = [page_of(path, data) for path, data in files.items()]
    return {(page.path, spot.section.title, page.bytes_of(spot)) for page in pages for spot in page.spots}


def test_one_decision_comes_back_at_once(sample_store: Path) -> None:
    """Every verdict that the sample store takes, taken back at once, leaves every byte as it was."""
    snapshot = load(sample_store)
    files = bytes_of(snapshot)
    taken = 0
    for key in sorted({row.key for row in snapshot.rows if row.status in ("pending-cleanup", "stale")}):
        for verdict in (
            Verdict("keep", topic="kiosks"),
            Verdict("stale", topic="kiosks"),
            Verdict("cool", status="stale", topic="kiosks"),
            Verdict("new-value", value="Something else.", topic="kiosks"),
        ):
            try:
                found = plan(snapshot, key, verdict)
            except Refused:
                continue
            after = applied(files, found.effects)
            assert (after != files) == bool(found.effects)
            later = write(sample_store / "memory", {path: after[path] for path in found.paths})
            back = binding.revert(later, found.effects, context(later, 2), ())
            assert applied(bytes_of(later), back.effects) == files
            undone = write(sample_store / "memory", {path: files[path] for path in found.paths})
            again = binding.revert(undone, back.effects, context(undone, 3), found.effects)
            assert applied(files, again.effects) == after
            write(sample_store / "memory", {path: files[path] for path in found.paths})
            taken += 1
    assert taken >= 30


CRLF = item(1, "knowledge", "pending-cleanup").replace("\n", "\r\n").encode()


@pytest.mark.parametrize("page", [CRLF, CRLF.removesuffix(b"\r\n")], ids=["ended", "unended"])
def test_a_page_that_loses_its_only_item_keeps_its_line_ends(page: bytes, tmp_path: Path) -> None:
    snapshot = load(make(tmp_path, {"topics/a.md": page}))
    effects = plan(snapshot, "mem-2026-07-01-001", Verdict("cool", status="stale")).effects
    after = binding.apply("topics/a.md", page, effects)
    assert after.count(b"\n") == after.count(b"\r\n")
    assert after.strip().startswith(b"## Historical lessons\r\n\r\n- [2026-07-01]")
    later = write(tmp_path, {"topics/a.md": after})
    back = binding.revert(later, effects, context(later, 2), ())
    assert binding.apply("topics/a.md", after, back.effects) == page


def test_an_order_in_one_file_says_nothing_of_another(tmp_path: Path) -> None:
    """Items that stand in a topic in one order and in the index in the other each go back to theirs."""
    one, two, three = (item(number, "knowledge", "pending-cleanup") for number in (1, 2, 3))
    index = f"# Index\n\n## Pending Cleanup\n\n{two}{one}{three}"
    files = {"topics/a.md": (one + two).encode(), "index.md": index.encode()}
    snapshot = load(make(tmp_path, files))
    done: list[tuple[Effect, ...]] = []
    for number, verdict in ((1, Verdict("cool", status="stale")), (2, Verdict("keep"))):
        done.append(plan(snapshot, f"mem-2026-07-0{number}-001", verdict, number).effects)
        snapshot = write(tmp_path, applied(bytes_of(snapshot), done[-1]))
    for effects, others in ((done[0], done[1]), (done[1], done[0])):
        back = binding.revert(snapshot, effects, context(snapshot, 3), others)
        snapshot = write(tmp_path, applied(bytes_of(snapshot), back.effects))
    assert bytes_of(snapshot) == files


ONE = {
    "topics/a.md": "# A\n\n## Facts and lessons\n\n"
    + item(1, "knowledge", "pending-cleanup")
    + item(2, "knowledge", "active")
}


def test_a_foreign_edit_of_the_same_item_stops_the_plan_and_the_revert(tmp_path: Path) -> None:
    snapshot = load(make(tmp_path, ONE))
    effects = plan(snapshot, "mem-2026-07-01-001", "keep").effects
    data = snapshot.files["topics/a.md"].data
    edited = data.replace(b"Text 1.", b"Text one.")
    with pytest.raises(StoreChanged):
        binding.apply("topics/a.md", edited, effects)
    kept = binding.apply("topics/a.md", data, effects).replace(b"Text 1.", b"Text one.")
    later = write(tmp_path, {"topics/a.md": kept})
    with pytest.raises(StoreChanged):
        binding.revert(later, effects, context(later, 2), ())


def test_foreign_edits_elsewhere_are_kept_byte_for_byte(tmp_path: Path) -> None:
    snapshot = load(make(tmp_path, ONE))
    data = snapshot.files["topics/a.md"].data
    for verdict in (Verdict("keep"), Verdict("cool", status="active")):
        effects = plan(snapshot, "mem-2026-07-01-001", verdict).effects
        edited = data.replace(b"# A\n", b"# A, with \xff more\n\nIntro.\n").replace(b"Text 2", b"Text two")
        after = binding.apply("topics/a.md", edited, effects)
        assert b"with \xff more\n\nIntro.\n" in after
        assert b"Text two" in after
        later = write(tmp_path, {"topics/a.md": after})
        back = binding.revert(later, effects, context(later, 2), ())
        assert binding.apply("topics/a.md", after, back.effects) == edited


def test_a_revert_of_what_is_gone_is_refused(tmp_path: Path) -> None:
    snapshot = load(make(tmp_path, ONE))
    effects = plan(snapshot, "mem-2026-07-01-001", Verdict("cool", status="stale")).effects
    with pytest.raises(StoreChanged):
        binding.revert(snapshot, effects, context(snapshot, 2), ())
