"""Where each number comes from: the commands that compute it again from the release package."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from bakeoff.evaluation import metric_title
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.report_table import ReportTable
from bakeoff.reports.campaign_tables.wording import title_of_metric, word
from bakeoff.reports.table import Column


@dataclass(frozen=True)
class Addresses:
    """The commands of a report whose release package has this name."""

    results: CampaignResults
    package: str

    @property
    def verify_all(self) -> str:
        """Computes every number of the package again."""
        return f"bakeoff verify {shlex.quote(self.package)}"

    @property
    def single_scores(self) -> tuple[str, ...]:
        """Writes texts, and for each score the call that prints it."""
        return (f"bakeoff convert {shlex.quote(self.package)} texts --to plain-text",)

    def commands(self, table: ReportTable) -> tuple[str, ...]:
        """What computes the numbers of a table again."""
        return (f"bakeoff verify {shlex.quote(self.package)} --table {table.id}",)

    def hover(self, table: ReportTable) -> Mapping[int, str]:
        """For each column of numbers that is a metric, its signature and the command; for others the command."""
        commands = self.commands(table)
        own = [self._scored[note] for note in table.table.notes if note in self._scored]
        shown = table.table.for_people()
        return {
            index: " · ".join((*self._signature(column, own), *commands)) for index, column in enumerate(shown.columns)
        }

    def _signature(self, column: Column, own: Sequence[_Scored]) -> tuple[str, ...]:
        """The signature of a column, where its headings say which metric and specification it is of."""
        found = [each for each in own if {column.heading, column.group} & each.names]
        if len(found) > 1:
            found = [each for each in found if any(name in column.group for name in each.specification_names)]
        return (found[0].signature,) if len(found) == 1 else ()

    @cached_property
    def _scored(self) -> Mapping[str, _Scored]:
        """What tables call the metric and the specification of each signature."""
        report = self.results.rulebook.report
        found = {}
        for board in self.results.boards:
            for _, score in board.scores():
                found[score.signature] = _Scored(
                    signature=score.signature,
                    names=frozenset((metric_title(score.metric), title_of_metric(report, score.metric))),
                    specification_names=(word(report, score.specification), score.specification),
                )
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scored:
    """A signature, and what headings call its metric and its specification."""

    signature: str
    names: frozenset[str]
    specification_names: tuple[str, ...]
