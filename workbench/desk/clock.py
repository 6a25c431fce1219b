"""The time that the environment fixes, for whoever wants the same answers again."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from workbench.protocol.dates import is_date, parse_time
from workbench.text.errors import UsageError


def clock_of_environment() -> datetime | None:
    """The time that ``WORKBENCH_NOW`` fixes, in UTC, or None.

    Raises:
        UsageError: it is no date and no RFC 3339 time with a zone.
    """
    text = os.environ.get("WORKBENCH_NOW", "")
    if not text:
        return None
    moment = parse_time(text)
    if moment is not None and is_date(text):
        moment = moment.replace(tzinfo=UTC)
    if moment is None or moment.utcoffset() is None:
        raise UsageError("WORKBENCH_NOW is no RFC 3339 time with a zone.", not_done="Nothing was opened.")
    return moment.astimezone(UTC)
