"""Each native tokeniser against the tool whose name it bears, or a naive twin written from the facts."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_char import TokenizerChar
from sacrebleu.tokenizers.tokenizer_intl import TokenizerV14International
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer
from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh

from bakeoff.native import Vocabulary, tokenize, tokenize_lines, tokenizer_names
from tests.depth import THOROUGH
from tests.native import tokenizer_twins as twins

ROOT = Path(__file__).parent.parent.parent
SCALARS = [chr(code) for code in range(0x30000) if not 0xD800 <= code < 0xE000]
CONTEXTS = "a{0}b 1{0}2 .{0}. ,{0}1 1{0}, a{0} 1{0} {0}1 '{0} '{0}s 's{0} -{0} {0}- "
TERCOM_FORMS = {
    "": (False, False, False),
    "-nopunct": (False, False, True),
    "-asian-nopunct": (False, True, True),
    "-normalized": (True, False, False),
    "-normalized-nopunct": (True, False, True),
    "-normalized-asian": (True, True, False),
    "-normalized-asian-nopunct": (True, True, True),
}


def sacrebleu_ter(normalized: bool, asian: bool, nopunct: bool) -> TercomTokenizer:
    return TercomTokenizer(normalized=normalized, asian_support=asian, no_punct=nopunct, case_sensitive=True)


SACREBLEU: dict[str, Callable[[str], str]] = {
    "13a": Tokenizer13a(),
    "char": TokenizerChar(),
    "intl": TokenizerV14International(),
    "plain": str,
    "zh": TokenizerZh(),
    **{f"sacrebleu-tercom{form}": sacrebleu_ter(*options) for form, options in TERCOM_FORMS.items()},
}


def tercom_twin(normalized: bool, asian: bool, nopunct: bool) -> Callable[[str], str]:
    return lambda text: twins.tercom(text, normalized=normalized, asian=asian, nopunct=nopunct)


METEOR_LANGUAGES = {
    "cs": "czech",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fr": "french",
    "ru": "russian",
}


def meteor_prefixes(name: str) -> frozenset[str]:
    """A list of abbreviations, as it stands in the source."""
    source = (ROOT / "cpp/src/meteor_prefixes.hpp").read_text(encoding="utf-8")
    found = re.search(rf" {name}_prefixes{{(.*?)}};", source, re.DOTALL)
    return frozenset(re.findall('"(.*?)"', found[1])) if found else frozenset()


def meteor_twin(language: str) -> Callable[[str], str]:
    name = METEOR_LANGUAGES[language]
    prefixes, number_prefixes = meteor_prefixes(name), meteor_prefixes(f"{name}_number")
    return lambda text: twins.meteor(text, language, prefixes, number_prefixes)


TWINS: dict[str, Callable[[str], str]] = {
    "blank": lambda text: " ".join(filter(None, text.split(" "))),
    "gtm": lambda text: twins.joined(text, r" \t\r\n\f"),
    "mteval-13a": twins.mteval_13a,
    "mteval-13a-nocase": twins.mteval_13a_nocase,
    "mteval-intl": twins.mteval_intl,
    "mteval-intl-nocase": twins.mteval_intl_nocase,
    **{f"meteor-{language}": meteor_twin(language) for language in METEOR_LANGUAGES},
    **{f"tercom{form}": tercom_twin(*options) for form, options in TERCOM_FORMS.items()},
}


def as_sacrebleu(name: str, segments: list[str]) -> list[str]:
    """What sacreBLEU's metrics see: segments without white space at the end, tokens split at white space."""
    return [" ".join(SACREBLEU[name](segment.rstrip()).split()) for segment in segments]


# These say all that the others do, which are only compared on every 16th character beyond the first 12,800. Unless the
# run is thorough, all of them are compared on the first 3,072 and on every 16th of the rest.
COMPLETE_SWEEP = {"13a", "intl", "meteor-en", "mteval-13a", "mteval-intl-nocase", "tercom-normalized-asian", "zh"}


