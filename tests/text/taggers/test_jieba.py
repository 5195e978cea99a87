import logging
import sys

import pytest

from bakeoff.errors import BakeoffError
from bakeoff.text import TagSource, Workspace, taggers
from bakeoff.text.taggers import load_tagger


@pytest.mark.parametrize("tokenizer", ["13a", "zh", "char"])
def test_jieba_finds_and_tags_chinese_words_whatever_the_tokeniser(tokenizer):
    text = Workspace(tokenizer=tokenizer).text(["我们今天去北京。", "", " Hello\u3000北京 "])
    assert TagSource("jieba").lines(text) == ["r t v ns x", "", "eng ns"]


def test_it_needs_no_language_and_takes_only_its_own():
    assert load_tagger("jieba", language="zh", model=None) is load_tagger("jieba", language=None, model=None)
    with pytest.raises(BakeoffError, match="tags=jieba: expected language=zh, found language=de"):
        TagSource("jieba", "de")


def test_its_version_is_that_of_the_package():
    from importlib.metadata import version

    assert TagSource("jieba").version == f"jieba-{version('jieba')}"


def test_it_loads_in_silence_and_leaves_the_log_as_it_was(capfd):
    log = logging.getLogger("jieba")
    log.setLevel(logging.INFO)
    taggers._make.cache_clear()
    load_tagger("jieba", language=None, model=None)
    assert log.level == logging.INFO
    assert capfd.readouterr() == ("", "")


def test_words_that_others_give_jieba_change_nothing():
    import jieba

    jieba.add_word("今天去", tag="zzz")
    try:
        assert load_tagger("jieba", language=None, model=None).tag(["我们今天去北京"]) == [["r", "t", "v", "ns"]]
    finally:
        jieba.del_word("今天去")


def test_without_the_package_the_error_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "jieba", None)
    taggers._make.cache_clear()
    with pytest.raises(BakeoffError) as caught:
        load_tagger("jieba", language="zh", model=None)
    assert str(caught.value) == (
        "tags=jieba needs the package jieba, which is not installed. Install it: pip install 'bakeoff[zh]'."
    )
