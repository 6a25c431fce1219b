"""The reference filesystem binding (§7.3): Markdown files, read tolerantly and written strictly."""

from workbench.bindings.filesystem.binding import FilesystemBinding

binding = FilesystemBinding()

__all__ = ["FilesystemBinding", "binding"]