def swept(name: str) -> list[str]:
    """The characters to compare: those whose category does not depend on the version of Unicode that is installed."""
    first = 0x3200 if THOROUGH else 0xC00
    characters = SCALARS if THOROUGH and name in COMPLETE_SWEEP else [*SCALARS[:first], *SCALARS[first::16]]
    made_from = (ROOT / "cpp/src/unicode_tables.hpp").read_text(encoding="utf-8").partition("\n")[0]
    if not name.startswith(("mteval-intl", "meteor")) and (
        "intl" not in name or f"regex {regex.__version__} " in made_from
    ):
        return characters
    database = unicodedata if unicodedata.unidata_version == "14.0.0" else unicodedata.ucd_3_2_0
    return [character for character in characters if database.category(character) != "Cn"]


def in_contexts(characters: list[str]) -> list[str]:
    """Long segments that show every character in every context."""
    rest: Iterator[str] = iter(characters)
    batches = iter(lambda: list(islice(rest, 64)), [])
    return ["".join(CONTEXTS.format(character) for character in batch) for batch in batches]


def at_edges(characters: list[str]) -> list[str]:
    return [text for c in characters for text in (c, f"1{c}", f"{c}1")]


def test_every_tokeniser_has_an_oracle() -> None:
    assert sorted({*SACREBLEU, *TWINS}) == tokenizer_names()


@pytest.mark.parametrize("name", SACREBLEU)
def test_every_code_point_against_sacrebleu(name: str) -> None:
    segments = in_contexts(swept(name))
    assert tokenize_lines(segments, name) == as_sacrebleu(name, segments)


@pytest.mark.parametrize("name", ["intl", "zh"])
def test_every_code_point_at_the_edges_against_sacrebleu(name: str) -> None:
    segments = at_edges(swept(name))
    assert tokenize_lines(segments, name) == as_sacrebleu(name, segments)


@pytest.mark.parametrize("name", TWINS)
def test_every_code_point_against_the_twin(name: str) -> None:
    characters = swept(name)
    segments = [*in_contexts(characters), *at_edges(characters[: 0x3000 if THOROUGH else 0xC00])]
    assert tokenize_lines(segments, name) == [TWINS[name](segment) for segment in segments]


def test_mteval_differs_from_sacrebleu_only_in_the_information_separators() -> None:
    segments = [CONTEXTS.format(character) for character in SCALARS if not "\x1c" <= character <= "\x1f"]
    assert tokenize_lines(segments, "mteval-13a") == tokenize_lines(segments, "13a")
    assert tokenize_lines(["a\x1cb\u00a0c"], "mteval-13a") == ["a\x1cb c"]
    assert tokenize_lines(["a\x1cb\u00a0c"], "13a") == ["a b c"]


FRAGMENTS = st.lists(
    st.one_of(
        st.sampled_from(["<skipped>", "-\n", "\n-", "\n", "-\u2028", "\u2028", "&amp;", "&lt;", "&gt;", "&quot;"]),
        st.sampled_from(
            ["&apos;", "&", "amp;", "lt;", "'s", "'", ".", ",", "-", "1", "٣", "½", "a", "Z", "É", "İ", "Σ"]
        ),
        st.sampled_from([" ", "\t", "\r", "\x00", "\x1c", "\x85", "\u00a0", "\u3000", "\u200b", "\u0301", "😀", "€"]),
        st.sampled_from(
            ["中", "あ", "カ", "・", "ㇰ", "。", "，", "（", "㈱", "\u2000", "\u2a6d", "\U00020000", "“", "—"]
        ),
        st.text(st.characters(exclude_categories=["Cs", "Cn"], max_codepoint=0x2FFF), max_size=3),
    ),
    max_size=12,
).map("".join)


@given(FRAGMENTS)
def test_mixed_fragments_against_sacrebleu(text: str) -> None:
    for name in SACREBLEU:
        assert tokenize_lines([text], name) == as_sacrebleu(name, [text]), name


@given(FRAGMENTS)
def test_mixed_fragments_against_the_twins(text: str) -> None:
    for name, twin in TWINS.items():
        assert tokenize_lines([text], name) == [twin(text)], name


