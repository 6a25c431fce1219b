"""How our widgets draw: lines of literal content whose styles are roles of the stylesheet."""

from __future__ import annotations

from typing import ClassVar, Self

from rich.segment import Segment
from textual.content import Content
from textual.css.styles import RenderStyles
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

from screens.widgets.focusing import took_keys

ROLES = (
    *("dim", "faint", "strong", "accent", "key", "good", "warn", "bad", "off", "heading", "bar"),
    *("quote", "gutter", "mark", "cut", "found", "found-here", "cursor", "cursor-idle"),
    *("added", "removed", "word-added", "word-removed"),
)
"""What a stretch of text or a line can be; each is a component class `role--…`."""


class Painted(Widget):
    """A widget whose lines are painted in roles; the stylesheet says what each looks like."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"role--{role}" for role in ROLES}
    ALLOW_SELECT = False

    def focus(self, scroll_visible: bool = True) -> Self:
        """Take the keys now."""
        return self if took_keys(self, scroll_visible) else super().focus(scroll_visible)

    def paint(self, content: Content, width: int, base: str = "") -> Strip:
        """One line of exactly `width` cells in the widget's own style, with a role under all of it."""
        style = self.visual_style
        if base:
            style += self.role_style(base)
        segments = [
            Segment(text, part.rich_style)
            for text, part in content.render(style, end="", parse_style=self._style_of)
        ]
        return Strip(segments).adjust_cell_length(max(width, 0), style.rich_style)

    def role_style(self, role: str) -> Style:
        """What the stylesheet says of a role, and nothing of what it stands on."""
        known = self.__dict__.setdefault("_roles", {})
        if role not in known:
            known[role] = _style_from(self.get_component_styles(f"role--{role}"))
        found: Style = known[role]
        return found

    def notify_style_update(self) -> None:
        """Roles look different now."""
        self.__dict__.pop("_roles", None)
        super().notify_style_update()

    def _style_of(self, style: str | Style) -> Style:
        return style if isinstance(style, Style) else self.role_style(style)


class Scrolled(Painted, ScrollView):
    """Painted lines that scroll. Its scrollbar always has a column, whether or not there is more to see."""

    def resize_content(self, size: Size) -> None:
        """So many columns and lines there are now; only where its own height follows is room made anew."""
        if self.styles.auto_dimensions:
            self.virtual_size = size
        elif size != self.virtual_size:
            self.set_reactive(Widget.virtual_size, size)
            self._scroll_update(size)


def _style_from(rules: RenderStyles) -> Style:
    """Colours and text style of a rule, where it sets them."""
    text = rules.text_style
    return Style(
        background=rules.background if rules.has_rule("background") else None,
        foreground=rules.color if rules.has_rule("color") else None,
        bold=text.bold,
        dim=text.dim,
        italic=text.italic,
        underline=text.underline,
        reverse=text.reverse,
        strike=text.strike,
    )
