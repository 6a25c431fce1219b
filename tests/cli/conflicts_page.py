"""Put the conflicts of the sample store on their page: ``python -m tests.cli.conflicts_page``."""

from __future__ import annotations

import contextlib
import io
import os
import re
import tempfile
from pathlib import Path
from unittest.mock import patch

from tests.cli.conftest import NOW
from tests.trees import copy_store
from workbench.cli.main import run

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "conflicts.md"
BLOCK = re.compile(r"(?<=```text\n).*?(?=```\n)", re.DOTALL)


def printed() -> str:
    """What the command prints of a copy of the sample store on one fixed day, to no terminal."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as out:
        store = copy_store(ROOT / "sample_store" / "agent", Path(folder) / "agent")
        alone = {"HOME": folder, "XDG_DATA_HOME": f"{folder}/data", "WORKBENCH_NOW": NOW}
        with patch.dict(os.environ, alone):
            code = run(["conflicts", str(store)])
    assert code == 0
    return out.getvalue()


def on_page() -> str:
    """What the page says that it prints."""
    [block] = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert isinstance(block, str)
    return block


def write() -> None:
    """Put it there."""
    text = PAGE.read_text(encoding="utf-8")
    said = printed()
    PAGE.write_text(BLOCK.sub(lambda _: said, text, count=1), encoding="utf-8")


if __name__ == "__main__":
    write()
