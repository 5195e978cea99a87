"""spaCy and its models are too large to install for tests: a small stand-in has what the adapter uses of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from bakeoff.errors import BakeoffError, ExpressionError
from bakeoff.text import TagSource, Workspace, taggers


class Pipeline:
    lang = "de"
    meta = {"lang": "de", "name": "core_news_sm", "version": "3.8.0"}  # noqa: RUF012

    def pipe(self, texts: Sequence[str]) -> Iterator[list[SimpleNamespace]]:
        for text in texts:
            yield [
                SimpleNamespace(tag_=self.tag(word), is_space=word == "_") for word in text.replace("  ", " _ ").split()
            ]

    def tag(self, word: str) -> str:
        return {"_": "_SP", "Das": "ART"}.get(word, "NN")


class Untagged(Pipeline):
    def tag(self, word: str) -> str:
        return ""


@pytest.fixture(autouse=True)
def spacy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    module: Any = ModuleType("spacy")
    module.__version__ = "3.8.2"
    pipelines = {"de_core_news_sm": Pipeline(), "de_untagged": Untagged()}

    def load(name: str) -> Pipeline:
        if name not in pipelines:
            raise OSError(f"[E050] Can't find model '{name}'.")
        return pipelines[name]

    module.load = load
    monkeypatch.setitem(sys.modules, "spacy", module)
    taggers._make.cache_clear()
    yield
    taggers._make.cache_clear()


def lines(segments: Sequence[str], *, model: str | None = None, language: str | None = None) -> list[str]:
    return TagSource("spacy", language, model).lines(Workspace().text(segments))


def test_tags_are_those_of_the_model_without_white_space() -> None:
    assert lines(["Das Haus", "", "Das  Haus"], model="de_core_news_sm") == ["ART NN", "", "ART NN"]


def test_the_version_names_spacy_and_the_model() -> None:
    assert TagSource("spacy", model="de_core_news_sm").version == "spacy-3.8.2+de_core_news_sm-3.8.0"


def test_the_language_may_be_given_and_must_then_be_that_of_the_model() -> None:
    assert lines(["Haus"], model="de_core_news_sm", language="de") == ["NN"]
    with pytest.raises(ExpressionError, match="the model 'de_core_news_sm' is for language=de, not en"):
        lines(["house"], model="de_core_news_sm", language="en")


def test_a_model_must_be_named() -> None:
    with pytest.raises(ExpressionError, match=r"^tags=spacy: expected model=… .*explosion/spacy-models/releases"):
        lines(["Haus"])


def test_a_model_that_is_not_there_is_not_looked_for_elsewhere() -> None:
    with pytest.raises(BakeoffError, match=r"^tags=spacy: there is no model 'xx'\. Models are at https://github\.com/"):
        lines(["Haus"], model="xx")


def test_a_model_without_tags_is_refused() -> None:
    with pytest.raises(BakeoffError, match=r"the model 'de_untagged' gives no tags \(tag_\)"):
        lines(["Haus"], model="de_untagged")


def test_without_the_package_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(BakeoffError, match="tags=spacy needs the package spacy, which is not installed"):
        lines(["Haus"], model="de_core_news_sm")
