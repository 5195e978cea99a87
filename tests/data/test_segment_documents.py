from __future__ import annotations

from bakeoff.data import Block, Document, ReferenceSet, Segment, TestSet, described_segments, segment_documents

DIALOG = Document(
    "d1",
    (
        Segment("1", "a", {"speaker": "guest"}),
        Block(
            "p", (Segment("2", "b"), Segment("3", "c", {"speaker": "clerk"})), {"scene": "hotel", "speaker": "guest"}
        ),
        Segment("4", "d"),
    ),
    {"genre": "dialog", "scene": "station"},
)


def test_a_segment_has_the_attributes_of_its_document_of_what_wraps_it_and_its_own() -> None:
    described = segment_documents(TestSet(documents=(DIALOG,)))
    assert [dict(document.attributes) for document in described] == [
        {"genre": "dialog", "scene": "station", "speaker": "guest"},
        {"genre": "dialog", "scene": "hotel", "speaker": "guest"},
        {"genre": "dialog", "scene": "hotel", "speaker": "clerk"},
        {"genre": "dialog", "scene": "station"},
    ]
    assert {document.id for document in described} == {"d1"}
    assert described[3] is DIALOG


def test_references_add_what_the_source_does_not_say_and_they_agree_on() -> None:
    source = TestSet(documents=(Document("d1", (Segment("1", "a"), Segment("2", "b")), {"genre": "nw"}),))

    def reference(name: str, *speakers: str) -> ReferenceSet:
        segments = tuple(Segment(str(i), "x", {"speaker": who}) for i, who in enumerate(speakers, start=1))
        return ReferenceSet(name=name, documents=(Document("d1", segments, {"genre": "wb", "subset": "new"}),))

    described = described_segments([reference("r1", "anna", "ben"), reference("r2", "anna", "carla")], source=source)
    assert [dict(document.attributes) for document in described] == [
        {"genre": "nw", "subset": "new", "speaker": "anna"},
        {"genre": "nw", "subset": "new"},
    ]


def test_ids_that_were_counted_off_say_nothing_of_documents_with_ids() -> None:
    source = TestSet(documents=(Document("1", (Segment("1", "a"),)),))
    counted = ReferenceSet(name="r", documents=(Document("1", (Segment("1", "a", {"speaker": "x"}),), numbered=True),))
    assert segment_documents(source, [counted]) == source.documents
    plain = TestSet(documents=(Document("1", (Segment("1", "a"),), numbered=True),))
    (described,) = segment_documents(plain, [counted])
    assert dict(described.attributes) == {"speaker": "x"}
