"""What tests do to a store behind the workbench's back, and what they plant in it beforehand."""

from __future__ import annotations

from pathlib import Path

PENDING = "mem-2026-02-19-001"
"""A knowledge item of the sample store that waits, in a topic and in the index."""

HOSTILE = (
    "start \x1b]52;c;ZXZpbA==\x07 \x1b]0;owned\x07 \x1b[2J\x1b[1;1H \x9b31m \x08\x7f then"
    " \u202egnp.exe\u202c zero\u200bwidth\ufeff tags \U000e0065\U000e0076\U000e0069\U000e006c"
    " [red]x[/nope [@click=app.quit]y[/] end"
)


def rewrite(store: Path, name: str, old: str, new: str) -> None:
    """Change one file of a store as an agent would, in the middle of everything."""
    path = store / "memory" / name
    text = path.read_bytes().decode("utf-8", "surrogateescape")
    assert old in text
    path.write_bytes(text.replace(old, new, 1).encode("utf-8", "surrogateescape"))


def plant(store: Path) -> None:
    """Put hostile text wherever a store holds text: items, index, archive, rules, log, records, names."""
    memory = store / "memory"
    sentence = "Supplier records from Northvale are always encoded in UTF-8."
    rewrite(store, "topics/catalogue-imports.md", sentence, f"{sentence} {HOSTILE}")
    rewrite(store, "index.md", sentence, f"{sentence} {HOSTILE}")
    rewrite(store, "archive/2026-02-19.md", sentence, f"{sentence} {HOSTILE}")
    rewrite(store, "conventions.md", "Name the release number", f"{HOSTILE} Name the release number")
    with (memory / "log.md").open("a", encoding="utf-8") as log:
        log.write(
            f"- 2026-08-20T23:40:00+02:00 pending-cleanup {PENDING} note={HOSTILE} by agent:{HOSTILE}\n"
        )
    hostile_name = "bad\x1b]0;name\x07\u202e.md"
    (memory / "topics" / hostile_name).write_bytes(b"\xff\xfe\x1b[2J not text " + HOSTILE.encode())
    proposal = next((store / "proposals").glob("*.yaml"))
    proposal.write_text(f"{proposal.read_text(encoding='utf-8')}\nnote: |\n  {HOSTILE}\n", encoding="utf-8")
