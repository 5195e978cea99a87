"""Files filtered line by line as NIST's csrfilt does it, to the letter and with its habits.

For scoring by sclite's numbers. What is done to words that are split, or to columns that csrfilt takes for others, is
its own; `bakeoff.speech.spelling.filtered_speech` does the same to what was understood of a file, and rightly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from bakeoff.data.recognition.transcripts import RuleText
from bakeoff.errors import FormatError, Place
from bakeoff.speech.spelling.glm import InputType, Purpose, parse_rules
from bakeoff.speech.spelling.steps import Filtering, filter_texts, refuse_unpaired

_BLANKS = re.compile(r"[ \t]+")
_STM = re.compile(r"(\s*(?:\S+\s+){5}<\S+>|\s*(?:\S+\s+){4}\S+)(.*)", re.ASCII)
_TRN = re.compile(r"(.*)(\(.*\))\s*", re.ASCII)
_DIVIDED = re.compile(r"[\s{}]", re.ASCII)
_SEPARATORS = re.compile("[\x1c-\x1f]")
_DIGITS = re.compile(r"[0-9.-]*")
_LEADING_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def csrfilt(
    lines: Sequence[str],
    rules: RuleText,
    *,
    input_type: InputType = "trn",
    purpose: Purpose | None = None,
    split_hyphens: bool = False,
    upper_case: bool = True,
    latin_1: bool = False,
    file: str | None = None,
) -> list[str]:
    """The lines that `csrfilt.sh -i TYPE -t PURPOSE [-dh] [-s] [-e] RULES` writes.

    `split_hyphens` is `-dh`; without `upper_case` it is `-s`; `latin_1` is `-e`, which here acts on characters,
    whatever the encoding. Lines that cannot be parsed and parentheses without partner are refused, as there.
    """
    filtering = Filtering(
        rules=parse_rules(rules, input_type=input_type, purpose=purpose),
        upper_case=upper_case,
        latin_1=latin_1,
        split_hyphens=split_hyphens,
    )
    if input_type == "ctm":
        return _filtered_ctm(lines, filtering, file)
    parts = [_split(line, input_type, Place(file, number)) for number, line in enumerate(lines, start=1)]
    filtered = _filtered([text for _, text, _ in parts], filtering, file)
    return [
        before if before.startswith(";;") else _BLANKS.sub(" ", before + text + after).strip(" ")
        for (before, _, after), text in zip(parts, filtered, strict=True)
    ]


def _filtered(texts: Sequence[str], filtering: Filtering, file: str | None) -> Iterator[str]:
    """The text of each line; equal ones, which are many where a line is a word, are filtered once."""
    refuse_unpaired(texts, file, range(1, len(texts) + 1))
    distinct = list(dict.fromkeys(texts))
    filtered = dict(zip(distinct, filter_texts(distinct, filtering), strict=True))
    return map(filtered.__getitem__, texts)


Parts = tuple[str, str, str]


def _stm_parts(line: str) -> Parts | None:
    match = _STM.fullmatch(line)
    return (match[1], match[2], "") if match else None


def _trn_parts(line: str) -> Parts | None:
    match = _TRN.fullmatch(line)
    return ("", match[1], match[2]) if match else None


def _txt_parts(line: str) -> Parts:
    return "", line, ""


_PARTS: dict[str, Callable[[str], Parts | None]] = {
    "stm": _stm_parts,
    "trn": _trn_parts,
    "txt": _txt_parts,
}


def _split(line: str, input_type: str, place: Place) -> Parts:
    """What is before the text, the text itself, and what follows it."""
    if line.startswith(";;"):
        return "" if input_type == "txt" else line, "", ""  # comments of plain text get lost
    parts = _PARTS[input_type](_BLANKS.sub(" ", f" {line} "))
    if parts is None:
        raise FormatError(place=place, expected=f"a line of {input_type.upper()}", found=repr(line.strip()))
    return parts


def _filtered_ctm(lines: Sequence[str], filtering: Filtering, file: str | None) -> list[str]:
    rows = [[] if line.startswith(";;") else _words(line) for line in lines]
    texts = ["".join(row[4:5]) for row in rows]
    result: list[str] = []
    for line, row, text in zip(lines, rows, _filtered(texts, filtering, file), strict=True):
        if line.startswith(";;"):
            result.append(line)
            continue
        row[4:5] = [text] if text else []
        if _DIVIDED.search(text) or "{" in line or "}" in line:
            row = _words(" ".join(row).replace("{", " { ").replace("}", " } "))  # noqa: PLW2901
        if len(row) == 5:
            result.append(" ".join(row))
        else:
            result += _ctm_rows(row)
    return result


def _ctm_rows(columns: Sequence[str]) -> Iterator[str]:
    """The rows that a row without five columns becomes, with times of three decimals; a slash parts alternatives.

    A last column of digits is taken for the confidence, any other for a word.
    """
    *middle, last = columns[4:] or [""]
    words, confidence = (middle, f" {last}") if _DIGITS.fullmatch(last) else ([*middle, last], "")
    choices = _choices(" ".join(words))
    mark = f"{' '.join(columns[:2])} * *"
    for number, choice in enumerate(choices):
        if len(choices) > 1:
            yield f"{mark} <ALT{'' if number else '_BEGIN'}>"
        yield from _timed(columns, choice, confidence)
    if len(choices) > 1:
        yield f"{mark} <ALT_END>"


def _choices(text: str) -> list[list[str]]:
    choices = text.split("/")
    while choices and not choices[-1]:
        choices.pop()
    return [_words(choice.replace("{", "").replace("}", "")) for choice in choices]


def _timed(columns: Sequence[str], words: Sequence[str], confidence: str) -> Iterator[str]:
    if not words:
        return
    duration = _number(columns[3]) / len(words)
    for number, word in enumerate(words):
        begin = _number(columns[2]) + duration * number
        yield f"{columns[0]} {columns[1]} {begin:.3f} {duration:.3f} {word}{confidence}"


def _words(text: str) -> list[str]:
    if text.isascii() and not _SEPARATORS.search(text):
        return text.split()
    return [word.decode() for word in text.encode().split()]  # bytes know no white space but that of ASCII


def _number(text: str) -> float:
    """The number that a text starts with, else 0, as Perl takes it."""
    if text.isascii() and text.replace(".", "", 1).isdigit():
        return float(text)
    match = _LEADING_NUMBER.match(text)
    return float(match[0]) if match else 0.0
