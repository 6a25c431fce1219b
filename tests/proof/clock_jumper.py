"""The program under a clock that goes back by a day each time that it is asked.

``clock_jumper.py COMMAND…`` is ``workbench COMMAND…`` except for that. The clock that only ever
goes forward stays: it is the system's promise that it does.
"""

from __future__ import annotations

import datetime
import itertools
import sys
import time

_DAYS = itertools.count()
_TIME = time.time
_DAY = 86_400.0


def _now() -> float:
    return _TIME() - _DAY * next(_DAYS)


class _Jumping(datetime.datetime):
    """A moment whose class tells another day each time."""

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> _Jumping:
        """The moment, so many days ago."""
        return cls.fromtimestamp(_now(), tz)


if __name__ == "__main__":
    time.time = _now
    datetime.datetime = _Jumping  # type: ignore[misc]
    from workbench.cli.main import run

    sys.exit(run(sys.argv[1:]))
