"""What a part-of-speech tagger is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar


class Tagger(ABC):
    """Gives the words of each segment their parts of speech.

    A distribution adds one through the entry-point group `bakeoff.taggers`: the entry point names the class. It is made
    once for a language (None where it has no list of languages and none was given) and a model (None where none was
    given), and then asked for the tags of each distinct segment once.
    """

    name: ClassVar[str]
    """What `tags=` is given to choose it; the name of its entry point."""
    languages: ClassVar[tuple[str, ...]] = ()
    """Codes of the languages it knows; none where its model decides."""
    takes_model: ClassVar[bool] = False
    """Whether the option `model` means something to it."""
    finds_words: ClassVar[bool] = False
    """Whether it splits segments into words by itself. If not, it gets the tokens of the specification, separated by
    single blanks, and gives one tag for each."""

    distribution: ClassVar[str | None] = None
    """What must be installed next to it; None where it brings all it needs."""
    remedy: ClassVar[str] = ""
    """How to install that."""

    @abstractmethod
    def __init__(self, *, language: str | None, model: str | None) -> None: ...

    @property
    @abstractmethod
    def version(self) -> str:
        """Everything that its tags depend on next to the text, in one word for the signature: program and model."""

    @abstractmethod
    def tag(self, segments: Sequence[str]) -> Sequence[Sequence[str]]:
        """The tags of each segment, in the order of its words; no tag is empty or has white space in it."""
