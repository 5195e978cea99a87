"""Which builder makes the tables of which name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables import asr_output, baselines, late, progress, recognition, significance
from bakeoff.reports.campaign_tables.automatic import builders as automatic
from bakeoff.reports.campaign_tables.automatic import groups
from bakeoff.reports.campaign_tables.facts import conditions, corpora, definitions, participants
from bakeoff.reports.campaign_tables.human.registry import HUMAN_BUILDERS
from bakeoff.reports.campaign_tables.metrics_task.registry import METRICS_TASK_BUILDERS
from bakeoff.reports.campaign_tables.report_table import Builders, ReportTable

BUILDERS: Builders = {
    "inputs": conditions.inputs,
    "conditions": conditions.conditions,
    "off-limits": conditions.off_limits,
    "specifications": definitions.specifications,
    "metrics": definitions.metrics,
    "scales": definitions.scales,
    "kappa-words": definitions.kappa_words,
    "participants": participants.participants,
    "participants-by-track": participants.participants_by_tracks,
    "submissions-by-track": participants.submissions,
    "corpus": corpora.corpus,
    "hypotheses": asr_output.hypotheses,
    "released-runs": asr_output.released_runs,
    "automatic": automatic.automatic,
    "specifications-side-by-side": automatic.side_by_side,
    "automatic-by-subset-and-genre": groups.by_subset_and_genre,
    "difficulty": groups.difficulty,
    "recognition": recognition.recognition,
    "progress": progress.progress,
    "baselines": baselines.baselines,
    "against-baseline": baselines.against_baseline,
    "significance": significance.significance,
    "late-and-debugged": late.late_and_debugged,
    **HUMAN_BUILDERS,
    **METRICS_TASK_BUILDERS,
}


def report_tables(results: CampaignResults) -> tuple[ReportTable, ...]:
    """The tables that the rulebook asks for, in its order; one that has no rows says why.

    Places whose ids read alike in addresses (`a-b` and `c`, `a` and `b-c`) get different numbers.
    """
    taken: Counter[str] = Counter()
    tables = []
    for table in chain.from_iterable(_tables_of(results)):
        taken[table.id] += 1
        number = taken[table.id]
        tables.append(table if number == 1 else replace(table, id=f"{table.id}.{number}"))
    return tuple(tables)


def _tables_of(results: CampaignResults) -> Iterator[tuple[ReportTable, ...]]:
    for name in dict.fromkeys(results.rulebook.report.tables):
        if builder := BUILDERS.get(name):
            yield tuple(builder(results))
