"""What we say to a plug-in and what it may answer, line by line."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from bakeoff.data import AlignedTexts
from bakeoff.errors import Place, PluginError

PROTOCOL = 1
"""Version of the protocol; it is in the first line of either side."""

_NEEDS = ("source", "references")
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Introduction:
    """The first line of a plug-in: what it is, which way its scores point, what it needs, what they depend on."""

    name: str
    version: str
    direction: Literal["higher", "lower"]
    needs: tuple[str, ...]
    signature: Mapping[str, str]


def request_lines(texts: AlignedTexts, *, source_language: str | None, target_language: str | None) -> Iterator[bytes]:
    """A line that announces what follows, then one for each segment of each system, numbered from 0."""
    fields = ["hypothesis", "references"] if texts.source is None else ["source", "hypothesis", "references"]
    yield _line(
        {
            "protocol": PROTOCOL,
            "segments": len(texts) * len(texts.systems),
            "systems": list(texts.systems),
            "fields": fields,
            "references": len(texts.references),
            "source_language": source_language,
            "target_language": target_language,
        }
    )
    number = 0
    for system, run in zip(texts.systems, texts.runs, strict=True):
        for index, hypothesis in enumerate(run):
            request: dict[str, Any] = {
                "id": number,
                "system": system,
                "document": texts.documents[index].id,
                "segment": texts.segment_ids[index],
                "hypothesis": hypothesis,
                "references": list(texts.references_of(index)),
            }
            if texts.source is not None:
                request["source"] = texts.source[index]
            yield _line(request)
            number += 1


def _line(value: object) -> bytes:
    # ASCII only, so that a plug-in reads it whatever encoding its environment has.
    return json.dumps(value).encode("ascii") + b"\n"


class Answers:
    """The lines of a plug-in, checked one by one; `scores` are complete when `done` equals `expected`."""

    def __init__(self, name: str, expected: int, *, with_source: bool) -> None:
        self.name = name
        self._with_source = with_source
        self._lines = 0
        self._with_ids: bool | None = None
        self.expected = expected
        self.done = 0
        self.share = 0.0
        """What the plug-in says it has done of its work."""
        self.introduction: Introduction | None = None
        self.scores: list[float | None] = [None] * expected

    @property
    def is_complete(self) -> bool:
        return self.introduction is not None and self.done == self.expected

    def take(self, line: bytes) -> None:
        self._lines += 1
        value = self._parsed(line)
        if "progress" in value:
            self.share = self._number(value, "progress")
            if not 0 <= self.share <= 1:
                raise self._wrong("progress between 0 and 1", f"{self.share:g}")
        elif self.introduction is None:
            self.introduction = self._introduced(value)
        else:
            self._keep(value)

    def _parsed(self, line: bytes) -> dict[str, Any]:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            shown = line[:_SHOWN].decode("utf-8", "replace").strip()
            raise self._wrong(
                "a JSON object",
                (repr(shown) + ("…" if len(line) > _SHOWN else "")) if shown else "an empty line",
                "Its standard output is for answers only: let it print everything else to standard error.",
            )
        return value

    def _introduced(self, value: Mapping[str, Any]) -> Introduction:
        if value.get("protocol") != PROTOCOL:
            introduced = repr(value["protocol"]) if "protocol" in value else "none"
            raise self._wrong(f"a first line with protocol {PROTOCOL}", introduced)
        for key in ("name", "version"):
            if not isinstance(value.get(key), str) or not value[key]:
                raise self._wrong(f"text as {key}", repr(value.get(key)))
        if value.get("direction") not in ("higher", "lower"):
            raise self._wrong("higher or lower as direction", repr(value.get("direction")))
        needs, signature = value.get("needs", []), value.get("signature", {})
        if not isinstance(needs, list) or any(need not in _NEEDS for need in needs):
            raise self._wrong(f"a list of {' and '.join(_NEEDS)} as needs", repr(needs))
        if not isinstance(signature, dict) or not all(isinstance(part, str) for part in signature.values()):
            raise self._wrong("an object of texts as signature", repr(signature))
        if "source" in needs and not self._with_source:
            raise PluginError(
                place=Place(f"plug-in {self.name}"),
                expected="the source, which it needs",
                found="none",
                remedy="Give the source file with -s.",
            )
        return Introduction(value["name"], value["version"], value["direction"], tuple(needs), signature)

    def _keep(self, value: Mapping[str, Any]) -> None:
        score = self._number(value, "score")
        if self._with_ids is None:
            self._with_ids = "id" in value
        if self._with_ids != ("id" in value):
            raise self._wrong("an id with all scores or with none", "both")
        place = value.get("id", self.done)
        if self.done == self.expected:
            raise self._wrong(f"{self.expected} scores", "more", "Give one score for each segment.")
        if type(place) is not int or not 0 <= place < self.expected:
            raise self._wrong(f"an id between 0 and {self.expected - 1}", repr(place))
        if self.scores[place] is not None:
            raise self._wrong("one score for each segment", f"another for the one with id {place}")
        self.scores[place] = score
        self.done += 1

    def _number(self, value: Mapping[str, Any], key: str) -> float:
        number = value.get(key)
        if isinstance(number, bool) or not isinstance(number, int | float) or not _is_finite(number):
            shown = repr(number)[:_SHOWN] if key in value else f"only {', '.join(value) or 'an empty object'}"
            raise self._wrong(f"a finite number as {key}", shown)
        return float(number)

    def _wrong(self, expected: str, found: str, remedy: str = "") -> PluginError:
        place = Place(f"plug-in {self.name}", self._lines)
        return PluginError(place=place, expected=expected, found=found, remedy=remedy)


def _is_finite(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:  # a whole number beyond all floats
        return False
