"""Files of real campaigns: read, written and read again they are the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.data import align
from bakeoff.errors import FormatError
from bakeoff.formats import label_of, read, read_references, read_runs, read_source, role_of, write

_FOLDERS = {
    "formats-nist-wmt/terp": "*.sgm",
    "formats-nist-wmt/ocelot": "*.sgm",
    "formats-nist-wmt/ocelot/xml": "*.xml",
    "formats-nist-wmt/wmt-format-tools": "*.xml.gz",
    "wmt12-ranking-cs-de/sgm": "*.sgm.gz",
    "wmt22-uk-en": "*.xml.gz",
    "wmt21-flores-zu-xh": "*.xml.gz",
}
# By the schema they are not valid: one lacks the language of its outputs, the other is broken on purpose.
_NOT_WRITTEN = {"sample-hyp.testsuite.xml", "sample-hyp.invalid.xml"}


@pytest.mark.parametrize("folder", _FOLDERS)
def test_round_trip(folder: str, data: Path, tmp_path: Path) -> None:
    paths = [path for path in sorted((data / folder).glob(_FOLDERS[folder])) if path.name not in _NOT_WRITTEN]
    assert paths
    for path in paths:
        found = read(path)
        back = tmp_path / path.name
        write(found, back)
        assert read(back) == found
        assert sum(1 for text in found.sets for _ in text.segments) > 0


@pytest.mark.parametrize(
    "stem",
    ["newstest2019-ende-src.en", "newstest2019-ende-ref.de", "newstest2019.msft-WMT19-document-level.6808.en-de"],
)
def test_sgml_has_the_text_of_its_twin(stem: str, data: Path) -> None:
    folder = data / "formats-nist-wmt" / "ocelot"
    ((marked,), (plain,)) = (read(folder / f"{stem}{ending}").sets for ending in (".sgm", ".txt"))
    assert [segment.text for segment in marked.segments] == [segment.text for segment in plain.segments]
    assert len(marked.documents) == 5


def test_the_first_of_two_system_names_counts(data: Path) -> None:
    (run,) = read_runs(data / "formats-nist-wmt/ocelot/newstest2019.msft-WMT19-document-level.6808.en-de.sgm")
    assert run.system == "Microsoft-document-level"


def test_xml_has_the_text_of_its_twin(data: Path) -> None:
    folder = data / "formats-nist-wmt" / "ocelot" / "xml"
    ((marked,), (plain,)) = (read_runs(folder / name) for name in ("sample-hyp.xml", "sample-hyp.ha.txt"))
    assert [segment.text for segment in marked.segments] == [segment.text for segment in plain.segments]


def test_the_invalid_sample_is_refused(data: Path) -> None:
    with pytest.raises(FormatError) as caught:
        read(data / "formats-nist-wmt/ocelot/xml/sample-hyp.invalid.xml")
    assert "sample-hyp.invalid.xml, line 23: expected p in hyp, found the element seg. " in str(caught.value)


def test_a_sample_without_languages_is_read_but_not_written_so(data: Path, tmp_path: Path) -> None:
    found = read(data / "formats-nist-wmt/ocelot/xml/sample-hyp.testsuite.xml")
    assert [document.attributes.get("testsuite") for document in found.sets[0].documents] == [None, None, "yes", None]
    with pytest.raises(FormatError, match="expected the language of the text"):
        write(found, tmp_path / "a.xml")


def test_wmt12_fits_together(data: Path) -> None:
    folder = data / "wmt12-ranking-cs-de" / "sgm"
    source = read_source(folder / "newstest2012-src.cs.sgm.gz")
    references = read_references(folder / "newstest2012-ref.en.sgm.gz")
    runs = [run for path in sorted(folder.glob("newstest2012.cs-en.*.sgm.gz")) for run in read_runs(path)]
    assert len(align(runs, references, source=source)) == 3003
    assert [run.system for run in runs] == [
        "cu-bojar-lem",
        "onlineB",
        "jhu-hiero",
        "onlineA",
        "onlineB",
        "Edinburgh",
        "uk-dan-moses",
    ]


def test_wmt22_has_a_source_a_reference_and_ten_systems(data: Path) -> None:
    found = read(data / "wmt22-uk-en/wmttest2022.uk-en.all.xml.gz")
    assert [(role_of(text), label_of(text)) for text in found.sets[:3]] == [
        ("source", "source"),
        ("reference", "A"),
        ("run", "ALMAnaCH-Inria"),
    ]
    assert [sum(1 for _ in text.segments) for text in found.sets] == [2018] * 12
    assert {document.attributes["collection"] for document in found.sets[0].documents} == {"general"}


def test_collections_are_kept_apart(data: Path) -> None:
    (source, run) = read(data / "formats-nist-wmt/ocelot/xml/multi-hypA.xml").sets
    expected = ["A", "A", "B", "C", "C"]
    assert [document.attributes["collection"] for document in source.documents] == expected
    assert [document.attributes["collection"] for document in run.documents] == expected
