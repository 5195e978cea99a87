"""Orthographic rules (GLM): one spelling for words that may be written in several ways.

The rule language is that of NIST's rfilter1, called NIST1, with its habits: `A => B / L __ R` replaces A by B wherever
L is before it and R after it. See NIST's `GLMRules.txt`; where the program and that text differ, the program
counts, because published scores were computed by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from bakeoff.data.recognition.transcripts import RuleText
from bakeoff.errors import FormatError, Place
from bakeoff.speech.spelling.rule_matcher import Rewriter, Rule

InputType = Literal["stm", "ctm", "trn", "txt"]
Purpose = Literal["ref", "hyp"]

MAX_RULES = 400
"""How many rules a file may have that does not say another number by `* max_nrules`."""

_SPACE = " \t\n\v\f\r"
_CONDITION = re.compile(r';;\s+INPUT_DEPENDENT_APPLICATION\s*=\s*"([^"]*)"', re.ASCII)
_QUOTED = re.compile(r"""["']([^"']*)""")
_YES = ("T", "YES", "TRUE")


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules of a file that apply to one kind of input, in order, and what its header says."""

    rules: tuple[Rule, ...]
    name: str = ""
    description: str = ""
    copies_rest: bool = True
    """Whether text that no rule matches is kept."""
    case_sensitive: bool = True
    _rewriter: Rewriter = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        rewriter = Rewriter(self.rules, case_sensitive=self.case_sensitive, copies_rest=self.copies_rest)
        object.__setattr__(self, "_rewriter", rewriter)

    def apply(self, text: str) -> str:
        r"""The text after one pass of the rules; its lines are rewritten each by itself.

        At each character the first rule that matches there is taken, its right side written, and the text behind its
        left side looked at next. Contexts are looked for in the text as it was.

        >>> parse_rules(RuleText((";;", "COLOUR => COLOR", "[A] => [AN] / [ ] __ [ A]"))).apply(" A ASH COLOURS ")
        ' AN ASH COLORS '
        """
        return self._rewriter.apply(text)


@dataclass(slots=True)
class _Header:
    name: str = ""
    description: str = ""
    format: str = "NIST1"
    max_rules: int = MAX_RULES
    copies_rest: bool = True
    case_sensitive: bool = True


def parse_rules(text: RuleText, *, input_type: InputType = "trn", purpose: Purpose | None = None) -> RuleSet:
    """The rules of a file that apply to a type of input and its purpose.

    A line `;; INPUT_DEPENDENT_APPLICATION = "pattern"` switches what follows on, where the regular expression is found
    in the type or in the purpose, or off.
    """
    lines = list(_applicable(text, input_type, purpose or ""))
    if not lines:
        raise FormatError(place=Place(text.file), expected="a file of rules", found="an empty one")
    mark = _comment_mark(lines[0][1])
    header = _Header()
    rules: list[Rule] = []
    for number, raw in lines[1:]:
        line = raw.rstrip(_SPACE)
        place = Place(text.file, number)
        if line.startswith("*") and not (mark and line.startswith(mark)):
            _read_header(line, header, place)
            continue
        line = line.partition(mark)[0] if mark else line
        if line.strip(_SPACE):
            rules.append(_rule(line, header, place, len(rules)))
    return RuleSet(
        rules=tuple(rules),
        name=header.name,
        description=header.description,
        copies_rest=header.copies_rest,
        case_sensitive=header.case_sensitive,
    )


def _applicable(text: RuleText, input_type: str, purpose: str) -> Iterable[tuple[int, str]]:
    applies = True
    for number, line in enumerate(text.lines, start=1):
        if condition := _CONDITION.match(line):
            applies = _found_in(condition[1].lower(), (input_type, purpose), Place(text.file, number))
        if applies:
            yield number, line


def _found_in(expression: str, values: Sequence[str], place: Place) -> bool:
    try:
        pattern = re.compile(expression)
    except re.error as error:
        raise FormatError(place=place, expected="a regular expression", found=f"{expression!r} ({error})") from None
    return any(map(pattern.search, values))


def _comment_mark(line: str) -> str:
    """The first line starts with the mark of comments; nothing else in it counts."""
    match = re.match(r"[!-~]+", line)
    return match[0] if match else ""


def _read_header(line: str, header: _Header, place: Place) -> None:
    """A line with `*`: the value is what is in quotes, and any keyword in the line, wherever, is given it."""
    quoted = _QUOTED.search(line)
    if quoted is None:
        raise FormatError(place=place, expected="a value in quotation marks after *", found=repr(line))
    value, upper = quoted[1], line.upper()
    if "NAME" in upper:
        header.name = value
    if "DESC" in upper:
        header.description = value
    if "FORMAT" in upper:
        header.format = value
    if "MAX_NRULES" in upper:
        number = re.match(r"\s*\d+", value, re.ASCII)
        header.max_rules = int(number[0]) if number else 0
    if "COPY_NO_HIT" in upper:
        header.copies_rest = value.upper() in _YES
    if "CASE_SENSITIVE" in upper:
        header.case_sensitive = value.upper() in _YES


def _rule(line: str, header: _Header, place: Place, count: int) -> Rule:
    if header.format != "NIST1":
        remedy = "A header line that contains the word format sets it."
        raise FormatError(place=place, expected="rules of the format NIST1", found=repr(header.format), remedy=remedy)
    if "=>" not in line:
        raise FormatError(place=place, expected="a rule A => B or A => B / L __ R", found=repr(line.strip()))
    if count >= header.max_rules:
        raise FormatError(
            place=place,
            expected=f"at most {header.max_rules} rules",
            found="more",
            remedy='Write the number into the header: * max_nrules = "2000".',
        )
    return parse_rule(line)


def parse_rule(line: str) -> Rule:
    """One rule from a line without comment.

    The last / starts the context, unless the first ] behind it is before the first [ behind it. The right side and
    the right context start at the first blank after => and _, so what is written close to these is passed over.
    """
    end = len(line.rstrip(_SPACE)) - 1
    arrow = line.index("=>")
    slash = line.rfind("/")
    if slash >= 0 and line.find("]", slash) < line.find("[", slash):
        slash = -1
    slot = line.find("_", slash) if slash >= 0 else -1
    return Rule(
        before=_unbounded(line[:arrow].strip(_SPACE)),
        after=_behind(line, arrow, end if slash < 0 else slash - 1),
        left=_behind(line, slash, slot - 1) if slot >= 0 else "",
        right=_behind(line, slot, end) if slot >= 0 else "",
    )


def _behind(line: str, start: int, last: int) -> str:
    """What follows the first blank after `start`, up to the character `last`."""
    part = line[start : last + 1].rstrip(_SPACE)
    blank = re.search(r"\s", part, re.ASCII)
    return _unbounded(part[blank.start() :].strip(_SPACE)) if blank else ""


def _unbounded(part: str) -> str:
    """A part without the brackets or double quotes around it, which keep its outer blanks."""
    if part[:1] + part[-1:] in ("[]", '""'):
        return part[1:-1]
    return part
