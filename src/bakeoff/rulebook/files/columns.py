"""Columns of tables that name no metric of the campaign."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.rulebook.files.inconsistency import Inconsistency
from bakeoff.rulebook.files.toml_lines import Path
from bakeoff.rulebook.mistakes import nearest
from bakeoff.rulebook.schema import Rulebook, Scoring


def unknown_columns(rulebook: Rulebook) -> Iterator[Inconsistency]:
    """A column may be missing in some tracks and languages, but some scores must exist for it."""
    scorings = [rulebook.scoring_of(track.id, pair) for track in rulebook.tracks.values() for pair in track.all_pairs]
    known = tuple(dict.fromkeys(metric for scoring in scorings for metric in scoring.all_metrics))
    for path, scoring in _sections(rulebook):
        for number, name in enumerate(scoring.columns):
            if name not in known:
                expected = f"one of the metrics of the campaign: {', '.join(known)}"
                remedy = nearest(name, known) or "Name it in metrics or outside, or leave it out."
                where = (*path, "columns", number)
                yield Inconsistency(where, repr(name), expected, remedy, rests_on=("evaluation",))


def _sections(rulebook: Rulebook) -> Iterator[tuple[Path, Scoring]]:
    """The tables that say how runs are scored."""
    evaluation = rulebook.evaluation
    yield ("evaluation",), evaluation
    for language, scoring in evaluation.languages.items():
        yield ("evaluation", "languages", language), scoring
    for track, own in evaluation.tracks.items():
        yield ("evaluation", "tracks", track), own
        for language, scoring in own.languages.items():
            yield ("evaluation", "tracks", track, "languages", language), scoring
