"""Human scores as mt-metrics-eval keeps them, in a folder `human-scores`: scores of segments and systems, and ratings.

The score of a segment is the mean over judges, errors counted as minus what they cost; that of a system is the mean
over its segments. Gold and attention items count in no score. Each judge who marked errors has a file of ratings.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Sequence

import numpy as np

from bakeoff.data.judgments import Judgment
from bakeoff.errors import ExpressionError
from bakeoff.formats.judgments import mtme_ratings
from bakeoff.formats.judgments.written import Sources, latest
from bakeoff.formats.scores.mtme_scores import score_lines
from bakeoff.human_eval.analyses.grades.segment_scores import segment_scores
from bakeoff.human_eval.analyses.shared_judgments import for_each_system
from bakeoff.human_eval.protocols.contract import Settings
from bakeoff.human_eval.protocols.registry import find_protocol

SCORED_PROTOCOLS = ("direct", "esa", "error_spans", "fluency", "adequacy", "meaning")
_EPOCH = (1980, 1, 1, 0, 0, 0)


def human_score_files(
    judgments: Iterable[Judgment], *, name: str, settings: Settings | None = None, sources: Sources | None = None
) -> dict[str, str]:
    """The files by their names, of each language pair `PAIR.NAME.seg.score`, `.sys.score` and ratings.

    `sources` has all segments of the test sets in their order; without it segments must be numbered from 1.
    """
    rows = [each for each in latest(judgments, controls=("", "repeat")) if each.kind == "segment"]
    unknown = sorted({each.protocol for each in rows} - set(SCORED_PROTOCOLS))
    if unknown or not rows:
        found = ", ".join(unknown) if unknown else "no judgments of segments"
        raise ExpressionError(f"mt-metrics-eval has scores of {', '.join(SCORED_PROTOCOLS)}; found {found}.")
    files: dict[str, str] = {}
    for pair in dict.fromkeys(each.language_pair for each in rows):
        own = [each for each in rows if each.language_pair == pair]
        files |= _files_of(own, f"{pair or 'xx-xx'}.{name}", settings, sources or {})
    return files


def human_score_archive(files: dict[str, str]) -> bytes:
    """The files in a zip archive, the same bytes whenever it is made."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(f"human-scores/{name}", _EPOCH), text, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _files_of(judgments: Sequence[Judgment], stem: str, settings: Settings | None, sources: Sources) -> dict[str, str]:
    protocol = find_protocol(judgments[0].protocol, settings)
    items = mtme_ratings.segments_in_order(judgments, sources)
    grades = protocol.grades(for_each_system(judgments))
    assert grades is not None  # of protocols that have scores
    scores = segment_scores(grades)
    table = scores.table() * (1 if protocol.is_better_higher("mean") else -1)
    places = {item: number for number, item in enumerate(scores.items)}
    by_segment = {
        system: [None if (at := places.get(item)) is None else _known(table[row, at]) for item in items]
        for row, system in enumerate(scores.systems)
        if system in scores.judged
    }
    by_system = {
        system: [float(np.mean([value for value in values if value is not None]))]
        for system, values in by_segment.items()
    }
    files = {f"{stem}.sys.score": score_lines(by_system), f"{stem}.seg.score": score_lines(by_segment)}
    if judgments[0].protocol in mtme_ratings.PROTOCOLS:
        ordinary = [each for each in judgments if not each.control]
        for number, judge in enumerate(dict.fromkeys(each.judge for each in ordinary), start=1):
            own = [each for each in ordinary if each.judge == judge]
            files[f"{stem}.rater{number}.seg.rating"] = "".join(mtme_ratings.lines_of(own, sources))
    return files


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
