"""Seconds from the results of a large campaign to all tables of its report in every format.

Usage: python bench/report_tables.py [--systems 60] [--metrics 8] [--pairs 12].

The results are made up: systems of as many teams with scores, intervals and tests under two specifications, side by
side. Every table is rendered as text, TSV, CSV, Markdown, LaTeX, HTML, JSON and, all together, as a workbook.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from bakeoff.evaluation import Variation
from bakeoff.reports import RENDERERS, render_html
from bakeoff.reports.campaign_results.boards import BoardComparison, BoardResults, ComparedPair, RunResults, RunScore
from bakeoff.reports.campaign_results.participants import Team
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.registry import report_tables
from bakeoff.reports.campaign_tables.report_table import ReportTable
from bakeoff.reports.json_tables import table_json
from bakeoff.reports.spreadsheets import render_xlsx
from bakeoff.statistics import Interval

METRICS = ("bleu", "nist", "ter", "per", "wer", "gtm", "meteor", "chrf")
SPECIFICATIONS = ("case+punc", "no_case+no_punc")
_LOWER = ("ter", "per", "wer")
_TABLES = ("participants", "participants-by-track", "automatic", "specifications-side-by-side", "significance")


@dataclass(frozen=True, slots=True)
class Rendered:
    """How long it took, and what came out."""

    making: float
    rendering: float
    tables: tuple[ReportTable, ...]
    characters: dict[str, int]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--systems", type=int, default=60)
    parser.add_argument("--metrics", type=int, default=len(METRICS))
    parser.add_argument("--pairs", type=int, default=12)
    options = parser.parse_args()
    results = large_results(options.systems, METRICS[: options.metrics], options.pairs)
    found = render_all(results)
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    print(
        f"{options.systems} systems × {options.metrics} metrics × {len(SPECIFICATIONS)} specifications × "
        f"{options.pairs} pairs: {len(found.tables)} tables"
    )
    print(f"made in {found.making:.2f} s, rendered in {found.rendering:.2f} s")
    for name, characters in found.characters.items():
        print(f"{name:10} {characters:12,}")


def render_all(results: CampaignResults) -> Rendered:
    """All tables in all formats."""
    start = time.perf_counter()
    tables = report_tables(results)
    made = time.perf_counter()
    characters = {name: sum(len(render(each.table)) for each in tables) for name, render in RENDERERS.items()}
    characters["html"] = sum(len(render_html(each.table)) for each in tables)
    characters["json"] = sum(len(json.dumps(table_json(each.table))) for each in tables)
    characters["xlsx"] = len(render_xlsx({each.id: each.table for each in tables}))
    return Rendered(made - start, time.perf_counter() - made, tables, characters)


def large_results(systems: int, metrics: Sequence[str], pairs: int) -> CampaignResults:
    """A campaign with one track in some language pairs, and systems of as many teams in each."""
    languages = ("de", "fr", "es", "cs", "ru", "zh", "ja", "ko", "ar", "tr", "ro", "pl")[:pairs]
    rules = {
        "campaign": {"id": "large", "title": "A large campaign"},
        "language_pairs": {f"en-{each}": {"source": "en", "target": each} for each in languages},
        "tracks": {"mt": {"kind": "mt", "language_pairs": [f"en-{each}" for each in languages]}},
        "test_sets": {"test": {"role": "current"}},
        "evaluation": {
            "official_metric": metrics[0],
            "metrics": list(metrics),
            "specifications": list(SPECIFICATIONS),
            "interval": {"samples": 1000},
            "comparison": {"test": "randomization", "trials": 10_000},
        },
        "report": {"tables": list(_TABLES)},
    }
    names = [f"TEAM-{number:02}" for number in range(systems)]
    return CampaignResults(
        rules=rules,
        software="bakeoff",
        teams=tuple(Team(code=name, name=f"Team {name}", institutions=(f"University of {name}",)) for name in names),
        boards=tuple(_board(f"en-{each}", names, metrics) for each in languages),
    )


def _board(pair: str, names: Sequence[str], metrics: Sequence[str]) -> BoardResults:
    runs = tuple(
        RunResults(
            id=f"{pair}/{name}",
            name=name,
            team=name,
            system="primary",
            system_type="primary",
            kind="primary",
            kind_title="primary",
            track="mt",
            scores=tuple(_scores(f"{pair}/{name}", metrics)),
        )
        for name in names
    )
    return BoardResults(
        track="mt", language_pair=pair, test_set="test", runs=runs, comparisons=(_comparison(runs, metrics[0]),)
    )


def _scores(run: str, metrics: Sequence[str]) -> Iterator[RunScore]:
    for specification in SPECIFICATIONS:
        for metric in metrics:
            value = Random(f"{run} {metric} {specification}").uniform(10, 70)
            yield RunScore(
                metric=metric,
                specification=specification,
                value=value,
                signature=f"{metric}|{specification}|interval:bootstrap|level:0.95|samples:1000|unit:segment|seed:1",
                direction="lower" if metric in _LOWER else "higher",
                digits=2,
                segments=2000,
                variation=Variation(Interval(value - 1, value + 1, 0.95), value, 0.5),
            )


def _comparison(runs: Sequence[RunResults], metric: str) -> BoardComparison:
    values = {run.id: run.scores[0].value or 0.0 for run in runs}
    order = tuple(sorted(values, key=lambda run: -values[run]))
    pairs = tuple(
        ComparedPair(
            a=a,
            b=b,
            difference=values[a] - values[b],
            p=0.01,
            p_corrected=0.02,
            significant=values[a] - values[b] > 1,
            beats=values[a] - values[b] > 1,
        )
        for a, b in combinations(order, 2)
    )
    return BoardComparison(
        metric=metric,
        specification=SPECIFICATIONS[0],
        method="test:randomization|trials:10000|seed:1|unit:segment|correction:holm|level:0.05",
        order=order,
        clusters=tuple(order[start : start + 3] for start in range(0, len(order), 3)),
        rank_ranges={run: (place, place + 2) for place, run in enumerate(order, start=1)},
        pairs=pairs,
    )


if __name__ == "__main__":
    main()
