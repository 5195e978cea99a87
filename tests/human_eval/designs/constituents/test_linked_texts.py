"""Candidates with the links of all translations: kept once, used for any number of plans."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.alignment import Links
from bakeoff.data import AlignedTexts, Document, Segment
from bakeoff.data.judgments import digest_of
from bakeoff.errors import BakeoffError
from bakeoff.human_eval.designs.constituents.candidates import Candidate
from bakeoff.human_eval.designs.constituents.items import ConstituentRules
from bakeoff.human_eval.designs.constituents.linked_texts import (
    LinkedTexts,
    link_texts,
    pack_linked_texts,
    unlinked_texts,
    unpack_linked_texts,
)
from bakeoff.human_eval.designs.constituents.texts import (
    Alignment,
    constituents_of,
    listed_candidates,
    reference_pairs,
)
from tests.human_eval.designs.constituents.small_constituents import judged, span

PART = listed_candidates(
    {number: [span(text, "der alte Mann aus Rom")] for number, text in enumerate(judged(8).texts.source or ())}
)


def test_texts_that_were_linked_once_give_the_constituents_of_a_fresh_alignment() -> None:
    texts = judged(8)
    linked = link_texts([texts], PART, alignment=Alignment())
    rules = ConstituentRules(fewest=1)
    assert linked.constituents_of(texts, rules) == constituents_of(texts, PART, alignment=Alignment(), rules=rules)
    again = unpack_linked_texts(pack_linked_texts(linked))
    assert (again.found, again.constituents_of(texts, rules)) == (8, linked.constituents_of(texts, rules))


def test_links_are_also_learned_from_references_of_further_texts() -> None:
    texts = judged(1)
    german = ("gestern", "kam", "der", "alte", "mann", "aus", "rom", "nach", "haus")
    english = ("yesterday", "came", "the", "old", "man", "from", "rome", "to", "home")
    lexicon = AlignedTexts(
        documents=(Document("d", (Segment("1", ""),)),) * len(german),
        segment_ids=tuple(map(str, range(len(german)))),
        references=(english,),
        runs=(),
        systems=(),
        source=german,
    )
    further = replace(texts, texts=lexicon, constituents=())
    alone, helped = (link_texts([texts], PART, alignment=Alignment(), further=more) for more in ((), (further,)))
    right = {(3, 2), (4, 3), (5, 4), (6, 5), (7, 6)}  # der alte Mann aus Rom: the old man from Rome
    reference = digest_of(texts.texts.references[0])
    assert right <= helped.links[reference][0]
    assert not right <= alone.links[reference][0]
    assert reference_pairs(replace(texts, texts=replace(texts.texts, references=()))) == ()


def test_systems_are_known_by_their_texts_and_those_that_came_later_are_named() -> None:
    texts = judged(4)
    linked = link_texts([texts], PART, alignment=Alignment())
    renamed = replace(texts, texts=replace(texts.texts, systems=("x", "y", "z")))
    chosen = linked.constituents_of(renamed, ConstituentRules(fewest=1))
    assert chosen.lacking.keys() == {"x", "y", "z"}
    runs = (*texts.texts.runs[:2], tuple(f"{text} Later." for text in texts.texts.runs[2]))
    later = replace(texts, texts=replace(texts.texts, runs=runs))
    with pytest.raises(BakeoffError, match=r"found c, which came later\. Align the words again"):
        linked.constituents_of(later, ConstituentRules())


def test_another_source_is_refused() -> None:
    texts, other = judged(4), judged(3)
    with pytest.raises(BakeoffError, match="expected the source whose parts were found, found another source"):
        unlinked_texts(texts, PART).constituents_of(other, ConstituentRules())
    with pytest.raises(BakeoffError, match="found another source"):
        link_texts([other], unlinked_texts(texts, PART).as_found, alignment=Alignment())


CANDIDATES = st.none() | st.builds(
    lambda start, length, label: Candidate((start, start + 5 * length), range(start, start + length), label),
    st.integers(0, 40),
    st.integers(1, 9),
    st.sampled_from(["", "NP", "PP-LOC"]),
)
LINKS: st.SearchStrategy[Links] = st.frozensets(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=8)


@given(
    candidates=st.lists(st.lists(CANDIDATES, max_size=3).map(tuple), max_size=4).map(tuple),
    links=st.dictionaries(st.text(max_size=4).map(lambda text: digest_of([text])), st.lists(LINKS).map(tuple)),
)
def test_what_was_packed_is_read_back(
    candidates: tuple[tuple[Candidate | None, ...], ...], links: dict[str, tuple[Links, ...]]
) -> None:
    linked = LinkedTexts(source=digest_of(["a"]), candidates=candidates, links=links)
    assert unpack_linked_texts(pack_linked_texts(linked)) == linked
