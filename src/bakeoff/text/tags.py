"""Where the part-of-speech tags of a text come from: the text itself, or a tagger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bakeoff.errors import BakeoffError, ExpressionError, InputError, Place
from bakeoff.text.taggers import Tagger, check_tagger, load_tagger
from bakeoff.text.tokenizers import tokenize_lines

if TYPE_CHECKING:
    from bakeoff.text.workspace import Text

_IN_TEXT = ("inline", "only")


@dataclass(frozen=True, slots=True)
class TagSource:
    """What says which tags a text has.

    `inline`: each word of the text, as white space parts them, is `word|TAG`; the last bar parts the tag.
    `only`: the text holds tags in place of words.
    Any other name is that of a tagger, which may need a language or a model.
    """

    kind: str = "inline"
    language: str | None = None
    model: str | None = None

    def __post_init__(self) -> None:
        if not self.is_in_text:
            check_tagger(self.kind, language=self.language, model=self.model)
            return
        for option, value in (("language", self.language), ("model", self.model)):
            if value is not None:
                raise ExpressionError(f"tags={self.kind} takes no {option}, found {option}={value}.")

    @property
    def is_in_text(self) -> bool:
        """Whether the text itself holds the tags."""
        return self.kind in _IN_TEXT

    @property
    def version(self) -> str | None:
        """The tagger's; None without one."""
        return None if self.is_in_text else self._tagger().version

    def lines(self, text: Text) -> list[str]:
        """The tags of each segment, separated by single blanks."""
        if not self.is_in_text:
            return self._tagged(text)
        self._check_steps(text)
        if self.kind == "only":
            return [" ".join(segment.split()) for segment in text.segments]
        return [" ".join(tags) for tags in inline_tags(text)]

    def _check_steps(self, text: Text) -> None:
        """Steps do not know tags: lower case and missing punctuation would change them in silence."""
        steps = text.workspace.steps
        if steps:
            raise ExpressionError(
                f"tags={self.kind}: the specification changes the text, tags included "
                f"({'>'.join(map(str, steps))}). Score tagged text with --spec case+punc or raw, or plain text with a "
                f"tagger, which tags what the specification leaves."
            )

    def _tagger(self) -> Tagger:
        return load_tagger(self.kind, language=self.language, model=self.model)

    def _tagged(self, text: Text) -> list[str]:
        """By the tagger, each distinct segment of the workspace once: systems often agree."""
        tagger, space = self._tagger(), text.workspace
        segments: Sequence[str] = text.segments
        if not tagger.finds_words:
            segments = tokenize_lines(segments, space.tokenizer, threads=space.threads)
        known = space.tagged.setdefault(self, {})
        new = [segment for segment in dict.fromkeys(segments) if segment not in known]
        tags = tagger.tag(new)
        _check_tags(tagger, new, tags)
        known.update(zip(new, map(" ".join, tags), strict=True))
        return [known[segment] for segment in segments]


def inline_tags(text: Text) -> Iterator[list[str]]:
    """What follows the last bar of each word.

    >>> from bakeoff.text import Workspace
    >>> list(inline_tags(Workspace().text(["The|DT cat|NN sat|VBD .|.", "||SYM"])))
    [['DT', 'NN', 'VBD', '.'], ['SYM']]
    """
    for number, segment in enumerate(text.segments, start=1):
        tags = []
        for at, token in enumerate(segment.split(), start=1):
            word, _, tag = token.rpartition("|")
            if not word or not tag:
                raise InputError(
                    place=Place(text.name, segment=str(number)),
                    expected="word|TAG in all places",
                    found=f"{token!r} as word {at}",
                    remedy="Tag the text, or name a tagger (tags=hanta,language=de); a text of tags has tags=only.",
                )
            tags.append(tag)
        yield tags


def _check_tags(tagger: Tagger, segments: Sequence[str], tags: Sequence[Sequence[str]]) -> None:
    """A plug-in may give anything."""
    fault = next(_faults(segments, tags, any_number=tagger.finds_words), None)
    if fault:
        raise BakeoffError(f"the tagger {tagger.name!r} gave {fault}.")


def _faults(segments: Sequence[str], tags: Sequence[Sequence[str]], *, any_number: bool) -> Iterator[str]:
    if len(tags) != len(segments):
        yield f"tags for {len(tags)} segments where {len(segments)} were asked for"
    for segment, row in zip(segments, tags, strict=False):
        words = len(segment.split(" ")) if segment else 0
        if not any_number and len(row) != words:
            yield f"{len(row)} tags for the {words} words of {segment!r}"
        for tag in row:
            if not isinstance(tag, str) or tag.split() != [tag]:
                yield f"{tag!r} as a tag in {segment!r}, where a string without white space is expected"
