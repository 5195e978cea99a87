"""The plug-ins among the examples: our own, and the adapter of COMET with a stand-in for that package.

The stand-in has the calls of unbabel-comet 2 that the adapter makes; `test_comet.py` runs the real package.
"""

from __future__ import annotations

import hashlib
import shlex
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from bakeoff.errors import PluginError
from bakeoff.plugins import run_plugin
from tests.conftest import ROOT
from tests.examples.comet_stand_in import install_comet
from tests.plugins.programs import texts

PLUGINS = ROOT / "examples" / "plugins"


def test_character_overlap_of_the_best_reference() -> None:
    given = texts(segments=1, systems=("A",))
    given = type(given)(
        documents=given.documents,
        segment_ids=given.segment_ids,
        references=(("abcd",), ("ab d",)),
        runs=(("ab d",), ("",), ("xyz",), ("a bc",)),
        systems=("same", "empty", "other", "part"),
    )
    result = run_plugin([sys.executable, str(PLUGINS / "character_overlap.py")], given)
    assert {name: column.tolist() for name, column in result.columns.items()} == {
        "same": [1.0],
        "empty": [0.0],
        "other": [0.0],
        "part": [2 * 2 / 5],
    }
    assert (result.name, result.direction, result.signature) == (
        "character-overlap", "higher", {"unit": "character-pairs"},
    )  # fmt: skip


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    return partial(install_comet, tmp_path, monkeypatch)


def adapter(*options: object) -> str:
    return shlex.join([sys.executable, str(PLUGINS / "comet_adapter.py"), *map(str, options)])


def test_comet_scores_segments_from_a_local_checkpoint(install: Callable[..., Path]) -> None:
    checkpoint = install()
    given = texts(segments=10)
    result = run_plugin(adapter("--model", checkpoint, "--batch-size", 2, "--batches", 3), given, name="comet")
    expected = [1000 + len(text) + len(source) / 100 for text, source in zip(given.runs[1], given.source, strict=True)]
    assert result.columns["B"].tolist() == pytest.approx(expected)
    assert (result.name, result.version, result.direction) == ("comet", "2.2.2", "higher")
    assert result.signature == {
        "checkpoint": str(checkpoint),
        "sha256": hashlib.sha256(b"weights").hexdigest()[:16],
        "used-references": "first",
    }


def test_comet_without_references_for_models_that_need_none(install: Callable[..., Path]) -> None:
    given = texts(segments=2)
    result = run_plugin(adapter("--model", install(references=False)), given, name="comet")
    assert result.signature["used-references"] == "none"
    assert result.columns["A"].tolist() == pytest.approx([len(text) + 0.08 for text in given.runs[0]])


def test_comet_is_told_to_look_at_local_files_where_its_version_can_be(install: Callable[..., Path]) -> None:
    checkpoint = install(parameter="local_files_only=False")
    stand_in = checkpoint.parent / "comet" / "__init__.py"
    stand_in.write_text(
        stand_in.read_text().replace("    return Model()", "    assert local_files_only\n    return Model()")
    )
    assert list(run_plugin(adapter("--model", checkpoint), texts(segments=1)).columns) == ["A", "B"]


def test_comet_downloads_nothing_unless_asked_to(install: Callable[..., Path]) -> None:
    install()
    with pytest.raises(
        PluginError, match=r"there is no checkpoint Unbabel/wmt22-comet-da: name a file, or add --allow"
    ):
        run_plugin(adapter("--model", "Unbabel/wmt22-comet-da"), texts())
    with pytest.raises(PluginError, match="downloading Unbabel/wmt22-comet-da"):
        run_plugin(adapter("--model", "Unbabel/wmt22-comet-da", "--allow-download"), texts())


def test_comet_may_fetch_its_encoder_when_told(install: Callable[..., Path]) -> None:
    checkpoint = install(offline=None)
    result = run_plugin(adapter("--model", checkpoint, "--allow-download"), texts(segments=1))
    assert list(result.columns) == ["A", "B"]


def test_comet_asks_for_the_source(install: Callable[..., Path]) -> None:
    with pytest.raises(PluginError, match="expected the source, which it needs, found none"):
        run_plugin(adapter("--model", install()), texts(source=False))


def test_comet_that_is_not_installed_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "model.ckpt").write_bytes(b"weights")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(PluginError, match="No module named 'comet'"):
        run_plugin(adapter("--model", tmp_path / "model.ckpt"), texts())


def test_plug_ins_need_nothing_of_bakeoff() -> None:
    for path in PLUGINS.glob("*.py"):
        imported = subprocess.run(
            [sys.executable, "-I", "-S", "-c", f"import runpy; runpy.run_path({str(path)!r}, run_name='plugin')"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert imported.returncode == 0, imported.stderr
