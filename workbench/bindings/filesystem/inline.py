"""The labels at the end of an inbox line: ``Subject: k. Source: ref.`` in any order (§9)."""

from __future__ import annotations

import re

from workbench.protocol.words import LEGACY_STATUS_WORDS, Confidence, Scope, Status, word_of

LABELS = ("Subject", "Source", "Status", "Scope", "Confidence")
"""The labels of a line, as §9 spells them."""
_LABEL = re.compile(rf"(?:(?<=[\s.;。；])|^)({'|'.join(LABELS)}):[ \t]*")
_LOOSE = re.compile(r"(?:(?<=[\s.;。；])|^)(subject|source):[ \t]*", re.IGNORECASE)
_VOCABULARY = {"status": Status, "scope": Scope, "confidence": Confidence}
SENTENCE_ENDS = (".", "。", ";", "；", "!", "?", "！", "？", ")", "）", "`", '"', "”", "」", "»")

Labels = list[re.Match[str]]


def read_inline(text: str) -> tuple[str, dict[str, str]]:
    """The text without its labels, and their values by lower-case name; the first of each counts."""
    labels = _trailing(text, list(_LABEL.finditer(text)))
    if not labels:
        labels = _trailing(text, list(_LOOSE.finditer(text)))
    if not labels:
        return text, {}
    found: dict[str, str] = {}
    for label, value in zip(labels, _values(text, labels), strict=True):
        found.setdefault(label[1].lower(), value)
    return text[: labels[0].start()].strip(" \t"), found


def _values(text: str, labels: Labels) -> list[str]:
    ends = [*(label.start() for label in labels[1:]), len(text)][: len(labels)]
    return [
        text[label.end() : end].strip(" \t").removesuffix(".").strip(" \t")
        for label, end in zip(labels, ends, strict=True)
    ]


def _trailing(text: str, labels: Labels) -> Labels:
    """The labels that close the line: from the first that begins a sentence, and says what it may say.

    Where none begins a sentence, the last ``Source`` counts, else the last ``Subject``.
    """
    labels = [
        label
        for label, value in zip(labels, _values(text, labels), strict=True)
        if _says(label[1].lower(), value)
    ]
    for index, label in enumerate(labels):
        if (index == 0 and not text[: label.start()].strip()) or _ends_sentence(text, label.start()):
            return labels[index:]
    for name in ("source", "subject"):
        named = [index for index, label in enumerate(labels) if label[1].lower() == name]
        if named:
            return labels[named[-1] :]
    return []


def _says(name: str, value: str) -> bool:
    vocabulary = _VOCABULARY.get(name)
    if vocabulary is None:
        return bool(value)
    return word_of(vocabulary, value) is not None or (name == "status" and value in LEGACY_STATUS_WORDS)


def _ends_sentence(text: str, at: int) -> bool:
    return text[max(0, at - 64) : at].rstrip(" \t").endswith(SENTENCE_ENDS)
