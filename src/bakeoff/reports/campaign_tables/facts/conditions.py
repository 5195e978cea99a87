"""What systems may start from and be built with: inputs, data conditions, and what is off limits."""

from __future__ import annotations

from calendar import month_name
from collections.abc import Iterator

from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.report_table import ReportTable
from bakeoff.reports.campaign_tables.wording import word, worded
from bakeoff.reports.campaigns.rulebooks import conditions_table
from bakeoff.reports.table import Column, Table, listing
from bakeoff.rulebook.schema import OffLimits, Rulebook
from bakeoff.rulebook.schema.training import epoch_days

SECTION = "Conditions"


def inputs(results: CampaignResults) -> Iterator[ReportTable]:
    """Language pairs by the tracks that offer them (IWSLT 2005, table 1)."""
    rulebook = results.rulebook
    tracks = [track for track in rulebook.tracks.values() if track.is_scored]
    pairs = [pair for pair in rulebook.language_pairs.values() if any(pair.id in track.all_pairs for track in tracks)]
    table = Table(
        columns=(
            Column("language pair", title="Language pair"),
            *(Column(track.id, title=track.label) for track in tracks),
        ),
        rows=tuple((pair.label, *("✓" if pair.id in track.all_pairs else "–" for track in tracks)) for pair in pairs),
        title="Language pairs and what systems start from",
        notes=("✓: offered.",),
    )
    yield ReportTable(id="inputs", name="inputs", section=SECTION, table=worded(rulebook.report, table))


def conditions(results: CampaignResults) -> Iterator[ReportTable]:
    """What each data condition permits; a campaign without conditions has no such table."""
    if results.rulebook.conditions:
        table = worded(results.rulebook.report, conditions_table(results.rulebook))
        yield ReportTable(id="conditions", name="conditions", section=SECTION, table=table)


def off_limits(results: CampaignResults) -> Iterator[ReportTable]:
    """What no system may use, by language pair (OpenMT 2012, table 1)."""
    rulebook = results.rulebook
    if not rulebook.off_limits:
        return
    rows = []
    for pair in sorted(rulebook.language_pairs.values(), key=lambda pair: pair.label.casefold()):
        own = (_in_words(each) for each in rulebook.off_limits.values() if _concerns(rulebook, each, pair.id))
        rows.append((pair.label, listing(own)))
    table = Table(
        columns=(
            Column("language pair", title=word(rulebook.report, "language pair")),
            Column("off limits", title=word(rulebook.report, "off limits")),
        ),
        rows=tuple(rows),
        title="What no system may use",
        notes=tuple(f"{each.label}." for each in rulebook.off_limits.values()),
    )
    yield ReportTable(id="off-limits", name="off-limits", section=SECTION, table=worded(rulebook.report, table))


def _concerns(rulebook: Rulebook, each: OffLimits, pair: str) -> bool:
    if each.language_pairs:
        return pair in each.language_pairs
    return not each.tracks or any(pair in rulebook.tracks[track].all_pairs for track in each.tracks)


def _in_words(each: OffLimits) -> str:
    """The time of the texts in months, or else the title."""
    return ", ".join(_epoch(epoch) for epoch in each.epochs) or each.label


def _epoch(epoch: str) -> str:
    """An epoch in months.

    >>> _epoch("2011-01/2011-03"), _epoch("2007-07")
    ('January–March 2011', 'July 2007')
    """
    first, last = epoch_days(epoch)
    start, end = month_name[first.month], month_name[last.month]
    if (first.year, first.month) == (last.year, last.month):
        return f"{start} {first.year}"
    return f"{start}–{end} {last.year}" if first.year == last.year else f"{start} {first.year}–{end} {last.year}"
