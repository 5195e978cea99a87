import pytest

from bakeoff.errors import BakeoffError, Place
from bakeoff.formats.annotations.penn_trees import parse_brackets
from bakeoff.human_eval.designs.constituents.candidates import (
    SourceWords,
    from_parse,
    from_spans,
    from_tags,
    leaf_spans,
    tags_of,
)


def phrases(text: str, brackets: str) -> list[str | None]:
    tree = parse_brackets(brackets)
    assert tree is not None
    found = from_parse(SourceWords(text), tree)
    return [None if each is None else text[slice(*each.span)] for each in found]


def test_phrases_of_a_parse_are_parts_of_the_text_as_it_is_written() -> None:
    text = "“No”,  he said (loudly)."
    brackets = (
        "(S (S (`` ``) (INTJ (UH No)) ('' '')) (, ,) (NP (PRP he)) "
        "(VP (VBD said) (PRN (-LRB- -LRB-) (ADVP (RB loudly)) (-RRB- -RRB-))) (. .))"
    )
    assert phrases(text, brackets) == [text, "“No”", "No", "he", "said (loudly)", "(loudly)", "loudly"]


def test_a_phrase_that_starts_inside_of_a_word_is_none() -> None:
    assert phrases("We don’t go", "(S (NP (PRP We)) (VP (VBP do) (X (RB n't) (VB go))))") == [
        "We don’t go",
        "We",
        "don’t go",
        None,
    ]


@pytest.mark.parametrize(
    ("leaves", "message"),
    [
        (["the", "cat"], r"a, line 3: expected a parse of the source, which continues with 'dog', found 'cat'\."),
        (["the"], r"a, line 3: expected a parse of the complete source, found none of 'dog'\."),
        (["the", "dog", "x"], r"which continues with '', found 'x'\. Parse the source as it is"),
    ],
)
def test_a_parse_of_another_text_is_refused(leaves: list[str], message: str) -> None:
    with pytest.raises(BakeoffError, match=message):
        leaf_spans("the dog", leaves, place=Place("a", 3))


def test_spans_of_an_organiser_are_words_without_the_blanks_around_them() -> None:
    words = SourceWords("ein altes Haus")
    found = list(from_spans(words, [(3, 10), (0, 5), (0, 14), (3, 4)]))
    assert [None if each is None else (each.span, each.words) for each in found] == [
        ((4, 9), range(1, 2)),
        None,
        ((0, 14), range(3)),
        None,
    ]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (
            "en",
            "The small dog of my old neighbour ran into two very big houses.",
            {"The small dog of my old neighbour", "of my old neighbour", "into two very big houses"},
        ),
        (
            "de",
            "Der kleine Hund lief am Montag in das sehr große Haus von Anna.",
            {"Der kleine Hund", "am Montag", "in das sehr große Haus von Anna", "das sehr große Haus"},
        ),
        ("nl", "De kleine hond van mijn buurman liep weg.", {"De kleine hond van mijn buurman", "van mijn buurman"}),
    ],
)
def test_noun_and_prepositional_phrases_are_found_by_tags(language: str, text: str, expected: set[str]) -> None:
    words = SourceWords(text)
    [tags] = tags_of([words], tagger="hanta", language=language, model=None)
    found = {text[slice(*each.span)]: each.label for each in from_tags(words, tags)}
    assert expected <= set(found)
    assert {
        label for phrase, label in found.items() if phrase.split()[0].lower() in ("of", "into", "in", "van", "am")
    } == {"PP"}
    assert not any("ran" in phrase.split() or "lief" in phrase.split() for phrase in found)


def test_a_tagger_that_finds_its_own_words_is_refused() -> None:
    with pytest.raises(BakeoffError, match="rjieba finds words of its own: phrases need a tagger of given words"):
        tags_of([SourceWords("我们")], tagger="rjieba", language=None, model=None)