METEOR_PIECES = st.lists(
    st.one_of(
        st.sampled_from(
            [".", "..", "...", ",", "'", "''", "’", "‘", "`", "-", "--", "–", "“", "”", '"', " ", " ", "\x0b"]
        ),
        st.sampled_from(
            ["a", "B", "é", "İ", "ж", "1", "23", "s", "Mr", "No", "pp", "e.g", "U", "bzw", "ch.-l", "т.д", "í"]
        ),
        st.sampled_from(["(", "$", "中", "Σ", "\u00a0", "\u2009", "\u3000", "\t", "\x01", "\U0001d11e"]),
    ),
    max_size=14,
).map("".join)


@given(METEOR_PIECES)
def test_pieces_of_words_and_marks_against_the_twins_of_meteor(text: str) -> None:
    for language in METEOR_LANGUAGES:
        name = f"meteor-{language}"
        assert tokenize_lines([text], name) == [TWINS[name](text)], name


@pytest.mark.parametrize(("language", "name"), METEOR_LANGUAGES.items())
def test_abbreviations_are_those_of_meteor(data: Path, language: str, name: str) -> None:
    lines = (data / "meteor-lists/nonbreaking" / f"{name}.prefixes").read_text(encoding="utf-8").splitlines()
    listed = [line.split() for line in lines if line.strip() and not line.startswith("#")]
    assert meteor_prefixes(name) == {words[0] for words in listed if words[1:] != ["#NUMERIC_ONLY#"]}
    assert meteor_prefixes(f"{name}_number") == {words[0] for words in listed if words[1:] == ["#NUMERIC_ONLY#"]}
    assert tokenize_lines(["5 No. X pp. 7"], f"meteor-{language}")  # every language has a tokeniser


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("meteor-en", "The U.S. can’t stop--1,000 re-use 1990's", "the us can 't stop 1,000 re use 1990 's"),
        ("meteor-en", "Mr. Ode, No. 5 No. x foo. bar. Foo", "mr. ode , no. 5 no. x foo. bar . foo"),
        ("meteor-en", "“Wait ...what?” ''Yes''", '" wait ... what ? " " yes "'),
        ("meteor-fr", "L'été qu’il", "l' été qu' il"),
        ("meteor-de", "z.B. bzw. Das rock'n'roll", "zb bzw. das rock ' n ' roll"),
        ("13a", "a..5 1..5 1.5 .5 5. 1-2 x-y U.S. 3,000,", "a . .5 1 . . 5 1.5 . 5 5 . 1 - 2 x-y U . S . 3,000 ,"),
        ("13a", "&amp;lt; &amp;quot; &amp;apos;", "< & quot ; & apos ;"),
        ("13a", "end-\nof <ski<skipped>pped>line-\n", "endof < skipped > line-"),
        ("mteval-13a", "end-\nof <skipped>line-\n", "endof line"),
        ("mteval-13a-nocase", "ÉTÉ &AMP; Été", "ÉtÉ & amp ; Été"),
        ("mteval-intl-nocase", "ÉTÉ &AMP; ΣΑΣ İ don&apos;t", "été & amp ; σασ i̇ don ' t"),
        ("intl", "In 1999. 5. ", "In 1999 . 5."),
        ("zh", "今天 is 5.5度。", "今 天 is 5.5 度 。"),
        ("zh", ".5 5.", ".5 5."),
        ("tercom-normalized", "John's dog's. it's", "John 's dog's . it 's"),
        ("tercom", "a\u00a0b\x1cc d", "a\u00a0b\x1cc d"),
        ("tercom-normalized-asian", "東京タワーへ行くx", "東 京 タワー へ 行 く x"),
        ("sacrebleu-tercom-normalized-asian", "東京タワーへ行くx", "東 京 タワーへ 行 くx"),
        ("tercom-normalized-nopunct", '"Yes", 1.5', "\t Yes 15"),
        ("tercom-normalized-nopunct", "?", "\t"),
        ("tercom-normalized-nopunct", "? !", ""),
        ("char", "a b\u3000é", "a b é"),
        ("blank", "a\tb  c", "a\tb c"),
    ],
)
def test_what_single_rules_do(name: str, text: str, line: str) -> None:
    assert tokenize_lines([text], name) == [line]


