import sys
from pathlib import Path

import pytest

from bakeoff.errors import BakeoffError, ExpressionError
from bakeoff.text import TagSource, Workspace, taggers
from bakeoff.text.taggers import load_tagger


@pytest.mark.parametrize(
    ("language", "segment", "tags"),
    [
        ("de", "Das Haus ist sehr alt.", "ART NN VA(FIN) ADV ADJ(D) $."),
        ("en", "The house is old!", "AT0 NN1 VBZ AJ0 PUN"),
        ("nl", "het huis", "LID(bep,stan,evon) N(soort,ev,basis,onz,stan)"),
    ],
)
def test_hanta_tags_german_english_and_dutch(language: str, segment: str, tags: str) -> None:
    assert TagSource("hanta", language).lines(Workspace().text([segment, ""])) == [tags, ""]


def test_strange_words_get_tags_too() -> None:
    words = ["0", "&amp;", "中文", "e\u0301", "👍🏽", "\ufeff", "\u200b", "''", "(hi)", "END", "x" * 60]
    assert len(load_tagger("hanta", language="de", model=None).tag([" ".join(words)])[0]) == len(words)


def test_a_model_that_lies_in_the_current_folder_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "morphmodel_en.pgz").write_bytes(b"anything")
    monkeypatch.chdir(tmp_path)
    taggers._make.cache_clear()
    assert load_tagger("hanta", language="en", model=None).tag(["houses"]) == [["NN2"]]


def test_its_version_is_that_of_the_package() -> None:
    from importlib.metadata import version

    assert TagSource("hanta", "en").version == f"hanta-{version('HanTa')}"


def test_languages_are_those_of_its_models() -> None:
    with pytest.raises(
        ExpressionError, match=r"expected language=de or language=en or language=nl, found language=fr\.$"
    ):
        TagSource("hanta", "fr")


def test_without_the_package_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "HanTa", None)
    monkeypatch.delitem(sys.modules, "HanTa.HanoverTagger", raising=False)
    taggers._make.cache_clear()
    with pytest.raises(BakeoffError) as caught:
        load_tagger("hanta", language="de", model=None)
    assert str(caught.value) == (
        "tags=hanta needs the package HanTa, which is not installed. Install it: pip install 'bakeoff[pos]'."
    )
