"""Keys that a person gave: they act, the old ones are dead, words name them; what cannot be is refused."""

from __future__ import annotations

import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from screens.actions import ACTIONS, key_of, use
from screens.actions.names import NOT_SENT, is_text, key_from, key_name
from screens.app import WorkbenchApp
from screens.help import Help, help_rows
from screens.home import Home
from screens.keymap import key_rows, keymap_of, problems_of
from screens.ledger import Ledger
from screens.theme import NAMES
from tests.cli.conftest import Workbench
from tests.cli.conftest import workbench as workbench
from tests.screens.conftest import NARROW, Opened, page_text, press, status_of
from tests.screens.golden import screen_text
from workbench.desk.config import Config, config_path


def config(**keys: str) -> Config:
    """A config with keys; `app__help` stands for `app.help`."""
    return Config(Path("config.yaml"), keys={name.replace("__", "."): keys[name] for name in keys})


@pytest.fixture(autouse=True)
def keys_as_they_come() -> Iterator[None]:
    yield
    use({})


@pytest.mark.parametrize("sign", string.ascii_letters + string.digits + string.punctuation)
def test_every_sign_of_a_keyboard_is_a_key_and_is_written_as_itself(sign: str) -> None:
    key = key_from(sign)
    assert key is not None
    assert (key_name(key), is_text(key)) == (sign, True)


@pytest.mark.parametrize(
    ("word", "key"),
    [("esc", "escape"), ("^p", "ctrl+p"), ("CTRL+P", "ctrl+p"), ("F5", "f5"), ("↵", "enter"),
     ("PgDn", "pagedown"), ("question_mark", "question_mark"), ("space", "space"),
     ("ö", "ö"), ("S-Tab", "shift+tab")],
)  # fmt: skip
def test_a_key_may_be_written_as_people_do(word: str, key: str) -> None:
    assert key_from(word) == key
    assert not (key.startswith(("ctrl", "f5", "shift")) and is_text(key))


@pytest.mark.parametrize(
    "word", ["ctrl+enter", "shift+enter", "alt+x", "ctrl+1", "hyper+q", "nothing", "", "\x1b"]
)
def test_a_key_that_terminals_do_not_send_is_none(word: str) -> None:
    assert key_from(word) is None


