"""Which parts of a source sentence could be judged: from its parse, from tags, or as an organiser gives them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bakeoff.data.judgments import Span
from bakeoff.data.parse_trees import ParseTree
from bakeoff.errors import ExpressionError, InputError, Place
from bakeoff.text import word_spans
from bakeoff.text.taggers import load_tagger

_WRITTEN = {
    "-LRB-": ("(",),
    "-RRB-": (")",),
    "-LSB-": ("[",),
    "-RSB-": ("]",),
    "-LCB-": ("{",),
    "-RCB-": ("}",),
    "``": ("``", '"', "“", "„", "«", "''", "”", "»"),
    "''": ("''", '"', "”", "“", "»", "«", "``"),
    "`": ("`", "‘", "'"),
    "'": ("'", "’", "`"),
}
"""How a text may have what the Penn Treebank writes so."""
_APOSTROPHES = str.maketrans("’‘", "''")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A part of a source segment."""

    span: Span
    """Code points."""
    words: range
    """By `word_spans` of the segment."""
    label: str = ""
    """What a parser or a tagger takes it for: NP, PP; empty where an organiser chose it."""


class SourceWords:
    """A source segment and where its words are."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans = word_spans(text)
        self._starts = [start for start, _ in self.spans]
        self._ends = [end for _, end in self.spans]

    def candidate(self, span: Span, label: str = "") -> Candidate | None:
        """The words of a span; None where it holds none, or starts or ends inside of one."""
        start, end = span
        words = range(bisect_left(self._starts, start), bisect_right(self._ends, end))
        touched = range(bisect_right(self._ends, start), bisect_left(self._starts, end))
        if not words or words != touched:
            return None
        return Candidate((self._starts[words[0]], self._ends[words[-1]]), words, label)

    def spoken(self, words: Iterable[int]) -> int:
        """How many of the words have a letter or a digit: marks of punctuation do not count."""
        return sum(1 for number in words if any(map(str.isalnum, self.text[slice(*self.spans[number])])))


def from_spans(words: SourceWords, spans: Iterable[Span]) -> Iterator[Candidate | None]:
    """Parts as an organiser gives them; None for each that starts or ends inside of a word."""
    return (words.candidate(span) for span in spans)


def from_parse(words: SourceWords, tree: ParseTree, *, place: Place | None = None) -> Iterator[Candidate | None]:
    """Every phrase of a parse, each span once; None for one that starts or ends inside of a word, as `n't go` does."""
    leaves = leaf_spans(words.text, tree.words, place=place)
    for phrase in tree.distinct_phrases():
        yield words.candidate((leaves[phrase.start][0], leaves[phrase.end - 1][1]), phrase.label)


def leaf_spans(text: str, leaves: Sequence[str], *, place: Place | None = None) -> list[Span]:
    """Where the words of a parse are in the text; parsers write brackets and quotation marks in ways of their own.

    >>> leaf_spans('He said "no" (twice).', "He said `` no '' -LRB- twice -RRB- .".split())[2:6]
    [(8, 9), (9, 11), (11, 12), (13, 14)]
    """
    spans: list[Span] = []
    at = 0
    for leaf in leaves:
        while at < len(text) and text[at].isspace():
            at += 1
        length = _length_at(text, at, leaf.replace("\\/", "/").replace("\\*", "*"))
        if not length:
            raise InputError(
                place=place or Place(),
                expected=f"a parse of the source, which continues with {text[at : at + 20]!r}",
                found=repr(leaf),
                remedy="Parse the source as it is; one line for each segment, in the same order.",
            )
        spans.append((at, at + length))
        at += length
    if text[at:].strip():
        raise InputError(
            place=place or Place(),
            expected="a parse of the complete source",
            found=f"none of {text[at:].strip()[:40]!r}",
            remedy="Parse the source as it is; one line for each segment, in the same order.",
        )
    return spans


def _length_at(text: str, at: int, leaf: str) -> int:
    for form in _WRITTEN.get(leaf, (leaf,)):
        same = text[at : at + len(form)]
        if same and (same == form or same.translate(_APOSTROPHES) == form.translate(_APOSTROPHES)):
            return len(form)
    return 0


# Tags of the Penn Treebank, the BNC (C5), STTS, CGN and Universal Dependencies, as far as phrases need them.
_KINDS = (
    ("P", re.compile(r"IN$|TO$|PRP$|PRF$|PR[FP]-|APPR|VZ|ADP")),
    ("D", re.compile(r"DT|PDT|PRP\$|PP\$|AT0|DPS|DT0|ART|PPOSAT|PDAT|PIAT|LID|VNW\(bez|VNW\(aanw,det|DET")),
    ("N", re.compile(r"NN|NP|NE|N\(|NOUN|PROPN|SPEC")),
    ("A", re.compile(r"JJ|AJ|ADJ|VVN-AJ0|AJ0-")),
    ("M", re.compile(r"CD|CRD|CARD|TW|NUM|ORD")),
    ("R", re.compile(r"RB|AV|ADV|BW")),
)
_NOUN_PHRASE = r"D?(?:R?A|M)*N+"
_BASE = re.compile(rf"P?{_NOUN_PHRASE}")
_MORE = re.compile(rf"P{_NOUN_PHRASE}")


def tags_of(sources: Sequence[SourceWords], *, tagger: str, language: str | None, model: str | None) -> list[list[str]]:
    """The parts of speech of the words of each segment, by a tagger that takes words as they are given."""
    chosen = load_tagger(tagger, language=language, model=model)
    if chosen.finds_words:
        raise ExpressionError(f"{tagger} finds words of its own: phrases need a tagger of given words, such as hanta.")
    lines = [" ".join(each.text[start:end] for start, end in each.spans) for each in sources]
    return [list(tags) for tags in chosen.tag(lines)]


def from_tags(words: SourceWords, tags: Sequence[str]) -> Iterator[Candidate]:
    """Noun phrases and prepositional phrases, alone and with the prepositional phrases that follow.

    By patterns of tags: a determiner, adjectives with their adverbs and numbers, nouns; a preposition before them.
    """
    kinds = "".join(next((kind for kind, tag in _KINDS if tag.match(each)), "-") for each in tags)
    for base in _BASE.finditer(kinds):
        starts = [base.start(), base.start() + 1] if kinds[base.start()] == "P" else [base.start()]
        longer: re.Match[str] | None = base
        while longer is not None:
            for first in starts:
                span = (words.spans[first][0], words.spans[longer.end() - 1][1])
                yield Candidate(span, range(first, longer.end()), "PP" if kinds[first] == "P" else "NP")
            longer = _MORE.match(kinds, longer.end())
