"""A report from results: which sections it has, and which tables and figures are in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count

from bakeoff.reports.campaign_figures.registry import report_figures
from bakeoff.reports.campaign_figures.report_figure import ReportFigure
from bakeoff.reports.campaign_report.addresses import Addresses
from bakeoff.reports.campaign_report.document import (
    Block,
    Commands,
    Paragraph,
    Prose,
    ReportDocument,
    Section,
    ShownFigure,
    ShownTable,
    Subheading,
)
from bakeoff.reports.campaign_report.sections import overview, participants, protocol, publication
from bakeoff.reports.campaign_report.sections.overview import Blocks
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.registry import report_tables
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.table import Table
from bakeoff.rulebook.schema.report import TableName


@dataclass(frozen=True, slots=True)
class PlannedSection:
    """A section before it is filled: what it says before its tables, which tables it has, and what it says last."""

    id: str
    heading: str
    opening: Callable[[CampaignResults], Blocks] | None = None
    tables: tuple[TableName, ...] = ()
    closing: Callable[[CampaignResults], Blocks] | None = None
    hint: str = ""
    """What organisers may write here."""


SECTIONS = (
    PlannedSection("summary", "Summary", overview.summary, hint="What the campaign found, in a paragraph or two."),
    PlannedSection(
        "tracks", "Tracks and tasks", overview.tracks, ("inputs",), hint="Why these tasks, and what was new."
    ),
    PlannedSection(
        "test-sets",
        "Test sets",
        overview.test_sets,
        ("corpus", "hypotheses", "released-runs", "difficulty"),
        hint="How test sets were made.",
    ),
    PlannedSection(
        "conditions",
        "Data conditions and resources",
        overview.conditions,
        ("conditions", "off-limits"),
        hint="What was supplied, and what the conditions are for.",
    ),
    PlannedSection(
        "participants",
        "Participants",
        participants.participants,
        ("participants", "participants-by-track", "submissions-by-track"),
        participants.bibliography,
        hint="What systems have in common, and in what they differ.",
    ),
    PlannedSection(
        "protocol",
        "Evaluation protocol",
        protocol.evaluation_protocol,
        ("metrics", "specifications", "scales", "kappa-words"),
        hint="How systems were evaluated, and why so.",
    ),
    PlannedSection(
        "automatic",
        "Automatic results",
        protocol.automatic_results,
        (
            "recognition",
            "automatic",
            "automatic-by-subset-and-genre",
            "specifications-side-by-side",
            "against-baseline",
            "baselines",
            "significance",
        ),
        hint="What the scores show.",
    ),
    PlannedSection(
        "human",
        "Human evaluation",
        None,
        ("human", "human-pairwise", "tournament", "post-editing", "agreement"),
        hint="Who judged, and what judges found.",
    ),
    PlannedSection(
        "metrics-task", "Metrics and people", None, ("correlation",), hint="Which metrics agree with people."
    ),
    PlannedSection("progress", "Progress over the years", None, ("progress",), hint="What has become better."),
    PlannedSection(
        "late",
        "Late and debugged runs",
        participants.late_and_debugged,
        ("late-and-debugged",),
        hint="What readers should know of them.",
    ),
    PlannedSection("versions", "Versions and corrections", publication.versions, hint="What led to corrections."),
    PlannedSection("citation", "Disclaimer and citation", publication.citation, hint="Acknowledgements, for example."),
)
_FURTHER = PlannedSection("further", "Further tables")
_VERIFICATION = "verification"


def report_document(
    results: CampaignResults,
    *,
    prose: Mapping[str, str] | None = None,
    package: str = "",
    earlier: Sequence[CampaignResults] = (),
) -> ReportDocument:
    """The report of a campaign.

    `prose` are the organisers' texts in Markdown, by the ids of sections. `package` is the name of the release package
    that commands are given with. `earlier` are campaigns of years before.
    """
    tables, figures = report_tables(results), report_figures(results, earlier)
    addresses = Addresses(results, package or f"{results.rulebook.campaign.id}.zip")
    filling = _Filling(results, tables, figures, prose or {}, addresses)
    sections = list(filling.sections())
    sections.append(
        Section(id=_VERIFICATION, heading="How to recompute the numbers", blocks=tuple(_verification(addresses)))
    )
    publication_ = results.publication
    campaign = results.rulebook.campaign
    return ReportDocument(
        campaign=campaign.id,
        title=campaign.title,
        organiser=campaign.organiser,
        day=publication_.versions[-1].published_on if publication_.versions else publication_.released_on,
        version=publication_.version,
        stage_sentence=publication.stage_sentence(results),
        disclaimer=results.rulebook.report.disclaimer.strip(),
        software=results.software,
        sections=tuple(sections),
    )


def _verification(addresses: Addresses) -> Iterator[Block]:
    yield Paragraph(
        "Every number of this report can be computed again from the release package of the campaign, with the free "
        "program bakeoff. Below each table is the command for its numbers; this one is for all tables:"
    )
    yield Commands((addresses.verify_all,))
    yield Paragraph(
        "This writes the texts of the package, a segment in each line, and next to them commands.sh: for every "
        "published score the call of sacreBLEU or bakeoff score that prints it."
    )
    yield Commands(addresses.single_scores)


@dataclass(slots=True)
class _Filling:
    results: CampaignResults
    tables: Sequence[ReportTable]
    figures: Sequence[ReportFigure]
    prose: Mapping[str, str]
    addresses: Addresses
    table_numbers: Iterator[int] = field(default_factory=lambda: count(1))
    figure_numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def sections(self) -> Iterator[Section]:
        """Those that say something, in order."""
        known = set(chain.from_iterable(plan.tables for plan in SECTIONS))
        further = [table for table in self.tables if table.name not in known]
        for plan in SECTIONS:
            own = [table for table in self.tables if table.name in plan.tables]
            blocks = tuple(self._blocks(plan, own))
            if blocks:
                yield Section(id=plan.id, heading=plan.heading, blocks=blocks)
        if further:
            yield Section(
                id=_FURTHER.id, heading=_FURTHER.heading, blocks=tuple(self._report_tables(further, _FURTHER))
            )

    def _blocks(self, plan: PlannedSection, tables: Sequence[ReportTable]) -> Iterator[Block]:
        if self.prose.get(plan.id):
            yield Prose(self.prose[plan.id])
        if plan.opening is not None:
            yield from self._shown(plan, plan.opening(self.results))
        yield from self._report_tables(tables, plan)
        yield from self._figures(plan)
        if plan.closing is not None:
            yield from self._shown(plan, plan.closing(self.results))

    def _shown(self, plan: PlannedSection, blocks: Iterable[Block | Table]) -> Iterator[Block]:
        """Blocks, with a number and an id for tables of the rulebook."""
        for block in blocks:
            if isinstance(block, Table):
                name = table_id(plan.id, block.title)
                yield ShownTable(id=name, number=next(self.table_numbers), table=block)
            else:
                yield block

    def _report_tables(self, tables: Sequence[ReportTable], plan: PlannedSection) -> Iterator[Block]:
        heading = plan.heading
        for table in tables:
            if table.section != heading:
                heading = table.section
                yield Subheading(heading, f"about-{table.id}")
            yield ShownTable(
                id=table.id,
                number=next(self.table_numbers),
                table=table.table,
                commands=self.addresses.commands(table) if table.table.rows else (),
                hover=self.addresses.hover(table),
                has_files=True,
            )

    def _figures(self, plan: PlannedSection) -> Iterator[Block]:
        heading = ""
        for figure in self.figures:
            if figure.section != plan.id:
                continue
            if figure.heading != heading:
                heading = figure.heading
                yield Subheading(f"Figures: {heading}", f"about-{figure.id}")
            yield ShownFigure(number=next(self.figure_numbers), figure=figure)
