"""rjieba, which finds the words of Chinese text and tags them by a dictionary that comes with its package.

It is jieba's algorithm and dictionary in Rust, with wheels for every platform. Its tags are not jieba's: on WMT22
English-Chinese, 59 % of the segments have the same tags in both, so it has a name of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from typing import ClassVar

from bakeoff.text.taggers.contract import Tagger
from bakeoff.text.taggers.packages import import_package


class RJieba(Tagger):
    """rjieba.tag: the tags of ICTCLAS, by its dictionary; unknown words are found by a hidden Markov model."""

    name: ClassVar[str] = "rjieba"
    languages: ClassVar[tuple[str, ...]] = ("zh",)
    finds_words: ClassVar[bool] = True
    distribution: ClassVar[str | None] = "rjieba"
    remedy: ClassVar[str] = "pip install 'bakeoff[zh]'"

    def __init__(self, *, language: str | None, model: str | None) -> None:  # noqa: ARG002
        # One of our own: words that others have added to the shared one would change the tags.
        self._tagger = import_package("rjieba", tagger=type(self)).Jieba()
        self._version = version("rjieba")

    @property
    def version(self) -> str:
        return f"rjieba-{self._version}"

    def tag(self, segments: Sequence[str]) -> list[list[str]]:
        return [[tag for word, tag in self._tagger.tag(text) if not word.isspace()] for text in segments]
