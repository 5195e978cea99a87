"""Plug-ins as the settings of a server name them: the model is checked first, and no name of a system is given away."""

from __future__ import annotations

import hashlib
import json
import shlex
from pathlib import Path

import pytest

from bakeoff.errors import PluginError
from bakeoff.plugins import ChangedModelError, ConfiguredPlugin, run_configured, run_plugin
from tests.plugins.programs import GOOD, program, texts

KEEPS = """
    lines = [json.loads(line) for line in sys.stdin]
    open(sys.argv[1], "w").write(json.dumps(lines))
    say(INTRODUCTION)
    for line in lines[1:]:
        say({"score": len(line["hypothesis"])})
"""


def configured(folder: Path, body: str = GOOD, *arguments: str) -> ConfiguredPlugin:
    model = folder / "model.ckpt"
    model.write_bytes(b"weights")
    command = shlex.join([*program(body), *arguments])
    return ConfiguredPlugin(
        name="toy", command=command, model=str(model), sha256=hashlib.sha256(b"weights").hexdigest()
    )


def test_signatures_name_the_model_and_its_checksum(tmp_path: Path) -> None:
    plugin = configured(tmp_path)
    scores = run_configured(plugin, texts())
    assert (scores.name, scores.version) == ("toy", "3")
    assert dict(scores.signature) == {"model": "model.ckpt", "model_sha256": plugin.sha256}
    assert {name: column.tolist() for name, column in scores.columns.items()} == {
        name: column.tolist() for name, column in run_plugin(program(GOOD), texts()).columns.items()
    }


def test_the_program_gets_the_path_of_the_model_and_no_names_of_systems(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    plugin = configured(tmp_path, KEEPS, str(kept), "{model}")
    scores = run_configured(plugin, texts(systems=("SECRET-TEAM_primary", "Other")), target_language="English")
    lines = json.loads(kept.read_text())
    assert lines[0]["systems"] == ["1", "2"]
    assert {line["system"] for line in lines[1:]} == {"1", "2"}
    assert list(scores.columns) == ["SECRET-TEAM_primary", "Other"]
    assert plugin.arguments[-1] == str(tmp_path / "model.ckpt")


def test_a_changed_model_is_refused_before_anything_runs(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    plugin = configured(tmp_path, KEEPS, str(kept))
    Path(plugin.model).write_bytes(b"other weights")
    with pytest.raises(ChangedModelError) as caught:
        run_configured(plugin, texts())
    assert str(caught.value) == (
        f"plug-in toy: expected the model model.ckpt with the checksum {plugin.sha256}, found "
        f"{hashlib.sha256(b'other weights').hexdigest()}. Restore the model, or write the new checksum into the "
        "settings of the server: all scores are then computed again."
    )
    assert not kept.exists()


def test_a_missing_model_is_refused(tmp_path: Path) -> None:
    plugin = configured(tmp_path)
    Path(plugin.model).unlink()
    with pytest.raises(ChangedModelError, match="no such file or directory"):
        run_configured(plugin, texts())


def test_what_numbers_depend_on_identifies_a_plug_in() -> None:
    one = ConfiguredPlugin(name="a", command="run")
    assert one.digest == ConfiguredPlugin(name="a", command="run", timeout_seconds=5, memory_bytes=9).digest
    others = [
        ConfiguredPlugin(name="b", command="run"),
        ConfiguredPlugin(name="a", command="run --more"),
        ConfiguredPlugin(name="a", command="run", model="m", sha256="c" * 64),
    ]
    assert len({one.digest, *(each.digest for each in others)}) == 4


def test_a_program_that_needs_more_memory_than_allowed_ends(tmp_path: Path) -> None:
    greedy = """
    say(INTRODUCTION)
    time.sleep(0.2)
    held = bytearray(2**31)
    """
    with pytest.raises(PluginError, match="exit code 1 after 0 of 6 scores") as caught:
        run_plugin(program(greedy), texts(), memory_bytes=2**30)
    assert "MemoryError" in str(caught.value)
