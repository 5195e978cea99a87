"""Every key of rulebooks is explained."""

from __future__ import annotations

import pytest

from bakeoff.rulebook import rulebook_names
from bakeoff.rulebook.files.sources import read_raw
from bakeoff.rulebook.reference import KeyReference, rulebook_reference

TABLES = {table.path: table for table in rulebook_reference()}


def key_of(path: str, name: str) -> KeyReference:
    table = TABLES[path]
    return next(key for key in TABLES[table.same_as or path].keys if key.name == name)


@pytest.mark.parametrize("path", TABLES)
def test_every_key_has_a_meaning_and_every_table_keys(path: str) -> None:
    table = TABLES[path]
    assert table.meaning
    assert bool(table.keys) != bool(table.same_as)
    for key in table.keys:
        assert len(key.meaning.split()) >= 2, key.name
        assert key.meaning.endswith((".", "…")), key.name


def test_values_are_described_by_their_kinds_defaults_and_choices() -> None:
    kind = key_of("tracks.NAME", "kind")
    assert (kind.required, kind.choices[:2], kind.kind) == (True, ("mt", "asr"), "text")
    assert key_of("test_sets.NAME", "references").default == "1"
    assert key_of("phases.NAME", "end").kind == "day or time"
    assert key_of("phases.NAME", "opens").choices[:2] == ("register", "submit")
    assert "bleu@sacrebleu" in key_of("evaluation", "metrics").choices
    assert key_of("human.NAME", "phase").refers_to == "phases"
    assert key_of("evaluation.tracks.NAME.languages.NAME", "case").kind == "true or false"
    assert key_of("", "phases").kind == "tables"
    assert key_of("", "published_scores").kind == "list of tables"


def test_tables_with_the_same_keys_name_the_first() -> None:
    assert TABLES["evaluation.tracks.NAME.interval"].same_as == "evaluation.interval"


def test_only_named_tables_leave_their_id_out() -> None:
    assert key_of("campaign", "id").required
    assert "id" not in [key.name for key in TABLES["phases.NAME"].keys]


@pytest.mark.parametrize("name", rulebook_names())
def test_every_key_of_a_shipped_rulebook_is_in_the_reference(name: str) -> None:
    content = read_raw(name).content
    for chapter, value in content.items():
        assert key_of("", chapter)
        named = value.values() if f"{chapter}.NAME" in TABLES else [value] if isinstance(value, dict) else value
        path = f"{chapter}.NAME" if f"{chapter}.NAME" in TABLES else chapter
        for table in named:
            for key in table:
                assert key_of(path, key), (path, key)
