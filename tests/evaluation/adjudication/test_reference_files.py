"""Files of references are written again with their corrections, and nothing else changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.data import ReferenceSet
from bakeoff.errors import FormatError, InputError
from bakeoff.evaluation import score_recognition, suggest_corrections
from bakeoff.evaluation.adjudication.reference_files import correct_file, read_reference_file
from bakeoff.evaluation.adjudication.rulebook_suggestions import suggest_by_rules
from bakeoff.evaluation.recognition.rulebook_scores import rules_of
from bakeoff.evaluation.recognition.scorer import read_side
from bakeoff.formats import SegmentCorrection as C
from bakeoff.rulebook import read_rulebook
from tests.site.texts import reference_xml, source_xml

STM = "talk 1 Ann 0.0 2.0 <o,f0> hello world\ntalk 1 Ann 2.0 3.0 bye\n"


def put(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_transcript_keeps_all_but_what_is_corrected(tmp_path: Path) -> None:
    path = put(tmp_path, "ref.stm", STM)
    correct_file(path, tmp_path / "new.stm", {0: [C("talk:1:0.00", "world", "{ world / word }")]}, speech=True)
    assert (tmp_path / "new.stm").read_text() == (
        "talk 1 Ann 0.00 2.00 <o,f0> hello { world / word }\ntalk 1 Ann 2.00 3.00 bye\n"
    )


def test_one_of_several_translations_in_a_file(tmp_path: Path) -> None:
    path = put(tmp_path, "refs.xml", reference_xml(["one", "two"], names=["a", "b"]))
    correct_file(path, tmp_path / "new.xml", {1: [C("doc-1:2", "two", "2 < 3")]}, speech=False)
    before, after = (
        [
            text
            for text in read_reference_file(tmp_path / name, speech=False).references
            if isinstance(text, ReferenceSet)
        ]
        for name in ("refs.xml", "new.xml")
    )
    assert after[0].documents == before[0].documents
    assert [segment.text for segment in after[1].segments] == ["one", "2 < 3"]
    assert [text.name for text in after] == ["a", "b"]


@pytest.mark.parametrize(
    ("name", "content", "correction"),
    [
        ("ref.stm", STM, C("talk:1:2.00", "bye", "<bye>")),
        ("ref.stm", STM, C("talk:1:2.00", "bye", "bye\nbye")),
        ("ref.trn", "hello (a-1)\nbye (a-2)\n", C("a-2", "bye", "bye\nnow")),
        ("ref.txt", "hello\nbye\n", C("2", "bye", "bye\nnow")),
    ],
)
def test_what_a_format_cannot_hold_is_refused(name: str, content: str, correction: C, tmp_path: Path) -> None:
    path = put(tmp_path, name, content)
    with pytest.raises(InputError):
        correct_file(path, tmp_path / f"new-{name}", {0: [correction]}, speech=not name.endswith("txt"))


def test_a_source_is_no_reference(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="expected a reference"):
        read_reference_file(put(tmp_path, "src.xml", source_xml()), speech=False)


def test_suggestions_by_rules_are_those_of_the_same_scores(tmp_path: Path) -> None:
    reference = put(tmp_path, "ref.trn", "we have to ships (a-1)\nhello (a-2)\n")
    runs = {
        "x": put(tmp_path, "x.trn", "we have two ships (a-1)\nhello (a-2)\n"),
        "y": put(tmp_path, "y.trn", "We have TWO ships (a-1)\nhalo (a-2)\n"),
    }
    scoring = (
        read_rulebook("iwslt2012")
        .scoring_of("ted-asr", "en")
        .model_copy(update={"global_mappings": False, "regions": False, "case": False})
    )
    found = suggest_by_rules(scoring, runs=runs, reference=reference)
    heard = C("a-1", "to", "two", why="heard by 2 of 2 systems: x, y")
    assert [(each.correction, each.systems) for each in found.suggestions] == [(heard, ("x", "y"))]
    written = read_side(str(reference), "ref")
    systems = {
        name: score_recognition(
            written, read_side(str(path), "hyp"), rules=rules_of("wer@sclite", scoring), alignments=True
        )
        for name, path in runs.items()
    }
    assert found == suggest_corrections(written, systems)
    assert len(suggest_by_rules(scoring, runs=runs, reference=reference, least=1).suggestions) == 2
