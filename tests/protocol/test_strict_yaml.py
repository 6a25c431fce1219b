"""Strict YAML: the bad input BI-01 to BI-09, and writing what reads back."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from workbench.protocol import strict_yaml
from workbench.protocol.chars import is_hidden
from workbench.protocol.errors import RecordError
from workbench.protocol.strict_yaml import load_front_matter, load_record
from workbench.protocol.yaml_out import render_yaml


@pytest.fixture(autouse=True, params=["libyaml", "pure"])
def loader(request, monkeypatch):
    """Both parsers must give the same answers; a machine may have only one."""
    if request.param == "libyaml" and not yaml.__with_libyaml__:
        pytest.skip("this PyYAML has no libyaml")
    monkeypatch.setattr(
        strict_yaml, "_LOADER", yaml.CBaseLoader if request.param == "libyaml" else yaml.BaseLoader
    )


def refusal(text: str | bytes) -> str:
    with pytest.raises(RecordError) as caught:
        load_record(text)
    return caught.value.reason


@pytest.mark.case("BI-01")
def test_bi_01_alias_bomb_is_refused_before_anything_grows():
    bomb = "a: &a [x, x]\n" + "".join(f"b{i}: &b{i} [*a, *a, *a]\n" for i in range(6))
    assert refusal(bomb) == "line 1: an anchor"
    assert refusal("a: *b") == "line 1: an alias"


@pytest.mark.case("BI-02")
@pytest.mark.parametrize(
    "text", ["[" * 20_000, "a: " + "[" * 20_000, "{a: " * 16_000, "a: [\n" + "[\n" * 20_000]
)
def test_bi_02_deep_nesting_is_refused_before_it_is_built(text):
    refusal(text)


@pytest.mark.case("BI-02")
@pytest.mark.parametrize("depth, fits", [(11, True), (12, False)])
def test_bi_02_depth_is_counted(depth, fits):
    text = "a: " + "[" * depth + "]" * depth
    if fits:
        assert load_record(text)["a"]
    else:
        assert refusal(text) == "line 1: nested deeper than 12"


@pytest.mark.case("BI-03")
def test_bi_03_large_maps_are_refused_by_size_and_by_count():
    huge = "".join(f"k{i}: v\n" for i in range(300_000))
    assert refusal(huge) == "larger than 65536 bytes"
    assert refusal(huge.encode()) == "larger than 65536 bytes"
    assert refusal("".join(f"{i}: v\n" for i in range(1_500))) == "line 1000: more than 2000 values"


@pytest.mark.case("BI-04")
def test_bi_04_duplicate_keys():
    assert (
        refusal("decided_by: ada\nscope: {a: b}\ndecided_by: eve\n") == "line 3: a key that was there before"
    )
    assert refusal('scope:\n  a: 1\n  "a": 2\n') == "line 3: a key that was there before"


@pytest.mark.case("BI-05")
@pytest.mark.parametrize(
    "text, said",
    [
        ("<<: {a: b}", "line 1: a merge key"),
        ("a: b\nc: !!str d", "line 2: a tag"),
        ("a: !local d", "line 1: a tag"),
        ("!!map\na: b", "line 1: a tag"),
        ("a: !!python/object/apply:os.system [x]", "line 1: a tag"),
        ("a: &x b", "line 1: an anchor"),
        ("&x a: b", "line 1: an anchor"),
        ("a: b\n---\nc: d\n", "line 2: more than one document"),
        ("%YAML 1.1\n---\na: b\n", "a YAML directive"),
        ("%TAG ! tag:x,2026:\n---\na: b\n", "a YAML directive"),
        ("? [a]\n: b", "line 1: a key that is not text"),
        ('"": b', "line 1: a key that is empty or longer than a line"),
        ("- a", "line 1: not a mapping"),
        ("words", "line 1: not a mapping"),
        ("", "empty"),
        ("# only a comment\n", "empty"),
        ("a: 'b", "not valid YAML"),
    ],
)
def test_bi_05_what_yaml_could_hide_is_refused(text, said):
    assert said in refusal(text)


@pytest.mark.case("BI-06")
def test_bi_06_scalars_stay_as_they_stand():
    text = "a: no\nb: 12:30:45\nc: 0777\nd: 1_000\ne: 2026-08-12\nf: ~\ng:\nh: .inf\ni: 'yes'\nj: [on, 1e3]\n"
    assert load_record(text) == {
        "a": "no", "b": "12:30:45", "c": "0777", "d": "1_000", "e": "2026-08-12", "f": "~", "g": "",
        "h": ".inf", "i": "yes", "j": ["on", "1e3"],
    }  # fmt: skip


@pytest.mark.case("BI-07")
@pytest.mark.case("BI-13")
@pytest.mark.parametrize(
    "code", [0x2028, 0x2029, 0x85, 0x0, 0x1B, 0x7F, 0x9B, 0xFEFF, 0x202E, 0x200B, 0xD800]
)
def test_bi_07_hidden_characters_raw_or_escaped(code):
    assert (
        refusal(f"reason: ok\nnote: x{chr(code)}decided_by: eve\n")
        == f"line 2: hidden character U+{code:04X}"
    )
    assert "hidden" in (said := refusal(f'a: "x\\u{code:04x}y"')) or "not valid YAML" in said


@pytest.mark.case("BI-07")
def test_bi_07_a_lone_carriage_return_is_no_line_end():
    assert refusal("reason: ok\rdecided_by: eve\n") == "line 1: carriage return inside a line"
    assert load_record("a: b\r\nc: d\r\n") == {"a": "b", "c": "d"}


@pytest.mark.case("BI-08")
def test_bi_08_a_number_of_5000_digits_is_text():
    assert load_record("n: " + "9" * 5000)["n"] == "9" * 5000


@pytest.mark.case("BI-09")
def test_bi_09_bytes_that_are_no_utf_8():
    assert refusal(b"a: b\nc: \xff\n") == "line 2: not valid UTF-8"
    assert refusal("a: b".encode("utf-16")) == "line 1: not valid UTF-8"
    assert load_record(b"\xef\xbb\xbfa: b") == {"a": "b"}
    assert load_record("a: 端口 👩‍💻\u3000ü") == {"a": "端口 👩‍💻\u3000ü"}


def test_reasons_quote_nothing():
    secret = "hunter2"
    hostile = (
        *(f"{secret}: 1\n{secret}: 2", f"a: *{secret}", f"a: !{secret} x", f"a: '{secret}"),
        *(f"a: [{secret}", f'a: "\\q{secret}"', f"%{secret}\n---\na: b"),
    )
    for text in hostile:
        with pytest.raises(RecordError) as caught:
            load_record(text)
        assert secret not in str(caught.value)
        assert caught.value.__cause__ is None


@given(
    st.one_of(
        st.text(max_size=200), st.binary(max_size=200), st.text("[]{}:,-&*!|>'\"%@` \n#a?<", max_size=60)
    )
)
def test_any_input_gives_a_mapping_or_a_record_error(text):
    try:
        found = load_record(text)
    except RecordError as error:
        assert error.reason
    else:
        assert all(isinstance(key, str) and key for key in found)


def test_front_matter_is_tolerant():
    body = "title: Environment\ntriggers:\n  - port\nlast_updated: 2026-08-01\n"
    expected = {"title": "Environment", "triggers": ["port"], "last_updated": "2026-08-01"}
    assert load_front_matter(body) == (expected, "")
    assert load_front_matter(f"---\n{body}---\n") == (expected, "")
    assert load_front_matter(f"---\r\n{body}...\r\n".encode()) == (expected, "")
    assert load_front_matter(f"\ufeff---\n{body}---") == (expected, "")
    assert load_front_matter("---\n---\n") == (None, "empty")
    assert load_front_matter("---\na: b\u2028c: d\n---\n") == (None, "line 1: hidden character U+2028")
    assert load_front_matter("title: a: b")[0] is None
    assert load_front_matter(b"\xff")[1] == "line 1: not valid UTF-8"
    assert load_front_matter("a: 1\na: 2") == (None, "line 2: a key that was there before")


WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30).filter(
    lambda text: not any(is_hidden(char) and char not in "\t\n" for char in text)
)
KEYS = st.from_regex(r"[A-Za-z_][A-Za-z0-9_-]{0,8}", fullmatch=True)
VALUES = st.one_of(
    WORDS,
    st.lists(WORDS, max_size=4),
    st.dictionaries(KEYS, WORDS, min_size=1, max_size=3),
    st.lists(st.dictionaries(KEYS, WORDS, min_size=1, max_size=3), max_size=3),
)


@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=6))
def test_what_is_written_reads_back(record):
    assert load_record(render_yaml(record)) == record


@pytest.mark.parametrize("record", [{}, {"a b": "c"}, {"a": "\u202e"}, {"a": {}, "b": [["c"]]}, {"a\n": "b"}])
def test_what_cannot_be_read_back_is_not_written(record):
    with pytest.raises(RecordError):
        render_yaml(record)
