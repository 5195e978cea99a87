"""Where each number comes from: the commands that compute it again from the release package."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from bakeoff.evaluation import metric_title
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.report_table import ReportTable


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
        command = self.commands(table)[0]
        shown = table.table.for_people()
        found = {}
        for index, column in enumerate(shown.columns):
            signature = self._signatures.get(column.heading) or self._signatures.get(column.group)
            found[index] = f"{signature} · {command}" if signature else command
        return found

    @cached_property
    def _signatures(self) -> Mapping[str, str]:
        """The signature of each metric by its title, where all boards have the same one."""
        found: dict[str, set[str]] = {}
        for board in self.results.boards:
            for _, score in board.scores():
                found.setdefault(metric_title(score.metric), set()).add(score.signature)
        return {title: next(iter(signatures)) for title, signatures in found.items() if len(signatures) == 1}
