"""A report as a value: what is said in which order. Pages and the PDF file are made of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Literal

from bakeoff.reports.campaign_figures.report_figure import ReportFigure
from bakeoff.reports.campaign_report.markdown import anchors_of
from bakeoff.reports.table import Table

Tone = Literal["plain", "soft", "notice"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A sentence or more; addresses in it become links. `notice` is set apart so that nobody misses it."""

    text: str
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Items:
    """Texts below each other; addresses in them become links."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Quotation:
    """A text that is given word for word."""

    text: str


@dataclass(frozen=True, slots=True)
class Commands:
    """Lines that people type."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Subheading:
    """A heading inside a section."""

    text: str
    id: str


@dataclass(frozen=True, slots=True)
class Prose:
    """What organisers wrote, in Markdown."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTable:
    """A table under its number."""

    id: str
    number: int
    table: Table
    commands: tuple[str, ...] = ()
    """What computes its numbers again."""
    hover: Mapping[int, str] = field(default_factory=dict)
    """What is behind the numbers of a column, by its index among those that people see."""
    has_files: bool = False
    """Whether it is written in other formats, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownFigure:
    """A figure under its number."""

    number: int
    figure: ReportFigure


Block = Paragraph | Items | Quotation | Commands | Subheading | Prose | ShownTable | ShownFigure


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A chapter of the report, and a page of the site."""

    id: str
    """Part of addresses and of the name of its prose."""
    heading: str
    blocks: tuple[Block, ...]

    @property
    def tables(self) -> tuple[ShownTable, ...]:
        """Its tables, in order."""
        return tuple(block for block in self.blocks if isinstance(block, ShownTable))

    @property
    def figures(self) -> tuple[ShownFigure, ...]:
        """Its figures, in order."""
        return tuple(block for block in self.blocks if isinstance(block, ShownFigure))


@dataclass(frozen=True, kw_only=True)
class ReportDocument:
    """All of a report."""

    campaign: str
    """The campaign's id, for names of files."""
    title: str
    organiser: str = ""
    day: date | None = None
    """When the results were published; None for those that were not."""
    version: int = 0
    """Of the published results; 0 before the first."""
    stage_sentence: str = ""
    """What readers must know of results that are not final; empty for public ones."""
    disclaimer: str = ""
    """What the report says of itself."""
    software: str = ""
    sections: tuple[Section, ...] = ()

    @cached_property
    def anchors(self) -> frozenset[str]:
        """The ids of its tables, figures and headings inside sections."""
        return frozenset(
            block.figure.id if isinstance(block, ShownFigure) else block.id
            for section in self.sections
            for block in section.blocks
            if isinstance(block, ShownTable | ShownFigure | Subheading)
        )

    def prose_anchors(self) -> Iterator[tuple[str, str]]:
        """Sections with the places of the report that their prose leads to."""
        for section in self.sections:
            for block in section.blocks:
                if isinstance(block, Prose):
                    yield from ((section.id, anchor) for anchor in anchors_of(block.text))

    @property
    def byline(self) -> str:
        """Who ran the campaign, and which results these are."""
        return " ".join(filter(None, (f"{self.organiser}." if self.organiser else "", self.version_sentence)))

    @property
    def version_title(self) -> str:
        """The same in a few words."""
        return f"Version {self.version}" if self.version else "Not published" if self.stage_sentence else ""

    @property
    def version_sentence(self) -> str:
        """Which results these are."""
        if not self.version:
            return "These results have not been published." if self.stage_sentence else ""
        day = f", {self.day.day} {self.day:%B %Y}" if self.day else ""
        return f"Version {self.version}{day}."
