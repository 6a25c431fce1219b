"""A store in which everything that a withdrawal holds back carries one mark, so that a leak is seen."""

from __future__ import annotations

from pathlib import Path

MARK = "zq"
"""Stands, in any case of letters, in every word that is held back, and nowhere else in the store."""

ITEM = "mem-2026-08-02-001"
BESIDE = "mem-2026-08-02-002"
BY = "memwd-2026-08-10-001"
TEXT = "Zqtext lies at quay seven"

_ROWS = f"""\
- [2026-08-02] (state) The ferry office opens at nine.
  - id: {BESIDE}
  - kind: state
  - subject: ferry-office:opening
  - Scope: environment
  - Source: user statement on 2026-08-02
  - Status: pending-cleanup
- [2026-08-02] (state) {TEXT}.
  - Source: zqsource, said at archive/2026-08-01.md#zqanchor
  - Status: pending-cleanup
  - id: {ITEM}
  - kind: state
  - subject: zqsubject:quay
  - Scope: zqscope
  - superseded_by: zqsuccessor
  - Confidence-Scheme: zqscheme
  - Confidence: zqconfidence
  - zqextra: zqvalue
  - corroborating_refs:
    - zqcorroborating
"""

_CONTROL = """\
```yaml
withdrawal_id: {name}
record_type: withdrawal-control-v1
action: withdraw
scope: {{memory_item_ids: [mem-2026-08-02-001]}}
reason: {reason}
decided_by: user:owner
decided_at: 2026-08-10T10:00:00Z
effect: exclude-from-influence
```
"""

CONTENT_FREE = (
    f"- 2026-08-04T09:00:00Z review {ITEM} verdict=keep by user:ada memdec-2026-08-04-001-1f0c",
    f"- 2026-08-05T09:00:00Z pending-cleanup {ITEM} refuted_by=mem-2026-08-01-001",
    f"- 2026-08-06T09:00:00Z review {ITEM} keep by user:mira",
)
"""Entries of the log that name the item and say nothing of what it says."""

TELLING = (
    f'- 2026-08-07T09:00:00Z pending-cleanup {ITEM} by "zqsigner of the quay"',
    f'- 2026-08-07T09:00:01Z supersede {ITEM} prior="2026-08-01 zqprior"',
    '- 2026-08-07T09:00:02Z supersede subject=zqsubject:quay prior="2026-08-02 zqvalue"',
    f"- 2026-08-07T09:00:03Z review {ITEM} keep reason=zqreason by user:mira",
    f"- 2026-08-07T09:00:04Z autodream noted {TEXT.upper()} once more",
    f"- 2026-08-07T09:00:05Z manual-correction {ITEM} zqprose by user:mira",
    f"- 2026-08-07T09:00:06Z zqevent {ITEM}",
)
"""Entries that tell what the item says, or might."""

_RECEIPT = f"""\
Context / Workspace: closed; zqcontext.
Promoted / derived artifacts: a rule rests on {ITEM}, not settled, zqrule.
Memory: withdrawn by {BY}; it said: {TEXT.lower()}.
"""

_TOMBSTONE = f"""\
```yaml
erasure_id: memerase-2026-08-11-001
record_type: erasure-tombstone-v1
scope_refs: [{ITEM}]
authority_ref: user:owner/zqauthority
decided_at: 2026-08-11T11:50:00Z
executed_at: 2026-08-11T12:00:00Z
holders:
  - holder_ref: zqholder
    result: unevaluated
    limitation_ref: zqlimitation
sanitized_replacement_refs: []
```
"""

_RESTS_ON_IT = f"""\
proposal_id: mempolicy-2026-08-11-001
target: convention:zqtarget
proposed_change: {TEXT}
supporting_refs: [{ITEM}, zqsupport]
expected_benefit: zqbenefit
status: zqstatus
"""

_REPEATS_IT = f"""\
proposal_id: mempolicy-2026-08-11-002
proposed_change: >-
  Remember that {TEXT.replace(" at ", " at" + chr(10) + "  ")} and nowhere else.
supporting_refs: [mem-2026-08-01-001]
status: pending-review
"""


def make_leaky(home: Path) -> Path:
    """Add the withdrawn item, and all that quotes it, to a copy of the small store; answers its home."""
    memory = home / "memory"
    topic = memory / "topics/environment.md"
    topic.write_text(topic.read_text(encoding="utf-8") + _ROWS, encoding="utf-8")
    log = memory / "log.md"
    blocks = [
        "\n".join([*CONTENT_FREE, *TELLING]) + "\n",
        _CONTROL.format(name=BY, reason=TEXT),
        _CONTROL.format(name="memwd-2026-08-10-002", reason="owner-decision"),
        _RECEIPT,
        _TOMBSTONE,
    ]
    log.write_text(log.read_text(encoding="utf-8") + "\n" + "\n".join(blocks), encoding="utf-8")
    rules = memory / "conventions.md"
    rules.write_text(
        rules.read_text(encoding="utf-8") + f"\n- Mind {ITEM}: zqconvention.\n", encoding="utf-8"
    )
    for number, text in enumerate((_RESTS_ON_IT, _REPEATS_IT), start=1):
        (home / f"proposals/mempolicy-2026-08-11-00{number}.yaml").write_text(text, encoding="utf-8")
    return home
