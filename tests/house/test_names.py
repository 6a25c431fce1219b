"""No tracked file names a package registry or a folder of one machine, so the project works from anywhere."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# In pieces, so that this file does not name what it looks for.
REGISTRIES = [
    "py" + r"pi\.(org|python)",
    "python" + r"hosted\.org",
    "npm" + r"js\.(org|com)",
    "deb" + r"ian\.(org|net)",
    "(index|extra-index|registry)" + "-url",
    r"https?://\S+/" + "simple",
    "/packages" + r"/[0-9a-f]{2}/[0-9a-f]{2}/",
]
MACHINES = [r"(^|[^\w.])/" + r"(work|root|farm)/", "/tmp" + "/team"]

FORBIDDEN = re.compile("|".join(REGISTRIES + MACHINES).encode(), re.MULTILINE)


def tracked_files() -> list[Path]:
    """Every file that git tracks and that is there, in the order git lists them."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    paths = [ROOT / name.decode() for name in listed.split(b"\0") if name]
    return [path for path in paths if path.is_file() and not path.is_symlink()]


def test_no_tracked_file_names_a_registry_or_a_folder_of_one_machine() -> None:
    paths = tracked_files()
    found = [
        f"{path.relative_to(ROOT)}: {match.group().decode(errors='replace')}"
        for path in paths
        for match in FORBIDDEN.finditer(path.read_bytes())
    ]

    assert ROOT / "pyproject.toml" in paths
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "https://py" + "pi.org/project/x",
        "--index" + "-url=x",
        "see /work" + "/main",
        "\n/root" + "/.config",
        "(/tmp" + "/team/notes)",
    ],
)
def test_the_search_finds_what_it_is_for(line: str) -> None:
    assert FORBIDDEN.search(line.encode())
