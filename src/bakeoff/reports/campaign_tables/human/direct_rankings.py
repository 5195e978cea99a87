"""Rankings by direct assessment, error spans and MQM, as WMT prints them: clusters with lines, rank ranges."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.reports.campaign_results.human import HumanResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.human.judged_places import caption, is_reference
from bakeoff.reports.human.captions import ranking_notes
from bakeoff.reports.table import Column, Range, Table, Value

DIRECT = frozenset({"direct", "esa", "error_spans"})
_RAW = "raw mean"
_HEADINGS = {"direct": "Ave.", "esa": "ESA", "error_spans": "MQM"}


def direct_ranking_table(results: CampaignResults, human: HumanResults) -> Table:
    """Ranks that differ within the level, the z-score and the raw mean or one of them, and systems; best first."""
    ranking, standardised = human.ranking, human.result.standardised
    heading = _HEADINGS[human.protocol]
    columns = [Column("rank", title="Rank")]
    columns += [Column("z", title=f"{heading} z", digits=3)] if standardised else []
    has_raw = not standardised or any(_RAW in each.figures for each in ranking.systems)
    columns += [Column("raw", title=heading, digits=1 if human.protocol != "error_spans" else 2)] if has_raw else []
    has_interval = any(each.interval is not None for each in ranking.systems)
    columns += [Column("interval", title="Interval", digits=3 if standardised else 2, detail=not has_interval)]
    columns += [Column("system", title="System"), Column("cluster", detail=True)]
    rows: list[tuple[Value, ...]] = []
    for each in ranking.systems:
        low, high = each.range
        cells: list[Value] = [str(low) if low == high else f"{low}–{high}"]
        cells += [each.score] if standardised else []
        cells += [each.figures.get(_RAW) if standardised else each.score] if has_raw else []
        around = each.interval
        name = f"{each.system} (human)" if is_reference(human, each.system) else each.system
        rows.append((*cells, None if around is None else Range(around.low, around.high), name, each.cluster))
    clusters = [each.cluster for each in ranking.systems]
    return Table(
        columns=tuple(columns),
        rows=tuple(rows),
        title=caption(results, human.title, human.language_pair, human.test_set),
        notes=tuple(_notes(human, standardised=standardised, has_interval=has_interval)),
        rules=frozenset(row for row in range(1, len(clusters)) if clusters[row] != clusters[row - 1]),
    )


def _notes(human: HumanResults, *, standardised: bool, has_interval: bool) -> Iterator[str]:
    yield "Rank: all places that fit the tests of pairs. Lines between clusters."
    if standardised:
        yield "z: scores of each judge standardised by the judge's own mean and deviation."
    for note in ranking_notes(human.result, human.ranking, with_intervals=has_interval):
        yield note.partition(" Beats: ")[0]
