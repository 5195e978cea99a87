"""Stemmers by language."""

from __future__ import annotations

from importlib.metadata import version

import pytest

from bakeoff.errors import ExpressionError
from bakeoff.text.resources import find_stemmer, stemmer_languages


def test_the_languages_are_those_that_meteor_has_a_snowball_stemmer_for() -> None:
    """`java -cp meteor-1.5.jar Stemmer` lists these (`se` is Swedish) and `ar`, a table of transliterated words."""
    assert " ".join(stemmer_languages()) == "da de en es fi fr hu it nl no pt ro ru sv tr"


@pytest.mark.parametrize("language", ["de", "DE", "de-AT", "de_CH", "German", " german "])
def test_a_language_is_found_by_code_and_by_name(language: str) -> None:
    assert find_stemmer(language).language == "de"


@pytest.mark.parametrize("code", stemmer_languages())
def test_every_language_stems_word_by_word(code: str) -> None:
    words = ["nationale", "haus", "x", ""]
    stemmer = find_stemmer(code)
    assert stemmer.stem(words) == [stemmer.stem([word])[0] for word in words]


def test_english_stems_are_those_of_snowball_2() -> None:
    # PyStemmer 3.1 stems the last three otherwise: add, emergenc, evening.
    words = ["generously", "dying", "don't", "été", "added", "emergency", "evening"]
    assert find_stemmer("en").stem(words) == ["generous", "die", "don't", "été", "ad", "emerg", "even"]


def test_the_signature_names_language_and_version() -> None:
    assert find_stemmer("fr").signature == f"stemmer:snowball-fr-{version('PyStemmer')}"


@pytest.mark.parametrize("language", ["cs", "ar", "hi", "xx", "", "Klingon"])
def test_an_unknown_language_is_refused_with_a_list(language: str) -> None:
    with pytest.raises(
        ExpressionError, match=rf"^there is no stemmer for the language '{language}'; the languages are: da \(danish\),"
    ):
        find_stemmer(language)
