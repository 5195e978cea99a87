"""Relations that hold for all formats; a format in no table fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.data import ReferenceSet, Run, TestSet
from bakeoff.formats import TextFile, formats, read, write
from bakeoff.formats.text.text_file import Role
from tests.depth import cases

from .texts import FAMILY, common_core, core


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("round-trip")


def test_every_format_is_in_the_table() -> None:
    assert set(FAMILY) == set(formats())


@pytest.mark.parametrize("name", FAMILY)
@pytest.mark.parametrize("ending", ["", ".gz"])
@settings(max_examples=cases(60))
@given(data=st.data())
def test_what_was_written_is_read_back(name: str, ending: str, folder: Path, data: st.DataObject) -> None:
    sets = data.draw(FAMILY[name])
    path = folder / f"run{formats()[name].endings[0]}{ending}"
    write(TextFile(sets, name), path, format=name)
    assert read(path, format=name) == TextFile(sets, name)


@pytest.mark.parametrize("name", FAMILY)
@settings(max_examples=cases(20))
@given(data=st.data())
def test_what_was_written_is_recognised(name: str, folder: Path, data: st.DataObject) -> None:
    sets = data.draw(FAMILY[name])
    path = folder / f"run{formats()[name].endings[0]}"
    write(TextFile(sets, name), path, format=name)
    assert read(path).format == name


@pytest.mark.parametrize("name", [name for name in FAMILY if name != "plain-text"])
@settings(max_examples=cases(40))
@given(run=common_core())
def test_documents_ids_attributes_and_texts_are_held_by_all_formats_alike(name: str, folder: Path, run: Run) -> None:
    """So they pass from any of them to any other."""
    source = TestSet(test_set="t", source_language="fr", documents=run.documents)
    path = folder / f"run{formats()[name].endings[0]}"
    write(TextFile((source, run) if name == "wmt-xml" else (run,), name), path, format=name)
    back = next(text for text in read(path, format=name).sets if isinstance(text, Run))
    assert core(back) == core(run)


@pytest.mark.parametrize("name", ["plain-text", "tsv", "json-lines"])
@pytest.mark.parametrize(("role", "kind"), [("source", TestSet), ("reference", ReferenceSet), ("run", Run)])
def test_formats_without_roles_give_the_role_asked_for(name: str, role: Role, kind: type[Any], tmp_path: Path) -> None:
    path = tmp_path / f"uedin.de-en{formats()[name].endings[0]}"
    path.write_text({"tsv": "text\nhello\n", "json-lines": '{"text": "hello"}\n'}.get(name, "hello\n"))
    (text,) = read(path, role=role).sets
    assert type(text) is kind
    assert [segment.text for segment in text.segments] == ["hello"]
    assert getattr(text, "name", getattr(text, "system", "uedin.de-en")) == "uedin.de-en"
