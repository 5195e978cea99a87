"""Commands of the tutorials, run one after another, name only files that exist by then."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILES = (".xml", ".txt", ".toml", ".tgz", ".json", ".tsv", ".html")
NOT_HERE = re.compile(r"^(\. |(git|make|python -m|pip|bakeoff (serve|demo|worker))\b)")
"""Set-up, and what takes long or does not end."""


def named_files(command: str) -> list[str]:
    """What a command names that looks like a file."""
    words = [word.rpartition("=")[2] for word in shlex.split(command)]
    return [word for word in words if word.endswith(FILES) and "://" not in word]


@pytest.mark.parametrize("tutorial", TUTORIALS, ids=lambda path: path.stem)
def test_every_file_that_a_tutorial_names_exists_when_its_command_has_run(tutorial: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    commands = [line for block in BLOCK.findall(tutorial.read_text(encoding="utf-8")) for line in block.splitlines()]
    tried = [command for command in commands if not NOT_HERE.match(command)]
    assert tried
    for command in tried:
        environment = {**os.environ, "PATH": path}
        done = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        # A check that finds something ends with 1.
        assert done.returncode == 0 or (done.returncode == 1 and command.startswith("bakeoff check")), done.stderr
        missing = [name for name in named_files(command) if not list(tmp_path.glob(name))]
        assert missing == [], f"{command}\n{done.stdout}{done.stderr}"
