"""What a judgment is about: kinds of items, highlights, digests of what was shown."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.data.judgments import ITEM_KINDS, Highlights, ItemKind, Judgment, digest_of, plain_segment, shown_of

PLAIN = Judgment(
    id="1",
    protocol="ranking",
    judge="ann",
    language_pair="de-en",
    test_set="news",
    document="d",
    segment="7",
    systems=("a", "b"),
    answer=[1, 2],
)
PHRASE = replace(PLAIN, kind="constituent", highlights=Highlights(source=((3, 9),), outputs=(((0, 4),), ((1, 5),))))


def test_the_item_of_a_segment_is_where_it_is_in_the_test_set() -> None:
    assert PLAIN.item == PLAIN.location == ("de-en", "news", "d", "7")


def test_another_kind_or_another_part_of_a_segment_is_another_item() -> None:
    others = [replace(PLAIN, kind=kind) for kind in ITEM_KINDS]
    others += [PHRASE, replace(PHRASE, highlights=Highlights(source=((4, 9),)))]
    others.append(replace(PHRASE, highlights=Highlights(reference=((3, 9),))))
    assert len({each.item for each in others}) == len(others)
    assert {each.location for each in others} == {PLAIN.location}
    assert PHRASE.item == ("de-en", "news", "d", "7 [constituent 3-9]")


def test_a_part_of_the_source_is_the_same_item_whichever_outputs_are_shown() -> None:
    other = replace(PHRASE, systems=("c", "a"), highlights=Highlights(source=((3, 9),), outputs=(((7, 8),), ((0, 4),))))
    assert other.item == PHRASE.item


def test_parts_of_outputs_alone_are_the_same_item_in_whatever_order_they_are_shown() -> None:
    one = replace(PLAIN, highlights=Highlights(outputs=(((0, 4),), ((1, 5),))))
    other = replace(PLAIN, systems=("b", "a"), highlights=Highlights(outputs=(((1, 5),), ((0, 4),))))
    assert one.item == other.item != PLAIN.item


def test_a_document_has_no_segment() -> None:
    assert replace(PLAIN, kind="document", segment="").item == ("de-en", "news", "d", "[document]")


@given(st.text(), st.sampled_from(ITEM_KINDS), st.lists(st.tuples(st.integers(0, 9), st.integers(10, 20)), max_size=2))
def test_the_segment_is_found_in_its_item(segment: str, kind: ItemKind, spans: list[tuple[int, int]]) -> None:
    judgment = replace(PLAIN, segment=segment.replace("[", "("), kind=kind, highlights=Highlights(source=tuple(spans)))
    assert plain_segment(judgment.item) == judgment.segment


def test_highlights_without_a_span_change_nothing() -> None:
    assert replace(PLAIN, highlights=Highlights()).item == PLAIN.item


@pytest.mark.parametrize(
    ("evaluation", "campaign", "name"),
    [("fluency", "iwslt", "fluency"), ("", "fluency", "fluency"), ("", "", "")],
)
def test_a_judgment_without_an_evaluation_names_it_as_its_campaign(evaluation: str, campaign: str, name: str) -> None:
    assert replace(PLAIN, evaluation=evaluation, campaign=campaign).asked_in == name


def test_texts_and_highlights_of_some_outputs() -> None:
    shown = replace(PHRASE, texts=("x", "y"))
    assert shown_of(shown, [1, 1]) == {
        "texts": ("y", "y"),
        "highlights": Highlights(source=((3, 9),), outputs=(((1, 5),), ((1, 5),))),
    }
    assert shown_of(PLAIN, [1]) == {"texts": (), "highlights": None}


@given(st.lists(st.text() | st.none(), max_size=4), st.lists(st.text() | st.none(), max_size=4))
def test_digests_differ_where_texts_or_their_order_differ(one: list[str | None], other: list[str | None]) -> None:
    assert (digest_of(one) == digest_of(other)) == (one == other)
    assert len(digest_of(one)) == 16


def test_a_digest_tells_a_text_from_two_halves_and_nothing_from_an_empty_text() -> None:
    assert len({digest_of(texts) for texts in (["ab"], ["a", "b"], ["b", "a"], [""], [None], [])}) == 6
