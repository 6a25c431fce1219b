"""The one door to a store: commands and screens call the desk and nothing behind it."""

from workbench.desk.desk import Desk

__all__ = ["Desk"]
