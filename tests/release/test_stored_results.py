"""Results in a package are those that were written, to the last digit of every table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bakeoff.release.index import Index
from bakeoff.release.staging import Staging
from bakeoff.release.stored_results import add_results, stored_results
from bakeoff.reports.campaign_tables.registry import report_tables
from tests.reports.campaign_tables.printed_structure import DOCUMENTS
from tests.reports.campaign_tables.simulated_results import simulated_results


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_report_of_stored_results_has_the_same_tables(document: str, tmp_path: Path) -> None:
    results = simulated_results(document)
    staging = Staging(tmp_path)
    stored = add_results(results, staging)
    written = {file.name: file.path for file in staging.files}
    index = Index(
        format="1",
        boards=stored.boards,
        human=stored.human,
        tournament_results=stored.tournaments,
        metrics_task_results=stored.metrics_tasks,
    )

    read = stored_results(index, lambda path: json.loads(written[path].read_text(encoding="utf-8")))

    assert report_tables(read) == report_tables(results)
    assert (read.inputs, read.released_runs) == (results.inputs, results.released_runs)
