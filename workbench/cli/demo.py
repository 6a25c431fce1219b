"""`workbench demo`: the workbench on a copy of the sample store that nobody minds."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import click

from workbench.cli.call import Call, common, example, screen_options
from workbench.cli.cases import list_cases
from workbench.cli.demo_store import copy_sample, give_history, give_identity
from workbench.cli.launch import can_open, launch_screens
from workbench.cli.objects import store_object
from workbench.cli.status import report


@dataclass(frozen=True)
class Scratch:
    """A folder of the demo's own: the agent's home, and the data directory of this process beside it."""

    root: Path

    @property
    def agent(self) -> Path:
        """The agent's home; the store is its ``memory``."""
        return self.root / "agent"

    @property
    def data(self) -> Path:
        """What would otherwise be the person's own data directory."""
        return self.root / "data"

    @property
    def remove(self) -> str:
        """The command that removes all of it."""
        return f"rm -rf {shlex.quote(str(self.root))}"

    @property
    def environment(self) -> dict[str, str]:
        """What makes the commands of a shell work on this store, with its data beside it."""
        return {"XDG_DATA_HOME": str(self.data), "WORKBENCH_STORE": str(self.agent)}

    @property
    def export(self) -> str:
        """The command that sets it."""
        return "export " + " ".join(
            f"{name}={shlex.quote(value)}" for name, value in self.environment.items()
        )


@click.command(epilog=example("workbench demo"))
@common
@screen_options
@click.pass_obj
def command(call: Call) -> int:
    """Open the screens on a copy of the sample store in a scratch folder with its own data directory.

    With no terminal it prints the status and the queue instead. The folder is kept until you remove it.
    """
    scratch, remarks = make_scratch()
    for remark in (f"The demo's store is {scratch.agent}", f"Remove it with: {scratch.remove}", *remarks):
        call.emit.line(remark, whole=True)
    if can_open(call):
        code = launch_screens(call, scratch.agent)
        _tell_how(call, scratch)
        return code
    desk = call.desk(scratch.agent)
    if call.emit.as_json:
        _answer(call, scratch)
        return 0
    call.emit.line()
    report(call, desk)
    call.emit.line()
    list_cases(call, desk)
    call.emit.line()
    _tell_how(call, scratch)
    return 0


def _tell_how(call: Call, scratch: Scratch) -> None:
    """The lines that let the commands of a shell work on the demo, by its name there."""
    call.emit.line("To use the commands on the demo's store, run:")
    call.emit.line(f"  {scratch.export}", whole=True)
    call.emit.line(f"  {program()} status", whole=True)


def program() -> str:
    """How a shell starts this program: by its name if that leads here, else by its path."""
    started = Path(sys.argv[0])
    found = shutil.which(started.name)
    if found is not None and os.access(started, os.X_OK) and Path(found).samefile(started):
        return shlex.quote(started.name)
    if os.access(started, os.X_OK) and started.is_file():
        return shlex.quote(os.path.abspath(started))  # noqa: PTH100 - a link names the environment it is in
    return f"{shlex.quote(sys.executable)} -m workbench"


def make_scratch() -> tuple[Scratch, list[str]]:
    """Copy the sample, give it a history, point this process at its own data; answers what to tell of it."""
    scratch = Scratch(Path(tempfile.mkdtemp(prefix="workbench-demo-")))
    copy_sample(scratch.agent)
    scratch.data.mkdir()
    os.environ["XDG_DATA_HOME"] = str(scratch.data)
    os.environ.pop("WORKBENCH_STORE", None)
    return scratch, [*give_history(scratch.agent), *give_identity(scratch.root)]


def _answer(call: Call, scratch: Scratch) -> None:
    desk = call.desk(scratch.agent)
    call.emit.answer(
        {
            "schema": "workbench.demo/1",
            "store": store_object(desk.store()),
            "scratch": str(scratch.root),
            "remove": scratch.remove,
            "environment": scratch.environment,
            "waiting": desk.status().waiting,
            "to_decide": desk.status().to_decide,
        }
    )
