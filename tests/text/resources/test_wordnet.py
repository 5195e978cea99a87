"""Synonyms by WordNet 3.0, looked up as METEOR 1.5 does."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from bakeoff.errors import FormatError, ResourceError
from bakeoff.text.resources import WordNet, find_wordnet
from bakeoff.text.resources import wordnet as wordnet_module
from bakeoff.text.resources.wordnet import locate_wordnet
from tests.text.resources.small_wordnet import write_wordnet

WORDS = {
    "noun": {"blick": [10, 40], "blicket": [10], "dax": [20], "tove": [30]},
    "verb": {"blick": [50], "gimble": [60], "gyre": [60]},
    "adv": {"dax": [70]},
}
IRREGULAR = {"noun": {"toven": "tove"}, "verb": {"gomble": "gimble blick"}}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAKEOFF_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("BAKEOFF_WORDNET", raising=False)
    return tmp_path / "cache"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_wordnet(tmp_path / "wordnet", WORDS, IRREGULAR)


# Looking up


@pytest.mark.parametrize(
    ("word", "synsets"),
    [
        ("blick", (10, 40, 50)),
        ("dax", (20, 70)),
        ("daxes", (20, 70)),
        ("gyring", (60,)),
        ("toven", (30,)),
        ("gomble", (10, 40, 50, 60)),
        ("Blick", ()),
        ("absent", ()),
        ("", ()),
    ],
)
def test_a_word_has_the_synsets_of_all_parts_of_speech_and_of_its_bases(
    folder: Path, word: str, synsets: tuple[int, ...]
) -> None:
    assert find_wordnet(folder).synsets(word) == synsets


# What the Java program METEOR 1.5 did (`-l en -m synonym -w 1 -d FOLDER`) with invented words in a synonym folder of
# its own, where only the named bases were listed: of these it took the one marked with "!", or none.
METEOR_1_5_BASES = {
    "ab": [],
    "bs": [],
    "qyss": ["qys"],
    "qacful": ["qac"],
    "qes's": ["qes"],
    "ois": ["!oi"],
    "qbs": ["!qb"],
    "qases": ["!qase", "qas"],
    "qaxes": ["!qax"],
    "qoches": ["!qoche", "qoch"],
    "qazzes": ["!qazz", "qaz"],
    "qasses": ["!qass", "qas"],
    "qabies": ["!qabie", "qaby", "qabi"],
    "qobies": ["!qoby", "qobi"],
    "qubies": ["!qubi"],
    "qmen": ["!qman", "qme"],
    "qings": ["!qing", "q"],
    "qaed": ["!qae", "qa"],
    "qied": ["!qie", "qi", "qy"],
    "ing": ["!e"],
    "qaying": ["!qaye", "qay"],
    "qoying": ["!qoy"],
    "qaer": ["!qa", "qae"],
    "qoer": ["!qoe"],
    "qaest": ["!qa", "qae"],
    "qoest": ["!qoe"],
}


@pytest.mark.parametrize(("word", "bases"), METEOR_1_5_BASES.items())
def test_suffix_rules_against_meteor(tmp_path: Path, word: str, bases: list[str]) -> None:
    listed = {base.removeprefix("!"): [number] for number, base in enumerate(bases, start=1)}
    taken = tuple(number for number, base in enumerate(bases, start=1) if base.startswith("!"))
    wordnet = find_wordnet(write_wordnet(tmp_path / "wordnet", {"noun": listed or {"other": [9]}}))
    assert wordnet.synsets(word) == taken


def test_a_listed_word_has_the_synsets_of_its_base_too(tmp_path: Path) -> None:
    wordnet = find_wordnet(write_wordnet(tmp_path / "wordnet", {"noun": {"daxes": [1]}, "verb": {"dax": [2]}}))
    assert wordnet.synsets("daxes") == (1, 2)


def test_suffix_rules_do_not_apply_to_an_irregular_form_even_if_its_base_is_not_listed(tmp_path: Path) -> None:
    words = {"noun": {"dax": [1], "daxes": [2]}}
    wordnet = find_wordnet(write_wordnet(tmp_path / "wordnet", words, {"noun": {"daxes": "absent"}}))
    assert wordnet.synsets("daxes") == (2,)


def test_many_words_at_once(folder: Path) -> None:
    starts, synsets = find_wordnet(folder).synset_table(["dax", "absent", "gyres"])
    assert (starts.tolist(), synsets.tolist()) == ([0, 2, 2, 3], [20, 70, 60])
    assert [array.tolist() for array in find_wordnet(folder).synset_table([])] == [[0], []]


def test_synsets_that_debian_moved_keep_princetons_numbers(tmp_path: Path) -> None:
    princeton = {"verb": {"a": [612841], "b": [613018], "c": [2422663], "d": [2422967]}, "adj": {"e": [1681477]}}
    debian = {"verb": {"a": [612841], "b": [613036], "c": [2422681], "d": [2422967]}, "adj": {"e": [1681478]}}
    first = find_wordnet(write_wordnet(tmp_path / "first", princeton))
    second = find_wordnet(write_wordnet(tmp_path / "second", debian))
    assert [second.synsets(word) for word in "abcde"] == [(612841,), (613018,), (2422663,), (2422967,), (1681477,)]
    assert first.signature == second.signature


# Finding


def test_the_signature_changes_with_the_content_only(folder: Path, tmp_path: Path) -> None:
    wordnet = find_wordnet(folder)
    assert wordnet.signature == f"wordnet:3.0-{wordnet.digest[:8]}"
    assert find_wordnet(write_wordnet(tmp_path / "copy", WORDS, IRREGULAR)).signature == wordnet.signature
    assert find_wordnet(write_wordnet(tmp_path / "other", WORDS)).signature != wordnet.signature


def test_the_variable_names_the_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAKEOFF_WORDNET", str(folder))
    assert find_wordnet().path == folder


def test_an_absent_wordnet_is_an_error_that_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ResourceError, match=r"no file index\.noun\): apt install wordnet-base, or point BAKEOFF_WORDN"):
        find_wordnet(tmp_path)
    monkeypatch.setattr("bakeoff.text.resources.wordnet._USUAL_FOLDERS", (tmp_path,))
    with pytest.raises(ResourceError) as caught:
        find_wordnet()
    assert str(caught.value) == (
        "WordNet 3.0 is not installed: apt install wordnet-base, or point BAKEOFF_WORDNET to its folder."
    )


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "verb.exc").unlink()
    with pytest.raises(ResourceError, match=r"verb\.exc: WordNet cannot be read \(no such file or directory\): apt"):
        find_wordnet(folder)


def test_another_version_is_refused(tmp_path: Path) -> None:
    folder = write_wordnet(tmp_path / "wordnet", WORDS, version="3.1")
    with pytest.raises(ResourceError, match=r"index\.noun: expected WordNet 3\.0, found WordNet 3\.1; METEOR's"):
        find_wordnet(folder)
    (folder / "index.noun").write_text("dax n 1 0 1 0 00000020\n")
    with pytest.raises(ResourceError, match="found a file that does not say which version of WordNet it is"):
        find_wordnet(folder)


@pytest.mark.parametrize(
    ("file", "line", "message"),
    [
        ("index.adj", "dax a 2 1 @ 2 0 00000020", r"line 3: expected the places of 2 synsets, found 'dax a 2 1 @ 2 0"),
        ("index.adj", "dax a 0 0 0 0", r"line 3: expected the places of 0 synsets"),
        ("index.adj", "dax a two 0 1 0 20", r"line 3: expected a word, its part of speech and numbers"),
        ("index.adj", "dax a 1 0 1 0 2O", r"line 3: expected a word, its part of speech and numbers"),
        ("index.adj", "dax", r"line 3: expected a word, its part of speech and numbers"),
        ("adv.exc", "daxly", r"line 1: expected an irregular form and its bases, found 'daxly'\. Install WordNet 3\.0"),
        (
            "adv.exc",
            "däxly dax",
            r"adv\.exc: expected ASCII, as in all files of WordNet, found byte 0xc3 at position 1",
        ),
    ],
)
def test_a_damaged_line_is_named(folder: Path, file: str, line: str, message: str) -> None:
    with (folder / file).open("a", encoding="utf-8") as content:
        content.write(line + "\n")
    with pytest.raises(FormatError, match=message):
        find_wordnet(folder)


# The cache


def test_the_second_time_it_comes_from_the_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = find_wordnet(folder)
    wordnet_module._open.cache_clear()
    monkeypatch.setattr(wordnet_module, "read_wordnet", None)
    second = find_wordnet(folder)
    assert second.signature == first.signature
    assert second.synsets("gomble") == first.synsets("gomble")


def test_a_changed_source_is_read_again(folder: Path) -> None:
    find_wordnet(folder)
    write_wordnet(folder, {"noun": {"dax": [99]}})
    assert find_wordnet(folder).synsets("dax") == (99,)


def test_a_damaged_cache_is_made_again(folder: Path, cache: Path) -> None:
    find_wordnet(folder)
    (file,) = cache.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:-1])
    wordnet_module._open.cache_clear()
    assert find_wordnet(folder).synsets("dax") == (20, 70)
    assert file.read_bytes() == whole


def test_it_works_without_a_cache(folder: Path, cache: Path) -> None:
    cache.write_text("a file stands where the folder should be")
    assert find_wordnet(folder).synsets("dax") == (20, 70)


# The real one


def meteor_list(path: Path) -> Iterator[tuple[str, set[str]]]:
    """A word and what belongs to it, on two lines."""
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    for word, line in zip(lines[::2], lines[1::2], strict=True):
        yield word, set(line.split())


def test_words_and_synsets_against_meteors_list(wordnet: WordNet, data: Path) -> None:
    listed = dict(meteor_list(data / "meteor-lists" / "synonym" / "english.synsets.gz"))
    arrays = wordnet.arrays
    words = arrays["words"].tobytes().decode().split("\n")
    synsets = np.split(arrays["synsets"], arrays["synset_ends"][:-1])
    ours = {word: {f"{synset:08d}" for synset in its} for word, its in zip(words, synsets, strict=True)}
    assert len(ours) == 147306
    assert {word for word in ours.keys() | listed.keys() if ours.get(word) != listed.get(word)} == set()


def test_irregular_forms_against_meteors_list(wordnet: WordNet, data: Path) -> None:
    listed = set()
    for base, inflected in meteor_list(data / "meteor-lists" / "synonym" / "english.exceptions.gz"):
        listed |= {(form, base) for form in inflected}
    forms, bases = (wordnet.arrays[name].tobytes().decode().split("\n") for name in ("forms", "bases"))
    ours = {(form, base) for form, its in zip(forms, bases, strict=True) for base in its.split(" ")}
    assert ours == listed


@pytest.mark.parametrize(
    ("first", "second", "are_synonyms"),
    [
        ("dogs", "hound", True),
        ("ran", "operated", True),
        ("churches", "church", True),
        ("lessons", "moral", True),
        ("entity", "object", False),  # a kind of it, not a synonym
        ("good", "bad", False),
    ],
)
def test_real_words(wordnet: WordNet, first: str, second: str, are_synonyms: bool) -> None:
    assert bool(set(wordnet.synsets(first)) & set(wordnet.synsets(second))) == are_synonyms


def test_debians_folder_is_found_by_itself(wordnet: WordNet) -> None:
    assert wordnet.version == "3.0"
    assert locate_wordnet() == wordnet.path
