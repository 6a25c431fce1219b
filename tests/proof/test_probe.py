"""The judge itself: what it imports, and that it sees what it is there to see."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.proof import other_writer, probe
from tests.proof.probe import Shop, look, look_finished, read_shop
from tests.proof.program import ROOT, copy_world, make_world, run
from tests.proof.scenes import NEW_VALUE

pytestmark = pytest.mark.slow

TOPIC = "memory/topics/environment.md"


@pytest.mark.parametrize("module", [probe, other_writer])
def test_who_judges_and_who_disturbs_import_only_the_standard_library(module):
    tree = ast.parse(Path(module.__file__).read_text("utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.fixture(scope="module")
def shops(tmp_path_factory: pytest.TempPathFactory) -> tuple[Shop, Shop]:
    """The stores before and after one decision."""
    world = make_world(tmp_path_factory.mktemp("probe") / "w0", "sample")
    before = read_shop(world)
    whole = copy_world(world, world.with_name("w1"))
    assert run(whole, *NEW_VALUE).code == 0
    return before, read_shop(whole)


def _with(shop: Shop, path: str, data: bytes | None) -> Shop:
    agent = {name: entry for name, entry in shop.agent.items() if name != path}
    return replace(shop, agent=agent if data is None else {**agent, path: (0o100644, data)})


def test_the_stores_before_and_after_pass(shops: tuple[Shop, Shop]):
    before, after = shops
    assert look(before, after, before) == [] == look(before, after, after)
    assert look_finished(before, after, before, False) == [] == look_finished(before, after, after, True)


def test_an_effect_without_its_decision_is_seen(shops: tuple[Shop, Shop]):
    before, after = shops
    spoilt = _with(before, TOPIC, after.agent[TOPIC][1])
    assert any("without its decision" in problem for problem in look(before, after, spoilt))


def test_a_torn_record_is_seen(shops: tuple[Shop, Shop]):
    before, after = shops
    (record,) = [path for path in after.agent if path.endswith(".json") and "memdec-" in path]
    spoilt = _with(after, record, after.agent[record][1][:-20])
    assert any("does not parse" in problem for problem in look(before, after, spoilt))


def test_a_second_active_row_is_seen(shops: tuple[Shop, Shop]):
    before, after = shops
    data = after.agent[TOPIC][1].replace(b"Status: superseded", b"Status: active")
    found = look(before, after, _with(after, TOPIC, data))
    assert any("active rows of branch-vpn:endpoint" in problem for problem in found)


@pytest.mark.parametrize("path", ["AGENTS.md", TOPIC, "memory/index.md", "memory/log.md"])
@pytest.mark.parametrize("how", ["cut", "one byte more", "one byte less", "gone"])
def test_any_byte_that_no_decision_names_is_seen(shops: tuple[Shop, Shop], path: str, how: str):
    before, after = shops
    data = after.agent[path][1]
    at = data.index(b" the ") if b" the " in data else len(data) // 2
    spoilt = {
        "cut": data[:at],
        "one byte more": data[:at] + b"x" + data[at:],
        "one byte less": data[:at] + data[at + 1 :],
        "gone": None,
    }
    assert look(before, after, _with(after, path, spoilt[how]))


@pytest.mark.parametrize("ci", ["", "true"])
def test_without_a_tracer_there_is_one_skip_and_in_ci_a_failure(ci: str, tmp_path: Path):
    """A kill test that silently was not run would prove nothing."""
    env = {"PATH": str(tmp_path), "HOME": str(tmp_path), **({"CI": ci} if ci else {})}
    words = [
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/proof/test_kill.py",
        "-k",
        "unbroken or rule",
    ]
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    wanted = "4 errors" if ci else "1 skipped"
    assert wanted in done.stdout.splitlines()[-1], done.stdout + os.linesep + done.stderr
    assert (done.returncode != 0) == bool(ci)


@pytest.mark.parametrize(
    ("status", "found"),
    [("superseded", set()), ("active", {"mem-2026-08-11-001"}), (None, {"mem-2026-08-11-001"})],
)
def test_an_inbox_line_speaks_for_its_item_until_a_topic_does(status: str | None, found: set[str]):
    line = (
        b"- [2026-08-11] [mem-2026-08-11-001] (state) It is 45. Subject: bell:tone. Source: user statement.\n"
    )
    head = "- [2026-08-11] (state) It is 45.\n  - id: mem-2026-08-11-001\n"
    row = f"{head}  - subject: bell:tone\n  - Status: {status}\n"
    tree = {"memory/memory.md": (0o100644, line)}
    if status is not None:
        tree["memory/topics/bell.md"] = (0o100644, row.encode())
    assert probe.active(tree).get("bell:tone", set()) == found
