"""What settles records that disagree: the bytes it leaves, by hand from §9, §14.2, §14.3 and §15.2.1."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tests.bindings.kit import applied, bytes_of, context, load, make, write
from workbench.bindings.filesystem import binding
from workbench.protocol.log import render_line
from workbench.store.case import Case, CaseKind, Target
from workbench.store.decision import Verdict
from workbench.store.plan import Plan
from workbench.store.rows import active_keys
from workbench.store.snapshot import Snapshot
from workbench.text.errors import Refused, UsageError, WorkbenchError

DECISION = "memdec-2026-08-21-001-0a1b"
SIGNED = f"by user:ada {DECISION}"
AT = "- 2026-08-21T09:14:02Z"
OLD, NEW, INBOX = "mem-2026-07-02-001", "mem-2026-08-01-001", "mem-2026-08-12-001"
MADE, SECOND = "mem-2026-08-21-001", "mem-2026-08-21-002"
PAGE = "topics/gw.md"


def row(id_: str, text: str, status: str = "active", more: str = "", subject: str = "gw:port") -> str:
    """A state row as §9 writes it."""
    day = id_[4:14]
    return (
        f"- [{day}] (state) {text}\n  - id: {id_}\n  - kind: state\n  - subject: {subject}\n"
        f"  - Status: {status}\n{more}  - Source: archive/{day}.md#port\n"
    )


def made(id_: str, text: str, source: str, subject: str = "gw:port") -> str:
    """A row that a decision makes."""
    return (
        f"- [2026-08-21] (state) {text}\n  - id: {id_}\n  - kind: state\n  - subject: {subject}\n"
        f"  - Status: active\n  - Source: {source}\n"
    )


def past(id_: str, text: str, follower: str) -> str:
    return row(id_, text, "superseded", f"  - superseded_by: {follower}\n")


def lesson(id_: str, text: str, status: str = "active") -> str:
    day = id_[4:14]
    return (
        f"- [{day}] (knowledge) {text}\n  - id: {id_}\n  - kind: knowledge\n"
        f"  - Status: {status}\n  - Source: archive/{day}.md#port\n"
    )


HEAD = "# Gateway\n\n## Facts and lessons\n\n"
TWO = HEAD + row(OLD, "端口 is 7411.") + row(NEW, "端口 is 7520.")
LINE = (
    f"- [2026-08-12] [{INBOX}] (state) 端口 is 7611. Subject: gw:port. "
    "Source: user statement on 2026-08-12.\n"
)
ARCHIVE = "# 2026-08-01\n\n## Port\n\nIt listens there.\n"


def case(snapshot: Snapshot, kind: CaseKind, *keys: str, possible: bool = False) -> Case:
    """A case on the rows of these keys, as far as a plan looks at it."""
    targets = []
    for key in keys:
        found = snapshot.rows_by_key[key][0]
        digest = hashlib.sha256(snapshot.span(found.address)).hexdigest()
        targets.append(Target(found.id, key, found.address, "row", found.status, digest))
    return Case(f"{kind}:x", kind, "", tuple(targets), possible=possible)


def settled(root: Path, kind: CaseKind, keys: tuple[str, ...], verdict: Verdict, **given: bool) -> Plan:
    """The plan, after every promise that holds for each: no prefix has two active rows, all reverts."""
    snapshot = load(root)
    found = binding.plan(snapshot, case(snapshot, kind, *keys, **given), verdict, context(snapshot))
    check_prefixes(root, snapshot, found)
    check_reverted(root, snapshot, found, keys)
    return found


def actives(snapshot: Snapshot, *, stored: bool) -> dict[str, set[str]]:
    return active_keys(snapshot.rows, stored=stored)


def check_prefixes(root: Path, snapshot: Snapshot, found: Plan) -> None:
    """No reader finds two active rows of a subject that were not both there before, nor a row fewer."""
    before = bytes_of(snapshot)
    keys = set(snapshot.rows_by_key)
    for end in range(len(found.effects) + 1):
        now = write(root, applied(before, found.effects[:end]))
        for stored in (True, False):
            old = actives(snapshot, stored=stored)
            for subject, active in actives(now, stored=stored).items():
                assert len(active) < 2 or active <= old.get(subject, set()), (end, subject)
        moving = {effect.record for effect in found.effects[end:] if effect.op == "insert"}
        assert keys - set(now.rows_by_key) <= moving
    write(root, before)


def check_reverted(root: Path, snapshot: Snapshot, found: Plan, keys: tuple[str, ...]) -> None:
    """Taking it back restores the very bytes of every file, the conflict that was there included."""
    before = bytes_of(snapshot)
    after = write(root, applied(before, found.effects))
    back = binding.revert(after, found.effects, context(after, 2), (), keys)
    assert applied(bytes_of(after), back.effects) == before
    write(root, before)


def after(root: Path, found: Plan) -> dict[str, str]:
    """The files that a plan changes, as it leaves them."""
    before = bytes_of(load(root))
    now = applied(before, found.effects)
    return {path: data.decode() for path, data in now.items() if data != before[path]}


def log(found: Plan) -> list[str]:
    return [render_line(event) for event in found.log]


@pytest.mark.parametrize("crlf", [False, True])
def test_the_newest_row_supersedes_the_older_one(tmp_path: Path, crlf: bool) -> None:
    page = TWO.replace("\n", "\r\n") if crlf else TWO
    root = make(tmp_path, {PAGE: page})
    found = settled(root, "conflict", (OLD, NEW), Verdict("current", with_ids=(NEW,)))
    want = HEAD + past(OLD, "端口 is 7411.", NEW) + row(NEW, "端口 is 7520.")
    assert after(root, found) == {PAGE: want.replace("\n", "\r\n") if crlf else want}
    assert log(found) == [
        f'{AT} supersede {OLD} {NEW} subject=gw:port prior="2026-07-02 端口 is 7411." '
        f'new="2026-08-01 端口 is 7520." {SIGNED}',
        f"{AT} reconcile {OLD} {NEW} verdict=current basis=action-choice {SIGNED}",
    ]
    assert any("not as a confirmed fact" in note for note in found.notes)


def test_an_older_row_lives_on_in_a_new_one(tmp_path: Path) -> None:
    root = make(tmp_path, {PAGE: TWO, "archive/2026-08-01.md": ARCHIVE})
    verdict = Verdict("current", with_ids=(OLD,), evidence=("archive/2026-08-01.md#port",))
    found = settled(root, "conflict", (OLD, NEW), verdict)
    source = f"archive/2026-07-02.md#port; user:ada, decision {DECISION}"
    want = HEAD + past(OLD, "端口 is 7411.", MADE) + past(NEW, "端口 is 7520.", MADE)
    assert after(root, found) == {PAGE: want + made(MADE, "端口 is 7411.", source)}
    assert log(found)[-1] == f"{AT} reconcile {OLD} {NEW} verdict=current basis=evidence {SIGNED}"
    assert not any("not as a confirmed fact" in note for note in found.notes)


def test_a_row_of_the_inbox_is_copied_as_history_and_its_value_starts_anew(tmp_path: Path) -> None:
    inbox = "# Inbox\n\n" + LINE
    root = make(tmp_path, {PAGE: TWO, "memory.md": inbox})
    found = settled(root, "conflict", (OLD, NEW, INBOX), Verdict("current", with_ids=("memory.md:3",)))
    copy = (
        f"- [2026-08-12] (state) 端口 is 7611.\n  - id: {INBOX}\n  - kind: state\n  - subject: gw:port\n"
        f"  - Status: superseded\n  - superseded_by: {MADE}\n  - Source: user statement on 2026-08-12\n"
    )
    source = f"user statement on 2026-08-12; user:ada, decision {DECISION}"
    want = HEAD + past(OLD, "端口 is 7411.", MADE) + past(NEW, "端口 is 7520.", MADE) + copy
    assert after(root, found) == {PAGE: want + made(MADE, "端口 is 7611.", source)}


def test_an_older_row_of_three_with_a_newer_one_in_the_inbox_is_never_its_follower(tmp_path: Path) -> None:
    root = make(tmp_path, {PAGE: TWO, "memory.md": LINE})
    found = settled(root, "conflict", (OLD, NEW, INBOX), Verdict("current", with_ids=(NEW,)))
    text = after(root, found)[PAGE]
    assert text.count(f"  - superseded_by: {MADE}\n") == 3 and f"superseded_by: {NEW}" not in text


@pytest.mark.parametrize("other", ["mem-2026-08-01-002", "undated"])
def test_equal_and_unknown_dates_are_settled_by_a_new_row(tmp_path: Path, other: str) -> None:
    two = row("mem-2026-08-01-002", "B.")
    if other == "undated":
        two = two.replace("[2026-08-01] ", "")
    root = make(tmp_path, {PAGE: HEAD + row(NEW, "A.") + two})
    found = settled(root, "conflict", (NEW, "mem-2026-08-01-002"), Verdict("current", with_ids=(NEW,)))
    assert after(root, found)[PAGE].count(f"superseded_by: {MADE}") == 2


def test_a_waiting_row_that_is_current_is_active_and_leaves_the_waiting_sections(tmp_path: Path) -> None:
    waiting = row(NEW, "B.", "pending-cleanup")
    page = HEAD + row(OLD, "A.") + "\n## Pending cleanup\n\n" + waiting
    index = "# Index\n\n## Pending Cleanup\n\n" + waiting
    root = make(tmp_path, {PAGE: page, "index.md": index})
    found = settled(root, "conflict", (OLD, NEW), Verdict("current", with_ids=(NEW,)))
    want = HEAD + past(OLD, "A.", NEW) + row(NEW, "B.") + "\n## Pending cleanup\n\n"
    assert after(root, found) == {PAGE: want, "index.md": "# Index\n\n## Pending Cleanup\n\n"}


def test_a_newer_row_of_a_day_to_come_gives_way_to_no_row_of_today(tmp_path: Path) -> None:
    later = "mem-2026-09-01-001"
    root = make(tmp_path, {PAGE: HEAD + row(OLD, "A.") + row(later, "B.")})
    for verdict in (Verdict("current", with_ids=(OLD,)), Verdict("new-value", value="C.")):
        with pytest.raises(Refused) as raised:
            settled(root, "conflict", (OLD, later), verdict)
        assert raised.value.rule is not None and "constraint 2" in raised.value.rule
    settled(root, "conflict", (OLD, later), Verdict("current", with_ids=(later,)))


def test_none_makes_every_row_stale(tmp_path: Path) -> None:
    root = make(tmp_path, {PAGE: TWO})
    found = settled(root, "conflict", (OLD, NEW), Verdict("none"))
    want = HEAD + row(OLD, "端口 is 7411.", "stale") + row(NEW, "端口 is 7520.", "stale")
    assert after(root, found) == {PAGE: want}
    assert log(found) == [f"{AT} reconcile {OLD} {NEW} verdict=none basis=action-choice {SIGNED}"]
    assert any("Stale" in note for note in found.notes)


def test_a_new_value_has_the_decision_as_its_source(tmp_path: Path) -> None:
    root = make(tmp_path, {PAGE: TWO})
    found = settled(root, "conflict", (OLD, NEW), Verdict("new-value", value="端口 is 9000."))
    want = HEAD + past(OLD, "端口 is 7411.", MADE) + past(NEW, "端口 is 7520.", MADE)
    assert after(root, found) == {PAGE: want + made(MADE, "端口 is 9000.", f"user:ada, decision {DECISION}")}


def test_both_hold_by_a_condition(tmp_path: Path) -> None:
    root = make(tmp_path, {PAGE: TWO})
    text = "7411 by day, 7520 by night."
    found = settled(root, "conflict", (OLD, NEW), Verdict("both", condition=text))
    sources = f"archive/2026-07-02.md#port; archive/2026-08-01.md#port; user:ada, decision {DECISION}"
    want = HEAD + past(OLD, "端口 is 7411.", MADE) + past(NEW, "端口 is 7520.", MADE)
    assert after(root, found) == {PAGE: want + made(MADE, text, sources)}


def test_both_hold_and_the_older_one_gets_a_subject_of_its_own(tmp_path: Path) -> None:
    root = make(tmp_path, {PAGE: TWO})
    found = settled(root, "conflict", (OLD, NEW), Verdict("both", with_ids=(OLD,), subject="gw:old-port"))
    source = f"archive/2026-07-02.md#port; user:ada, decision {DECISION}"
    want = HEAD + past(OLD, "端口 is 7411.", NEW) + row(NEW, "端口 is 7520.")
    assert after(root, found) == {PAGE: want + made(MADE, "端口 is 7411.", source, "gw:old-port")}
    assert any("goes on capturing the old subject" in note for note in found.notes)


def test_both_hold_and_the_newer_one_leaves_a_new_row_behind(tmp_path: Path) -> None:
    """The row that stays is older than the one that leaves, so a row of today takes its value."""
    root = make(tmp_path, {PAGE: TWO})
    found = settled(root, "conflict", (OLD, NEW), Verdict("both", with_ids=(NEW,), subject="gw:admin"))
    stays = made(MADE, "端口 is 7411.", f"archive/2026-07-02.md#port; user:ada, decision {DECISION}")
    leaves = made(
        SECOND, "端口 is 7520.", f"archive/2026-08-01.md#port; user:ada, decision {DECISION}", "gw:admin"
    )
    want = HEAD + past(OLD, "端口 is 7411.", MADE) + past(NEW, "端口 is 7520.", MADE)
    assert after(root, found) == {PAGE: want + stays + leaves}


@pytest.mark.parametrize(
    "verdict",
    [
        Verdict("both"),
        Verdict("both", with_ids=(OLD,), subject="x", condition="y"),
        Verdict("both", subject="x"),
        Verdict("both", with_ids=(OLD,), subject="gw:port"),
        Verdict("both", with_ids=(OLD,), subject="taken"),
        Verdict("both", with_ids=(OLD,), subject="waiting"),
        Verdict("current"),
        Verdict("current", with_ids=("mem-2026-01-01-009",)),
        Verdict("current", with_ids=(OLD, NEW)),
        Verdict("new-value"),
        Verdict("new-value", value="two\nlines"),
        Verdict("keep"),
        Verdict("confirm", with_ids=(OLD,)),
        Verdict("current", with_ids=(NEW,), evidence=("mem-2020-01-01-001",)),
        Verdict("current", with_ids=(NEW,), evidence=(NEW,)),
        Verdict("current", with_ids=(NEW,), evidence=("archive/2026-08-01.md#nothing",)),
        Verdict("current", with_ids=(NEW,), evidence=("mem-2026-07-09-001",)),
        Verdict("open", until="2026-08-21"),
    ],
    ids=repr,
)
def test_what_is_refused_plans_nothing(tmp_path: Path, verdict: Verdict) -> None:
    taken = row("mem-2026-07-07-001", "T.", subject="taken")
    waiting = row("mem-2026-07-08-001", "W.", "pending-cleanup", subject="waiting")
    gone = row("mem-2026-07-09-001", "S.", "superseded", "  - superseded_by: mem-2026-07-07-001\n", "taken")
    page = TWO + taken + waiting + gone
    root = make(tmp_path, {PAGE: page, "archive/2026-08-01.md": ARCHIVE})
    snapshot = load(root)
    with pytest.raises(WorkbenchError) as raised:
        binding.plan(snapshot, case(snapshot, "conflict", OLD, NEW), verdict, context(snapshot))
    assert isinstance(raised.value, Refused | UsageError)
    assert "端口" not in str(raised.value)


def test_a_withdrawn_row_or_piece_of_evidence_is_refused(tmp_path: Path) -> None:
    page = TWO + lesson("mem-2026-07-07-001", "Measured.")
    snapshot = load(make(tmp_path, {PAGE: page}))
    about = case(snapshot, "conflict", OLD, NEW)
    for name, verdict in (
        (OLD, Verdict("none")),
        ("mem-2026-07-07-001", Verdict("current", with_ids=(NEW,), evidence=("mem-2026-07-07-001",))),
    ):
        with pytest.raises(Refused) as raised:
            binding.plan(snapshot, about, verdict, context(snapshot, excluded=(name,)))
        assert raised.value.rule is not None and "§15.2 rule 1" in raised.value.rule


def test_a_row_without_an_id_is_not_superseded(tmp_path: Path) -> None:
    nameless = row(OLD, "A.").replace(f"  - id: {OLD}\n", "")
    snapshot = load(make(tmp_path, {PAGE: HEAD + nameless + row(NEW, "B.")}))
    key = next(key for key in snapshot.rows_by_key if key.startswith("~"))
    about = case(snapshot, "conflict", key, NEW)
    with pytest.raises(Refused) as raised:
        binding.plan(snapshot, about, Verdict("current", with_ids=(NEW,)), context(snapshot))
    assert raised.value.rule is not None and "§14.2 constraint 1" in raised.value.rule


def test_an_id_that_stands_twice_is_refused(tmp_path: Path) -> None:
    page = TWO + row(NEW, "C.")
    snapshot = load(make(tmp_path, {PAGE: page}))
    with pytest.raises(Refused, match="more than once"):
        binding.plan(snapshot, case(snapshot, "conflict", OLD, NEW), Verdict("none"), context(snapshot))


ONE, OTHER = "mem-2026-07-03-001", "mem-2026-08-03-001"
PAIR = HEAD + lesson(ONE, "Use the bell.") + lesson(OTHER, "Never use the bell.")


def test_confirm_keeps_one_and_makes_the_other_stale(tmp_path: Path) -> None:
    root = make(tmp_path, {PAGE: PAIR, "archive/2026-08-01.md": ARCHIVE})
    verdict = Verdict("confirm", with_ids=(ONE,), evidence=("archive/2026-08-01.md#port",))
    found = settled(root, "contradiction", (ONE, OTHER), verdict)
    want = HEAD + lesson(ONE, "Use the bell.") + lesson(OTHER, "Never use the bell.", "stale")
    assert after(root, found) == {PAGE: want}
    assert log(found) == [f"{AT} reconcile {ONE} {OTHER} verdict=confirm basis=evidence {SIGNED}"]


@pytest.mark.parametrize("evidence", [(), (OTHER,), ("user statement on 2026-08-01",)])
def test_confirm_takes_evidence_that_is_there(tmp_path: Path, evidence: tuple[str, ...]) -> None:
    root = make(tmp_path, {PAGE: PAIR})
    with pytest.raises((Refused, UsageError)):
        settled(root, "contradiction", (ONE, OTHER), Verdict("confirm", with_ids=(ONE,), evidence=evidence))


def test_both_lessons_stay_and_get_no_line(tmp_path: Path) -> None:
    root = make(tmp_path, {PAGE: PAIR})
    found = settled(root, "contradiction", (ONE, OTHER), Verdict("both", condition="By day the one."))
    assert after(root, found) == {}
    assert log(found) == [f"{AT} reconcile {ONE} {OTHER} verdict=both basis=action-choice {SIGNED}"]
    with pytest.raises(UsageError):
        settled(root, "contradiction", (ONE, OTHER), Verdict("both"))


def test_a_duplicate_is_merged_with_the_other_of_the_pair(tmp_path: Path) -> None:
    root = make(tmp_path, {PAGE: PAIR})
    found = settled(root, "duplicate", (ONE, OTHER), Verdict("merge", text="The bell."), possible=True)
    text = after(root, found)[PAGE]
    assert text.count(f"  - merged_into: {MADE}\n") == 2
    assert "[2026-08-03] (knowledge) The bell." in text
    assert log(found)[-1] == f"{AT} reconcile {ONE} {OTHER} verdict=merge {SIGNED}"


def test_left_open_writes_to_the_log_alone(tmp_path: Path) -> None:
    root = make(tmp_path, {PAGE: PAIR})
    found = settled(root, "contradiction", (ONE, OTHER), Verdict("open", until="2026-09-01"))
    assert after(root, found) == {}
    assert log(found) == [f"{AT} reconcile {ONE} {OTHER} verdict=open until=2026-09-01 {SIGNED}"]
    found = settled(root, "duplicate", (ONE, OTHER), Verdict("open"), possible=True)
    assert log(found) == [f"{AT} defer {ONE} {OTHER} {SIGNED}"]


@pytest.mark.parametrize("chosen", ["topic", "index"])
def test_both_places_say_what_the_copy_that_is_right_says(tmp_path: Path, chosen: str) -> None:
    """What waits no longer leaves the index's section of what waits, as with every verdict."""
    stored, copy = row(NEW, "Port is 1."), row(NEW, "Port is 2.", "pending-cleanup").replace("\n", "\r\n")
    head = "# Index\r\n\r\n## Pending Cleanup\r\n\r\n"
    root = make(tmp_path, {PAGE: HEAD + stored, "index.md": head + copy})
    name = f"{PAGE}:5" if chosen == "topic" else "index.md:5"
    found = settled(root, "copies", (NEW,), Verdict("current", with_ids=(name,)))
    if chosen == "topic":
        assert after(root, found) == {"index.md": head}
    else:
        assert after(root, found) == {PAGE: HEAD + copy.replace("\r\n", "\n")}
    assert log(found) == [f"{AT} reconcile {NEW} verdict=current basis=action-choice {SIGNED}"]


