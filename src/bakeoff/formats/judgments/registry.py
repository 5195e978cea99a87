"""All formats of judgments under their names. A new one is a module with a `read` and an entry here.

Other distributions add theirs through the entry-point group `bakeoff.judgment_formats`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, cast

from bakeoff.errors import ExpressionError
from bakeoff.formats.markup.prolog import read_prolog

if TYPE_CHECKING:  # every file of text is compared with these formats, and few are judgments
    from bakeoff.data.judgments import Judgment
    from bakeoff.formats.judgments.rows import Rows
    from bakeoff.formats.sources import Source


class JudgmentModule(Protocol):
    """What the module of a format of judgments offers."""

    def read(self, source: Source, rows: Rows) -> tuple[Judgment, ...]:
        """All judgments of a file, or a `MistakesError` that names every mistake in it; never a part of them.

        `rows` names judgments that have no id, and says rows that came before.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgmentFormat:
    """A format of judgments: how to call it, how to recognise it, which module reads it."""

    name: str
    title: str
    module: str
    recognises: Callable[[str], bool]
    """Whether a file starts like one of this format: asked with the first characters of its text."""
    counts_units: bool = False
    """Whether places of errors are counted in units of texts that the file lacks: see `appraise.spans`."""

    def load(self) -> JudgmentModule:
        return cast(JudgmentModule, import_module(self.module))


def has_columns(*names: str, separator: str = ",") -> Callable[[str], bool]:
    r"""Recognises a table by names that are in its first line, in any order and among others.

    >>> has_columns("judge", "answer")("id,judge,answer\n1,ann,tie\n")
    True
    """

    def recognises(head: str) -> bool:
        columns = {cell.strip().strip('"') for cell in head.partition("\n")[0].split(separator)}
        return columns.issuperset(names)

    return recognises


def has_root(name: str) -> Callable[[str], bool]:
    """Recognises a file with markup by its first element, in capitals or not."""
    compiled = re.compile(name, re.IGNORECASE)
    return lambda head: (root := read_prolog(head).root) is not None and compiled.fullmatch(root) is not None


def starts_with(pattern: str) -> Callable[[str], bool]:
    """Recognises a file by a pattern for its first line."""
    compiled = re.compile(pattern)
    return lambda head: compiled.fullmatch(head.partition("\n")[0].rstrip("\r")) is not None


def has_lines(pattern: str, *, one: str) -> Callable[[str], bool]:
    """Recognises a file by a pattern for all lines of its start and another that one of them has."""
    every, some = re.compile(pattern), re.compile(one)

    def recognises(head: str) -> bool:
        *lines, last = head.split("\n")
        # The last line may be cut off.
        complete = [line.rstrip("\r") for line in lines or [last]]
        return all(map(every.fullmatch, complete)) and any(map(some.fullmatch, complete))

    return recognises


_OWN = (
    JudgmentFormat(
        name="interchange",
        title="judgments as JSON Lines",
        module="bakeoff.formats.judgments.interchange",
        recognises=starts_with(r'\s*\{.*"judgment_id"\s*:.*'),
    ),
    JudgmentFormat(
        name="interchange-csv",
        title="judgments as CSV",
        module="bakeoff.formats.judgments.interchange_table",
        recognises=has_columns("judgment_id", "protocol", "judge", "segment_id", "systems", "answer"),
    ),
    JudgmentFormat(
        name="wmt-ranking-csv",
        title="rankings of WMT as CSV",
        module="bakeoff.formats.judgments.wmt.ranking_csv",
        recognises=has_columns("srclang", "trglang", "srcIndex", "system1Id", "system1rank"),
    ),
    JudgmentFormat(
        name="wmt-ranking-xml",
        title="rankings of WMT as XML (Appraise)",
        module="bakeoff.formats.judgments.wmt.ranking_xml",
        recognises=has_root(r"wmt\d\d-results"),
    ),
    JudgmentFormat(
        name="rank",
        title="decided comparisons (Meteor's .rank)",
        module="bakeoff.formats.judgments.rank_file",
        recognises=starts_with(r"\d+\t([^\t]+)\t[^\t]+\t\1\t[^\t]+"),
    ),
    JudgmentFormat(
        name="wmt-direct",
        title="direct assessment of WMT, raw or standardised",
        module="bakeoff.formats.judgments.wmt.direct",
        recognises=starts_with(r"HITId\s+WorkerId\s.*\ssys_id\s.*\ssid\s+score(\s.*)?"),
    ),
    JudgmentFormat(
        name="mqm",
        title="errors of MQM (Google's TSV)",
        module="bakeoff.formats.judgments.mqm",
        recognises=lambda head: any(
            has_columns("system", segment, "rater", "category", "severity", separator="\t")(head)
            for segment in ("seg_id", "globalSegId")
        ),
    ),
    JudgmentFormat(
        name="mtme-ratings",
        title="errors of MQM (mt-metrics-eval's .seg.rating)",
        module="bakeoff.formats.judgments.mtme_ratings",
        recognises=has_lines(r"[^\t]+\t(None|\{.*\})(\t[^\t]*)?", one=r'[^\t]+\t\{\s*"errors"\s*:.*'),
    ),
    JudgmentFormat(
        name="grade-table",
        title="grades, a column a judge",
        module="bakeoff.formats.judgments.grade_table",
        recognises=has_columns("type", "pair", "line", separator="\t"),
    ),
    JudgmentFormat(
        name="pearmut",
        title="results of Pearmut as JSON Lines",
        module="bakeoff.formats.judgments.pearmut",
        recognises=starts_with(r'(?=.*"user_id"\s*:)(?=.*"item_i"\s*:)\s*\{.*'),
    ),
    JudgmentFormat(
        name="appraise",
        title="exports of Appraise as CSV",
        module="bakeoff.formats.judgments.appraise.results",
        counts_units=True,
        recognises=starts_with(
            r"(username,system,.*|[^,]+,[^,]+,\d+,(TGT|CHK|REF|BAD),\w+,\w+,[^,]*,"
            r"([^,]*,(True|False),.*|[\d.]+,[\d.]+(,\d+,\d+)?|(\"?[\[{].*)?,.*,[\d.]+,[\d.]+(,\d+,\d+,\d+)?))"
        ),
    ),
)

JUDGMENT_FORMATS: Mapping[str, JudgmentFormat] = MappingProxyType({each.name: each for each in _OWN})
"""The formats that come with Bakeoff."""


@cache
def judgment_formats() -> Mapping[str, JudgmentFormat]:
    """Every format by name, those of other distributions too."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to load

    known = dict(JUDGMENT_FORMATS)
    for entry in entry_points(group="bakeoff.judgment_formats"):
        added: JudgmentFormat = entry.load()
        if added.name in known:
            raise ValueError(f"two formats of judgments are called {added.name}")
        known[added.name] = added
    return MappingProxyType(known)


def judgment_format_named(name: str) -> JudgmentFormat:
    """The format with a name, or an error that lists them all."""
    judgment_format = JUDGMENT_FORMATS.get(name) or judgment_formats().get(name)
    if judgment_format is None:
        names = ", ".join(judgment_formats())
        raise ExpressionError(f"there is no format of judgments {name!r}; the formats are: {names}.")
    return judgment_format


def recognised(head: str) -> Iterator[JudgmentFormat]:
    """Formats that a text starts like, our own first."""
    for each in judgment_formats().values():
        if each.recognises(head):
            yield each
