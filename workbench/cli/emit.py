"""The only place from which a command writes to a stream.

For a person every text passes the sanitizer, whoever made it, and memory text stands behind a
gutter. For a program there is one ASCII-escaped JSON object. Colour is drawn on a terminal only,
and never when ``NO_COLOR`` is set.
"""

from __future__ import annotations

import errno
import io
import json
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TextIO

from workbench.cli.fold import Part, between, fold, trimmed
from workbench.text.visible import cells, cut, visible

if TYPE_CHECKING:
    from rich.console import Console

GUTTER = "│ "
_NARROWEST = 20
"""Cells below which text is not squeezed."""
_OWN_LINE = " " * 9
_HANG = 2
"""Cells by which what is broken off a line of ours stands further in."""


class Emit:
    """Standard output and standard error of one command.

    A stream whose reader went away, or that is closed, is written to no more and without a
    word; any other failure to write is kept in ``lost`` (an errno) for the caller to report.
    """

    def __init__(self, out: TextIO | None = None, err: TextIO | None = None) -> None:
        self.as_json = False
        self.lost: int | None = None
        self._out = _open_or_nowhere(sys.stdout if out is None else out)
        self._err = _open_or_nowhere(sys.stderr if err is None else err)
        self._gone: set[int] = set()
        self._consoles: dict[int, Console] = {}
        for stream in (self._out, self._err):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")

    def line(self, *parts: str | Part, whole: bool = False) -> None:
        """One line of our own for a person, broken between words to the width of a terminal.

        A ``whole`` one is left to the terminal: a command or a path that is to be copied. Nothing
        under ``--json``.
        """
        self._say(self._out, parts, whole=whole)

    def row(self, head: Sequence[str | Part], text: str, *, narrow: int = 0) -> None:
        """One line of a list: ``head``, a gutter, and as much of ``text`` as the terminal is wide.

        On a terminal of less than ``narrow`` cells, and where hardly any room is left beside
        ``head``, the text has a line of its own. No id in ``head`` is ever broken.
        """
        lead, width = _clean(head), self._width(self._out)
        if width is None:
            self._out_line([*lead, (GUTTER, "dim"), *_clean((text,))])
            return
        if width < narrow or width - _length(lead) - len(GUTTER) < _NARROWEST:
            self._out_line(lead)
            lead = [(_OWN_LINE, "")]
        room = width - _length(lead) - len(GUTTER)
        self._out_line([*lead, (GUTTER, "dim"), *_clean((cut(text, max(room, _NARROWEST)),))])

    def quote(self, text: str, indent: str = "  ") -> None:
        """Memory text in its gutter, one line each, broken to the width of a terminal."""
        for written in text.removesuffix("\n").split("\n"):
            self.quoted((indent,), (written,))

    def quoted(self, head: Sequence[str | Part], parts: Sequence[str | Part]) -> None:
        """One line of memory text behind ``head`` and the gutter; what is broken off keeps the gutter."""
        lead, runs, width = _clean(head), _clean(parts), self._width(self._out)
        if width is None:
            self._out_line([*lead, (GUTTER, "dim"), *runs], as_it_is=True)
            return
        indent = _length(lead)
        for folded in fold(runs, max(width - indent - len(GUTTER), _NARROWEST)):
            self._out_line([*lead, (GUTTER if folded else GUTTER.rstrip(), "dim"), *folded], as_it_is=True)
            lead = [(" " * indent, "")]

    def verbatim(self, text: str) -> None:
        """A text of our own for another program: a script, a manual page. Nothing under ``--json``."""
        if not self.as_json:
            self._write(self._out, text)

    def answer(self, answer: Mapping[str, object]) -> None:
        """The one JSON object of ``--json``: ASCII, one line. Nothing without ``--json``."""
        if self.as_json:
            text = json.dumps(answer, ensure_ascii=True, allow_nan=False).replace("\x7f", "\\u007f")
            self._write(self._out, text + "\n")

    def complain(self, *lines: str) -> None:
        """Sentences for a person on standard error; the first says what happened."""
        for number, text in enumerate(lines):
            self._say(self._err, ((text, "bold red" if number == 0 else ""),), always=True)

    def tell(self, text: str) -> None:
        """A plain sentence on standard error, where it is in no program's way."""
        self._say(self._err, (text,), always=True)

    def fleeting(self, text: str) -> None:
        """A line on a terminal's standard error of which the next takes the place; an empty one clears it."""
        if is_terminal(self._err):
            self._write(self._err, f"\r\x1b[K{visible(text)}")
            self.flush()

    def ask(self, question: str) -> str | None:
        """A line typed by the person, without blanks around it; None at the end of input."""
        self._write(self._err, visible(question) + " ")
        self.flush()
        typed = sys.stdin.readline() if is_open(sys.stdin) else ""
        return typed.strip() if typed else None

    @property
    def shows(self) -> bool:
        """Whether what is printed is before a person: on a terminal, and none of it was lost."""
        whole = self.lost is None and id(self._out) not in self._gone
        return not self.as_json and whole and is_terminal(self._out)

    def flush(self) -> None:
        """Push out what is held back, so that a failure to write is known now."""
        for stream in (self._out, self._err):
            self._guarded(stream, "")

    def _say(
        self, stream: TextIO, parts: Sequence[str | Part], *, whole: bool = False, always: bool = False
    ) -> None:
        """One line of our own, what is broken off it further in; under ``--json`` only if ``always``."""
        if self.as_json and not always:
            return
        runs, width = trimmed(_clean(parts)), self._width(stream)
        if whole or width is None or _length(runs) <= width:
            self._put(stream, runs)
            return
        text = "".join(run for run, _ in runs)
        indent = min(len(text) - len(text.lstrip()), _NARROWEST)
        body = list(between(runs, indent, len(text)))
        for number, folded in enumerate(fold(body, max(width - indent - _HANG, _NARROWEST))):
            self._put(stream, [(" " * (indent + (_HANG if number else 0)), ""), *folded])

    def _out_line(self, runs: Sequence[Part], *, as_it_is: bool = False) -> None:
        """One line of clean runs that fits already; blanks at its end only ``as_it_is``."""
        if not self.as_json:
            self._put(self._out, runs if as_it_is else trimmed(runs))

    def _put(self, stream: TextIO, parts: Sequence[Part]) -> None:
        """One line of clean runs, drawn in colour where the stream is a terminal."""
        if not _is_coloured(stream):
            self._write(stream, "".join(text for text, _ in parts) + "\n")
            return
        from rich.text import Text

        with self._console(stream).capture() as drawn:
            self._console(stream).print(Text.assemble(*parts), soft_wrap=True)
        self._write(stream, drawn.get())

    def _console(self, stream: TextIO) -> Console:
        from rich.console import Console

        key = id(stream)
        if key not in self._consoles:
            self._consoles[key] = Console(
                file=stream, force_terminal=True, markup=False, highlight=False, emoji=False
            )
        return self._consoles[key]

    def _width(self, stream: TextIO) -> int | None:
        """The width to fit lines to, in cells; None where no terminal shows them."""
        return shutil.get_terminal_size().columns if is_terminal(stream) else None

    def _write(self, stream: TextIO, text: str) -> None:
        if id(stream) not in self._gone:
            self._guarded(stream, text)

    def _guarded(self, stream: TextIO, text: str) -> None:
        try:
            stream.write(text) if text else stream.flush()
        except BrokenPipeError:
            self._give_up(stream)
        except OSError as error:
            if error.errno != errno.EPIPE:
                self.lost = error.errno
            self._give_up(stream)

    def _give_up(self, stream: TextIO) -> None:
        """Point the stream nowhere: the interpreter flushes it once more when it ends."""
        self._gone.add(id(stream))
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
        except (OSError, ValueError):
            return


def is_open(stream: TextIO | None) -> bool:
    """Whether a standard stream is there: the interpreter has none for a descriptor that was closed."""
    return stream is not None and not stream.closed


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a standard stream is there and is a terminal."""
    return stream is not None and not stream.closed and stream.isatty()


def _open_or_nowhere(stream: TextIO | None) -> TextIO:
    """The stream, or one that keeps nothing where there is none."""
    return stream if stream is not None and not stream.closed else io.StringIO()


def _clean(parts: Sequence[str | Part]) -> list[Part]:
    """Every run through the sanitizer, with its style."""
    pairs = [(part, "") if isinstance(part, str) else part for part in parts]
    return [(visible(text), style) for text, style in pairs]


def _length(parts: Sequence[Part]) -> int:
    return sum(cells(text) for text, _ in parts)


def _is_coloured(stream: TextIO) -> bool:
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
