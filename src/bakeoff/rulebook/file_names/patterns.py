"""Patterns of file and folder names: text with fields, `{team}_{language_pair}.xml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from bakeoff.rulebook.files.aliases import canonical_field
from bakeoff.rulebook.mistakes import SchemaError

_FIELD = re.compile(r"\{([^{}]*)\}")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_MAX_NAME = 255


@dataclass(frozen=True, slots=True)
class NamePattern:
    """A pattern as its pieces: the text before each field, the fields, the text after the last."""

    text: str
    literals: tuple[str, ...]
    fields: tuple[str, ...]

    def written(self, values: Mapping[str, str]) -> str:
        """The name with these values for its fields.

        >>> parse_pattern("{team}_{date}.xml").written({"team": "NIST", "date": "20120105"})
        'NIST_20120105.xml'
        """
        parts = [self.literals[0]]
        for field, literal in zip(self.fields, self.literals[1:], strict=True):
            parts += [values[field], literal]
        return "".join(parts)

    def values(self, name: str, accepted: Mapping[str, re.Pattern[str]]) -> dict[str, str] | None:
        """The contents of the fields of a name that has only accepted values; None for other names.

        A field that occurs twice must have the same value in both places.
        """
        if len(name) > _MAX_NAME:
            return None
        match = _expression(self, tuple((field, accepted[field].pattern) for field in dict.fromkeys(self.fields)))
        named = match.fullmatch(name)
        return named.groupdict() if named else None

    def pieces(self, name: str) -> dict[str, str] | None:
        """The contents of the fields of a name of this form, whatever the values; None for other forms.

        >>> parse_pattern("{team}_{language_pair}.xml").pieces("NIST_xyz.xml")
        {'team': 'NIST', 'language_pair': 'xyz'}
        """
        return self.values(name, _Anything())


class _Anything(dict[str, re.Pattern[str]]):
    def __missing__(self, field: str) -> re.Pattern[str]:
        return re.compile(r"[^/]*?")


@cache
def _expression(pattern: NamePattern, accepted: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    given = dict(accepted)
    parts = [re.escape(pattern.literals[0])]
    seen: set[str] = set()
    for field, literal in zip(pattern.fields, pattern.literals[1:], strict=True):
        parts += [f"(?P={field})" if field in seen else f"(?P<{field}>{given[field]})", re.escape(literal)]
        seen.add(field)
    return re.compile("".join(parts))


@cache
def parse_pattern(text: str) -> NamePattern:
    """The pattern, or a `SchemaError` that says what is wrong with it.

    >>> parse_pattern("output/{team}").fields
    ('team',)
    >>> parse_pattern("output/{site}").fields
    ('team',)
    """
    literals = _FIELD.sub("\0", text).split("\0")
    fields = tuple(canonical_field(field) for field in _FIELD.findall(text))
    for field in fields:
        if not _NAME.fullmatch(field):
            raise SchemaError(f"fields such as {{team}} in {text!r}", found=f"{{{field}}}")
    if any("{" in literal or "}" in literal for literal in literals):
        raise SchemaError("each { to be closed by a }", found=repr(text))
    if text.startswith("/") or ".." in text.split("/"):
        raise SchemaError("a name inside the package", found=repr(text))
    for number, literal in enumerate(literals[1:-1]):
        if not literal:
            between = f"{{{fields[number]}}} and {{{fields[number + 1]}}}"
            raise SchemaError(f"a sign between {between} that parts them", found=repr(text))
    return NamePattern(text, tuple(literals), fields)
