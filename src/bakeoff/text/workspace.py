"""Texts that are compared with one another, each tokenised at most once per tokeniser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bakeoff.errors import InputError, Place
from bakeoff.native import Tokens, Vocabulary
from bakeoff.text.normalizers import Step
from bakeoff.text.tokenizers import tokenize

if TYPE_CHECKING:
    from bakeoff.text.tags import TagSource


@dataclass(frozen=True, slots=True)
class Workspace:
    """What texts share so that their tokens can be compared: the vocabulary, the tokeniser of the specification
    (used by metrics that bring none of their own), and how many threads the kernels may use.
    """

    tokenizer: str = "13a"
    threads: int = 1
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    steps: tuple[Step, ...] = ()
    """The steps of the specification, which the texts have behind them."""
    tagged: dict[TagSource, dict[str, str]] = field(default_factory=dict, repr=False, compare=False)
    """Tags of the segments that a tagger has seen."""

    def text(self, segments: Sequence[str], *, name: str | None = None) -> Text:
        """The segments as a text to compare with others of this workspace; messages call it by the name."""
        for number, segment in enumerate(segments, start=1):
            if not segment.isascii():
                _check_characters(segment, number)
        return Text(tuple(segments), self, name=name)


def _check_characters(segment: str, number: int) -> None:
    try:
        segment.encode()
    except UnicodeEncodeError as error:
        raise InputError(
            place=Place(segment=str(number)),
            expected="characters",
            found=f"half a character (U+{ord(segment[error.start]):04X})",
            remedy="Decode the text as UTF-8, or as UTF-16 where it is that.",
        ) from None


class Text:
    """The segments of one reference or run, after the specification's text steps."""

    __slots__ = ("_lowercased", "_parts", "_tags", "_tokens", "name", "segments", "workspace")

    def __init__(self, segments: tuple[str, ...], workspace: Workspace, *, name: str | None = None) -> None:
        self.segments = segments
        self.workspace = workspace
        self.name = name
        self._tokens: dict[str, Tokens] = {}
        self._tags: dict[TagSource, Tokens] = {}
        self._lowercased: Text | None = None
        self._parts: dict[tuple[int, ...], Text] = {}

    def __len__(self) -> int:
        return len(self.segments)

    def part(self, numbers: tuple[int, ...]) -> Text:
        """The segments of these numbers (from 0) as a text of their own."""
        if numbers not in self._parts:
            segments = tuple(self.segments[number] for number in numbers)
            self._parts[numbers] = Text(segments, self.workspace, name=self.name)
        return self._parts[numbers]

    def lowercased(self) -> Text:
        """The same segments in lower case (all of Unicode)."""
        if self._lowercased is None:
            segments = tuple(segment.lower() for segment in self.segments)
            self._lowercased = Text(segments, self.workspace, name=self.name)
        return self._lowercased

    def tokens(self, tokenizer: str | None = None) -> Tokens:
        """Token ids by segment; without a name, by the tokeniser of the specification."""
        name = tokenizer or self.workspace.tokenizer
        if name not in self._tokens:
            space = self.workspace
            self._tokens[name] = tokenize(self.segments, name, space.vocabulary, threads=space.threads)
        return self._tokens[name]

    def tags(self, source: TagSource) -> Tokens:
        """The ids of part-of-speech tags in place of those of words."""
        if source not in self._tags:
            space = self.workspace
            self._tags[source] = tokenize(source.lines(self), "blank", space.vocabulary, threads=space.threads)
        return self._tags[source]
