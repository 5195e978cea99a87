"""`bakeoff resources`."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bakeoff.text.resources import list_resources
from tests.text.resources.small_wordnet import write_wordnet
from tests.text.resources.test_paraphrases import write_table


@pytest.fixture(autouse=True)
def resources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small WordNet and an English table of paraphrases."""
    write_wordnet(tmp_path / "wordnet", {"noun": {"dax": [1]}})
    write_table(tmp_path / "paraphrase-en.gz", [("dog", "hound")])
    monkeypatch.setenv("BAKEOFF_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("BAKEOFF_WORDNET", str(tmp_path / "wordnet"))
    monkeypatch.setenv("BAKEOFF_METEOR_PARAPHRASES", str(tmp_path))
    return tmp_path


def test_json_says_what_is_there(bakeoff: Callable[..., Any], resources: Path) -> None:
    outcome = bakeoff("resources", "--format", "json")
    stemmers, wordnet, paraphrases, *taggers = outcome.json
    assert (stemmers["name"], stemmers["found"]) == ("stemmers", True)
    assert {"en", "de", "fr"} < set(stemmers["languages"])
    assert len(wordnet.pop("sha256")) == len(paraphrases.pop("sha256")) == 64
    assert wordnet == {
        "name": "WordNet", "for": "METEOR: synonym", "languages": ["en"], "found": True, "version": "3.0",
        "path": str(resources / "wordnet"), "problem": None,
        "remedy": "apt install wordnet-base, or point BAKEOFF_WORDNET to its folder",
    }  # fmt: skip
    assert paraphrases == {
        "name": "paraphrases", "for": "METEOR: paraphrase", "languages": ["en"], "found": True, "version": None,
        "path": str(resources / "paraphrase-en.gz"), "problem": None,
        "remedy": "pip install --no-deps pycocoevalcap==1.2, or point BAKEOFF_METEOR_PARAPHRASES to METEOR's file "
        "paraphrase-en.gz or its folder",
    }  # fmt: skip

    assert [tagger["name"] for tagger in taggers] == ["tagger hanta", "tagger rjieba", "tagger spacy"]


def test_taggers_are_listed_with_version_or_the_way_to_get_them(
    bakeoff: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def version(name: str) -> str:
        if name != "HanTa":
            raise importlib.metadata.PackageNotFoundError
        return "1.2.3"

    monkeypatch.setattr(importlib.metadata, "version", version)
    hanta, rjieba, spacy = list_resources()[-3:]
    assert (hanta.found, hanta.version, hanta.languages) == (True, "1.2.3", ("de", "en", "nl"))
    assert (rjieba.found, rjieba.languages, rjieba.remedy) == (False, ("zh",), "pip install 'bakeoff[zh]'")
    assert (spacy.found, spacy.languages) == (False, ())
    outcome = bakeoff("resources")
    assert "tags=spacy needs spacy, which is not installed: pip install spacy." in outcome.out
    assert "tagger hanta: de en nl" in outcome.out


def test_what_is_absent_is_said_with_a_way_to_get_it_and_is_no_failure(
    bakeoff: Callable[..., Any], resources: Path
) -> None:
    (resources / "wordnet" / "index.noun").unlink()
    (resources / "paraphrase-en.gz").unlink()
    outcome = bakeoff("resources")
    assert outcome.code == 0
    rows = [line.split() for line in outcome.out.splitlines()]
    assert ["WordNet", "(en)", "METEOR:", "synonym", "no", "–", "–", "–"] in rows
    assert ["paraphrases", "(en)", "METEOR:", "paraphrase", "no", "–", "–", "–"] in rows
    assert "holds no WordNet (there is no file index.noun): apt install wordnet-base" in outcome.out
    assert "there is no such table of paraphrases: pip install --no-deps pycocoevalcap==1.2" in outcome.out


def test_tables_of_other_languages_are_listed_where_they_are(bakeoff: Callable[..., Any], resources: Path) -> None:
    write_table(resources / "paraphrase-cz.gz", [("pes", "chrt")])
    rows = [line.split("\t") for line in bakeoff("resources", "--format", "tsv").out.splitlines()]
    assert rows[0] == ["resource", "for", "found", "version", "hash", "path", "languages"]
    assert [(row[0], row[2], row[6]) for row in rows[2:5]] == [
        ("WordNet (en)", "yes", "en"),
        ("paraphrases (cs)", "yes", "cs"),
        ("paraphrases (en)", "yes", "en"),
    ]


def test_a_damaged_wordnet_is_listed_with_its_mistake(bakeoff: Callable[..., Any], resources: Path) -> None:
    with (resources / "wordnet" / "index.noun").open("a") as file:
        file.write("dax\n")
    outcome = bakeoff("resources", "--format", "json")
    assert outcome.code == 0
    assert outcome.json[1]["found"] is False
    assert "index.noun, line 4: expected a word" in outcome.json[1]["problem"]
