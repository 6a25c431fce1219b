"""The page of figures and the benchmarks that write it say the same rows; nothing here looks at a clock."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from tests.benchmarks import __main__ as whole
from tests.benchmarks import decision, floor, scale

TRACE = """\
11 newfstatat(AT_FDCWD</tmp>, "/benchmark-mark-commit", 0x7ff, 0) = -1 ENOENT (No such file or directory)
11 openat(AT_FDCWD</tmp>, "/tmp/m", O_RDONLY|O_CLOEXEC|O_DIRECTORY) = 3</tmp/m>
11 openat(3</tmp/m>, "log.md", O_RDONLY|O_NOFOLLOW) = 4</tmp/m/log.md>
11 read(4</tmp/m/log.md>, "# Log"..., 65536) = 120
11 read(4</tmp/m/log.md>, "", 65536) = 0
11 openat(3</tmp/m>, "log.md", O_RDONLY|O_NOFOLLOW) = 4</tmp/m/log.md>
11 openat(3</tmp/m>, "gone.md", O_RDONLY) = -1 ENOENT (No such file or directory)
11 openat(3</tmp/m>, "page-0001.md", O_RDONLY) = 5</tmp/m/page-0001.md>
11 pread64(5</tmp/m/page-0001.md>, "x"..., 100, 0) = 100
11 openat(6</tmp/d>, ".lines", O_RDWR|O_CREAT, 0600) = 7</tmp/d/.lines>
11 openat(AT_FDCWD</tmp>, "/usr/lib/x.json", O_RDONLY) = 8</usr/lib/x.json>
11 read(8</usr/lib/x.json>, "{}"..., 65536) = 2000
11 read(9<pipe:[77]>, "x"..., 65536) = 5
11 newfstatat(AT_FDCWD</tmp>, "/benchmark-mark-end", 0x7ff, 0) = -1 ENOENT (No such file or directory)
11 openat(3</tmp/m>, "page-0002.md", O_RDONLY) = 5</tmp/m/page-0002.md>
11 newfstatat(AT_FDCWD</tmp>, "/benchmark-mark-reload", 0x7ff, 0) = -1 ENOENT (No such file or directory)
11 openat(3</tmp/m>, "page-0003.md", O_RDONLY) = 5</tmp/m/page-0003.md>
11 newfstatat(AT_FDCWD</tmp>, "/benchmark-mark-end", 0x7ff, 0) = -1 ENOENT (No such file or directory)
"""


def rows(section: str) -> list[str]:
    """The names in the table of a section."""
    found = [line.split("|")[1].strip() for line in section.splitlines() if line.startswith("| ")]
    return [name for name in found if name not in ("what", "---")]


@pytest.mark.parametrize("part", whole.PARTS)
def test_the_rows_on_the_page_are_those_that_are_measured(part: str) -> None:
    section = whole.sections(whole.PAGE.read_text(encoding="utf-8")).get(part)
    assert section is not None, "no figures of this part are on the page"
    assert floor.ITEM.pattern.decode() in section
    assert "Python 3" in section
    names = getattr(import_module(f"tests.benchmarks.{part}"), "names", None)
    assert rows(section) == names() if names is not None else len(rows(section)) > 10


def test_each_row_has_one_name() -> None:
    for names in (scale.names(), decision.names()):
        assert len(set(names)) == len(names)


def test_the_page_keeps_what_was_not_measured_again() -> None:
    page = f"# Page\n\n{whole.BEGIN}\n\n{whole.END}\n\nMore.\n"
    first = whole.written(page, {"decision": whole.section("decision", ["| a | 1 | ms |  |  |"], "Here.")})
    both = whole.written(first, {"scale": whole.section("scale", ["| b | 2 | ms | 3 | yes |"], "There.")})
    assert rows(whole.sections(both)["decision"]) == ["a"]
    assert rows(whole.sections(both)["scale"]) == ["b"]
    assert both.index("| b |") < both.index("| a |")
    assert (both.startswith("# Page\n"), both.endswith("More.\n")) == (True, True)
    assert whole.written(both, {}) == both


def test_a_goal_is_met_or_it_is_said() -> None:
    told = whole.lines(
        [("a", 4.0, "×", 4.0), ("b", 4.01, "×", 4.0), ("c", 1234.5, "ms", None), ("d", 0.0021, "s", None)]
    )
    assert list(told) == [
        "| a | 4 | × | 4 | yes |",
        "| b | 4.01 | × | 4 | no |",
        "| c | 1,234 | ms |  |  |",
        "| d | 0.0021 | s |  |  |",
    ]


def test_files_and_bytes_are_counted_between_the_marks_in_store_and_data() -> None:
    assert list(decision.counted(TRACE, Path("/tmp/m"), Path("/tmp/d")).values()) == [3.0, 220.0, 1.0]