def test_the_registry_holds_only_keys_that_can_be_written_and_sent() -> None:
    keys = {key for action in ACTIONS for key in action.keys}
    assert {key for key in keys if key_from(key_name(key)) != key} == set()
    assert keys & set(NOT_SENT) == set()
    assert keymap_of(Config(Path("x"), keys={one.id: ",".join(one.keys) for one in ACTIONS}))[1] == ()


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"app__ledgr": "T"}, "keys: app.ledgr: there is no such action; did you mean app.ledger?"),
        ({"app__ledger": "j"}, "keys: app.ledger: j is the key of list.down (Next row)"),
        ({"app__ledger": "ctrl+enter"}, "keys: app.ledger: ctrl+enter: terminals send no such key"),
        ({"app__ledger": "^h"}, "keys: app.ledger: ^h: terminals send it as backspace"),
        ({"app__ledger": "^s"}, "keys: app.ledger: ^s: terminals may stop all output at it"),
        ({"queue__history": "esc"}, "keys: queue.history: esc: esc always goes back"),
        ({"app__back": "b"}, "keys: app.back: esc has to stay among its keys"),
        ({"app__help": ", ,"}, "keys: app.help: name at least one key"),
        ({"app__help": "q"}, "keys: app.help: q is the key of app.close (Close)"),
        ({"queue__history": "question_mark"}, "keys: queue.history: ? is the key of app.help (Help)"),
        ({"queue__verdict_1": "2"}, "keys: queue.verdict_1: 2 is the key of queue.verdict_2"),
        ({"field__recall": "j"}, "keys: field.recall: j: in a field this key writes"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_words(keys: dict[str, str], words: str) -> None:
    keymap, problems = keymap_of(config(**keys))
    assert keymap == {}
    assert [problem.startswith(words) for problem in problems] == [True], problems


def test_one_refused_key_spoils_no_other() -> None:
    keymap, problems = keymap_of(config(app__ledger="T", app__help="q", app__back="b, esc"))
    assert keymap == {"app.ledger": ("T",), "app.back": ("b", "escape")}
    assert len(problems) == 1


def test_two_actions_may_change_places_and_two_may_not_meet() -> None:
    assert keymap_of(config(app__reload="L", app__ledger="R")) == (
        {"app.reload": ("L",), "app.ledger": ("R",)}, (),
    )  # fmt: skip
    keymap, problems = keymap_of(config(app__reload="F2", app__ledger="F2"))
    assert len(keymap) == len(problems) == 1


def test_a_theme_that_is_none_is_told() -> None:
    [problem] = problems_of(Config(Path("x"), theme="solar"), NAMES)
    assert problem.startswith(
        "theme: there is none of that name; there are ansi, ansi-dark, ansi-light, dark,"
    )


def test_the_rows_name_the_keys_as_they_are_and_as_they_come() -> None:
    rows = {row.id: row for row in key_rows(config(app__ledger="T, F2"))}
    assert (rows["app.ledger"].keys, rows["app.ledger"].defaults) == (("T", "F2"), ("L",))
    assert rows["app.palette"].keys == rows["app.palette"].defaults == ("^p", ":")
    assert len(rows) == len(ACTIONS)


def test_every_word_names_the_key_of_this_run() -> None:
    use({"app.reload": ("f5",), "queue.verdict_1": ("K",)})
    assert key_of("app.reload") == "F5"
    [row] = [row for _, rows in help_rows("home") for row in rows if row.name == "Reload"]
    assert row.keys == "F5"


@pytest.mark.slow
async def test_a_given_key_acts_everywhere_and_is_named_everywhere(
    sample_store: Path, opened: Opened
) -> None:
    mine = config(app__ledger="T", app__help="h", list__down="F6", list__up="F7", app__reload="F5")
    async with opened(sample_store, NARROW, config=mine) as pilot:
        footer = screen_text(pilot.app).splitlines()[-1]
        assert footer.startswith(" F6 F7 move")
        assert "h help" in footer and "T ledger" in footer
        await press(pilot, "question_mark", "L")
        assert isinstance(pilot.app.screen, Home)
        await press(pilot, "h")
        assert isinstance(pilot.app.screen, Help)
        assert "T Ledger" in page_text(pilot.app)
        assert "L Ledger" not in page_text(pilot.app)
        await press(pilot, "escape", "T")
        assert isinstance(pilot.app.screen, Ledger)


@pytest.mark.slow
async def test_what_is_not_used_is_said_when_the_screens_open(sample_store: Path, opened: Opened) -> None:
    mine = Config(Path("config.yaml"), theme="solar", keys={"app.help": "q"})
    async with opened(sample_store, NARROW, config=mine) as pilot:
        assert status_of(pilot.app).startswith("! config.yaml: theme: there is none of that name")
        assert "and 1 more; `workbench config` tells all" in status_of(pilot.app)
        await press(pilot, "question_mark")
        assert isinstance(pilot.app.screen, Help)


@pytest.mark.slow
async def test_the_theme_of_the_config_is_taken_and_the_command_line_goes_first(sample_store: Path) -> None:
    mine = Config(Path("config.yaml"), theme="light")
    assert WorkbenchApp(sample_store, config=mine).theme == "workbench-light"
    assert WorkbenchApp(sample_store, config=mine, theme="dark").theme == "workbench-dark"


def test_the_command_lists_the_keys_that_act(workbench: Workbench) -> None:
    path = config_path()
    path.parent.mkdir(parents=True)
    path.write_text('keys:\n  app.ledger: "T"\n  app.help: "q"\n', encoding="utf-8")
    answer = workbench("keys", "--json").answer
    actions = {action["id"]: action for action in answer["actions"]}
    assert answer["file"] == str(path)
    assert (actions["app.ledger"]["keys"], actions["app.ledger"]["from"]) == (["T"], "config")
    assert (actions["app.help"]["keys"], actions["app.help"]["from"]) == (["?"], "default")
    assert "* T " in workbench("keys").out
    done = workbench("config", "--json")
    assert done.code == 2
    assert done.answer["problems"] == ["keys: app.help: q is the key of app.close (Close)"]
    path.unlink()
    assert workbench("config").code == 0
