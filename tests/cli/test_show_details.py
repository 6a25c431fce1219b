"""`show` of a conflict, a withdrawal, an unreadable file and a drift, for a person and for a program."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Workbench
from tests.screens.stores import HOSTILE, rewrite

PORT = "conflict:kiosk-gateway%3Aport"
FORK = "withdrawal:memwd-2026-08-06-002"
TORN = "unreadable:..%2Fproposals%2Fmempolicy-2026-08-12-001.yaml"
MARKER = "drift:~d24c807033"

SURFACED = """\
Conflict on `subject: kiosk-gateway:port`:
  - [2026-02-03] (state) The kiosk gateway listens on port 8140. Source: archive/2026-02-03.md#gateway   ← `Status: superseded`
  - [2026-03-11] (state) The kiosk gateway listens on port 8240. Source: archive/2026-03-11.md#gateway   ← `Status: superseded`
  - [2026-06-23] (state) The kiosk gateway listens on port 8310. Source: archive/2026-06-23.md#gateway   ← `Status: active`
  - [2026-08-20] (state) The kiosk gateway listens on port 8411. Source: user statement on 2026-08-20   ← currently `active`, in the inbox

Acting on [2026-08-20]'s value. The earlier row is retained as history.
If the earlier row should be the current truth, reconcile.
"""  # noqa: E501
"""Written by hand from the rows of the sample store in the shape of §15.2.1."""


def test_a_conflict_prints_every_row_and_the_text_to_surface_it_with(
    workbench: Workbench, sample_store: Path
) -> None:
    said = workbench("show", sample_store, PORT).out
    assert "\n".join(f"  │ {line}".rstrip() for line in SURFACED.splitlines()) in "\n".join(
        line.rstrip() for line in said.splitlines()
    )
    assert said.index("8140") < said.index("8240") < said.index("8310") < said.index("8411")
    assert "  2026-08-20  active, in the inbox, not distilled yet  in force\n" in said


def test_a_program_gets_the_rows_and_the_same_text(workbench: Workbench, sample_store: Path) -> None:
    detail = workbench("show", sample_store, PORT, "--json").answer["detail"]
    assert (detail["view"], detail["in_force"]) == ("conflict", "mem-2026-08-20-001")
    assert detail["reconcile_text"] == SURFACED
    assert [(row["date"], row["standing"], row["anchor"]) for row in detail["rows"]] == [
        ("2026-02-03", "history", "resolves"),
        ("2026-03-11", "history", "resolves"),
        ("2026-06-23", "open", "resolves"),
        ("2026-08-20", "open", "not an anchor"),
    ]


def test_a_fork_prints_its_records_and_what_is_excluded_by_name(
    workbench: Workbench, sample_store: Path
) -> None:
    """The log of the sample store: withdrawn by Mira, reinstated by her, withdrawn by Tobias beside that."""
    detail = workbench("show", sample_store, FORK, "--json").answer["detail"]
    chain = [(link["name"], link["action"], link["supersedes"], link["is_head"]) for link in detail["chain"]]
    assert chain == [
        ("memwd-2026-08-06-001", "withdraw", None, False),
        ("memwd-2026-08-09-001", "reinstate", "memwd-2026-08-06-001", True),
        ("memwd-2026-08-06-002", "withdraw", None, True),
    ]
    (item,) = detail["items"]
    assert (item["name"], item["why"]) == ("mem-2026-06-23-008", "named in the scope")
    said = workbench("show", sample_store, FORK).out
    assert "⊘ mem-2026-06-23-008  named in the scope" in said
    assert "memwd-2026-08-09-001  reinstate → restore-eligibility" in said


def test_withdrawn_text_is_in_no_answer_without_an_audit(workbench: Workbench, sample_store: Path) -> None:
    """Whatever the detail of any case holds, it holds no text of an item that is withdrawn."""
    secret = "zqsecret of quay seven"
    said = "does not change late returns"
    rewrite(sample_store, "topics/loans-and-holds.md", said, f"{said} {secret}")
    ids = [case["id"] for case in workbench("cases", sample_store, "--json").answer["cases"]]
    held = workbench("records", sample_store, "mem-2026-06-23-008", "--audit-withdrawn").out
    assert secret in held
    for name in ids:
        done = workbench("show", sample_store, name, "--json")
        assert done.code == 0 and "detail" in done.answer and secret not in done.out, name
        assert secret not in workbench("show", sample_store, name).out, name


def test_a_file_that_does_not_read_is_told_with_the_next_step_and_without_its_content(
    workbench: Workbench, sample_store: Path
) -> None:
    said = workbench("show", sample_store, TORN).out
    path = sample_store / "proposals/mempolicy-2026-08-12-001.yaml"
    assert "    1 open it in an editor at line 9 and correct what the reason names\n" in said
    assert f"size         {path.stat().st_size} bytes" in said
    assert not any(line in said for line in path.read_text(encoding="utf-8").splitlines() if len(line) > 30)


def test_a_drift_prints_rule_place_what_is_asked_and_the_next_step(
    workbench: Workbench, sample_store: Path
) -> None:
    said = workbench("show", sample_store, MARKER).out
    assert "✗ a cleanup marker stands in prose, where no machine reads it  §10  legacy-marker" in said
    assert "    next   take the marker out of the text and write `Status: pending-cleanup`" in said


def test_hostile_rows_print_no_raw_sign(workbench: Workbench, sample_store: Path) -> None:
    port = "The kiosk gateway listens on port 8310."
    rewrite(sample_store, "topics/environment.md", port, f"{port} {HOSTILE}")
    said = workbench("show", sample_store, PORT).out
    assert "⟨U+202E⟩" in said
    assert not any(sign in said for sign in "\x1b\x07\x9b\u202e\u200b\U000e0065")
