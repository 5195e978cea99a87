"""The helpers that give the right texts or say what was found instead."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bakeoff.data import ReferenceSet, TestSet
from bakeoff.errors import FormatError
from bakeoff.formats import TextFile, read_references, read_runs, read_source, write

from .texts import small_run


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "source.xml"
    text = TestSet(test_set="t", source_language="fr", documents=small_run().documents)
    write(TextFile((text,), "nist-xml"), path)
    return path


@pytest.fixture
def references(tmp_path: Path) -> Path:
    path = tmp_path / "references.xml"
    fields: dict[str, Any] = {
        "test_set": "t",
        "source_language": "fr",
        "target_language": "en",
        "documents": small_run().documents,
    }
    write(TextFile(tuple(ReferenceSet(name=name, **fields) for name in "AB"), "nist-xml"), path)
    return path


def test_a_file_of_several_references_gives_them_all(references: Path) -> None:
    assert [text.name for text in read_references(references)] == ["A", "B"]


def test_the_source_is_given(source: Path) -> None:
    assert read_source(source).source_language == "fr"


@pytest.mark.parametrize(
    ("reader", "message"),
    [
        (read_runs, "source.xml: expected a run, found 1 source. Give the system's output here."),
        (read_references, "source.xml: expected a reference, found 1 source. Give a reference translation here."),
    ],
)
def test_a_file_without_the_role_is_refused(reader: Callable[..., Any], message: str, source: Path) -> None:
    with pytest.raises(FormatError) as caught:
        reader(source)
    assert str(caught.value).endswith(message)


def test_references_are_no_source(references: Path) -> None:
    with pytest.raises(FormatError, match=r"expected a source, found 2 references\. Give the source text here\."):
        read_source(references)


def test_plain_text_is_what_it_is_asked_to_be(tmp_path: Path) -> None:
    path = tmp_path / "uedin.txt"
    path.write_text("a\n")
    assert read_runs(path)[0].system == "uedin"
    assert read_references(path)[0].name == "uedin"
    assert [segment.text for segment in read_source(path).segments] == ["a"]


def test_importing_the_formats_loads_no_xml_library() -> None:
    program = (
        "import sys, bakeoff.formats as f; f.recognise(b'<mteval>', 'a'); "
        "print('lxml' in sys.modules, 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"