def test_lines_do_not_depend_on_the_number_of_threads() -> None:
    segments = [f"Nr. {i}, 1.{i}-{i} – ok?" for i in range(3000)]
    assert tokenize_lines(segments, "13a", threads=4) == tokenize_lines(segments, "13a", threads=1)


def lines_of(file: Path) -> list[str]:
    return file.read_bytes().decode("utf-8").split("\n")[:-1]


def golden_segments(data: Path, name: str) -> Iterator[tuple[Path, list[str]]]:
    """The first 500 of each file; unless the run is thorough a fifth of them, other ones for the next tokeniser."""
    turns = 1 if THOROUGH else 5
    for file in sorted((data / "golden").glob("*/*.txt")):
        yield file, lines_of(file)[:500][tokenizer_names().index(name) % turns :: turns]


@pytest.mark.parametrize("name", SACREBLEU)
def test_golden_texts_against_sacrebleu(name: str, data: Path) -> None:
    for file, segments in golden_segments(data, name):
        assert tokenize_lines(segments, name) == as_sacrebleu(name, segments), file


@pytest.mark.parametrize("name", TWINS)
def test_golden_texts_against_the_twins(name: str, data: Path) -> None:
    for file, segments in golden_segments(data, name):
        assert tokenize_lines(segments, name) == [TWINS[name](segment) for segment in segments], file


@pytest.mark.parametrize(
    ("name", "fact"),
    [("13a", "tokens_13a"), ("mteval-13a", "tokens_13a"), ("zh", "tokens_zh"), ("tercom", "whitespace_tokens")],
)
def test_token_counts_of_golden_texts(name: str, fact: str, data: Path) -> None:
    sets = json.loads((data / "golden" / "scores.json").read_text(encoding="utf-8"))["sets"]
    expected = {
        (folder, text): facts[fact]
        for folder, about in sets.items()
        for text, facts in about["facts"].items()
        if fact in facts
    }
    found = {
        (folder, text): int(
            tokenize(lines_of(data / "golden" / folder / f"{text}.txt"), name, Vocabulary()).lengths().sum()
        )
        for folder, text in expected
    }
    assert found == expected


REFERENCE_WORDS = {
    "tercom.default": "tercom",
    "tercom.s": "tercom",
    "tercom.N": "tercom-normalized",
    "tercom.Ns": "tercom-normalized",
    "tercom.NsA": "tercom-normalized-asian",
    "sacrebleu.ter-norm-cs-asian": "sacrebleu-tercom-normalized-asian",
}


def test_reference_words_of_each_segment_against_tercom(data: Path) -> None:
    arrays = [
        (file.parent, array)
        for file in sorted((data / "golden").glob("*/segments.*.json"))
        for array in json.loads(file.read_text(encoding="utf-8"))["arrays"]
        if array["config"] in REFERENCE_WORDS and len(array["refs"]) == 1
    ]
    assert {array["config"] for _, array in arrays} >= {"tercom.Ns", "tercom.NsA"}
    for folder, array in arrays:
        reference = lines_of(folder / f"ref.{array['refs'][0]}.txt")
        lengths = tokenize(reference, REFERENCE_WORDS[array["config"]], Vocabulary()).lengths()[:, 0]
        assert lengths.tolist() == array["ref_words"], (folder.name, array["config"])


def test_reference_words_in_total_against_tercom(data: Path) -> None:
    runs = json.loads((data / "golden" / "scores.json").read_text(encoding="utf-8"))["runs"]
    expected = {
        (run["set"], run["refs"][0], run["config"]): run["ref_words"]
        for run in runs
        if run["config"] in REFERENCE_WORDS and len(run["refs"]) == 1 and "ref_words" in run
    }
    found = {
        key: int(
            tokenize(lines_of(data / "golden" / key[0] / f"ref.{key[1]}.txt"), REFERENCE_WORDS[key[2]], Vocabulary())
            .lengths()
            .sum()
        )
        for key in expected
    }
    assert {config for _, _, config in found} >= {"tercom.default", "tercom.s", "tercom.N", "tercom.Ns", "tercom.NsA"}
    assert found == expected
