"""METEOR 1.5 itself, where it can be run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bakeoff.text.resources import ParaphraseTable


@pytest.fixture(scope="session")
def jar(paraphrases: ParaphraseTable) -> Path:
    """METEOR 1.5, which comes with the paraphrases that the tests install, where Java is there to run it."""
    file = paraphrases.path.parent.parent / "meteor-1.5.jar"
    if not file.is_file() or not shutil.which("java"):
        pytest.skip("left out: METEOR 1.5 itself (apt install default-jre-headless)")
    return file