def test_a_waiting_copy_in_the_index_gets_the_stored_bytes(tmp_path: Path) -> None:
    stored, copy = row(NEW, "1.", "pending-cleanup"), row(NEW, "2.", "pending-cleanup")
    head = "## Pending Cleanup\n\n"
    root = make(tmp_path, {PAGE: HEAD + stored, "index.md": head + copy})
    found = settled(root, "copies", (NEW,), Verdict("current", with_ids=(f"{PAGE}:5",)))
    assert after(root, found) == {"index.md": head + stored}


def test_history_is_not_made_current_by_a_copy(tmp_path: Path) -> None:
    index = "## Pending Cleanup\n\n" + row(OLD, "A.")
    root = make(tmp_path, {PAGE: HEAD + past(OLD, "A.", NEW), "index.md": index})
    with pytest.raises(Refused) as raised:
        settled(root, "copies", (OLD,), Verdict("current", with_ids=("index.md:3",)))
    assert raised.value.rule is not None and "§14.2 constraint 1" in raised.value.rule


def test_a_broken_supersede_is_restored(tmp_path: Path) -> None:
    root = make(tmp_path, {PAGE: HEAD + past(OLD, "A.", "mem-2020-01-01-001")})
    found = settled(root, "broken-supersede", (OLD,), Verdict("restore"))
    assert after(root, found) == {PAGE: HEAD + row(OLD, "A.")}
    assert log(found) == [f"{AT} reconcile {OLD} verdict=restore basis=action-choice {SIGNED}"]


