"""Names read field by field: which parts are wrong, and what the name was probably meant to be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations
from types import MappingProxyType

from bakeoff.rulebook.file_names.fields import FieldRule
from bakeoff.rulebook.file_names.patterns import NamePattern

_MOST_RELAXED = 2
_NOTHING: Mapping[str, str] = MappingProxyType({})
_TOKENS = re.compile(r"[_.\-\s]+")


@dataclass(frozen=True, slots=True)
class NameReading:
    """The contents of the fields of a name, and which of them are not allowed."""

    values: Mapping[str, str]
    wrong: tuple[str, ...] = ()

    @property
    def accepted(self) -> Mapping[str, str]:
        """The fields that are right."""
        return {field: value for field, value in self.values.items() if field not in self.wrong}


def read_name(pattern: NamePattern, rules: Mapping[str, FieldRule], name: str) -> NameReading | None:
    """The fields of a name, with as few wrong ones as can be; None for a name of another form."""
    fields = tuple(dict.fromkeys(pattern.fields))
    for relaxed in _relaxations(fields):
        accepted = {
            field: _anything(pattern, field, empty=len(relaxed) < len(fields))
            if field in relaxed
            else rules[field].expression
            for field in fields
        }
        values = pattern.values(name, accepted)
        if values is not None:
            return NameReading(values, tuple(field for field in fields if not rules[field].accepts(values[field])))
    return None


def _relaxations(fields: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """No field, each alone, each two, all of them."""
    sizes = range(min(_MOST_RELAXED, len(fields)) + 1)
    return chain(chain.from_iterable(combinations(fields, size) for size in sizes), [fields])


def _anything(pattern: NamePattern, field: str, *, empty: bool) -> re.Pattern[str]:
    # Up to what follows the field, so that names from strangers cannot make the search explode.
    following = pattern.literals[pattern.fields.index(field) + 1]
    return re.compile(f"[^/{re.escape(following[:1])}]" + ("*" if empty else "+"))


def suggested_name(
    pattern: NamePattern,
    rules: Mapping[str, FieldRule],
    name: str,
    *,
    known: Mapping[str, str],
    otherwise: Mapping[str, str] = _NOTHING,
) -> str | None:
    """The valid name that a name was probably meant to be; None where a part cannot be guessed.

    `known` are fields whose values are certain, `otherwise` values of fields that the name does not give.
    """
    reading = read_name(pattern, rules, name)
    values: dict[str, str] = {}
    for field in pattern.fields:
        value = known.get(field)
        if value is None and reading is not None:
            value = _fixed(rules[field], [reading.values[field]])
        if value is None:
            value = _fixed(rules[field], [part for part in _TOKENS.split(name) if part])
        if value is None:
            value = otherwise.get(field)
        if value is None:
            return None
        values[field] = value
    return pattern.written(values)


def _fixed(rule: FieldRule, candidates: list[str]) -> str | None:
    """The value that one of the candidates is or was meant to be."""
    if len(rule.values) == 1:
        return rule.values[0]
    for text in candidates:
        if rule.accepts(text):
            return text
    for text in candidates:
        if rule.values and (meant := rule.meant(text)):
            return meant
        if (day := rule.rewritten_day(text)) and rule.accepts(day):
            return day
        if text.isascii() and text.isdecimal() and len(text) < 9 and (number := rule.number(int(text))):
            return number
    return None
