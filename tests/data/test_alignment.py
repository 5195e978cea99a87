from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.data import AlignedTexts, Block, Document, ReferenceSet, Run, Segment, TestSet, TextSet, align
from bakeoff.errors import AlignmentError

Text = TypeVar("Text", bound=TextSet)
LAYOUT = {"d1": ["1", "2", "3"], "d2": ["1", "2"]}


def documents(layout: Mapping[str, Sequence[str]], mark: str = "") -> tuple[Document, ...]:
    """Documents with these segments, each text made of its ids and a mark: `d1.2 mark`."""
    return tuple(
        Document(name, tuple(Segment(id, f"{name}.{id} {mark}".strip()) for id in ids)) for name, ids in layout.items()
    )


def plain(*lines: str) -> tuple[Document, ...]:
    """A text without ids, as read from one segment a line."""
    return (Document("plain", tuple(Segment(str(i), line) for i, line in enumerate(lines, 1)), numbered=True),)


def source(layout: Mapping[str, Sequence[str]] = LAYOUT, file: str | None = "source.xml") -> TestSet:
    return TestSet(documents=documents(layout), file=file)


def reference(
    layout: Mapping[str, Sequence[str]] = LAYOUT, name: str = "A", file: str = "references.xml"
) -> ReferenceSet:
    return ReferenceSet(documents=documents(layout, name), name=name, file=file)


def run(layout: Mapping[str, Sequence[str]] = LAYOUT, system: str = "alpha", file: str | None = "alpha.xml") -> Run:
    return Run(documents=documents(layout, system), system=system, file=file)


def message(runs: list[Run], references: list[ReferenceSet], source: TestSet | None = None) -> str:
    with pytest.raises(AlignmentError) as caught:
        align(runs, references, source=source)
    return str(caught.value)


def test_texts_become_columns_in_the_order_of_the_source() -> None:
    texts = align([run(), run(system="beta")], [reference(), reference(name="B")], source=source())
    assert isinstance(texts, AlignedTexts)
    assert len(texts) == 5
    assert [document.id for document in texts.documents] == ["d1", "d1", "d1", "d2", "d2"]
    assert texts.segment_ids == ("1", "2", "3", "1", "2")
    assert texts.references == (
        ("d1.1 A", "d1.2 A", "d1.3 A", "d2.1 A", "d2.2 A"),
        ("d1.1 B", "d1.2 B", "d1.3 B", "d2.1 B", "d2.2 B"),
    )
    assert [column[-1] for column in texts.runs] == ["d2.2 alpha", "d2.2 beta"]
    assert texts.run_of("beta") == texts.runs[1]
    assert texts.source == tuple(segment.text for segment in source().segments)


def test_documents_come_from_the_source_with_their_attributes() -> None:
    news = TestSet(documents=(Document("d1", (Segment("1", "Guten Tag."),), {"genre": "nw"}),))
    texts = align([run({"d1": ["1"]})], [reference({"d1": ["1"]})], source=news)
    assert [document.genre for document in texts.documents] == ["nw"]


def test_segments_inside_blocks_count_like_others() -> None:
    headline = Block("hl", (Segment("1", "Headline"),))
    wrapped = Run(documents=(Document("d1", (headline, Segment("2", "Text"))),), system="alpha")
    assert align([wrapped], [reference({"d1": ["1", "2"]})]).runs == (("Headline", "Text"),)


def test_empty_output_is_allowed() -> None:
    silent = Run(documents=(Document("d1", (Segment("1", ""),)),), system="silent")
    assert align([silent], [reference({"d1": ["1"]})]).runs == (("",),)


def test_runs_alone_are_aligned_with_one_another() -> None:
    assert align([run(), run(system="beta")], []).references == ()
    assert message([run(), run({"d1": ["1", "2", "3"]}, "beta", "beta.xml")], []) == (
        "beta.xml (run beta): expected the 5 segments of alpha.xml (run alpha) in their order, "
        "found 3 segments; missing: document d2 (2 segments). "
        "An output that is empty still needs its segment."
    )


def test_no_text_at_all_is_refused() -> None:
    assert message([], []) == "expected at least one text, found none."


def test_missing_segments_are_named() -> None:
    assert message([run({"d1": ["1", "3"], "d2": ["1"]})], [reference()], source()) == (
        "alpha.xml (run alpha): expected the 5 segments of source.xml (source) in their order, "
        "found 3 segments; missing: document d1, segment 2; document d2, segment 2. "
        "An output that is empty still needs its segment."
    )


