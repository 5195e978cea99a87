import sys

import pytest

from bakeoff.errors import BakeoffError
from bakeoff.text import TagSource, Workspace, taggers
from bakeoff.text.taggers import load_tagger


@pytest.mark.parametrize("tokenizer", ["13a", "zh", "char"])
def test_rjieba_finds_and_tags_chinese_words_whatever_the_tokeniser(tokenizer: str) -> None:
    text = Workspace(tokenizer=tokenizer).text(["我们今天去北京。", "", " Hello\u3000北京 "])
    assert TagSource("rjieba").lines(text) == ["r t v ns x", "", "eng ns"]


def test_it_needs_no_language_and_takes_only_its_own() -> None:
    assert load_tagger("rjieba", language="zh", model=None) is load_tagger("rjieba", language=None, model=None)
    with pytest.raises(BakeoffError, match="tags=rjieba: expected language=zh, found language=de"):
        TagSource("rjieba", "de")


def test_its_version_is_that_of_the_package() -> None:
    from importlib.metadata import version

    assert TagSource("rjieba").version == f"rjieba-{version('rjieba')}"


def test_it_loads_in_silence(capfd: pytest.CaptureFixture[str]) -> None:
    taggers._make.cache_clear()
    load_tagger("rjieba", language=None, model=None)
    assert capfd.readouterr() == ("", "")


def test_words_that_others_give_rjieba_change_nothing() -> None:
    import rjieba

    rjieba.add_word("今天去", 1_000_000, "zzz")  # stays in its shared dictionary, which nothing of ours uses
    assert ("今天去", "zzz") in rjieba.tag("我们今天去北京")
    taggers._make.cache_clear()
    assert load_tagger("rjieba", language=None, model=None).tag(["我们今天去北京"]) == [["r", "t", "v", "ns"]]


def test_without_the_package_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rjieba", None)
    taggers._make.cache_clear()
    with pytest.raises(BakeoffError) as caught:
        load_tagger("rjieba", language="zh", model=None)
    assert str(caught.value) == (
        "tags=rjieba needs the package rjieba, which is not installed. Install it: pip install 'bakeoff[zh]'."
    )
