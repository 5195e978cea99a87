"""A table of a report, and what makes such tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.table import Table
from bakeoff.rulebook.schema.report import TableName


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportTable:
    """A table with its place in the report; its title is the caption."""

    id: str
    """Unique in the report and the same in every version of it: part of addresses and of file names."""
    name: TableName
    """Which of the tables of the rulebook it belongs to."""
    section: str
    """The heading above it; neighbours of one section share it."""
    table: Table


Builder = Callable[[CampaignResults], Iterable[ReportTable]]
"""The tables of one name, in order; none where the campaign has nothing to put into them."""
Builders = Mapping[TableName, Builder]


def table_id(name: str, *places: str) -> str:
    """The id of a table from its name and what distinguishes it from others of that name.

    >>> table_id("automatic", "mt", "de-en", "", "test2016", "case+punc")
    'automatic-mt-de-en-test2016-case-punc'
    """
    words = "-".join(filter(None, (name, *places)))
    kept = "".join(letter if letter.isalnum() or letter in "._-" else "-" for letter in words)
    return "-".join(filter(None, kept.split("-"))).lower()
