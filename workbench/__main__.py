"""`python -m workbench`: the same command as `workbench`."""

from __future__ import annotations

from workbench.cli.main import entry

if __name__ == "__main__":
    entry()
