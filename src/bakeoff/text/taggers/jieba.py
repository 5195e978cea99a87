"""jieba, which finds the words of Chinese text and tags them by a dictionary that comes with its package."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from importlib.metadata import version
from typing import ClassVar

from bakeoff.text.taggers.contract import Tagger
from bakeoff.text.taggers.packages import import_package


class Jieba(Tagger):
    """jieba.posseg: the tags of ICTCLAS; unknown words by a hidden Markov model."""

    name: ClassVar[str] = "jieba"
    languages: ClassVar[tuple[str, ...]] = ("zh",)
    finds_words: ClassVar[bool] = True
    distribution: ClassVar[str | None] = "jieba"
    remedy: ClassVar[str] = "pip install 'bakeoff[zh]'"

    def __init__(self, *, language: str | None, model: str | None) -> None:  # noqa: ARG002
        module = import_package("jieba", tagger=type(self))
        posseg = import_package("jieba.posseg", tagger=type(self))
        # It tells of its dictionary on standard error, and only while it loads.
        log = logging.getLogger("jieba")
        level = log.level
        log.setLevel(logging.WARNING)
        try:
            # One of our own: words that others have added to the shared one would change the tags.
            self._tagger = posseg.POSTokenizer(module.Tokenizer())
            self._tagger.initialize()
        finally:
            log.setLevel(level)
        self._version = version("jieba")

    @property
    def version(self) -> str:
        return f"jieba-{self._version}"

    def tag(self, segments: Sequence[str]) -> list[list[str]]:
        return [[pair.flag for pair in self._tagger.cut(text) if not pair.word.isspace()] for text in segments]
