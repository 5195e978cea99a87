"""The scores of a file found for the systems and segments of an evaluation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import InputError, Place
from bakeoff.evaluation.scores.results import Evaluation
from bakeoff.formats import ScoreFile

_SHOWN = 5

Key = tuple[str, ...]
"""What a segment is found by: document and segment, or the segment alone."""


def check_systems(scores: ScoreFile, evaluation: Evaluation) -> tuple[str, ...]:
    """Refuses a file without some of the systems; remarks on those it has next to them."""
    names = [system.name for system in evaluation.systems]
    missing = [name for name in names if name not in scores.systems]
    if missing:
        raise InputError(
            place=Place(scores.file),
            expected="scores of every system",
            found=f"none of {_listed(missing)}; there are those of {_listed(scores.systems)}",
            remedy="Name the systems in the file as the table of scores does.",
        )
    extra = [name for name in scores.systems if name not in names and name not in evaluation.left_out]
    return (f"{scores.file}: passed over the scores of {_listed(extra)}, not among the runs.",) if extra else ()


def system_values(scores: ScoreFile, evaluation: Evaluation) -> dict[str, float]:
    """The score of each system, from a file of scores of systems."""
    values = {row.system: row.score for row in scores.rows}
    of_systems = {system.name: values[system.name] for system in evaluation.systems}
    _check_finite(list(of_systems.values()), scores.file)
    return of_systems


def segment_columns(
    scores: ScoreFile, evaluation: Evaluation
) -> tuple[dict[str, NDArray[np.float64]], tuple[str, ...]]:
    """The scores of each system in the order of the segments, and a remark where segments were found by number."""
    with_documents = scores.rows[0].document is not None
    keys, counted = _keys(evaluation, with_documents=with_documents)
    by_system: dict[str, dict[Key, float]] = {system.name: {} for system in evaluation.systems}
    lines: dict[tuple[str, Key], int] = {}
    for row in scores.rows:
        if row.system in by_system:
            key = (row.document or "", row.segment or "") if with_documents else (row.segment or "",)
            by_system[row.system][key] = row.score
            lines[row.system, key] = row.line
    columns, known = {}, set(keys)
    for name, values in by_system.items():
        # Where one is missing, the last line of the system: it belongs there.
        unknown = next((key for key in values if key not in known), next(reversed(values), None))
        place = Place(scores.file, (lines[name, unknown] or None) if unknown is not None else None)
        _check_segments(values, keys, name, place, evaluation, counted=counted)
        columns[name] = np.asarray([values[key] for key in keys], dtype=np.float64)
        _check_finite(columns[name].tolist(), scores.file)
    remark = f"{scores.file}: its segments are taken by number, counted from 1 through all documents."
    return columns, ((remark,) if counted else ())


def _keys(evaluation: Evaluation, *, with_documents: bool) -> tuple[list[Key], bool]:
    """What each segment is found by, and whether that is only its number."""
    ids = evaluation.segment_ids
    if with_documents:
        return [(document.id, id_) for document, id_ in zip(evaluation.documents, ids, strict=True)], False
    if len(set(ids)) == len(ids):
        return [(id_,) for id_ in ids], False
    return [(str(number),) for number in range(1, len(ids) + 1)], True


def _check_segments(
    values: Mapping[Key, float],
    keys: Sequence[Key],
    system: str,
    place: Place,
    evaluation: Evaluation,
    *,
    counted: bool,
) -> None:
    known = set(keys)
    missing = [key for key in keys if key not in values]
    extra = [key for key in values if key not in known]
    if not missing and not extra:
        return
    parts = [f"no score of {_said(missing)}"] if missing else []
    parts += [f"scores of {_said(extra)}, which the texts do not have"] if extra else []
    raise InputError(
        place=place,
        expected=f"a score of {system} for each of the {len(keys)} segments",
        found="; ".join(parts),
        remedy=_remedy(evaluation, with_documents=len(keys[0]) == 2, counted=counted),
    )


def _remedy(evaluation: Evaluation, *, with_documents: bool, counted: bool) -> str:
    if with_documents and all(document.numbered for document in evaluation.documents):
        return "Plain text knows no documents: give the source as NIST XML or WMT XML with -s."
    if counted:
        return "Ids repeat from document to document: add the column document, or count segments from 1 through all."
    return "Use the ids of the texts, which bakeoff score --segments shows."


def _check_finite(values: Sequence[float], file: str) -> None:
    if not np.isfinite(values).all():
        raise InputError(place=Place(file), expected="finite scores", found="NaN or infinity")


def _said(keys: Sequence[Key]) -> str:
    shown = [str(Place(document=key[0] if len(key) > 1 else None, segment=key[-1])) for key in keys[:_SHOWN]]
    return "; ".join(shown) + (f" and {len(keys) - _SHOWN} more" if len(keys) > _SHOWN else "")


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
