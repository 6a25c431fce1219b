"""Items of §9: the model, its checks, who may set what, and the written form."""

from __future__ import annotations

from .checks import Finding, findings, has_legacy_marker, must_not_be_written
from .item import Item, RawValue
from .transitions import barred_from_superseding, may_set, supersede_refusal
from .words import PLACES, Form, Place
from .writing import render_structured, unwritable

__all__ = [
    "PLACES",
    "Finding",
    "Form",
    "Item",
    "Place",
    "RawValue",
    "barred_from_superseding",
    "findings",
    "has_legacy_marker",
    "may_set",
    "must_not_be_written",
    "render_structured",
    "supersede_refusal",
    "unwritable",
]
