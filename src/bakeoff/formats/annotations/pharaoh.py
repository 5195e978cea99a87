"""Word alignments in the format of Pharaoh: a line for each sentence pair, `i-j` for each link."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from bakeoff.alignment.alignment_errors import GoldLinks
from bakeoff.alignment.thot_models import SentencePair
from bakeoff.alignment.word_links import Link, Links
from bakeoff.errors import FormatError, MistakesError, Place
from bakeoff.formats.sources import MAX_BYTES, open_source
from bakeoff.formats.targets import write_target

_LINK = re.compile(r"([0-9]{1,6})([-?p])([0-9]{1,6})", re.ASCII)
_BETWEEN = "|||"


def read_links(
    path: str | Path, *, first: int = 0, target_first: bool = False, max_bytes: int = MAX_BYTES
) -> tuple[GoldLinks, ...]:
    """The links of each sentence pair (`-`: standard input), gzipped or not.

    `3-4` is a sure link of the fourth word of the source with the fifth of the target; `3?4` and `3p4` are possible
    links. `first` is the number of the first word, 0 or 1. With `target_first` links have the target's word first.
    """
    pairs, mistakes = [], []
    with open_source(path, max_bytes=max_bytes) as source:
        for number, line in enumerate(source.lines(), start=1):
            place = Place(source.name, number)
            sure: set[Link] = set()
            possible: set[Link] = set()
            for text in line.split():
                try:
                    link, is_sure = _link(text, first=first, target_first=target_first, place=place)
                except FormatError as mistake:
                    mistakes.append(mistake)
                    continue
                possible.add(link)
                if is_sure:
                    sure.add(link)
            pairs.append(GoldLinks(frozenset(sure), frozenset(possible)))
    if mistakes:
        raise MistakesError(mistakes)
    return tuple(pairs)


def _link(text: str, *, first: int, target_first: bool, place: Place) -> tuple[Link, bool]:
    parts = _LINK.fullmatch(text)
    if parts is None:
        raise FormatError(
            place=place,
            expected="links such as 0-0 1-2, or 1?2 for a possible one",
            found=repr(text),
            remedy="Write the number of the source's word, a hyphen and that of the target's word.",
        )
    one, other = int(parts[1]) - first, int(parts[3]) - first
    if min(one, other) < 0:
        raise FormatError(
            place=place, expected=f"words counted from {first}", found=text, remedy="Is it counted from 0?"
        )
    return ((other, one) if target_first else (one, other)), parts[2] == "-"


def check_links(links: Sequence[GoldLinks], pairs: Sequence[SentencePair], file: str) -> None:
    """Raises an error where links are of other sentences: other lines, or words that are not there."""
    if len(links) != len(pairs):
        raise FormatError(
            place=Place(file),
            expected=f"{len(pairs):,} lines, one for each sentence pair",
            found=f"{len(links):,}",
            remedy="Give the alignment of these sentences; write an empty line where a pair has no link.",
        )
    mistakes = [
        FormatError(
            place=Place(file, line),
            expected=f"words of the source from 0 to {len(source) - 1} and of the target from 0 to {len(target) - 1}",
            found=f"{i}-{j}",
            remedy="Does the file count words from 1, have the target first, or split words in another way?",
        )
        for line, (each, (source, target)) in enumerate(zip(links, pairs, strict=True), start=1)
        for i, j in sorted(each.possible)
        if i >= len(source) or j >= len(target)
    ]
    if mistakes:
        raise MistakesError(mistakes)


def links_text(links: Iterable[Links]) -> str:
    r"""All links of each sentence pair in order, a line each; words are counted from 0.

    >>> links_text([frozenset({(1, 0), (0, 0)}), frozenset()])
    '0-0 1-0\n\n'
    """
    return "".join(" ".join(f"{i}-{j}" for i, j in sorted(each)) + "\n" for each in links)


def gold_links_text(gold: Iterable[GoldLinks]) -> str:
    r"""The same with `i?j` for links that are only possible.

    >>> gold_links_text([GoldLinks(frozenset({(0, 0)}), frozenset({(0, 0), (0, 1)}))])
    '0-0 0?1\n'
    """
    return "".join(
        " ".join(f"{i}{'-' if (i, j) in each.sure else '?'}{j}" for i, j in sorted(each.possible)) + "\n"
        for each in gold
    )


def write_links(links: Iterable[Links], path: str | Path) -> None:
    """Writes a file (`-`: to standard output), gzipped where its name ends in `.gz`."""
    write_target(links_text(links).encode(), path)


def read_sentence_pairs(path: str | Path, *, max_bytes: int = MAX_BYTES) -> tuple[SentencePair, ...]:
    """Sentence pairs as aligners take them: `source ||| target`, with words separated by blanks."""
    pairs, mistakes = [], []
    with open_source(path, max_bytes=max_bytes) as source:
        for number, line in enumerate(source.lines(), start=1):
            sides = line.split(_BETWEEN)
            if len(sides) != 2:
                mistakes.append(
                    FormatError(
                        place=Place(source.name, number),
                        expected="source ||| target",
                        found=f"{len(sides) - 1} times |||" if line.strip() else "an empty line",
                        remedy="Write source and target of a sentence pair on one line, with ||| between them.",
                    )
                )
                continue
            pairs.append((tuple(sides[0].split()), tuple(sides[1].split())))
    if mistakes:
        raise MistakesError(mistakes)
    return tuple(pairs)
