from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import pytest

from bakeoff import score_texts
from bakeoff.errors import BakeoffError, ExpressionError, InputError
from bakeoff.text import Tagger, TagSource, Workspace, find_specification, taggers


def lines(segments: Sequence[str], source: TagSource | None = None, **options: Any) -> list[str]:
    return (source or TagSource()).lines(Workspace(**options).text(segments, name="run A"))


def test_the_last_bar_of_a_word_parts_its_tag() -> None:
    assert lines(["Das|ART Haus|NN .|$.", "", "||SYM a|b|NN\u00a0x|XY\t"]) == ["ART NN $.", "", "SYM NN XY"]


def test_a_text_of_tags_is_taken_as_it_is() -> None:
    assert lines(["ART NN  $.", "\tN|x "], TagSource("only")) == ["ART NN $.", "N|x"]


@pytest.mark.parametrize("token", ["Haus", "Haus|", "|NN", "|"])
def test_a_word_without_a_tag_is_named_with_its_place(token: str) -> None:
    with pytest.raises(InputError) as caught:
        lines(["Das|ART", f"Das|ART {token}"])
    assert str(caught.value) == (
        f"run A, segment 2: expected word|TAG in all places, found {token!r} as word 2. "
        "Tag the text, or name a tagger (tags=hanta,language=de); a text of tags has tags=only."
    )


@pytest.mark.parametrize("kind", ["inline", "only"])
def test_tags_in_a_text_that_the_specification_changes_are_refused(kind: str) -> None:
    steps = find_specification("no_case+no_punc").steps
    with pytest.raises(ExpressionError) as caught:
        lines(["das|ART"], TagSource(kind), steps=steps)
    assert str(caught.value) == (
        f"tags={kind}: the specification changes the text, tags included (lowercase>no-punctuation). Score tagged text "
        "with --spec case+punc or raw, or plain text with a tagger, which tags what the specification leaves."
    )


def test_evaluations_tell_texts_their_specification_and_name() -> None:
    with pytest.raises(ExpressionError, match="the specification changes the text"):
        score_texts(["a|DT"], [["a|DT"]], metrics="posf", specification="case-insensitive")
    with pytest.raises(InputError, match=r"^reference 2, segment 1: expected word\|TAG in all places, found 'a'"):
        score_texts(["a|DT"], [["a|DT"], ["a"]], metrics="bleu@pos")
    for specification in ("case+punc", "raw", "zh"):
        scores = score_texts(["a|DT"], [["b|DT"]], metrics="posf bleu@pos", specification=specification)
        assert scores == {"posf": 100, "bleu@pos": 100}


@pytest.mark.parametrize("kind", ["inline", "only"])
@pytest.mark.parametrize("option", ["language", "model"])
def test_tags_in_the_text_take_neither_language_nor_model(kind: str, option: str) -> None:
    with pytest.raises(ExpressionError, match=f"tags={kind} takes no {option}, found {option}=de"):
        TagSource(kind, **{option: "de"})


class Lengths(Tagger):
    """Tags each word with its length, and counts what it is given."""

    name = "lengths"
    languages: ClassVar[tuple[str, ...]] = ("xx", "yy")

    def __init__(self, *, language: str | None, model: str | None) -> None:
        self.language = language
        self.seen: list[str] = []

    @property
    def version(self) -> str:
        return f"lengths-1-{self.language}"

    def tag(self, segments: Sequence[str]) -> list[list[str]]:
        self.seen += segments
        return [[str(len(word)) for word in segment.split(" ") if word] for segment in segments]


class Sentences(Lengths):
    """Has one tag for a whole segment."""

    name = "sentences"
    languages = ()
    finds_words = True

    def tag(self, segments: Sequence[str]) -> list[list[str]]:
        self.seen += segments
        return [["S"] if segment else [] for segment in segments]


class Faulty(Lengths):
    name = "faulty"
    takes_model = True
    languages = ()

    def __init__(self, *, language: str | None, model: str) -> None:
        rows: dict[str, Any] = {
            "few": [["1"]],
            "short": [["1"], ["1"]],
            "empty": [["1", ""], []],
            "blank": [["1", "a b"], []],
            "none": [["1", None], []],
        }
        self.rows: list[list[str]] = rows[model]

    def tag(self, segments: Sequence[str]) -> list[list[str]]:
        return self.rows


