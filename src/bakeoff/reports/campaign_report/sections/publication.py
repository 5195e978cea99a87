"""How far results are published: versions, corrections, what may be done with them."""

from __future__ import annotations

from bakeoff.reports.campaign_report.document import Items, Paragraph, Quotation, Subheading
from bakeoff.reports.campaign_report.sections.overview import Blocks
from bakeoff.reports.campaign_results.publication import PublicationStage
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.table import Column, Table
from bakeoff.rulebook.calendar import day_in_words

_STAGES: dict[PublicationStage, str] = {
    "preliminary": "preliminary, for participants",
    "adjudication": "preliminary, while references are corrected",
    "public": "public",
}


def stage_sentence(results: CampaignResults) -> str:
    """What readers must know of results that are not final."""
    match results.publication.stage:
        case "preliminary":
            return "Preliminary results for participants. They may change, and they are not to be published or cited."
        case "adjudication":
            return (
                "Preliminary results while references are corrected. They may change, and they are not to be published "
                "or cited."
            )
    return ""


def versions(results: CampaignResults) -> Blocks:
    """Every version of the results, and what it corrected."""
    publication = results.publication
    if not publication.versions:
        return
    yield Table(
        columns=(
            Column("version", title="Version"),
            Column("day", title="Published"),
            Column("stage", title="Results"),
            Column("corrections", title="Corrections"),
            Column("reason", title="Reason"),
        ),
        rows=tuple(
            (each.number, day_in_words(each.published_on), _STAGES[each.stage], len(each.corrections), each.reason)
            for each in publication.versions
        ),
        title="Versions of the results",
    )
    if not publication.corrections:
        yield Paragraph("No published number has been corrected.")
        return
    yield Table(
        columns=(
            Column("version", title="Version"),
            Column("place", title="Table"),
            Column("what", title="What"),
            Column("before", title="Before"),
            Column("after", title="After"),
        ),
        rows=tuple(
            (version.number, each.place, each.what, each.before or "–", each.after or "–")
            for version, each in publication.corrections
        ),
        title="Corrections of published numbers",
    )


def citation(results: CampaignResults) -> Blocks:
    """What the report says of itself, and what others may say of the results."""
    report = results.rulebook.report
    if report.disclaimer:
        yield Quotation(report.disclaimer.strip())
    if report.citation:
        yield Subheading("How to cite these results", "cite")
        yield Quotation(report.citation.strip())
    if report.publication or report.publication_disclaimer:
        yield Subheading("Rules for participants who publish results", "rules-of-publication")
    if report.publication:
        yield Items(report.publication)
    if report.publication_disclaimer:
        yield Paragraph("Publications must contain this text, word for word:")
        yield Quotation(report.publication_disclaimer.strip())
    if results.publication.left_out:
        yield Subheading("What is not released", "left-out")
        yield Items(results.publication.left_out)
