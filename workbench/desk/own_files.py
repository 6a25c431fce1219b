"""The part of the desk that remembers things for its person: one file a topic, outside of the store."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workbench.governance.own import change_own, read_own, write_own
from workbench.governance.places import data_home
from workbench.store.snapshot import Snapshot


class OwnFiles:
    """What this machine remembers of one store."""

    readonly: bool
    _snapshot: Snapshot

    def own(self, topic: str) -> Mapping[str, Any]:
        """What is remembered under ``topic`` of this store, outside of it; empty where nothing is."""
        return read_own(data_home(), self._snapshot.root, topic)

    def keep_own(self, topic: str, value: Mapping[str, Any]) -> bool:
        """Remember ``value`` under ``topic``, outside the store; answers whether it was kept.

        Of a store opened read-only nothing is remembered.
        """
        return not self.readonly and write_own(data_home(), self._snapshot.root, topic, value)

    def change_own(self, topic: str, change: Callable[[dict[str, Any]], Mapping[str, Any]]) -> bool:
        """Remember what ``change`` makes of what is remembered; other workbenches keep their entries.

        As :meth:`keep_own`, which puts one value in the place of all that was there.
        """
        return not self.readonly and change_own(data_home(), self._snapshot.root, topic, change)