@pytest.fixture
def own_taggers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Taggers as other distributions have them."""
    import importlib.metadata
    from importlib.metadata import EntryPoint

    offered = [
        *(
            EntryPoint(kind.name, f"{__name__}:{kind.__name__}", "bakeoff.taggers")
            for kind in (Lengths, Sentences, Faulty)
        ),
        EntryPoint("function", f"{__name__}:lines", "bakeoff.taggers"),
    ]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda *, group: offered)
    for cached in (taggers.find_tagger, taggers._make):
        cached.cache_clear()
    yield
    for cached in (taggers.find_tagger, taggers._make):
        cached.cache_clear()


def test_a_tagger_gets_the_tokens_of_the_specification(own_taggers: None) -> None:
    source = TagSource("lengths", "xx")
    assert lines(["Don't go.", ""], source, tokenizer="13a") == ["5 2 1", ""]
    assert lines(["Don't go."], source, tokenizer="plain") == ["5 3"]


def test_a_tagger_that_finds_words_gets_the_segment(own_taggers: None) -> None:
    source = TagSource("sentences")
    assert lines(["a  b.", ""], source) == ["S", ""]
    tagger = taggers.load_tagger("sentences", language=None, model=None)
    assert isinstance(tagger, Sentences)
    assert tagger.seen == ["a  b.", ""]


def test_each_distinct_segment_of_a_workspace_is_tagged_once(own_taggers: None) -> None:
    source = TagSource("lengths", "yy")
    space = Workspace(tokenizer="plain")
    one, other = space.text(["a b", "a  b", "ab"]), space.text(["ab", "abc"])
    assert [one.tags(source)[i] for i in range(3)] == [[0, 0], [0, 0], [1]]
    assert [other.tags(source)[i] for i in range(2)] == [[1], [2]]
    tagger = taggers.load_tagger("lengths", language="yy", model=None)
    assert isinstance(tagger, Lengths)
    assert tagger.seen == ["a b", "ab", "abc"]


def test_the_version_of_a_tagger_stands_in_the_signature(own_taggers: None) -> None:
    from bakeoff.metrics import parse_expression

    signature = parse_expression("posf:tags=lengths,language=xx").signature(references=1, specification="raw")
    assert signature == (
        "posf|version:1+lengths-1-xx|tags:lengths|language:xx|order:4|mean:arithmetic|references:1|specification:raw"
    )


def test_a_language_that_a_tagger_does_not_know_is_refused_at_once(own_taggers: None) -> None:
    with pytest.raises(
        ExpressionError, match=r"^tags=lengths: expected language=xx or language=yy, found language=de\.$"
    ):
        TagSource("lengths", "de")


def test_a_tagger_of_several_languages_needs_to_know_which(own_taggers: None) -> None:
    with pytest.raises(
        ExpressionError, match="tags=lengths needs the language of the text: language=xx or language=yy"
    ):
        lines(["a"], TagSource("lengths"))


def test_pos_metrics_tell_the_tagger_the_target_language(own_taggers: None) -> None:
    from bakeoff import score_texts
    from bakeoff.metrics import parse_expression

    bound = parse_expression("posf:tags=lengths").for_language("yy")
    assert "|version:1+lengths-1-yy|" in bound.signature(references=1, specification="raw")
    assert parse_expression("bleu@pos:tags=lengths,language=xx").for_language("yy").options()["language"] == "xx"
    assert score_texts(["a bc"], [["d ef"]], metrics="posf:tags=lengths", target_language="yy") == {
        "posf:tags=lengths": 100.0
    }
    with pytest.raises(ExpressionError, match=r"expected language=xx or language=yy, found language=de\.$"):
        score_texts(["a"], [["a"]], metrics="posf:tags=lengths", target_language="de")


@pytest.mark.parametrize("kind", ["inline", "only"])
def test_tags_in_the_text_have_no_language(kind: str) -> None:
    from bakeoff.metrics import parse_expression

    metric = parse_expression(f"posf:tags={kind}")
    assert metric.for_language("de") == metric


def test_a_model_for_a_tagger_without_models_is_refused(own_taggers: None) -> None:
    with pytest.raises(ExpressionError, match="tags=lengths takes no model, found model=big"):
        TagSource("lengths", "xx", "big")


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("few", "tags for 1 segments where 2 were asked for"),
        ("short", "1 tags for the 2 words of 'a b'"),
        ("empty", "'' as a tag in 'a b', where a string without white space is expected"),
        ("blank", "'a b' as a tag in 'a b', where a string without white space is expected"),
        ("none", "None as a tag in 'a b', where a string without white space is expected"),
    ],
)
def test_what_a_tagger_gives_is_checked(own_taggers: None, fault: str, message: str) -> None:
    with pytest.raises(BakeoffError) as caught:
        lines(["a b", ""], TagSource("faulty", model=fault), tokenizer="plain")
    assert str(caught.value) == f"the tagger 'faulty' gave {message}."


def test_a_tagger_that_is_none_is_refused(own_taggers: None) -> None:
    with pytest.raises(
        BakeoffError, match=r"the tagger 'function' is <function .*must be a subclass of bakeoff\.text\.Tagger"
    ):
        TagSource("function")


def test_an_unknown_name_is_answered_with_what_there_is(own_taggers: None) -> None:
    with pytest.raises(ExpressionError) as caught:
        TagSource("treetagger")
    assert str(caught.value) == (
        "tags=treetagger: expected inline (word|TAG), only (a text of tags) or a tagger: "
        "faulty, function, hanta, lengths, rjieba, sentences, spacy."
    )
