"""History is read from real repositories, and nothing that a repository names is ever run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from workbench.text.errors import Unreadable
from workbench.text.git import (
    History,
    Worktree,
    find_worktree,
    global_identity,
    identity_of,
    in_progress,
)

ROOT = Path(__file__).resolve().parents[2]
ENV = {
    "PATH": os.environ["PATH"],
    "LC_ALL": "C",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
    "GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z",
    "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z",
}


def run(repo: Path, *arguments: str, data: bytes | None = None, **env: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=repo, env=ENV | env, input=data, capture_output=True, check=True, timeout=60
    )
    return done.stdout.decode().strip()


def commit(repo: Path, message: str, day: int, **files: str) -> str:
    for name, text in files.items():
        (repo / name.replace("__", ".")).write_text(text)
    date = f"2026-01-{day:02}T03:04:05Z"
    run(repo, "add", "-A")
    run(repo, "commit", "-q", "-m", message, GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date)
    return run(repo, "rev-parse", "HEAD")


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """Three commits on `x.md`: the file, its second line, another file."""
    path = tmp_path / "repo"
    path.mkdir()
    run(path, "init", "-q", "-b", "main")
    commit(path, "first", 1, x__md="one\ntwo\nthree\n")
    commit(path, "second", 2, x__md="one\nTWO\nthree\n")
    commit(path, "third", 3, y__md="why\n")
    return path


def opened(path: Path) -> History:
    worktree = find_worktree(path)
    assert worktree is not None
    return History(worktree)


def tree_state(root: Path) -> dict[str, tuple[object, ...]]:
    """Kind, size, times and bytes of everything below."""
    state: dict[str, tuple[object, ...]] = {}
    for path in sorted(root.rglob("*")):
        info = path.lstat()
        digest = sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        state[str(path.relative_to(root))] = (info.st_mode, info.st_mtime_ns, info.st_ctime_ns, digest)
    return state


# What it answers


def test_history_of_a_file_and_its_lines(repo: Path) -> None:
    with opened(repo / "x.md") as history:
        branch, head = history.head() or ("", "")
        assert (branch, head) == ("main", run(repo, "rev-parse", "HEAD"))
        log = history.file_log("x.md")
        assert [(c.subject, c.author, c.email, c.date) for c in log] == [
            ("second", "Ada", "ada@example.org", "2026-01-02T03:04:05+00:00"),
            ("first", "Ada", "ada@example.org", "2026-01-01T03:04:05+00:00"),
        ]
        assert log[1].sha == run(repo, "rev-parse", "HEAD~2")
        assert [c.subject for c in history.file_log("x.md", limit=1)] == ["second"]
        for (start, end), subject in {(1, 1): "first", (2, 2): "second", (1, 3): "second"}.items():
            change = history.last_change("x.md", start, end)
            assert change is not None and change.subject == subject
        assert "second" not in repr(log[0])


def test_history_of_bytes(repo: Path) -> None:
    (repo / "x.md").write_text("new first line\none\nTWO\nthree\n")
    with opened(repo) as history:
        found = [history.change_of("x.md", span) for span in (b"TWO\n", b"one", b"three\n", b"one\nTWO\n")]
        assert [c and c.subject for c in found] == ["second", "first", "first", "second"]
        for span in (b"new first line\n", b"TW", b"WO\n", b""):
            assert history.change_of("x.md", span) is None


def test_bytes_of_a_commit(repo: Path) -> None:
    first = run(repo, "rev-parse", "HEAD~2")
    (repo / "link").symlink_to("x.md")
    last = commit(repo, "link", 4)
    with opened(repo) as history:
        assert history.blob(first, "x.md") == b"one\ntwo\nthree\n"
        assert history.blob(first, "y.md") is None
        assert history.blob(last, "no/such.md") is None
        with pytest.raises(Unreadable, match="no plain file"):
            history.blob(last, "link")
        with pytest.raises(Unreadable, match="no full commit id"):
            history.blob("--output=x", "x.md")
        with pytest.raises(Unreadable):
            history.blob("0" * 40, "x.md")


def test_what_is_not_there_is_none(repo: Path) -> None:
    with opened(repo) as history:
        assert history.file_log("missing.md") == []
        assert history.last_change("missing.md", 1, 1) is None
        assert history.last_change("x.md", 50, 60) is None
        assert history.change_of("missing.md", b"x\n") is None


@pytest.mark.case("BI-24")
@pytest.mark.parametrize(
    "name", ["--output=owned", "-n", "a b", ":(top)x", "*.md", "a\nb", "漢.md", "q\"'\\"]
)
def test_odd_names_are_names(repo: Path, name: str) -> None:
    (repo / name).write_text("odd\n")
    head = commit(repo, "odd", 5)
    with opened(repo) as history:
        assert history.blob(head, name) == b"odd\n"
        assert [c.subject for c in history.file_log(name)] == ["odd"]
        change = history.change_of(name, b"odd\n")
        assert change is not None and change.subject == "odd"
    assert not (repo / "owned").exists()


def test_an_author_is_not_renamed_by_a_mailmap(repo: Path) -> None:
    commit(repo, "map", 6, __mailmap="Eve <eve@example.org> <ada@example.org>\n")
    with opened(repo) as history:
        assert history.file_log("x.md")[0].author == "Ada"
        change = history.last_change("x.md", 1, 1)
        assert change is not None and change.author == "Ada"


@pytest.mark.case("BI-20")
def test_replace_refs_and_grafts_do_not_rewrite_history(repo: Path) -> None:
    second, first = run(repo, "rev-parse", "HEAD~1"), run(repo, "rev-parse", "HEAD~2")
    run(repo, "replace", second, first)
    (repo / ".git/info/grafts").write_text(run(repo, "rev-parse", "HEAD") + "\n")
    with opened(repo) as history:
        assert [c.subject for c in history.file_log("x.md")] == ["second", "first"]


# Layouts


@pytest.mark.case("BI-20")
def test_no_work_tree(tmp_path: Path) -> None:
    assert find_worktree(tmp_path) is None
    (tmp_path / ".git").mkdir()
    assert find_worktree(tmp_path) is None


@pytest.mark.case("BI-20")
def test_a_store_inside_a_bare_repository_has_no_history(repo: Path, tmp_path: Path) -> None:
    run(tmp_path, "clone", "-q", "--bare", str(repo), "bare.git")
    (tmp_path / "bare.git/memory").mkdir()
    assert find_worktree(tmp_path / "bare.git/memory") is None


@pytest.mark.case("BI-20")
@pytest.mark.parametrize("head", [None, b"", b"nonsense\n", b"ref: refs/heads/../../x\n", b"\xff\n"])
def test_a_head_that_says_nothing_is_no_history(repo: Path, head: bytes | None) -> None:
    before = tree_state(repo)
    if head is None:
        (repo / ".git/HEAD").unlink()
    else:
        (repo / ".git/HEAD").write_bytes(head)
    spoilt = tree_state(repo)
    assert told(repo) in (None, "Unreadable")
    assert tree_state(repo) == spoilt != before


def told(repo: Path) -> list[str] | str | None:
    """Subjects of the commits, None where there is no work tree, or that it does not read."""
    try:
        worktree = find_worktree(repo)
        if worktree is None:
            return None
        with History(worktree) as history:
            return [commit.subject for commit in history.file_log("x.md")]
    except Unreadable:
        return "Unreadable"


def test_work_tree_from_below_and_its_names(repo: Path) -> None:
    (repo / "memory/topics").mkdir(parents=True)
    worktree = find_worktree(repo / "memory/topics")
    assert worktree == Worktree(repo, repo / ".git", repo / ".git")
    assert worktree.relative(repo / "memory/topics/x.md") == "memory/topics/x.md"


@pytest.mark.case("BI-20")
def test_linked_work_tree_and_packed_refs(repo: Path, tmp_path: Path) -> None:
    run(repo, "worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    commit(tmp_path / "side", "on the side", 7, z__md="z\n")
    run(repo, "pack-refs", "--all")
    run(repo, "gc", "-q")
    worktree = find_worktree(tmp_path / "side")
    assert worktree is not None
    assert worktree.common_dir == repo / ".git"
    with History(worktree) as history:
        assert (history.head() or [None])[0] == "side"
        assert [c.subject for c in history.file_log("z.md")] == ["on the side"]
    with opened(repo) as history:
        assert history.head() == ("main", run(repo, "rev-parse", "main"))
        assert history.file_log("z.md") == []


@pytest.mark.case("BI-20")
def test_submodule(repo: Path, tmp_path: Path) -> None:
    outer = tmp_path / "outer"
    outer.mkdir()
    run(outer, "init", "-q")
    run(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(repo), "sub")
    with opened(outer / "sub") as history:
        assert [c.subject for c in history.file_log("x.md")] == ["second", "first"]


@pytest.mark.case("BI-20")
def test_detached_and_unborn(repo: Path, tmp_path: Path) -> None:
    run(repo, "checkout", "-q", "HEAD~1")
    with opened(repo) as history:
        assert history.head() == (None, run(repo, "rev-parse", "HEAD"))
    empty = tmp_path / "empty"
    empty.mkdir()
    run(empty, "init", "-q")
    with opened(empty) as history:
        assert history.head() is None
        assert history.file_log("x.md") == []
        assert history.last_change("x.md", 1, 1) is None


@pytest.mark.case("BI-20")
def test_sha256_repository(tmp_path: Path) -> None:
    run(tmp_path, "init", "-q", "--object-format=sha256")
    head = commit(tmp_path, "first", 1, x__md="one\n")
    assert len(head) == 64
    with opened(tmp_path) as history:
        assert history.blob(head, "x.md") == b"one\n"
        change = history.last_change("x.md", 1, 1)
        assert change is not None and change.sha == head


def set_extension(repo: Path, name: str, value: str) -> None:
    run(repo, "config", "core.repositoryformatversion", "1")
    run(repo, "config", f"extensions.{name}", value)


@pytest.mark.case("BI-20")
@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("refStorage", "reftable", "reftable"),
        ("partialClone", "origin", "partial clone"),
        ("futureThing", "yes", "extension futurething is not known"),
        ("objectFormat", "sha512", "object format sha512 is not known"),
    ],
)
def test_unknown_formats_are_told(repo: Path, name: str, value: str, reason: str) -> None:
    set_extension(repo, name, value)
    with pytest.raises(Unreadable, match=reason), opened(repo):
        pass


@pytest.mark.case("BI-20")
def test_shallow_clone_is_told(repo: Path, tmp_path: Path) -> None:
    run(tmp_path, "clone", "-q", "--depth=1", repo.as_uri(), "shallow")
    with pytest.raises(Unreadable, match="shallow"), opened(tmp_path / "shallow"):
        pass


@pytest.mark.case("BI-20")
@pytest.mark.parametrize("text", ["", "gitdir: nowhere\n", "gitdir: a\nb\n", "garbage"])
def test_odd_git_files_are_told(tmp_path: Path, text: str) -> None:
    (tmp_path / ".git").write_text(text)
    with pytest.raises(Unreadable):
        find_worktree(tmp_path)


@pytest.mark.case("BI-20")
def test_linked_git_folder_is_told(repo: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other/.git").symlink_to(repo / ".git")
    with pytest.raises(Unreadable, match="symlink"):
        find_worktree(tmp_path / "other")


@pytest.mark.case("BI-20")
def test_corrupt_object_is_told(repo: Path) -> None:
    head = run(repo, "rev-parse", "HEAD")
    path = repo / ".git/objects" / head[:2] / head[2:]
    path.chmod(0o644)
    path.write_bytes(b"nonsense")
    with opened(repo) as history, pytest.raises(Unreadable):
        history.file_log("x.md")


@pytest.mark.case("BI-20")
def test_a_fifo_among_the_packs_does_not_hang(repo: Path) -> None:
    run(repo, "gc", "-q")
    for pack in (repo / ".git/objects/pack").glob("*.pack"):
        pack.unlink()
        os.mkfifo(pack)
    worktree = find_worktree(repo)
    assert worktree is not None
    with History(worktree, timeout=0.5) as history, pytest.raises(Unreadable):
        history.file_log("x.md")


@pytest.mark.case("BI-20")
def test_operations_under_way(repo: Path) -> None:
    worktree = find_worktree(repo)
    assert worktree is not None
    assert in_progress(worktree) is None
    (repo / ".git/index.lock").touch()
    assert in_progress(worktree) == "another git command"
    (repo / ".git/MERGE_HEAD").touch()
    assert in_progress(worktree) == "a merge"


@pytest.mark.case("BI-20")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_dubious_ownership_is_told_and_never_bypassed(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    os.chown(repo, 12345, 12345)
    with pytest.raises(Unreadable, match="dubious ownership"), opened(repo):
        pass
    (tmp_path / "gitconfig").write_text(f"[safe]\n\tdirectory = {repo}\n")
    with opened(repo) as history:
        assert history.head() is not None


# Nothing runs


def sign_with_planted_signature(repo: Path) -> None:
    """Give HEAD a commit with a signature header, so that showing it would ask gpg."""
    raw = run(repo, "cat-file", "commit", "HEAD")
    header, _, message = raw.partition("\n\n")
    signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n aGVsbG8=\n -----END PGP SIGNATURE-----"
    data = f"{header}\n{signature}\n\n{message}\n".encode()
    sha = run(repo, "hash-object", "-t", "commit", "-w", "--stdin", data=data)
    run(repo, "update-ref", "HEAD", sha)


@pytest.fixture
def planted(repo: Path, tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    """A repository in which every program that configuration can name touches a file of its name."""
    marks = tmp_path / "marks"
    marks.mkdir()

    def program(name: str) -> str:
        script = tmp_path / f"run-{name}"
        script.write_text(f"#!/bin/sh\n: > '{marks}/{name}'\ncat 2>/dev/null\nexit 0\n")
        script.chmod(0o755)
        return str(script)

    (repo / ".gitattributes").write_text("*.md filter=evil diff=evil merge=evil\n")
    run(repo, "add", "-A")
    run(repo, "commit", "-q", "-m", "attributes")
    sign_with_planted_signature(repo)
    (repo / ".git/info/attributes").write_text("* filter=evil diff=evil\n")
    (tmp_path / "included").write_text(f"[core]\n\teditor = {program('include-editor')}\n[diff]\n"
                                       f"\texternal = {program('include-external')}\n")  # fmt: skip
    settings = {
        "core.fsmonitor": program("fsmonitor"),
        "core.pager": program("pager"),
        "core.editor": program("editor"),
        "core.sshCommand": program("ssh"),
        "core.gitProxy": program("proxy"),
        "core.askPass": program("askpass"),
        "core.hooksPath": str(tmp_path / "hooks"),
        "core.alternateRefsCommand": program("alternate-refs"),
        "core.attributesFile": str(repo / ".git/info/attributes"),
        "pager.log": program("pager-log"),
        "pager.blame": program("pager-blame"),
        "filter.evil.clean": program("clean"),
        "filter.evil.smudge": program("smudge"),
        "filter.evil.process": program("process"),
        "filter.evil.required": "true",
        "diff.evil.textconv": program("textconv"),
        "diff.evil.command": program("diff-command"),
        "diff.external": program("diff-external"),
        "merge.evil.driver": program("merge"),
        "gpg.program": program("gpg"),
        "gpg.ssh.program": program("gpg-ssh"),
        "log.showSignature": "true",
        "credential.helper": program("credential"),
        "alias.log": "!" + program("alias-log"),
        "alias.blame": "!" + program("alias-blame"),
        "alias.cat-file": "!" + program("alias-cat-file"),
        "trailer.evil.command": program("trailer"),
        "uploadpack.packObjectsHook": program("pack-objects"),
        "include.path": str(tmp_path / "included"),
    }
    hooks = (
        "post-index-change",
        "post-checkout",
        "pre-commit",
        "reference-transaction",
        "fsmonitor-watchman",
    )
    for folder in (repo / ".git/hooks", tmp_path / "hooks"):
        folder.mkdir(exist_ok=True)
        for hook in hooks:
            shutil.copy(program(f"hook-{hook}"), folder / hook)
    for key, value in settings.items():
        run(repo, "config", key, value)
    (repo / "x.md").write_text("one\nTWO\nthree, edited\n")
    for mark in marks.iterdir():
        mark.unlink()
    yield repo, marks


ASK_EVERYTHING = """
import sys
from pathlib import Path
from workbench.text.git import History, find_worktree, global_identity, in_progress
worktree = find_worktree(Path("x.md"))
assert in_progress(worktree) is None
with History(worktree) as history:
    branch, head = history.head()
    print(branch, len(history.file_log("x.md")))
    print(history.last_change("x.md", 2, 2).subject, history.change_of("x.md", b"one").subject)
    print(history.blob(head, "x.md"))
