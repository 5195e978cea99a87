"""Writing files of judgments for others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Literal, get_args

from bakeoff.data.judgments import CONTROLS, Control, Judgment
from bakeoff.formats.judgments import interchange, interchange_table, mqm, mtme_ratings, pearmut_export
from bakeoff.formats.judgments.appraise import export as appraise_export
from bakeoff.formats.judgments.wmt import ranking_csv
from bakeoff.formats.judgments.written import Sources
from bakeoff.formats.targets import write_target

WrittenFormat = Literal[
    "interchange", "interchange-csv", "appraise", "pearmut", "mqm", "mtme-ratings", "wmt-ranking-csv"
]
WRITTEN_FORMATS: tuple[WrittenFormat, ...] = get_args(WrittenFormat)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgmentWriter:
    """A form in which judgments are written."""

    name: WrittenFormat
    title: str
    """As in a menu: what a file is like."""
    ending: str
    lines: Callable[[Iterable[Judgment], Sources], Iterable[str]]
    """The lines of a file; an `InputError` where the form has no place for what matters."""
    protocols: tuple[str, ...] = ()
    """That the form has; none: all."""
    controls: tuple[Control, ...] = CONTROLS
    """Kinds of items that it has a place for; others are left out."""

    def has_form(self, protocol: str) -> bool:
        """Whether it has files of judgments of this kind."""
        return not self.protocols or protocol in self.protocols

    def losses(self, judgments: Sequence[Judgment]) -> Iterator[str]:
        """What a file of these judgments leaves out."""
        left_out = Counter(each.control for each in judgments if each.control not in self.controls)
        for control, count in left_out.items():
            yield f"{count:,} {control} items"
        if self.name == "wmt-ranking-csv" and (passed := sum(not each.systems for each in judgments)):
            yield f"{passed:,} screens that judges passed by"


_OWN = (
    JudgmentWriter(
        name="interchange",
        title="JSON Lines",
        ending="jsonl",
        lines=lambda judgments, _: interchange.lines_of(judgments),
    ),
    JudgmentWriter(
        name="interchange-csv",
        title="CSV",
        ending="csv",
        lines=lambda judgments, _: interchange_table.lines_of(judgments),
    ),
    JudgmentWriter(
        name="appraise",
        title="Appraise",
        ending="csv",
        lines=appraise_export.lines_of,
        protocols=appraise_export.PROTOCOLS,
    ),
    JudgmentWriter(
        name="pearmut",
        title="Pearmut",
        ending="jsonl",
        lines=pearmut_export.lines_of,
        protocols=pearmut_export.PROTOCOLS,
        controls=pearmut_export.CONTROLS,
    ),
    JudgmentWriter(
        name="mqm", title="MQM of WMT", ending="tsv", lines=mqm.lines_of, protocols=mqm.PROTOCOLS, controls=("",)
    ),
    JudgmentWriter(
        name="mtme-ratings",
        title="mt-metrics-eval",
        ending="seg.rating",
        lines=mtme_ratings.lines_of,
        protocols=mtme_ratings.PROTOCOLS,
        controls=("",),
    ),
    JudgmentWriter(
        name="wmt-ranking-csv",
        title="Rankings of WMT",
        ending="csv",
        lines=ranking_csv.lines_of,
        protocols=ranking_csv.PROTOCOLS,
        controls=("",),
    ),
)
JUDGMENT_WRITERS: Mapping[str, JudgmentWriter] = MappingProxyType({each.name: each for each in _OWN})
"""All forms by name."""


def write_judgments(
    judgments: Iterable[Judgment],
    path: str | Path,
    *,
    format: WrittenFormat | None = None,
    sources: Sources | None = None,
) -> None:
    """Writes judgments (`-`: to standard output), gzipped where the name ends in `.gz`.

    As JSON Lines, or as CSV where the name says so (`.csv`); `format` decides otherwise. Forms of other tools are for
    protocols that these have; `sources` are the source texts, for those that hold them.
    """
    name = str(path).lower().removesuffix(".gz")
    chosen: WrittenFormat = format or ("interchange-csv" if name.endswith(".csv") else "interchange")
    write_target("".join(JUDGMENT_WRITERS[chosen].lines(judgments, sources or {})).encode(), path)
