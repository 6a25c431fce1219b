"""A widget has the keys as soon as it is given them, so that the next key already is its own."""

from __future__ import annotations

from textual.widget import Widget


def took_keys(widget: Widget, scroll_visible: bool) -> bool:
    """Give the keys to a widget now; False where it is on no screen yet and Textual has to wait for one.

    Textual's own `focus` waits until the app comes to it, and keys that were typed meanwhile go astray.
    """
    if not widget.is_attached:
        return False
    widget.screen.set_focus(widget, scroll_visible)
    return True
