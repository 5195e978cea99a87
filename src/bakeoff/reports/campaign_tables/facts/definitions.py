"""What the numbers of a campaign mean: specifications, metrics, grades, words for kappa."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isinf

from bakeoff.metrics.registry import find_metric_type, preset_of
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.campaign_tables.wording import title_of_metric, word
from bakeoff.reports.table import Column, Section, Table, Value
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.schema import HumanEvaluation
from bakeoff.rulebook.schema.evaluation import SPEECH_METRICS
from bakeoff.statistics.agreement.kappas import AgreementWord
from bakeoff.text.languages import language_name
from bakeoff.text.specifications import Specification, find_specification

SECTION = "Evaluation"
_STEPS: Mapping[str, str] = {
    "arabic": "spellings of Arabic letters are made one",
    "lowercase": "case-insensitive: all letters in lower case",
    "no-marks": "without punctuation marks",
    "no-punctuation": "without punctuation",
    "separate-marks": "punctuation marks are words of their own",
    "split-characters": "split into characters",
    "split-hyphens": "compounds are split at hyphens",
}
_TOKENIZERS: Mapping[str, str] = {"plain": "words are what is between blanks", "zh": "Chinese characters are words"}
_KAPPA: Mapping[AgreementWord, str] = {
    "poor": "below 0",
    "slight": "0.00–0.20",
    "fair": "0.21–0.40",
    "moderate": "0.41–0.60",
    "substantial": "0.61–0.80",
    "almost perfect": "0.81–1.00",
}


def specifications(results: CampaignResults) -> Iterator[ReportTable]:
    """What is done to texts before they are scored, a table for each target language (IWSLT 2005, tables 7 and 8)."""
    rulebook = results.rulebook
    for language, names in _by_language(rulebook).items():
        rows: list[tuple[Value, ...]] = []
        sections: list[Section] = []
        for name in names:
            sections.append(Section(len(rows), f"{language} – {word(rulebook.report, name)}"))
            rows += [(rule,) for rule in _rules(find_specification(name))]
        yield ReportTable(
            id=table_id("specifications", language),
            name="specifications",
            section=SECTION,
            table=Table(
                columns=(Column("rule", title=word(rulebook.report, "rule")),),
                rows=tuple(rows),
                title=f"Specifications of texts in {language}",
                sections=tuple(sections),
                sections_of="specification",
            ),
        )


def metrics(results: CampaignResults) -> Iterator[ReportTable]:
    """All metrics with their range and which scores are better (IWSLT 2005, table 9)."""
    rulebook, report = results.rulebook, results.rulebook.report
    found: dict[str, str] = {}
    for track in rulebook.tracks.values():
        for pair in track.all_pairs if track.is_scored else ():
            for metric in rulebook.scoring_of(track.id, pair).all_metrics:
                found.setdefault(title_of_metric(report, metric), metric)
    yield ReportTable(
        id="metrics",
        name="metrics",
        section=SECTION,
        table=Table(
            columns=(
                Column("metric", title=word(report, "metric")),
                Column("description", title=word(report, "description")),
            ),
            rows=tuple((title, _range(rulebook, metric)) for title, metric in found.items()),
            title="Metrics, with range and direction",
        ),
    )


def scales(results: CampaignResults) -> Iterator[ReportTable]:
    """Grades with their labels: evaluations with as many grades are next to each other, those alike are one."""
    report = results.rulebook.report
    found: dict[tuple[int, int], dict[tuple[str, ...], list[HumanEvaluation]]] = {}
    for human in results.rulebook.human.values():
        if human.labels and human.scale:
            found.setdefault((human.scale[0], human.scale[1]), {}).setdefault(tuple(human.labels), []).append(human)
    for (low, high), by_labels in found.items():
        columns: list[Column] = []
        for evaluations in by_labels.values():
            title = " / ".join(dict.fromkeys(each.label for each in evaluations))
            columns += [
                Column(f"{title} grade", title=word(report, "grade"), group=title),
                Column(f"{title} label", title=word(report, "label"), group=title),
            ]
        rows = [
            tuple(cell for each in by_labels for cell in (grade, each[grade - low])) for grade in range(low, high + 1)
        ]
        yield ReportTable(
            id=table_id("scales", str(low), str(high)),
            name="scales",
            section=SECTION,
            table=Table(
                columns=tuple(columns),
                rows=tuple(rows if report.scales == "ascending" else reversed(rows)),
                title="Grades: " + ", ".join(dict.fromkeys(column.group for column in columns)),
            ),
        )


def kappa_words(results: CampaignResults) -> Iterator[ReportTable]:
    """What values of kappa are called (IWSLT 2012, table 9)."""
    report = results.rulebook.report
    yield ReportTable(
        id="kappa-words",
        name="kappa-words",
        section=SECTION,
        table=Table(
            columns=(Column("kappa", title="κ"), Column("interpretation", title=word(report, "interpretation"))),
            rows=tuple((values, name) for name, values in _KAPPA.items()),
            title="Interpretation of the coefficient κ",
            notes=("Words of Landis and Koch (1977).",),
        ),
    )


def _by_language(rulebook: Rulebook) -> dict[str, list[str]]:
    """The specifications of each target language, in the order of the rulebook."""
    found: dict[str, list[str]] = {}
    for track in rulebook.tracks.values():
        for pair in track.all_pairs if track.is_scored else ():
            language = rulebook.language_pairs[pair].target_name
            names = found.setdefault(language_name(language), [])
            scored = rulebook.scoring_of(track.id, pair).scored_specifications
            names += [name for name in scored if name not in names]
    return found


def _rules(specification: Specification) -> Iterator[str]:
    for step in specification.steps:
        options = ", ".join(f"{name}: {'yes' if value else 'no'}" for name, value in step.options)
        yield _STEPS.get(step.name, step.name) + (f" ({options})" if options and step.name != "arabic" else "")
    tokenizer = specification.tokenizer
    yield _TOKENIZERS.get(tokenizer, f"tokeniser {tokenizer}, where a metric has none of its own")
    if specification.needs_upper_case:
        yield "only for runs with upper case"


def _range(rulebook: Rulebook, metric: str) -> str:
    if metric in SPEECH_METRICS:
        return "0 (best) and up, in percent"
    kind = find_metric_type(preset_of(metric.partition(":")[0]).partition(":")[0])
    if kind is None:
        return "scores from outside, on a scale of their own"
    asked = rulebook.report.numbers.get(metric)
    scale = 100.0 if asked is not None and asked.notation == "fraction" else 1.0
    low, high = kind.bounds
    better = kind.direction == "higher"
    first, last = ("worst", "best") if better else ("best", "worst")
    if isinf(high):
        return f"{low / scale:g} ({first}) and up{', higher is better' if better else ''}"
    return f"{low / scale:g} ({first}) to {high / scale:g} ({last})"
