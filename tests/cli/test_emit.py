"""Whatever is handed to the one emitter, a terminal obeys none of it and a program reads plain ASCII."""

from __future__ import annotations

import io
import json
import os
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import workbench.cli
from workbench.cli.emit import Emit

hostile = st.text(
    st.one_of(
        st.characters(),
        st.characters(categories=["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"]),
        st.sampled_from("\x1b\x9b\u202e\u200b\x7f\n\r\t漢"),
    )
)


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def obeyed(text: str) -> set[str]:
    """Characters that a terminal obeys or that a reader cannot see, line feeds left out."""
    unseen = ("Cc", "Cf", "Cs", "Zl", "Zp", "Co", "Cn")
    return {
        character for character in text if character != "\n" and unicodedata.category(character) in unseen
    }


def everything(emit: Emit, text: str) -> None:
    """Send one text through every door for a person."""
    emit.line(text, (text, "bold"))
    emit.row((text, (text, "cyan")), text)
    emit.quote(text)
    emit.quoted((text,), ((text, "green"),))
    emit.complain(text, text)
    emit.tell(text)


@pytest.mark.case("BI-11")
@given(hostile)
def test_no_control_reaches_a_pipe(text: str) -> None:
    out, err = io.StringIO(), io.StringIO()

    everything(Emit(out, err), text)

    assert obeyed(out.getvalue()) == set()
    assert obeyed(err.getvalue()) == set()


@pytest.mark.case("BI-11")
@given(hostile)
def test_no_control_reaches_a_terminal_without_colour(text: str) -> None:
    out, err = Terminal(), Terminal()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NO_COLOR", "1")
        everything(Emit(out, err), text)

    assert obeyed(out.getvalue()) == set()
    assert obeyed(err.getvalue()) == set()


@given(hostile)
def test_in_colour_the_only_controls_are_our_own(text: str) -> None:
    out = Terminal()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TERM", "xterm-256color")
        everything(Emit(out, io.StringIO()), text)

    written = out.getvalue()
    without_ours = "".join(
        part.partition("m")[2] if number else part for number, part in enumerate(written.split("\x1b["))
    )
    assert obeyed(without_ours) == set()
    assert all(set(part.partition("m")[0]) <= set("0123456789;") for part in written.split("\x1b[")[1:])


@given(hostile)
def test_json_is_ascii_without_controls_and_reads_back(text: str) -> None:
    out = io.StringIO()
    emit = Emit(out, io.StringIO())
    emit.as_json = True

    emit.answer({"schema": "x", "text": text})

    written = out.getvalue()
    assert written.isascii()
    assert written.removesuffix("\n").isprintable()
    assert json.loads(written)["text"] == json.loads(json.dumps(text))


@pytest.mark.case("BI-12")
def test_markup_is_text_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    out = Terminal()

    Emit(out, io.StringIO()).line("[red]x[/nope :smile: http://a.b 42")

    assert out.getvalue() == "[red]x[/nope :smile: http://a.b 42\n"


def test_only_a_terminal_gets_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    pipe, terminal, plain = io.StringIO(), Terminal(), Terminal()

    Emit(pipe, pipe).line(("x", "bold"))
    Emit(terminal, terminal).line(("x", "bold"))
    monkeypatch.setenv("NO_COLOR", "1")
    Emit(plain, plain).line(("x", "bold"))

    assert (pipe.getvalue(), terminal.getvalue(), plain.getvalue()) == ("x\n", "\x1b[1mx\x1b[0m\n", "x\n")


def test_memory_text_keeps_its_gutter_on_every_line_of_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.get_terminal_size", lambda *args, **names: os.terminal_size((34, 24)))
    monkeypatch.setenv("NO_COLOR", "1")
    out = Terminal()

    Emit(out, out).quote("Recorded memdec-1 by user:ada, nothing else to do here.\nExit", "  ")

    lines = out.getvalue().splitlines()
    assert [line[:4] for line in lines] == ["  │ "] * len(lines)
    assert len(lines) == 3
    assert (
        " ".join(line[4:] for line in lines) == "Recorded memdec-1 by user:ada, nothing else to do here. Exit"
    )


