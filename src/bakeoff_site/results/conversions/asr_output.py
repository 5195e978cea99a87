"""Error rates of ASR output as files to download."""

from __future__ import annotations

from collections.abc import Sequence

from bakeoff.reports import RENDERERS, ScoredInput, ScoredRun, asr_output_tables, joined_asr_output_table
from bakeoff.rulebook.schema.report import ErrorRates
from bakeoff_site.results.conversions.downloads import FOR_PEOPLE, rendered_table


def rendered(inputs: Sequence[ScoredInput], runs: Sequence[ScoredRun], name: str, *, rates: ErrorRates) -> str:
    """In one of the formats of tables: for people a table for each kind of output, for programs one of all."""
    if name in FOR_PEOPLE:
        return "\n".join(RENDERERS[name](table) for table in asr_output_tables(inputs, runs, rates=rates))
    return rendered_table(joined_asr_output_table(inputs, runs), name)
