"""The texts of segments where a metric and people disagree."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from bakeoff.evaluation.metrics_task.human_scores import Segment
from bakeoff.evaluation.metrics_task.inputs import segment_keys
from bakeoff.rulebook.schema import Track
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.metrics_task.conversions import SegmentTexts
from bakeoff_site.metrics_task.selectors.inputs import names_of_runs, scored_runs
from bakeoff_site.scoring.selectors.evaluations import restored

Wanted = Mapping[str, Mapping[Segment, Collection[str]]]
"""By language pair and segment the systems."""


def texts_of(campaign: Campaign, track: Track, test_set: str, wanted: Wanted) -> tuple[SegmentTexts, ...]:
    """Source, references and outputs of segments; none in language pairs that are not scored."""
    return tuple(
        each
        for pair, segments in wanted.items()
        if segments
        for each in _of_pair(campaign, track, test_set, pair, segments)
    )


def _of_pair(
    campaign: Campaign, track: Track, test_set: str, pair: str, wanted: Mapping[Segment, Collection[str]]
) -> Iterator[SegmentTexts]:
    runs = scored_runs(campaign, track, test_set, pair)
    specifications = campaign.rules.scoring_of(track.released_runs or track.id, pair).scored_specifications
    if not runs or not specifications:
        return
    try:
        evaluation = restored(runs, specifications[0], names=names_of_runs(campaign, runs), with_texts=True)
    except RefusedError:
        return
    texts = evaluation.texts
    for place, plain in enumerate(segment_keys(evaluation)):
        # People's segments may name a document that is a mere number.
        full = evaluation.documents[place].id, plain[1]
        document, segment = full if full in wanted else plain
        known = [name for name in wanted.get((document, segment), ()) if texts.runs and name in texts.systems]
        if known:
            yield SegmentTexts(
                language_pair=pair,
                document=document,
                segment=segment,
                source=None if texts.source is None else texts.source[place],
                references=texts.references_of(place),
                outputs={name: texts.run_of(name)[place] for name in known},
            )