def test_a_row_is_cut_to_the_terminal_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.get_terminal_size", lambda *args, **names: os.terminal_size((50, 24)))
    monkeypatch.setenv("NO_COLOR", "1")
    terminal, pipe = Terminal(), io.StringIO()
    text = "发布前必须先跑迁移" * 6

    Emit(terminal, terminal).row(("41 d ",), text)
    Emit(pipe, pipe).row(("41 d ",), text)

    assert pipe.getvalue() == f"41 d │ {text}\n"
    assert terminal.getvalue().endswith(" more\n")
    assert len(terminal.getvalue()) < 50


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> Emit:
    """An emitter on a terminal of 30 cells without colour."""
    monkeypatch.setattr("shutil.get_terminal_size", lambda *args, **names: os.terminal_size((30, 24)))
    monkeypatch.setenv("NO_COLOR", "1")
    out = Terminal()
    return Emit(out, out)


def said(emit: Emit) -> list[str]:
    written: str = emit._out.getvalue()  # type: ignore[attr-defined]
    return written.splitlines()


def test_a_line_of_ours_is_broken_between_words_and_what_follows_stands_further_in(narrow: Emit) -> None:
    narrow.line("  evidence  ", ("archive/2026-07-02.md#cache", "bold"), " why it is here ")

    assert said(narrow) == ["  evidence", "    archive/2026-07-02.md#cach", "    e why it is here"]


def test_sentences_on_standard_error_are_broken_between_words(narrow: Emit) -> None:
    narrow.complain("workbench: No open case has that id.", "  Look at the queue of this store.")
    narrow.tell("Not recorded.")

    assert said(narrow) == [
        "workbench: No open case has", "  that id.", "  Look at the queue of this", "    store.",
        "Not recorded.",
    ]  # fmt: skip


def test_a_command_that_is_to_be_copied_is_left_whole(narrow: Emit) -> None:
    narrow.line("rm -rf /tmp/workbench-demo-of-a-long-name /x", whole=True)

    assert said(narrow) == ["rm -rf /tmp/workbench-demo-of-a-long-name /x"]


def test_an_empty_line_of_memory_is_its_gutter_alone(narrow: Emit) -> None:
    narrow.quote("a\n\nb")

    assert said(narrow) == ["  │ a", "  │", "  │ b"]


def test_a_row_has_two_lines_on_a_narrow_terminal_and_no_id_is_broken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    told = {}
    for width in (80, 109, 110, 140):
        monkeypatch.setattr(
            "shutil.get_terminal_size", lambda *args, cells=width, **names: os.terminal_size((cells, 24))
        )
        out = Terminal()
        Emit(out, out).row(("   41 d  ", "stale:" + "a" * 40 + "  "), "Reads are faster.", narrow=110)
        told[width] = out.getvalue().splitlines()

    head = "   41 d  stale:" + "a" * 40
    assert told[80] == told[109] == [head, "         │ Reads are faster."]
    assert told[110] == told[140] == [head + "  │ Reads are faster."]


def test_a_program_gets_the_object_and_nothing_for_a_person() -> None:
    out = io.StringIO()
    emit = Emit(out, io.StringIO())
    emit.as_json = True

    emit.line("for a person")
    emit.quote("for a person")
    emit.answer({"schema": "x"})

    assert out.getvalue() == '{"schema": "x"}\n'


def test_a_reader_that_went_away_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w", buffering=1) as gone:
        emit = Emit(gone, io.StringIO())
        emit.line("x")
        emit.line("y")
        emit.flush()

    assert emit.lost is None


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_an_answer_that_cannot_be_written_is_remembered() -> None:
    with Path("/dev/full").open("w") as full:
        emit = Emit(full, io.StringIO())
        emit.line("x")
        emit.flush()

    assert emit.lost == 28


def test_no_other_module_writes_to_a_stream() -> None:
    folder = Path(workbench.cli.__file__).parent
    writers = ("print(", "click.echo", ".stdout.write", ".stderr.write", "click.secho", "rich.print")
    found = [
        f"{path.name}: {word}"
        for path in sorted(folder.glob("*.py"))
        if path.name != "emit.py"
        for word in writers
        if word in path.read_text(encoding="utf-8")
    ]

    assert len(list(folder.glob("*.py"))) > 15
    assert found == []
