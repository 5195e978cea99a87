"""The steps by which csrfilt makes the spelling of texts alike: capitals, rules, hyphens, optional words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import FormatError, Place
from bakeoff.speech.spelling.glm import RuleSet

# à to ÿ become À to ß, as bytes do in the program; ÷ and ÿ become × and ß there, too.
_LATIN_1_UPPER = {code: code - 0x20 for code in range(0xE0, 0x100)}
_INNER_HYPHEN = re.compile(r"([^( \n])-(?=[^) ])")
_TWO_OPTIONAL = re.compile(r"(\([^\S\n]+[^()\s]+[^\S\n]+)([^()\s]+)", re.ASCII)
_OPENED = re.compile(r"\([^\S\n]+", re.ASCII)
_CLOSED = re.compile(r"[^\S\n]+\)", re.ASCII)
_PAIRED = re.compile(r"[^()]*(?:\([^()]*\)[^()]*)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Filtering:
    """Rules and what is done next to them.

    `upper_case` turns small letters of ASCII into capitals before the rules look (csrfilt without `-s`), with
    `latin_1` those from à to ÿ, too (`-e`). `split_hyphens` makes two words of one with a hyphen inside, after the
    rules (`-dh`); at the edge of a word it marks a fragment and stays.
    """

    rules: RuleSet
    upper_case: bool = True
    latin_1: bool = False
    split_hyphens: bool = False


def has_unpaired(texts: Iterable[str]) -> bool:
    return any(map(_is_unpaired, texts))


def _is_unpaired(text: str) -> bool:
    return ("(" in text or ")" in text) and not _PAIRED.fullmatch(text)


def refuse_unpaired(texts: Sequence[str], file: str | None, lines: Sequence[int] | NDArray[np.int32]) -> None:
    """Raises an error where parentheses are nested or without partner: which words are optional is then unsure."""
    rows = [row for row, text in enumerate(texts) if _is_unpaired(text)]
    if rows:
        others = ", ".join(str(lines[row]) for row in rows[1:20]) + (", …" if len(rows) > 20 else "")
        raise FormatError(
            place=Place(file, int(lines[rows[0]])),
            expected="parentheses in pairs around optional words, none inside another",
            found=repr(texts[rows[0]].strip()),
            remedy=f"The same in line {others}." if others else "",
        )


def filter_texts(texts: Sequence[str], filtering: Filtering) -> list[str]:
    """The texts after all steps. Each is taken as it is, with the blanks around it: rules may look for them.

    An optional marking spreads: `( A-B )` becomes `(A) (B)`. Parentheses must be paired; see `refuse_unpaired`.
    """
    if not texts:
        return []
    if any("\n" in text for text in texts):
        raise FormatError(expected="texts of one line", found="a line break")
    text = _upper("\n".join(texts), filtering)
    text = text.replace("(", "( ").replace(")", " )")
    text = " " + text.replace("\n", " \n ") + " "
    text = filtering.rules.apply(text)
    if filtering.split_hyphens and "-" in text:
        text = _INNER_HYPHEN.sub(r"\1 ", text)
    if "(" in text:
        text = _spread(text)
    lines = [line.removeprefix(" ").removesuffix(" ") for line in text.split("\n")]
    if "(" in text or ")" in text:
        lines = [_CLOSED.sub(")", _OPENED.sub("(", line)) for line in lines]
    return lines


def _upper(text: str, filtering: Filtering) -> str:
    if not filtering.upper_case:
        return text
    if ";;" in text:  # a text that starts so is left alone, as if it were a comment
        return "\n".join(line if line.startswith(";;") else _upper_line(line, filtering) for line in text.split("\n"))
    return _upper_line(text, filtering)


def _upper_line(text: str, filtering: Filtering) -> str:
    text = text.encode().upper().decode()  # bytes know no letters but those of ASCII
    return text.translate(_LATIN_1_UPPER) if filtering.latin_1 and not text.isascii() else text


def _spread(text: str) -> str:
    """`( a b` becomes `( a ) ( b` until no two words share a pair of parentheses."""
    lines = text.split("\n")
    for row, line in enumerate(lines):
        changed = line
        while "(" in changed and (replaced := _TWO_OPTIONAL.sub(r"\1) ( \2", changed)) != changed:
            changed = replaced
        lines[row] = changed
    return "\n".join(lines)
