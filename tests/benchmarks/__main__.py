"""Every benchmark in one table: ``python -m tests.benchmarks [--write] [PART …]``.

Parts are ``scale``, ``finding``, ``decision`` and ``screen``. ``--write`` puts the table into
``docs/performance.md``, between its markers; the rows of parts that were not run stay as they were.
Nothing here passes or fails.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from tests.benchmarks.floor import FIELD, ITEM

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
PARTS = {
    "scale": "Reading a store and finding what waits",
    "finding": "Possible contradictions and duplicates",
    "decision": "One decision, and reading again",
    "screen": "Keys on a terminal",
}
"""Parts by the module that measures them, and what each is called."""

Row = tuple[str, float, str, float | None]
"""What was measured, the value, its unit, and the goal where there is one."""

COLUMNS = "| what | value | unit | goal | met |\n| --- | ---: | --- | ---: | --- |\n"


def machine() -> str:
    """The machine in one line."""
    told = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    models = [line.partition(":")[2].strip() for line in told if line.startswith("model name")]
    cpu = models[0] if models else platform.machine()
    cores = len(os.sched_getaffinity(0))
    return (
        f"{cpu}, {cores} cores, {platform.system()} {platform.release()}, Python {platform.python_version()}"
    )


def lines(rows: Sequence[Row]) -> Iterator[str]:
    """Rows as lines of a table."""
    for name, value, unit, goal in rows:
        told = f"{value:,.0f}" if value >= 100 or unit in ("files", "B") else f"{value:.3g}"
        met = "" if goal is None else "yes" if value <= goal else "no"
        yield f"| {name} | {told} | {unit} | {'' if goal is None else f'{goal:g}'} | {met} |"


def section(part: str, rows: Sequence[str], where: str) -> str:
    """The table of one part under its heading, with the machine on which it was measured."""
    return f"### {PARTS[part]}\n\n{where}\n\n{COLUMNS}" + "".join(f"{row}\n" for row in rows)


def measured(part: str) -> str:
    """The section of a part, measured now."""
    module = import_module(f"tests.benchmarks.{part}")
    where = f"`{ITEM.pattern.decode()}` and one dict of `{FIELD.pattern.decode()}` an item; {machine()}."
    return section(part, list(lines(module.table())), f"Floor: {where}")


def sections(page: str) -> dict[str, str]:
    """The sections of the page by their part."""
    inside = page.partition(BEGIN)[2].partition(END)[0]
    found = {}
    for text in inside.split("### ")[1:]:
        for part, title in PARTS.items():
            if text.startswith(title):
                found[part] = f"### {text.strip()}\n"
    return found


def written(page: str, fresh: Mapping[str, str]) -> str:
    """The page with these sections in the place of what it had."""
    merged = sections(page) | dict(fresh)
    head, tail = page.partition(BEGIN)[0], page.partition(END)[2]
    inside = "\n".join(merged[part] for part in PARTS if part in merged)
    return f"{head}{BEGIN}\n\n{inside}\n{END}{tail}"


def main(words: Sequence[str]) -> None:
    """Print the table, and write it where that is asked for."""
    parts = [word for word in words if word in PARTS] or list(PARTS)
    fresh = {}
    for part in parts:
        fresh[part] = measured(part)
        print(fresh[part], flush=True)
    if "--write" in words:
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), fresh), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