print(global_identity())
"""


@pytest.mark.case("BI-20")
def test_nothing_that_the_repository_names_is_run(planted: tuple[Path, Path], tmp_path: Path) -> None:
    repo, marks = planted
    before = tree_state(repo)
    env = {**ENV, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "HOME": str(tmp_path)}
    env.pop("GIT_CONFIG_NOSYSTEM")
    done = subprocess.run(
        [sys.executable, "-c", ASK_EVERYTHING],
        cwd=repo, env=env, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["main 2", "second first", "b'one\\nTWO\\nthree\\n'", "None"]
    assert sorted(path.name for path in marks.iterdir()) == []
    assert tree_state(repo) == before


@pytest.mark.case("BI-20")
def test_the_plants_would_run_in_a_plain_git(planted: tuple[Path, Path]) -> None:
    """Guards the test above: the same repository does run its programs when asked in the plain way."""
    repo, marks = planted
    for command in (["log", "-p", "-2"], ["status"], ["diff"], ["blame", "x.md"]):
        subprocess.run(["git", *command], cwd=repo, env=ENV, capture_output=True, check=False, timeout=60)
    run_programs = {path.name for path in marks.iterdir()}
    assert {"fsmonitor", "gpg"} <= run_programs
    assert run_programs & {"clean", "process"}
    assert run_programs & {"textconv", "diff-command", "diff-external", "include-external"}


def test_the_environment_of_the_caller_does_not_reach_git(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    monkeypatch.setenv("GIT_TRACE", str(tmp_path / "trace"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "log.showSignature")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "true")
    with opened(repo) as history:
        assert len(history.file_log("x.md")) == 2
    assert not (tmp_path / "trace").exists()


def test_the_private_directory_is_closed_and_goes(repo: Path) -> None:
    history = opened(repo)
    with history:
        private = history._private
        assert private is not None
        assert private.stat().st_mode & 0o777 == 0o700
    assert not private.exists()
    with pytest.raises(RuntimeError):
        history.file_log("x.md")


# Who the person is


@pytest.mark.parametrize(
    ("name", "email", "identity"),
    [
        ("Ada Lovelace", "ada@example.org", "ada-lovelace"),
        ("  Ada   Lovelace ", "", "ada-lovelace"),
        ("Åsa Öberg", "asa@example.org", "asa@example.org"),
        ("李雷", "", None),
        ("", "", None),
        ("x" * 65, "x@example.org", "x@example.org"),
        ("eve\nuser:ada", "e ve", None),
    ],
)
def test_identity_fits_the_grammar(name: str, email: str, identity: str | None) -> None:
    assert identity_of(name, email) == identity


def test_identity_comes_from_the_persons_settings_only(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(repo, "config", "user.name", "Eve")
    monkeypatch.chdir(repo)
    monkeypatch.setenv("GIT_DIR", str(repo / ".git"))
    monkeypatch.delenv("GIT_CONFIG_GLOBAL", raising=False)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    home = tmp_path / "home"
    (home / ".config/git").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    assert global_identity() is None
    (home / ".config/git/config").write_text("[user]\n\tname = Grace Hopper\n")
    assert global_identity() == "grace-hopper"
    (home / ".gitconfig").write_text("[include]\n\tpath = me\n")
    (home / "me").write_text("[user]\n\temail = ada@example.org\n")
    assert global_identity() == "ada@example.org"
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    assert global_identity() is None
