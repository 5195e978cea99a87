"""Constituents with a phrase in every translation, and what is left out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.alignment import Links
from bakeoff.errors import InputError
from bakeoff.human_eval.designs.constituents.candidates import Candidate, SourceWords
from bakeoff.human_eval.designs.constituents.items import (
    ChosenConstituents,
    ConstituentRules,
    TranslatedSegment,
    choose_constituents,
    phrase_span,
)
from bakeoff.text import words_of

SOURCE = "Heute kaufte der alte Mann ein sehr kleines Haus."
TARGET = "Today the old man bought a very small house."
LINKS: Links = frozenset({(0, 0), (1, 4), (2, 1), (3, 2), (4, 3), (5, 5), (6, 6), (7, 7), (8, 8), (9, 9)})


def chosen(
    *words: range, outputs: dict[str, tuple[str, Links]] | None = None, rules: ConstituentRules | None = None
) -> ChosenConstituents:
    source = SourceWords(SOURCE)
    candidates = [Candidate((source.spans[each[0]][0], source.spans[each[-1]][1]), each, "X") for each in words]
    given_outputs = {"a": (TARGET, LINKS)} if outputs is None else outputs
    segment = TranslatedSegment(
        document="d",
        segment="7",
        source=SOURCE,
        reference=TARGET,
        reference_links=LINKS,
        outputs={name: text for name, (text, _) in given_outputs.items()},
        links={name: links for name, (_, links) in given_outputs.items()},
    )
    return choose_constituents([(segment, source, candidates)], rules)


def test_an_item_has_the_phrase_of_source_reference_and_every_output() -> None:
    other = ("The old man, a very small house bought he.", frozenset({(2, 0), (5, 4), (6, 5), (7, 6), (8, 7), (1, 8)}))
    [item] = chosen(range(5, 9), outputs={"a": (TARGET, LINKS), "b": other}).items
    assert SOURCE[slice(*item.source)] == "ein sehr kleines Haus"
    assert TARGET[slice(*(item.reference or (0, 0)))] == "a very small house"
    assert other[0][slice(*item.outputs["b"])] == "a very small house"
    assert item.name == "7 [constituent 27-48]"
    marks = item.highlights(["b", "a"])
    assert marks.outputs == ((item.outputs["b"],), (item.outputs["a"],))


def test_the_rules_of_w08_leave_out_complete_sentences_and_parts_of_other_lengths() -> None:
    result = chosen(range(10), range(9), range(6, 9), range(5, 9))
    assert result.left_out == {"complete sentence": 2, "too short": 1}
    assert len(result.items) == 1
    assert result.candidates == 4
    rules = ConstituentRules(fewest=1, most=3, complete_sentence=True)
    assert chosen(range(10), range(6, 9), rules=rules).left_out == {"too long": 1}


def test_a_constituent_that_one_output_lacks_is_left_out_and_counted() -> None:
    crossed = (TARGET, (LINKS - {(0, 0)}) | {(0, 6)})
    empty: tuple[str, Links] = ("", frozenset())
    result = chosen(range(5, 9), outputs={"a": (TARGET, LINKS), "b": crossed, "c": empty})
    assert (result.items, result.left_out) == ((), {"output": 1})
    assert result.lacking == {"a": 0, "b": 1, "c": 1}


def test_what_the_reference_lacks_is_counted_as_such() -> None:
    assert chosen(range(1, 5)).left_out == {}
    source = SourceWords(SOURCE)
    segment = TranslatedSegment(
        document="", segment="1", source=SOURCE, reference="No.", reference_links=frozenset(), outputs={}, links={}
    )
    result = choose_constituents([(segment, source, [Candidate((0, 20), range(4)), None])])
    assert result.left_out == {"reference": 1, "part of a word": 1}


def test_rules_that_allow_nothing_are_refused() -> None:
    with pytest.raises(InputError, match="expected fewest and most words of a constituent, found 4 and 3"):
        ConstituentRules(fewest=4, most=3)


WORDS = st.sampled_from(
    ["cat", "cat", "the", "don't", "3,000", ",", "«", "”", "!", "שלום", "עולם", "مرحبا", "我们", "é"]
)
TEXTS = st.lists(st.tuples(WORDS, st.sampled_from([" ", "  ", "\u00a0", " \u200f", ""])), min_size=1, max_size=12).map(
    lambda parts: "".join(word + blank for word, blank in parts)
)


@given(
    text=TEXTS,
    links=st.frozensets(st.tuples(st.integers(0, 7), st.integers(0, 40)), max_size=14),
    start=st.integers(0, 7),
)
def test_a_highlight_is_exactly_the_words_of_the_extracted_phrase(text: str, links: Links, start: int) -> None:
    words = words_of(text)
    own: Links = frozenset((i, j % len(words)) for i, j in links) if words else frozenset()
    source = range(start, min(start + 3, 8))
    span = phrase_span(text, own, source)
    linked = {j for i, j in own if i in source}
    if span is None:
        assert not linked or any(i not in source for i, j in own if min(linked) <= j <= max(linked))
        return
    # The words of the highlighted part, read alone, are those of the text from the first to the last linked one.
    assert words_of(text[slice(*span)]) == words[min(linked) : max(linked) + 1]
    assert text[slice(*span)] == text[slice(*span)].strip()
