"""Pages of conflicts, withdrawals, unreadable files and drift: what they tell, at any width, of any text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from screens.copying import case_value
from screens.show.case import case_lines
from screens.show.parts import TEXT
from screens.widgets.page import PageLine
from screens.widgets.quote import is_cut, reaching
from tests.review.build import Store, reinstatement, withdrawal
from tests.screens.stores import HOSTILE
from workbench.store.case import Case
from workbench.store.snapshot import UnreadableFile

A, B, C = "mem-2026-07-02-001", "mem-2026-08-01-001", "mem-2026-08-12-001"
D = "mem-2026-08-12-002"
SUBJECT = "staging-gateway:port"
SAYS = "Staging gateway listens on port {}."
WIDTHS = (30, 38, 70, 89, 90, 118, 200)


def rows(*texts: str, **fields: str) -> Store:
    store = Store()
    for day, text in enumerate(texts, 1):
        store.state(f"mem-2026-07-{day:02d}-001", text, SUBJECT, **fields)
    return store


def only(store: Store, kind: str, *, audit: bool = False) -> Case:
    review = store.review(audit=audit)
    (light,) = [case for case in review.cases if case.kind == kind]
    return review.open(light.id, audit=audit)


def text_of(lines: list[PageLine]) -> str:
    return "\n".join(line.content.plain for line in lines)


def page(case: Case, width: int, *, audit: bool = False) -> str:
    return text_of(case_lines(case, width, audit=audit))


def test_rows_stand_side_by_side_from_ninety_columns_and_below_each_other_under_that() -> None:
    case = only(rows(SAYS.format(7520), SAYS.format(7611)), "conflict")
    wide, narrow = page(case, 90), page(case, 89)
    both = [line for line in wide.splitlines() if "▐7520▌." in line and "▐7611▌." in line]
    assert len(both) == 1 and "┌─ A ─" in wide and "┌─ B  in force: most recent ─" in wide
    assert not any("7520" in line and "7611" in line and "│" in line for line in narrow.splitlines())
    assert "┌" not in narrow and narrow.index("A  2026-07-01") < narrow.index("B  2026-07-02   in force")


def test_as_many_cards_as_fit_stand_on_a_line_and_each_row_has_one() -> None:
    case = only(rows(*(SAYS.format(number) for number in range(7001, 7006))), "conflict")
    tops = [line for line in page(case, 130).splitlines() if "┌─" in line]
    assert [line.count("┌─") for line in tops] == [3, 2]
    for letter in "ABCDE":
        assert sum(f"┌─ {letter} " in line for line in tops) == 1


def test_every_line_of_cards_belongs_to_every_row_on_it() -> None:
    case = only(rows(SAYS.format(7520), SAYS.format(7611)), "conflict")
    framed = [
        line for line in case_lines(case, 118) if "┌" in line.content.plain or "└" in line.content.plain
    ]
    assert {line.refs for line in framed} == {("mem-2026-07-01-001", "mem-2026-07-02-001", TEXT)}


@pytest.mark.parametrize("width", [70, 118])
def test_all_evidence_of_a_conflict_is_on_the_page(width: int) -> None:
    store = rows(SAYS.format(7520), SAYS.format(7611), Source="archive/2026-07-02.md#gateway")
    store.state("mem-2026-06-01-001", SAYS.format(7411), SUBJECT, Status="superseded", superseded_by=A)
    store.state(C, SAYS.format(7700), SUBJECT)
    store.withdraw(1, memory_item_ids=[C])
    store.passage("gateway")
    case = only(store, "conflict")
    on_page = {ref for line in case_lines(case, width) for ref in line.refs}
    assert {one.ref for one in case.evidence if not one.withheld_by} <= on_page
    assert C not in on_page and C in page(case, width), "what is held back is named, and nobody has seen it"


def test_only_the_words_that_differ_are_marked() -> None:
    said = page(only(rows("Port 7520, as agreed.", "Port 7611, as agreed."), "conflict"), 118)
    assert "▐7520▌, as agreed." in said and "▐7611▌, as agreed." in said


@pytest.mark.parametrize(
    ("one", "two"), [("It is so.", "It is so."), ("Dogs bark.", "网关在端口七千五百二十。")]
)
def test_nothing_is_marked_where_all_or_nothing_differs(one: str, two: str) -> None:
    assert "▐" not in page(only(rows(one, two), "conflict"), 118)


def test_what_could_not_have_been_seen_stands_out_and_is_counted() -> None:
    lines = case_lines(only(rows("Port \u202e7520.", "Port 7611."), "conflict"), 70)
    (line,) = [
        line.content for line in lines if "⟨U+202E⟩" in line.content.plain and "mem" not in line.content.plain
    ][:1]
    assert {line.plain[span.start : span.end] for span in line.spans if span.style == "mark"} == {"⟨U+202E⟩"}
    assert " ◆ 1 hidden character" in text_of(lines)


def test_words_without_blanks_between_them_are_told_apart() -> None:
    said = page(only(rows("网关监听端口七五。", "网关监听端口七六。"), "conflict"), 118)
    assert "▐五▌。" in said and "▐六▌。" in said


def test_the_history_is_one_line_with_the_pointers_drawn() -> None:
    store = Store()
    store.state(A, SAYS.format(7411), SUBJECT, Status="superseded", superseded_by=B)
    store.state(B, SAYS.format(7520), SUBJECT)
    store.state(C, SAYS.format(7611), SUBJECT, place="inbox")
    assert "07-02 7411 superseded ──▶ 08-01 A 7520 active  ·  08-12 B 7611 in force" in page(
        only(store, "conflict"), 118
    )


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "names no successor"),
        ({"superseded_by": A}, "names itself as the successor"),
        ({"superseded_by": "mem-2026-01-01-001"}, "mem-2026-01-01-001, which is no row of this subject"),
    ],
)
def test_a_pointer_that_leads_nowhere_is_said(fields: dict[str, str], said: str) -> None:
    store = Store()
    store.state(A, SAYS.format(7411), SUBJECT, Status="superseded", **fields)
    store.state(B, SAYS.format(7520), SUBJECT)
    store.state(C, SAYS.format(7611), SUBJECT)
    assert said in page(only(store, "conflict"), 118)


@pytest.mark.parametrize("width", [70, 118])
def test_no_row_is_in_force_and_no_card_says_that_it_is(width: int) -> None:
    store = Store()
    store.state(A, SAYS.format(7520), SUBJECT)
    store.state("mem-2026-07-02-002", SAYS.format(7611), SUBJECT)
    said = page(only(store, "conflict"), width)
    assert "No row is in force: the newest rows are of one date" in said
    assert "in force: most recent" not in said and "   in force" not in said


@pytest.mark.parametrize("audit", [False, True])
def test_what_is_copied_of_a_conflict_is_the_text_to_surface_it_with_and_nothing_withdrawn(
    audit: bool,
) -> None:
    case = only(leaky(), "conflict", audit=audit)
    _, text = case_value(case, audit=audit)
    assert text.startswith(f"Conflict on `subject: {SUBJECT}`:\n  - [2026-07-01] (state) It opens at nine.")
    assert "zq" not in text.casefold()


def leaky() -> Store:
    """Everything that is withdrawn here has a word with zq in it, and nothing else has."""
    store = rows("It opens at nine.", "It opens at ten.")
    store.state(
        C, "Zqtext opens never", SUBJECT, Source="zqsource", Confidence="zqsure", superseded_by="zqnext"
    )
    store.item(D, "Zqdrift is so", Source="", Scope="zqscope")
    store.passage("cache", ("mem-2026-07-02-003", "Zqpassage is so", "zqtalk"))
    scope = {"memory_item_ids": [C, D], "archive_refs": ["archive/2026-07-02.md#cache"]}
    store.control(withdrawal("memwd-2026-08-05-001", scope))
    repeats = "it said: Zqtext opens never"
    store.control(withdrawal("memwd-2026-08-06-001", scope, reason=repeats, decided_by=repeats))
    return store


@pytest.mark.parametrize("width", [20, 70, 118])
@pytest.mark.parametrize("kind", ["conflict", "withdrawal", "drift"])
def test_withheld_text_is_on_no_page_but_that_of_an_audit(kind: str, width: int) -> None:
    store = leaky()
    ids = [case.id for case in store.review().cases if case.kind == kind]
    assert ids
    for name in ids:
        assert "zq" not in page(store.open(name), width).casefold().replace("\n", "")
        audited = page(store.review(audit=True).open(name), 118, audit=True)
        assert "zq" in audited.casefold() and "audit of withdrawn text" in audited


def test_a_withdrawal_names_what_it_excludes_and_why_it_waits() -> None:
    store = Store()
    store.item(A, "One.")
    scope = {"memory_item_ids": [A]}
    store.control(withdrawal("memwd-2026-08-05-001", scope))
    store.control(reinstatement("memwd-2026-08-06-001", scope, "memwd-2026-08-05-001"))
    store.control(withdrawal("memwd-2026-08-07-001", scope, supersedes="memwd-2026-08-05-001"))
    said = page(only(store, "withdrawal"), 118)
    order = [said.index(f"{name}   ") for name in ("memwd-2026-08-05-001", "memwd-2026-08-06-001")]
    assert order == sorted(order)
    assert said.count("one of 2 that supersede memwd-2026-08-05-001: a fork") == 2
    assert f"⊘ {A}   named in the scope   topics/a.md:1" in said
    assert "reinstate → restore-eligibility" in said and "1 item excluded, fail closed" in said


def test_an_unreadable_file_shows_nothing_of_its_content() -> None:
    store = Store()
    store.write("topics/b.md", "zqcontent\n")
    store.unreadable.append(UnreadableFile("topics/b.md", "holds NUL bytes, so it is no text", "topic", 10))
    said = page(only(store, "unreadable"), 70)
    assert "zq" not in said and "10 bytes" in said
    assert "items of that page" in said and "What you can do" in said


def everything(text: str) -> Store:
    """A case of each of these kinds with one text wherever a store holds text."""
    store = Store()
    for item in (A, B, C):
        store.state(item, f"{text} {item}", text, Source=text, Confidence=text, Scope=text)
    store.state("mem-2026-08-13-001", text, text, Status="superseded", superseded_by=text, Source="")
    scope = {"memory_item_ids": [f"x{text}"], "source_or_run_refs": [f"y{text}"]}
    store.control(withdrawal("memwd-2026-08-05-001", scope, reason=text, decided_by=text))
    store.control(withdrawal("memwd-2026-08-05-002", scope, reason=text, effect=text))
    store.data["topics/bad.md"] = b"x"
    store.unreadable.append(UnreadableFile("topics/bad.md", text, "topic"))
    return store


LOOSE = st.text(
    st.one_of(st.characters(), st.sampled_from("\x1b\u202e\u200b\n\t\r\x9b[]│▐ 网🙂é")),
    min_size=1,
    max_size=60,
)


@settings(max_examples=25)
@given(LOOSE.filter(lambda text: text.strip() != ""), st.integers(30, 130))
def test_any_text_stays_within_the_width_and_shows_no_raw_sign(text: str, width: int) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        return
    check(everything(text), (width,))


def test_hostile_text_stays_within_the_width_and_shows_no_raw_sign() -> None:
    store = everything(HOSTILE)
    check(store, WIDTHS)
    said = page(only(store, "conflict"), 118)
    assert "hidden characters; tags spell: evil" in said


def check(store: Store, widths: tuple[int, ...]) -> None:
    review = store.review()
    for light in review.cases:
        case = review.open(light.id)
        for width in widths:
            for line in case_lines(case, width):
                plain = line.content.plain
                assert line.content.cell_length <= width, (case.kind, width, plain)
                assert not any(ord(sign) < 32 or sign in "\x7f\x9b\u202e\u200b\u2028" for sign in plain)


@pytest.mark.case("BI-10")
@pytest.mark.parametrize("width", [70, 118])
@pytest.mark.parametrize("words", ["port ", "x"])
def test_a_long_text_is_cut_and_says_so_like_any_other(words: str, width: int) -> None:
    """A hundred thousand words, and one word as long."""
    text = words * (200_000 // len(words))
    case = only(rows(text + "7520", text + "7611"), "conflict")
    cut = [line for line in case_lines(case, width) if is_cut(line.content)]
    assert {ref for line in cut for ref in line.refs} == {"mem-2026-07-01-001", "mem-2026-07-02-001", TEXT}
    assert "183,620 more characters" in text_of(cut)
    with reaching(300_000):
        whole = case_lines(case, width)
    assert "7520" in text_of(whole) and not any(is_cut(line.content) for line in whole[:-1])


def test_texts_of_many_words_are_compared_within_bounds() -> None:
    """As long as a text may be to be compared, and every word of it is the same."""
    case = only(rows(*("a " * 8_000 + end for end in ("7520", "7611", "7700"))), "conflict")
    assert text_of(case_lines(case, 118)).count("7611") >= 1


@pytest.mark.parametrize("width", [70, 118])
def test_of_very_many_rows_the_newest_are_shown_and_the_others_count_as_unseen(width: int) -> None:
    store = Store()
    ids = [f"mem-2026-07-{1 + number // 40:02d}-{number % 40:03d}" for number in range(300)]
    for number, item in enumerate(ids):
        store.state(item, SAYS.format(number), SUBJECT)
    case = only(store, "conflict")
    (cut,) = [line for line in case_lines(case, width) if is_cut(line.content) and line.refs]
    assert cut.content.plain == " … 172 older rows" and set(cut.refs) == {*ids[:172], TEXT}
    assert f"#{300}" in page(case, width) and "#172 " not in page(case, width)
    with reaching(16_384 * 4):
        assert "older rows" not in page(case, width) and "#172 " in page(case, width)


def test_of_very_many_excluded_items_the_first_are_named_and_the_others_counted() -> None:
    store = Store()
    for number in range(300):
        store.item(f"mem-2026-07-02-{number:03d}", "It is so.", Source="run:spike")
    store.control(withdrawal("memwd-2026-08-05-001", {"source_or_run_refs": ["run:spike"]}, decided_by=None))
    said = page(only(store, "withdrawal"), 118)
    assert "300 items excluded" in said and " … 172 more items" in said
    assert said.count("its Source is named in the scope") == 128