def test_a_broken_supersede_is_accepted(tmp_path: Path) -> None:
    root = make(tmp_path, {PAGE: HEAD + past(OLD, "A.", "mem-2020-01-01-001")})
    found = settled(root, "broken-supersede", (OLD,), Verdict("accept"))
    assert after(root, found) == {}
    assert log(found) == [f"{AT} reconcile {OLD} verdict=accept basis=action-choice {SIGNED}"]


def test_no_second_active_row_is_restored(tmp_path: Path) -> None:
    root = make(tmp_path, {PAGE: HEAD + past(OLD, "A.", "mem-2020-01-01-001") + row(NEW, "B.")})
    with pytest.raises(Refused) as raised:
        settled(root, "broken-supersede", (OLD,), Verdict("restore"))
    assert raised.value.rule is not None and "§7.2" in raised.value.rule and NEW in raised.value.message


def test_of_a_cycle_the_newer_row_is_restored(tmp_path: Path) -> None:
    root = make(tmp_path, {PAGE: HEAD + past(OLD, "A.", NEW) + past(NEW, "B.", OLD)})
    with pytest.raises(Refused) as raised:
        settled(root, "broken-supersede", (OLD,), Verdict("restore"))
    assert raised.value.next is not None and NEW in raised.value.next
    found = settled(root, "broken-supersede", (NEW,), Verdict("restore"))
    assert after(root, found) == {PAGE: HEAD + past(OLD, "A.", NEW) + row(NEW, "B.")}


@pytest.mark.parametrize(
    "changed",
    [
        row(OLD, "A.").replace("[2026-07-02]", "[2026-07-09]"),
        row(OLD, "A.") + "  - Confidence-Scheme: epistemic-status-v1\n  - Confidence: confirmed\n",
        row(OLD, "A.") + "  - merged_into: mem-2026-01-01-001\n",
        past(OLD, "A.", NEW),
    ],
)
def test_a_copy_changes_no_date_no_confidence_and_no_pointer(changed: str, tmp_path: Path) -> None:
    files = {PAGE: HEAD + row(OLD, "A."), "index.md": f"## Pending Cleanup\n\n{changed}"}
    root = make(tmp_path, files)
    with pytest.raises(Refused) as raised:
        settled(root, "copies", (OLD,), Verdict("current", with_ids=("index.md:3",)))
    assert raised.value.rule is not None and raised.value.rule.startswith("§")
