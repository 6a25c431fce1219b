"""A store in which whatever a screen can show attacks the terminal, the markup or the reader."""

from __future__ import annotations

import json
import re
from pathlib import Path

import yaml

from tests.screens.stores import HOSTILE

SEEN = "zz1"
"""Plain letters inside every payload: where they are shown, the payload was."""
MARKUP = f"{SEEN} [red]x[/nope [@click=app.quit]y[/] [link=http://evil.example]z[/link] [[ \\[b]"
PAYLOAD = (
    f"{SEEN}\x1b]52;c;ZXZpbA==\x07\x1b]0;owned\x07\x1b]8;;http://evil.example\x1b\\x\x1b]8;;\x1b\\"
    "\x1b[2J\x1b[77;77H\x1b[38;5;201m\x1b[8m\x1bc\x1bP1$r\x1b\\ \x9b31m\x9d0;c1\x9c\x07\x08\x7f\x00\x0e"
    "\u202egnp.exe\u202c\u2066i\u2069 zero\u200bwidth\u200d\ufeff\u00ad\u2028\U000e0065\U000e0076\U000e007f"
    f" {MARKUP}"
)
ON_A_LINE = PAYLOAD.replace("\u2028", "").replace("\x00", "")
"""The same without what would end a line or make a file be taken for no text."""

_FREE = {
    *("Source", "Scope", "subject", "title", "proposed_change", "expected_benefit", "risk", "reason"),
    *("note", "claim", "seed", "outcome", "action_or_decision", "limitation_ref"),
}
"""Fields whose value is anybody's words, so that the record around them stays a record."""
_FIELD = re.compile(r"^(?P<lead>\s*(?:- )?(?P<key>[A-Za-z_-]+): )(?P<value>[^\s\[{>|&*!].*)$")
_PROSE = re.compile(r"^(?:- |#+ |[A-Z*]).*\S")


def spoil(home: Path, *, everything: bool) -> None:
    """Put the payload behind what each line of each file says.

    Without ``everything`` only words are spoiled and every record stays what it is; with it,
    every second record has one more field spoiled: a Status, a kind, an id or a date.
    """
    for path in sorted(home.rglob("*")):
        if path.is_file() and path.suffix in (".md", ".yaml"):
            text = path.read_text(encoding="utf-8")
            lines = _spoiled(text.splitlines(), path.suffix == ".yaml", everything)
            path.write_bytes(("\n".join(lines) + "\n").encode("utf-8"))
    topics = home / "memory" / "topics"
    (topics / "bad\x1b]0;name\x07\u202e[red][nope.md").write_bytes(b"\xff\xfe\x1b[2J" + PAYLOAD.encode())
    (topics / "new\x1b[2J\x9b[@click=app.quit].md").write_text(f"# {ON_A_LINE}\n\n- {ON_A_LINE}\n", "utf-8")


def _spoiled(lines: list[str], strict: bool, everything: bool) -> list[str]:
    found, fenced, fields = [], False, 0
    for line in lines:
        if line.startswith(("```", "---")):
            fenced = line.startswith("```") and not fenced
            found.append(line)
            continue
        field = _FIELD.match(line)
        if field is None:
            words = _PROSE.match(line) and not strict and not fenced
            found.append(f"{line} {ON_A_LINE}" if words else line)
            continue
        fields += 1
        hit = field["key"] in _FREE or (everything and fields % 7 == 0)
        found.append(_with_payload(field, quoted=strict or fenced, escaped=everything) if hit else line)
    return found


def _with_payload(field: re.Match[str], *, quoted: bool, escaped: bool) -> str:
    """A field with the payload behind its value.

    A record in YAML is refused for any hidden character; without ``escaped`` it gets markup alone,
    so that it is read.
    """
    if not quoted:
        return f"{field[0]} {ON_A_LINE}"
    value = yaml.load(field["value"], Loader=yaml.BaseLoader)
    if not isinstance(value, str):
        return field[0]
    words = f"{value} {ON_A_LINE if escaped else MARKUP}"
    return field["lead"] + yaml.dump(words, default_style='"', width=10**6, allow_unicode=False).strip()


def spoil_ledger(home: Path) -> int:
    """Put the payload into every free word of every decision; answers how many decisions there are."""
    records = sorted((home / "memory").rglob("memdec-*.json"))
    for number, path in enumerate(records):
        record = json.loads(path.read_text(encoding="utf-8"))
        for key in ("reason", "case", "decided_by")[: number % 3 + 1]:
            if isinstance(record.get(key), str):
                record[key] += PAYLOAD
        path.write_text(json.dumps(record), encoding="utf-8")
    return len(records)


__all__ = ["HOSTILE", "ON_A_LINE", "PAYLOAD", "SEEN", "spoil", "spoil_ledger"]