def test_only_the_first_five_are_named() -> None:
    layout = {"d": [str(i) for i in range(1, 9)]}
    assert message([run({"d": ["8"]})], [reference(layout)]) == (
        "alpha.xml (run alpha): expected the 8 segments of references.xml (reference A) in their order, "
        "found 1 segment; missing: document d, segment 1; document d, segment 2; document d, segment 3; "
        "document d, segment 4; document d, segment 5 and 2 more. "
        "An output that is empty still needs its segment."
    )


def test_extra_segments_are_named() -> None:
    assert message([run({**LAYOUT, "d3": ["1"]})], [reference()], source()) == (
        "alpha.xml (run alpha): expected the 5 segments of source.xml (source) in their order, "
        "found 6 segments; extra: document d3, segment 1. "
        "Take out what source.xml (source) does not have."
    )


def test_missing_and_extra_segments_are_named_together() -> None:
    assert message([run({"d1": ["1", "2", "4"], "d2": ["1", "2"]})], [reference()], source()) == (
        "alpha.xml (run alpha): expected the 5 segments of source.xml (source) in their order, "
        "found 5 segments; missing: document d1, segment 3; extra: document d1, segment 4. "
        "An output that is empty still needs its segment. Take out what source.xml (source) does not have."
    )


def test_first_segment_out_of_order_is_named() -> None:
    assert message([run({"d1": ["1", "3", "2"], "d2": ["1", "2"]})], [reference()], source()) == (
        "alpha.xml (run alpha): expected the 5 segments of source.xml (source) in their order, "
        "found 5 segments; out of order: document d1, segment 3 where document d1, segment 2 belongs. "
        "Put the segments into the order of source.xml (source)."
    )


def test_documents_out_of_order_are_refused() -> None:
    assert "out of order: document d2, segment 1 where document d1, segment 1 belongs." in message(
        [run({"d2": ["1", "2"], "d1": ["1", "2", "3"]})], [reference()]
    )


@pytest.mark.parametrize("culprit", ["source", "reference", "run"])
def test_duplicate_segments_are_named_wherever_they_stand(culprit: str) -> None:
    doubled = {"d1": ["1", "2", "2", "3", "1"], "d2": ["1", "2"]}
    layouts = {name: doubled if name == culprit else LAYOUT for name in ("source", "reference", "run")}
    names = {
        "source": "source.xml (source)",
        "reference": "references.xml (reference A)",
        "run": "alpha.xml (run alpha)",
    }
    found = message([run(layouts["run"])], [reference(layouts["reference"])], source(layouts["source"]))
    assert found == (
        f"{names[culprit]}: expected each segment once, "
        "found duplicate: document d1, segment 1; document d1, segment 2. "
        "Give every document its own id and every segment of a document its own id."
    )


def test_duplicate_segments_are_found_even_where_all_texts_agree() -> None:
    doubled = {"d1": ["1", "1"]}
    assert message([run(doubled)], [reference(doubled)]).startswith(
        "references.xml (reference A): expected each segment once, found duplicate: document d1, segment 1."
    )


def test_same_segment_id_in_two_documents_is_no_duplicate() -> None:
    assert len(align([run({"d1": ["1"], "d2": ["1"]})], [reference({"d1": ["1"], "d2": ["1"]})])) == 2


def test_wrong_reference_is_named() -> None:
    short = reference({"d1": ["1", "2", "3"], "d2": ["1"]}, name="B")
    assert message([run()], [reference(), short]) == (
        "references.xml (reference B): expected the 5 segments of references.xml (reference A) in their order, "
        "found 4 segments; missing: document d2, segment 2. "
        "An output that is empty still needs its segment."
    )


def test_texts_without_files_are_called_by_their_labels() -> None:
    assert message([run({"d1": ["2"]}, file=None)], [], source({"d1": ["1"]}, file=None)) == (
        "run alpha: expected the 1 segment of source in their order, "
        "found 1 segment; missing: document d1, segment 1; extra: document d1, segment 2. "
        "An output that is empty still needs its segment. Take out what source does not have."
    )


def test_plain_texts_are_only_counted() -> None:
    hypothesis = Run(documents=plain("a", "", "c"), system="alpha", file="alpha.txt")
    texts = align([hypothesis], [ReferenceSet(documents=plain("x", "y", "z"), name="A", file="ref.txt")])
    assert texts.runs == (("a", "", "c"),)
    assert texts.segment_ids == ("1", "2", "3")


def test_plain_texts_of_different_length_are_refused() -> None:
    hypothesis = Run(documents=plain("a", "b"), system="alpha", file="alpha.txt")
    assert message([hypothesis], [ReferenceSet(documents=plain("x"), name="A", file="ref.txt")]) == (
        "alpha.txt (run alpha): expected 1 segment as in ref.txt (reference A), found 2. "
        "Write one segment a line, an empty line where the output is empty."
    )


