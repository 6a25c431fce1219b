"""What a script stands on that opens the workbench without pytest: a person, a day, a home of its own."""

from __future__ import annotations

import os
from pathlib import Path

NOW = "2026-08-21T09:00:00Z"


def a_person_and_a_day(scratch: Path) -> Path:
    """Give this process a home in ``scratch`` where git knows ada, and one day; answers that home."""
    for name in [name for name in os.environ if name.startswith(("WORKBENCH_", "GIT_", "XDG_", "TEXTUAL_"))]:
        del os.environ[name]
    home = scratch / "home"
    home.mkdir(parents=True)
    (home / ".gitconfig").write_text("[user]\n\tname = ada\n", encoding="utf-8")
    os.environ |= {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "GIT_CONFIG_NOSYSTEM": "1"}
    os.environ |= {"WORKBENCH_NOW": NOW, "TEXTUAL_ANIMATIONS": "none"}
    os.environ.pop("NO_COLOR", None)
    return home
