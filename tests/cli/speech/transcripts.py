"""Transcripts that tests of `bakeoff asr` share."""

from __future__ import annotations

from pathlib import Path

import pytest

STM = """;; LABEL "o" "Overall" "all"
talk 1 Ann 0.0 2.0 <o,f0> HELLO {WORLD / WORD} (UH)
talk 1 Bob 2.0 4.0 <o,f1> It's a colour
other 1 Ann 0.0 1.0 <o,f0> bye
"""
CTM = """talk 1 0.1 0.5 hello
talk 1 0.8 0.5 word
talk 1 2.2 0.2 IT'S
talk 1 2.5 0.5 the
talk 1 3.1 0.5 color
"""
GLM = """;; * name "x"
* format = 'NIST1'
COLOUR => COLOR
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, text in {"ref.stm": STM, "hyp.ctm": CTM, "en.glm": GLM, "x.uem": "talk 1 0 4\n"}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "ref.trn").write_text("a b (s-1)\nc (t-2)\n", encoding="utf-8")
    (tmp_path / "hyp.trn").write_text("a x (s-1)\nc (t-2)", encoding="utf-8")
    return tmp_path


SYSTEMS = {
    "one.trn": "the cat sat on a mat (ann-1)\nits a colour (bob-1)\n",
    "two.trn": "the cat sat on a mat (ann-1)\nits a color (bob-1)\n",
    "three.trn": "a cat sat on a mat yes (ann-1)\nits the colour (bob-1)\n",
}


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    """Three systems and a reference with two mistakes."""
    for name, text in SYSTEMS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "said.trn").write_text("the cat sat on the mat (ann-1)\nit's a colour (bob-1)\n", encoding="utf-8")
    return tmp_path


def call(folder: Path, *more: int | str | Path) -> tuple[int | str | Path, ...]:
    return ("asr", *(folder / name for name in SYSTEMS), "-r", folder / "said.trn", *more)