def test_text_without_documents_is_counted_as_empty() -> None:
    assert message([Run(documents=(), system="alpha", file="alpha.txt")], [reference()]) == (
        "alpha.txt (run alpha): expected 5 segments as in references.xml (reference A), found 0. "
        "Write one segment a line, an empty line where the output is empty."
    )


def test_texts_without_any_segment_are_refused() -> None:
    texts = [Run(documents=(), system="alpha")], [ReferenceSet(documents=(), name="A")]
    assert message(*texts) == "reference A: expected at least one segment, found none."


def test_texts_that_name_another_test_set_or_language_are_remarked_on() -> None:
    first = ReferenceSet(name="A", documents=plain("a"), test_set="t", source_language="de", target_language="English")
    agreeing = Run(
        system="one", documents=plain("a"), test_set="t", source_language="German", target_language="english"
    )
    other = Run(system="two", documents=plain("a"), test_set="u", source_language="de", target_language="French")
    assert align([agreeing, other], [first]).remarks == (
        "run two gives 'u' as test set, reference A gives 't'.",
        "run two gives 'French' as target language, reference A gives 'English'.",
    )


def test_plain_text_is_counted_against_ids_and_takes_them_over() -> None:
    hypothesis = Run(documents=plain("a", "b", "c", "d", "e"), system="alpha", file="alpha.txt")
    texts = align([hypothesis], [reference()])
    assert [document.id for document in texts.documents] == ["d1", "d1", "d1", "d2", "d2"]
    assert texts.segment_ids == ("1", "2", "3", "1", "2")
    assert texts.runs == (("a", "b", "c", "d", "e"),)


def test_plain_text_of_another_length_than_ids_is_refused() -> None:
    hypothesis = Run(documents=plain("a"), system="alpha", file="alpha.txt")
    assert message([hypothesis], [reference()], source()) == (
        "alpha.txt (run alpha): expected 5 segments as in source.xml (source), found 1. "
        "Write one segment a line, an empty line where the output is empty."
    )


def test_documents_of_a_later_text_serve_where_earlier_ones_are_plain() -> None:
    five = plain("a", "b", "c", "d", "e")
    texts = align([run()], [ReferenceSet(documents=five, name="A")], source=TestSet(documents=five))
    assert [document.id for document in texts.documents] == ["d1", "d1", "d1", "d2", "d2"]


def test_plain_source_does_not_hide_that_texts_with_ids_disagree() -> None:
    lines = TestSet(documents=plain("a", "b", "c", "d", "e"), file="source.txt")
    swapped = run({"d1": ["1", "3", "2"], "d2": ["1", "2"]})
    assert message([swapped], [reference()], lines) == (
        "alpha.xml (run alpha): expected the 5 segments of references.xml (reference A) in their order, "
        "found 5 segments; out of order: document d1, segment 3 where document d1, segment 2 belongs. "
        "Put the segments into the order of references.xml (reference A)."
    )


def test_plain_source_of_another_length_is_refused() -> None:
    lines = TestSet(documents=plain("a"), file="source.txt")
    assert message([run()], [reference()], lines) == (
        "source.txt (source): expected 5 segments as in references.xml (reference A), found 1. "
        "Write one segment a line, an empty line where the output is empty."
    )


keys = st.lists(st.tuples(st.sampled_from(["d1", "d2"]), st.sampled_from("123")), min_size=1, max_size=8)


def run_of(segments: list[tuple[str, str]]) -> tuple[Document, ...]:
    return tuple(Document(document, (Segment(segment, "text"),)) for document, segment in segments)


@given(keys, keys)
def test_texts_align_exactly_when_their_segments_are_the_same_and_none_is_a_duplicate(
    first: list[tuple[str, str]], second: list[tuple[str, str]]
) -> None:
    reference_set = ReferenceSet(documents=run_of(first), name="A")
    candidate = Run(documents=run_of(second), system="alpha")
    if first == second and len(set(first)) == len(first):
        assert len(align([candidate], [reference_set])) == len(first)
    else:
        with pytest.raises(AlignmentError):
            align([candidate], [reference_set])


def _with(text: Text, **attributes: str) -> Text:
    return replace(text, documents=tuple(replace(each, attributes=attributes) for each in text.documents))


def test_attributes_that_only_references_carry_are_known() -> None:
    texts = align([run()], [_with(reference(), subset="A", genre="wb")], source=_with(source(), genre="nw"))
    assert {(each.attributes["subset"], each.attributes["genre"]) for each in texts.documents} == {("A", "nw")}


def test_attributes_in_which_references_differ_are_left_out() -> None:
    references = [_with(reference(name=name), subset=name) for name in "AB"]
    assert all("subset" not in each.attributes for each in align([run()], references, source=source()).documents)
