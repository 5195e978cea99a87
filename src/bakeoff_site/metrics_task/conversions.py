"""Results of a metrics task as they are stored, and as pages and programs get them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from bakeoff.evaluation.metrics_task.disagreements import Disagreement, disagreements
from bakeoff.evaluation.metrics_task.figures import agreement_by_difference, metric_against_human
from bakeoff.evaluation.metrics_task.results import MetricsTaskResult
from bakeoff.human_eval import KindCorrelations
from bakeoff.reports import (
    Column,
    Table,
    agreement_by_difference_chart,
    average_table,
    disagreements_table,
    kinds_table,
    metric_against_human_chart,
    metrics_figures,
    metrics_json,
    metrics_table,
    metrics_tables,
    tests_table,
)
from bakeoff.reports.charts.shapes import Bar, Dot, Drawing, Group, Label, Line, Shape
from bakeoff_site.results.conversions.human_places import HumanPlace
from bakeoff_site.results.conversions.runs import Words

_SHAPES = {shape.__name__: shape for shape in (Line, Dot, Bar, Label)}
_NAMES_SYSTEMS = "metric-against-people"
"""Charts with systems by name, which nobody sees while these are judged."""
_OF_ONE = (_NAMES_SYSTEMS, "accuracy-by-difference")
"""Charts of one metric."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricEntry:
    """A metric that takes part."""

    name: str
    """As tables and charts call it."""
    language_pair: str
    team: str
    """Whose it is; empty for metrics that this site computes."""
    expression: str = ""
    """Of a metric that this site computes, as the rulebook calls it: `bleu@sacrebleu`."""
    system_type: str = ""
    """Whether it is the team's primary metric, by the names of the rulebook."""
    version: int | None = None
    """How often its file was submitted; None for metrics that this site computes."""
    better: str = ""
    references: bool | None = None
    """Whether it compares outputs with references; None where nobody says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentTexts:
    """What can be read of a segment."""

    language_pair: str
    document: str
    segment: str
    source: str | None
    references: tuple[str, ...]
    outputs: Mapping[str, str]
    """By the names of systems."""


@dataclass(frozen=True, slots=True)
class ReadableTexts:
    """Which texts of a language pair somebody may read, and the codes of their languages."""

    source: bool
    references: bool
    outputs: bool
    source_language: str
    target_language: str


def disagreements_of(result: MetricsTaskResult) -> dict[str, list[Disagreement]]:
    """By metric the segments where it and people disagree most, of all systems."""
    found: dict[str, list[Disagreement]] = {}
    for own in result.sets:
        for metric in own.scored.outputs if not own.subset else ():
            found.setdefault(metric, []).extend(disagreements(own.scored, metric))
    return found


def systems_by_segment(found: Mapping[str, Sequence[Disagreement]]) -> dict[str, dict[tuple[str, str], set[str]]]:
    """By language pair and segment the systems of disagreements."""
    wanted: dict[str, dict[tuple[str, str], set[str]]] = {}
    for each in (each for own in found.values() for each in own):
        systems = wanted.setdefault(each.language_pair, {}).setdefault((each.document, each.segment), set())
        systems.update((each.better, each.worse))
    return wanted


def packed_result(
    result: MetricsTaskResult,
    *,
    metrics: Sequence[MetricEntry],
    remarks: Sequence[str],
    pairs: Mapping[str, str],
    found: Mapping[str, Sequence[Disagreement]],
    texts: Sequence[SegmentTexts],
) -> dict[str, Any]:
    """Everything that pages and programs show of a result; people read the titles of language pairs, `pairs`."""
    words = _Words(pairs)
    names = tuple(dict.fromkeys(row.metric for own in result.sets for row in own.rows))
    tables = [*metrics_tables(result), *([average_table(result)] if result.averages else [])]
    # Where outliers are left out, one note names them.
    unnamed = metrics_tables(replace(result, sets=tuple(replace(own, outliers=()) for own in result.sets)))
    complete = [own for own in result.sets if not own.subset]
    return {
        "figures": metrics_json(result),
        "metrics": [asdict(each) for each in metrics],
        "remarks": [words.said(remark) for remark in dict.fromkeys((*result.remarks, *remarks))],
        "tables": [_packed_table(words.table(table)) for table in tables],
        "tables_while_judged": [_packed_table(words.table(table)) for table in (*unnamed, *tables[len(unnamed) :])],
        "every": _packed_table(metrics_table(result)),
        "tests": _packed_table(tests_table(result)),
        "disagreements": {
            name: _packed_table(
                words.table(disagreements_table([own for own in complete if name in own.scored.outputs], [name]))
            )
            for name in names
        },
        "cases": {name: [asdict(each) for each in own] for name, own in found.items()},
        "texts": [asdict(each) for each in texts],
        "charts": [_packed_drawing(words.drawing(chart)) for chart in metrics_figures(result) if not _is_of_one(chart)],
        "charts_of": {
            name: [_packed_drawing(words.drawing(chart)) for chart in _charts_of(result, name)] for name in names
        },
    }


class _Words:
    """Writes the titles of language pairs in the place of their ids."""

    def __init__(self, titles: Mapping[str, str]) -> None:
        self._titles = titles
        ids = "|".join(re.escape(each) for each in sorted(titles, key=len, reverse=True))
        self._ids = re.compile(rf"(?<![\w-])(?:{ids})(?![\w-])")

    def said(self, text: str) -> str:
        return self._ids.sub(lambda match: self._titles[match[0]], text)

    def table(self, table: Table) -> Table:
        rows = tuple(tuple(self._titles.get(str(cell), cell) for cell in row) for row in table.rows)
        return replace(table, title=self.said(table.title), rows=rows)

    def drawing(self, drawing: Drawing) -> Drawing:
        return replace(drawing, heading=self.said(drawing.heading))


@dataclass(frozen=True, slots=True)
class CaseOutput:
    """One of the two outputs that people and a metric order differently."""

    name: str
    score: str
    """What both say of it."""
    words: tuple[Words, ...] | None
    """None where it may not be read."""


@dataclass(frozen=True, slots=True)
class Case:
    """A disagreement with its texts, as far as somebody may read them."""

    language_pair: str
    """Its id."""
    document: str
    segment: str
    source: str | None
    references: tuple[str, ...]
    outputs: tuple[CaseOutput, CaseOutput]
    """The one that people prefer first."""
    size: str
    source_language: str
    target_language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownResult:
    """What somebody sees of a result."""

    metrics: tuple[MetricEntry, ...]
    remarks: tuple[str, ...]
    tables: tuple[Table, ...]
    every: Table
    """All of them in one, for programs."""
    tests: Table
    disagreements: Table | None
    """Of the chosen metric."""
    cases: tuple[Case, ...]
    """The same with what somebody may read of the texts; none where that is nothing."""
    charts: tuple[Drawing, ...]
    metric: str
    """The one that is chosen."""
    names: tuple[str, ...]
    """Of all metrics, best first."""
    figures: Mapping[str, Any]


def shown_result(
    content: Mapping[str, Any], *, metric: str, is_judged: bool, readable: Callable[[str], ReadableTexts]
) -> ShownResult:
    """A stored result with one metric in focus, the best without a choice; `readable` is asked by language pair.

    While systems are judged, whatever says something of single systems is left out.
    """
    names = tuple(dict.fromkeys(row["metric"] for own in content["figures"]["sets"] for row in own["metrics"]))
    chosen = metric if metric in names else next(iter(names), "")
    charts = [_drawing(chart) for chart in (*content["charts"], *content["charts_of"].get(chosen, ()))]
    figures = dict(content["figures"])
    if is_judged:
        figures["sets"] = [{**own, "systems": [], "outliers": []} for own in figures["sets"]]
    return ShownResult(
        metrics=tuple(MetricEntry(**each) for each in content["metrics"]),
        remarks=() if is_judged else tuple(content["remarks"]),
        tables=tuple(_table(table) for table in content["tables_while_judged" if is_judged else "tables"]),
        every=_table(content["every"]),
        tests=_table(content["tests"]),
        disagreements=None if is_judged or not chosen else _table(content["disagreements"][chosen]),
        cases=() if is_judged else tuple(_cases(content, chosen, readable)),
        charts=tuple(chart for chart in charts if not (is_judged and chart.name.startswith(_NAMES_SYSTEMS))),
        metric=chosen,
        names=names,
        figures=figures,
    )


def _cases(content: Mapping[str, Any], metric: str, readable: Callable[[str], ReadableTexts]) -> Iterator[Case]:
    texts = {(each["language_pair"], each["document"], each["segment"]): each for each in content["texts"]}
    for each in content["cases"].get(metric, ()):
        text = texts.get((each["language_pair"], each["document"], each["segment"]))
        may = readable(each["language_pair"])
        if text is None or not (may.source or may.references or may.outputs):
            continue
        outputs = text["outputs"] if may.outputs else {}
        yield Case(
            language_pair=each["language_pair"],
            document=each["document"],
            segment=each["segment"],
            source=text["source"] if may.source else None,
            references=tuple(text["references"]) if may.references else (),
            outputs=(
                _case_output(each["better"], outputs, each["human"][0], each["metric"][0]),
                _case_output(each["worse"], outputs, each["human"][1], each["metric"][1]),
            ),
            size=f"{each['size']:.2f}",
            source_language=may.source_language,
            target_language=may.target_language,
        )


def _case_output(name: str, outputs: Mapping[str, str], human: float, metric: float) -> CaseOutput:
    words = None if name not in outputs else (Words(outputs[name], ""),) if outputs[name] else ()
    return CaseOutput(name, f"people {human:.4g}, metric {metric:.4g}", words)


def kinds_in_words(correlations: KindCorrelations, places: Sequence[HumanPlace]) -> Table:
    """Human evaluations against each other, by the names that people read."""
    titles = _apart({place.evaluation_id: place.evaluation for place in places})
    pairs = {place.language_pair_id: place.language_pair for place in places}
    sets = {place.test_set_id: place.test_set for place in places}
    rows = tuple(
        replace(
            row,
            first=titles[row.first],
            second=titles[row.second],
            group=(pairs[row.group[0]], sets[row.group[1]]),
        )
        for row in correlations.rows
    )
    scores = {titles[name]: score for name, score in correlations.scores.items()}
    table = kinds_table(replace(correlations, scores=scores, rows=rows))
    heads = (Column("evaluation"), Column("against"), Column("language pair, test set"))
    return replace(table, columns=(*heads, *table.columns[len(heads) :]))


def _apart(titles: Mapping[str, str]) -> dict[str, str]:
    """Titles by ids; of two that are alike, with their ids."""
    count = Counter(titles.values())
    return {id: title if count[title] == 1 else f"{title} ({id})" for id, title in titles.items()}


def _charts_of(result: MetricsTaskResult, metric: str) -> Iterator[Drawing]:
    """The charts of one metric: against people in each language pair, and by difference in all of them."""
    sets = [own for own in result.sets if metric in own.scored.outputs and not own.subset]
    for own in sets:
        against = metric_against_human(own.scored, metric, outliers=result.outliers_next_to(own))
        chart = None if against is None else metric_against_human_chart(against)
        if chart is not None:
            pair = own.language_pair
            yield replace(chart, name=f"{chart.name}-{pair}", heading=f"{chart.heading}: {pair}")
    agreement = agreement_by_difference([own.scored for own in sets], metric)
    chart = None if agreement is None else agreement_by_difference_chart(agreement)
    if chart is not None:
        yield chart


def _is_of_one(chart: Drawing) -> bool:
    return chart.name.startswith(_OF_ONE)


def _packed_table(table: Table) -> dict[str, Any]:
    return {
        "title": table.title,
        "columns": [asdict(column) for column in table.columns],
        "rows": [list(row) for row in table.rows],
        "notes": list(table.notes),
        "empty": table.empty,
    }


def _table(packed: Mapping[str, Any]) -> Table:
    return Table(
        title=packed["title"],
        columns=tuple(Column(**column) for column in packed["columns"]),
        rows=tuple(tuple(row) for row in packed["rows"]),
        notes=tuple(packed["notes"]),
        empty=packed["empty"],
    )


def _packed_drawing(drawing: Drawing) -> dict[str, Any]:
    return {**asdict(drawing), "shapes": [_packed_shape(shape) for shape in drawing.shapes]}


def _packed_shape(shape: Shape) -> dict[str, Any]:
    if isinstance(shape, Group):
        return {"look": shape.look, "title": shape.title, "shapes": [_packed_shape(each) for each in shape.shapes]}
    return {"kind": type(shape).__name__, **asdict(shape)}


def _drawing(packed: Mapping[str, Any]) -> Drawing:
    return Drawing(**{**packed, "shapes": tuple(_shape(shape) for shape in packed["shapes"])})


def _shape(packed: Mapping[str, Any]) -> Shape:
    if "shapes" in packed:
        return Group(packed["look"], packed["title"], tuple(_plain_shape(each) for each in packed["shapes"]))
    return _plain_shape(packed)


def _plain_shape(packed: Mapping[str, Any]) -> Line | Dot | Bar | Label:
    return _SHAPES[packed["kind"]](**{key: value for key, value in packed.items() if key != "kind"})
