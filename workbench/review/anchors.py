"""What a Source names: the references in it, and the archive passage of each (§9)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from workbench.store.snapshot import Passage, Snapshot

_FILE_REF = re.compile(
    r"(?<![A-Za-z0-9_./-])(?:[A-Za-z0-9_.-]{1,100}/){0,8}[\w.-]{1,200}\.md(?:#[^\s,;)\]`'\"，；。）]{1,300})?"
)
"""Bounded and tied to where a path begins, so that no Source, however long, takes long to search."""
_PARTS = re.compile("[;；]")
_ONE_REF = re.compile(r"[A-Za-z0-9_./-]+(?:#[\w-]+)?")
_PLAIN = re.compile(r"[^\w\- ]")


def canonical(ref: str) -> str:
    """A reference in the one form in which references are compared.

    Blanks, backticks and a final full stop fall away; a path loses a leading ``./``
    or ``memory/``; an anchor is folded the way headings become anchors, so that a
    spelling which resolves to the same passage is the same reference.
    """
    text = _composed(ref).strip().strip("`").removesuffix(".")
    path, mark, anchor = text.partition("#")
    if not path.endswith(".md"):
        return text
    path = path.removeprefix("./").removeprefix("memory/")
    return path + mark + fold_anchor(anchor) if anchor else path


def fold_anchor(anchor: str) -> str:
    """An anchor as a heading would give it: lower case, blanks to ``-``, no punctuation."""
    said = _composed(unquote(anchor)).casefold()
    return _PLAIN.sub("", said).strip().replace(" ", "-")


def _composed(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def refs_in(source: str | None) -> tuple[str, ...]:
    """Every reference in a Source, canonical, each once: its parts between ``;``, the whole
    of it, and each file reference that stands inside prose.
    """
    if not source:
        return ()
    if _is_plain(source):
        return (canonical(source),)
    parts = [source, *_PARTS.split(source)]
    if ".md" in source:
        parts += _FILE_REF.findall(source)
    return tuple(dict.fromkeys(canonical(part) for part in parts if part.strip()))


def _is_plain(source: str) -> bool:
    """Whether the Source is one reference and nothing around it."""
    return _ONE_REF.fullmatch(source) is not None


def file_refs(source: str | None) -> tuple[str, ...]:
    """The references to files of the store in a Source, canonical, each once."""
    return tuple(dict.fromkeys(canonical(ref) for ref in _FILE_REF.findall(source or "")))


@dataclass(frozen=True)
class Anchors:
    """The archive passages of a snapshot by canonical reference."""

    passages: Mapping[str, Passage]
    files: frozenset[str]

    @classmethod
    def of(cls, snapshot: Snapshot) -> Anchors:
        """Index the passages; of two headings with one slug in one file the first is named."""
        found: dict[str, Passage] = {}
        for passage in snapshot.passages:
            found.setdefault(ref_of(passage), passage)
        return cls(found, frozenset(snapshot.files))

    def resolves(self, source: str) -> Passage | None:
        """The passage that the first file reference of a Source names, or None."""
        return next((found for ref in file_refs(source) if (found := self.passages.get(ref))), None)

    def all(self, source: str | None) -> tuple[tuple[str, Passage | None], ...]:
        """Each file reference of a Source with the passage it names, or None."""
        return tuple((ref, self.passages.get(ref)) for ref in file_refs(source))

    def dangling(self, source: str | None) -> tuple[str, ...]:
        """Archive references of a Source that resolve to nothing."""
        if not source or "archive/" not in source:
            return ()
        return tuple(ref for ref, found in self.all(source) if found is None and ref.startswith("archive/"))

    def says(self, source: str | None) -> str:
        """Whether a Source resolves, in words for a person."""
        if not source:
            return "not given"
        refs = self.all(source)
        if not refs:
            return "not an anchor"
        return _in_words([self._one(ref, found) for ref, found in refs])

    def _one(self, ref: str, found: Passage | None) -> str:
        if found is not None:
            return "resolves"
        path = ref.partition("#")[0]
        if path in self.files and not path.startswith("archive/"):
            return "names a file that later passes rewrite (§9)"
        return "resolves to nothing"


def _in_words(answers: Sequence[str]) -> str:
    if len(set(answers)) == 1:
        return answers[0]
    return f"{answers.count('resolves')} of {len(answers)} resolve"


def ref_of(passage: Passage) -> str:
    """The canonical reference of a passage."""
    return canonical(f"{passage.path}#{passage.anchor}" if passage.anchor else passage.path)
