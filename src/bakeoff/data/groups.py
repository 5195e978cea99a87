"""Names of groups of segments: `genre` and `genre=nw`, crossed `subset×genre` and `subset=new×genre=nw`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from bakeoff.errors import ExpressionError

CROSS = "×"
"""Between the attributes of a grouping, and between the parts of the key of a group."""
_CROSSES = re.compile(rf"\s*[{CROSS}*]\s*|\s+x\s+")


def parse_grouping(text: str) -> tuple[str, ...]:
    """The attributes that a grouping crosses; `*` and a lone `x` are the multiplication sign in plain ASCII.

    >>> parse_grouping("genre"), parse_grouping("subset×genre"), parse_grouping("subset * genre")
    (('genre',), ('subset', 'genre'), ('subset', 'genre'))
    """
    attributes = tuple(_CROSSES.split(text.strip()))
    if not all(attributes):
        raise ExpressionError(f"expected attributes joined by {CROSS} or *, as in subset*genre, found {text!r}.")
    if len(set(attributes)) < len(attributes):
        raise ExpressionError(f"cannot group by {text!r}: it crosses an attribute with itself. Name each once.")
    return attributes


def grouping_name(attributes: Sequence[str]) -> str:
    """The name of a grouping.

    >>> grouping_name(["subset", "genre"])
    'subset×genre'
    """
    return CROSS.join(attributes)


def group_key(attributes: Sequence[str], values: Sequence[str]) -> str:
    """The key of a group.

    >>> group_key(["subset", "genre"], ["new", "nw"])
    'subset=new×genre=nw'
    """
    return CROSS.join(f"{attribute}={value}" for attribute, value in zip(attributes, values, strict=True))


def parse_group(key: str, known: Collection[str]) -> dict[str, str]:
    """The values of a group by attribute. `known` are the attributes that there are, since a value may hold any sign.

    >>> parse_group("subset=a×b×genre=nw", ["subset", "genre"])
    {'subset': 'a×b', 'genre': 'nw'}
    """
    values: dict[str, str] = {}
    last = ""
    for part in key.split(CROSS):
        attribute, equals, value = part.partition("=")
        if not last or (equals and attribute in known and attribute not in values):
            last = attribute
            values[last] = value
        else:
            values[last] += CROSS + part
    return values


def groupings_of(keys: Iterable[str], known: Collection[str]) -> tuple[str, ...]:
    """The groupings that groups belong to, each once."""
    return tuple(dict.fromkeys(grouping_name(tuple(parse_group(key, known))) for key in keys))
