"""What metrics tasks compared."""

from __future__ import annotations

from bakeoff.release.content import ComparedMetric, MetricsTaskInputs
from bakeoff_site.metrics_task.selectors.inputs import names_of_runs, scored_runs
from bakeoff_site.publication.selectors.metrics_tasks import SeenMetricsTask
from bakeoff_site.publication.selectors.results import SeenCampaign


def metrics_task_inputs(seen: SeenCampaign) -> tuple[MetricsTaskInputs, ...]:
    """Of every metrics task that the audience sees."""
    return tuple(_inputs(seen, each) for each in seen.metrics_tasks)


def _inputs(seen: SeenCampaign, task: SeenMetricsTask) -> MetricsTaskInputs:
    ids = seen.ids
    systems: dict[str, dict[str, str]] = {}
    for pair in {each.language_pair: None for each in task.result.sets}:
        runs = scored_runs(seen.campaign, seen.campaign.rules.tracks[task.track], task.test_set, pair)
        names = names_of_runs(seen.campaign, runs)
        systems[pair] = {names[run.pk]: ids[run.pk] for run in runs if run.pk in ids}
    submitted = {(each.language_pair, each.name): each for each in task.inputs.submitted}
    metrics = []
    for entry in task.inputs.metrics:
        own = submitted.get((entry.language_pair, entry.name))
        metrics.append(
            ComparedMetric(
                name=entry.name,
                language_pair=entry.language_pair,
                expression=entry.expression,
                run="" if own is None else ids.get(own.run, ""),
                systems={} if own is None else own.systems,
                segments=() if own is None else own.segments,
                lower_is_better=own is not None and own.lower_is_better,
            )
        )
    return MetricsTaskInputs(
        track=task.track,
        test_set=task.test_set,
        evaluation=task.evaluation,
        systems=systems,
        metrics=tuple(metrics),
    )
