"""The topic pages that a verdict can name, as the store's own folder lists them."""

from __future__ import annotations

from pathlib import Path

from workbench.desk import Desk


def test_every_page_of_topics_is_named_and_nothing_else(sample_store: Path) -> None:
    folder = sample_store / "memory" / "topics"
    (folder / "empty.md").write_text("# Nothing yet\n", encoding="utf-8")

    pages = sorted(str(page.relative_to(folder)) for page in folder.rglob("*.md"))

    assert "empty.md" in pages
    assert list(Desk.open(sample_store).topics()) == pages
