"""METEOR's tables of paraphrases."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.errors import FormatError, ResourceError
from bakeoff.native import Tokens, Vocabulary, tokenize
from bakeoff.text.resources import ParaphraseTable, PhraseMatches, find_paraphrases
from bakeoff.text.resources.paraphrase_file import read_paraphrases

Pair = tuple[str, str]

PAIRS = [("in vain", "without success"), ("vain", "in vain"), ("without success", "in vain"), ("dog", "hound")]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAKEOFF_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("BAKEOFF_METEOR_PARAPHRASES", raising=False)
    return tmp_path / "cache"


def write_table(path: Path, pairs: Sequence[Pair]) -> Path:
    path.write_bytes(gzip.compress("".join(f"0.25\n{left}\n{right}\n" for left, right in pairs).encode()))
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write_table(tmp_path / "paraphrase-en.gz", PAIRS)


def intern(*texts: Sequence[str]) -> tuple[list[str], list[Tokens]]:
    """The words of texts in order of first sight, and the texts as their ids."""
    vocabulary = Vocabulary()
    tokens = [tokenize(text, "blank", vocabulary) for text in texts]
    words = dict.fromkeys(word for text in texts for segment in text for word in segment.split())
    return list(words), tokens


def pairs_of(matches: PhraseMatches, words: Sequence[str]) -> set[Pair]:
    """Matches as pairs of phrases."""
    bounds = zip(matches.word_starts, matches.word_starts[1:], strict=False)
    phrases = [" ".join(words[word] for word in matches.words[start:end]) for start, end in bounds]
    counts = np.diff(matches.partner_starts)
    owners = np.repeat(np.arange(len(matches)), counts)
    return {(phrases[owner], phrases[other]) for owner, other in zip(owners, matches.partners, strict=True)}


# Looking up


def test_pairs_of_two_texts_as_the_table_has_them(file: Path) -> None:
    table = find_paraphrases(file)
    words, (hypothesis, reference) = intern(["he ran in vain", "a dog"], ["without success he ran", "the Hound"])
    first, second = (table.phrases_in(words, text) for text in (hypothesis, reference))
    matches = table.matches(words, np.union1d(first, second))
    assert pairs_of(matches, words) == {
        ("in vain", "without success"),
        ("without success", "in vain"),
        ("vain", "in vain"),
    }
    assert len(matches) == 3


def test_paraphrases_stand_in_the_order_of_the_table(tmp_path: Path) -> None:
    pairs = [("a", "d"), ("b", "a"), ("a", "c"), ("a", "a"), ("a", "b")]
    table = find_paraphrases(write_table(tmp_path / "order.gz", pairs))
    words, (text,) = intern(["a b c d"])
    matches = table.matches(words, table.phrases_in(words, text))
    names = [words[number] for number in matches.words]
    assert {
        name: [names[other] for other in matches.partners[start:end]]
        for name, start, end in zip(names, matches.partner_starts, matches.partner_starts[1:], strict=False)
    } == {"a": ["d", "c", "a", "b"], "b": ["a"], "c": [], "d": []}


def test_a_phrase_does_not_reach_over_the_end_of_a_segment(file: Path) -> None:
    table = find_paraphrases(file)
    words, (text,) = intern(["in", "vain", "without", "", "success"])
    assert len(table.phrases_in(words, text)) == 1
    assert len(table.matches(words, table.phrases_in(words, text))) == 0


def test_an_empty_text_has_no_phrases(file: Path) -> None:
    table = find_paraphrases(file)
    words, (text,) = intern([""])
    assert table.phrases_in(words, text).tolist() == []
    assert table.matches(words, table.phrases_in(words, text)).partner_starts.tolist() == [0]


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [("in vain", ("vain", "without success")), ("hound", ("dog",)), ("in", ()), ("absent", ()), ("", ())],
)
def test_paraphrases_of_a_phrase(file: Path, phrase: str, expected: tuple[str, ...]) -> None:
    assert find_paraphrases(file).paraphrases_of(phrase) == expected


PHRASES = st.lists(st.sampled_from("abcd"), min_size=1, max_size=4).map(" ".join)
TEXTS = st.lists(st.lists(st.sampled_from("abcdz"), max_size=8).map(" ".join), max_size=4)


@given(st.lists(st.tuples(PHRASES, PHRASES), min_size=1, max_size=30), TEXTS)
def test_matches_equal_those_of_a_search_in_all_segments(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[Pair], text: list[str]
) -> None:
    file = write_table(tmp_path_factory.mktemp("table") / "table.gz", pairs)
    table = ParaphraseTable(file, "", read_paraphrases(file))
    words, (tokens,) = intern(text)
    padded = [f" {segment} " for segment in text]
    occurring = {phrase for pair in pairs for phrase in pair if any(f" {phrase} " in segment for segment in padded)}
    among = {(a, b) for a, b in pairs if a in occurring and b in occurring}
    found = table.phrases_in(words, tokens)
    assert len(found) == len(occurring)
    assert np.all(np.diff(found) > 0)
    assert pairs_of(table.matches(words, found), words) == among


# Finding


def test_the_signature_names_language_and_hash(file: Path) -> None:
    table = find_paraphrases(file)
    assert table.signature == f"paraphrases:en-{table.digest[:8]}"
    assert table.pairs == 4


def test_the_variable_names_a_file_or_a_folder(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    czech = write_table(file.with_name("paraphrase-cz.gz"), [("pes", "chrt")])
    for value in (file, file.parent):
        monkeypatch.setenv("BAKEOFF_METEOR_PARAPHRASES", str(value))
        assert find_paraphrases().path == file
    assert find_paraphrases(language="cs").path == czech
    assert find_paraphrases(language="cs").signature.startswith("paraphrases:cs-")


def test_a_file_of_another_language_is_refused(file: Path) -> None:
    with pytest.raises(ResourceError, match=r"paraphrase-en\.gz holds paraphrases for en, not for de: point BAKEOFF_"):
        find_paraphrases(file, language="de")


def test_an_absent_table_is_an_error_that_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bakeoff.text.resources.paraphrases._PACKAGE", "no_such_package")
    with pytest.raises(ResourceError) as caught:
        find_paraphrases()
    assert str(caught.value) == (
        "METEOR's table of paraphrases for en is not installed: pip install --no-deps no_such_package==1.2, "
        "or point BAKEOFF_METEOR_PARAPHRASES to METEOR's file paraphrase-en.gz or its folder."
    )
    with pytest.raises(ResourceError, match=r"paraphrase-en\.gz: there is no such table of paraphrases: pip install"):
        find_paraphrases(tmp_path)
    with pytest.raises(ResourceError, match=r"no paraphrases for the language 'zh', only for cs, de, en, es, fr, ru"):
        find_paraphrases(language="zh")


def test_the_package_that_carries_the_table_is_not_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "carrier" / "meteor" / "data"
    folder.mkdir(parents=True)
    (tmp_path / "carrier" / "__init__.py").write_text("raise SystemExit('imported')")
    write_table(folder / "paraphrase-en.gz", PAIRS)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("bakeoff.text.resources.paraphrases._PACKAGE", "carrier")
    assert find_paraphrases().path == folder / "paraphrase-en.gz"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", r"line 1: expected three lines for each pair, found the end of the file"),
        (b"0.1\na\nb\n0.2\nc\n", r"line 6: expected three lines for each pair, found the end"),
        (b"0.1\na\nb\nc\nd\ne\n", r"line 4: expected a probability, found 'c'\. Take METEOR's table"),
        (b"0.1\na\nb\n0.1\n\ne\n", r"line 5: expected a phrase, found an empty line"),
        (b"0.1\na\n\xff\n", r"line 3: expected UTF-8, found byte 0xff"),
        (b"0.1\na\r\nb\r\n", r"line 2: expected lines that end with a line feed, found a carriage"),
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "table.gz").write_bytes(gzip.compress(content))
    with pytest.raises(FormatError, match=message):
        find_paraphrases(tmp_path / "table.gz")


def test_a_file_that_is_not_gzipped_or_cut_short_is_refused(file: Path) -> None:
    whole = file.read_bytes()
    for content in (gzip.decompress(whole), whole[:-9]):
        file.write_bytes(content)
        with pytest.raises(FormatError, match=r"paraphrase-en\.gz: expected a gzipped file, found damage"):
            find_paraphrases(file)


def test_lines_across_pieces_are_read_and_counted(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = read_paraphrases(file)
    content = gzip.decompress(file.read_bytes())
    file.write_bytes(gzip.compress(content + b"0.5\n\n"))
    for size in (1, 2, 5, 7, 30):
        monkeypatch.setattr("bakeoff.text.resources.paraphrase_file._PIECE", size)
        with pytest.raises(FormatError, match=r"line 15: expected three lines"):
            read_paraphrases(file)
    file.write_bytes(gzip.compress(content.rstrip()))
    again = read_paraphrases(file)
    assert {name: array.tolist() for name, array in again.items()} == {
        name: array.tolist() for name, array in whole.items()
    }


# The cache


def test_the_second_time_it_comes_from_the_cache(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find_paraphrases(file)
    monkeypatch.setattr("bakeoff.text.resources.paraphrases.read_paraphrases", None)
    assert find_paraphrases(file).paraphrases_of("dog") == ("hound",)


def test_a_changed_table_is_read_again(file: Path) -> None:
    find_paraphrases(file)
    write_table(file, [("dog", "cur")])
    assert find_paraphrases(file).paraphrases_of("dog") == ("cur",)


def test_a_damaged_cache_is_made_again(file: Path, cache: Path) -> None:
    find_paraphrases(file)
    (kept,) = cache.iterdir()
    kept.write_bytes(b"")
    assert find_paraphrases(file).paraphrases_of("dog") == ("hound",)


# The real one


def test_the_table_of_meteor(paraphrases: ParaphraseTable) -> None:
    assert paraphrases.pairs == 5274084
    assert paraphrases.digest == "c147ac7d2c91f2fbb3ad31e4b352235061eb83145e0434daf217ee9ca5975f48"
    assert "thousand deaths" in paraphrases.paraphrases_of("000 deaths")


def test_pairs_at_the_start_of_the_file_are_found_among_their_phrases(paraphrases: ParaphraseTable) -> None:
    with gzip.open(paraphrases.path, "rt", encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in islice(file, 60000)]
    listed = set(zip(lines[1::3], lines[2::3], strict=True))
    words, (text,) = intern(sorted({phrase for pair in listed for phrase in pair}))
    found = pairs_of(paraphrases.matches(words, paraphrases.phrases_in(words, text)), words)
    assert listed <= found
