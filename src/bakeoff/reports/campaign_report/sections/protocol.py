"""How systems were evaluated, and which metric decides."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.evaluation import metric_title
from bakeoff.reports.campaign_figures.report_figure import place_title
from bakeoff.reports.campaign_report.document import Items, Paragraph, Prose, Subheading
from bakeoff.reports.campaign_report.sections.overview import Blocks
from bakeoff.reports.campaign_report.sections.rule_tables import rule_tables
from bakeoff.reports.campaign_results.results import CampaignResults


def evaluation_protocol(results: CampaignResults) -> Blocks:
    """Metrics, texts before they are compared, tests, human evaluations."""
    yield from rule_tables(results, "Automatic evaluation", "Human evaluation")
    for evaluation in results.rulebook.human.values():
        given = evaluation.instructions
        text = given if isinstance(given, str) else next(iter(given.values()), "")
        if text:
            yield Subheading(f"Instructions of judges: {evaluation.label}", f"instructions-{evaluation.id}")
            yield Prose(text)


def automatic_results(results: CampaignResults) -> Blocks:
    """Which metric decides, and what the others are for."""
    if not results.boards:
        return
    official = sorted({metric_title(metric) for metric in _official(results)})
    if official:
        verb = "metric is" if len(official) == 1 else "metrics are"
        yield Paragraph(f"The official {verb} {_and(official)}.")
    if results.rulebook.report.metrics_note:
        yield Paragraph(results.rulebook.report.metrics_note.strip(), "notice")
    unscored = tuple(
        f"{place_title(results.rulebook, board)}: {board.why_not_scored}"
        for board in results.boards
        if board.why_not_scored
    )
    if unscored:
        yield Paragraph("Not scored:")
        yield Items(unscored)


def _official(results: CampaignResults) -> Iterator[str]:
    for board in results.boards:
        metric = results.rulebook.scoring_of(board.track, board.language_pair).official_metric
        if metric:
            yield metric


def _and(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
