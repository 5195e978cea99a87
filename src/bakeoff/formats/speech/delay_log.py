"""Logs of simultaneous systems as SimulEval writes them (`instances.log`): a JSON object a line.

Keys: `index`, `delays`, `source_length`, perhaps `elapsed`; `reference` or `reference_length`; `prediction` and
`prediction_length`; `source`. Others are passed over. Times are milliseconds.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, pairwise
from pathlib import Path, PurePath
from typing import Any, Literal

import numpy as np

from bakeoff.data.delays import DelayLog
from bakeoff.errors import FormatError, Place
from bakeoff.formats.sources import Source, open_source

LatencyUnit = Literal["word", "character"]


@dataclass(frozen=True, slots=True)
class _Instance:
    id: str
    line: int
    delays: list[float]
    elapsed: list[float] | None
    source_ms: float
    reference_length: int | None
    prediction: str | None
    recording: str


def read_delays(
    path: str | Path, *, unit: LatencyUnit = "word", on_remark: Callable[[str], None] | None = None
) -> DelayLog:
    """The log of a simultaneous system (`-`: standard input), gzipped or not; delays are of words or of characters."""
    with open_source(path) as source:
        log = read(source, unit=unit)
        for remark in source.remarks if on_remark is not None else ():
            on_remark(remark)  # type: ignore[misc]
        return log


def read(source: Source, *, unit: LatencyUnit = "word") -> DelayLog:
    instances = [
        _instance(line, Place(source.name, number), unit)
        for number, line in enumerate(source.lines(), start=1)
        if line.strip()
    ]
    _check_together(instances, source)
    elapsed = [instance.elapsed for instance in instances if instance.elapsed is not None]
    lengths = [each.reference_length for each in instances if each.reference_length is not None]
    predictions = [each.prediction for each in instances if each.prediction is not None]
    return DelayLog(
        ids=tuple(instance.id for instance in instances),
        lines=np.array([instance.line for instance in instances], np.int32),
        file=source.name,
        starts=np.cumsum([0, *(len(instance.delays) for instance in instances)], dtype=np.int64),
        delays=np.array(list(chain.from_iterable(instance.delays for instance in instances)), np.float64),
        elapsed=np.array(list(chain.from_iterable(elapsed)), np.float64) if elapsed else None,
        source_ms=np.array([instance.source_ms for instance in instances], np.float64),
        reference_lengths=np.array(lengths, np.int64) if lengths else None,
        predictions=tuple(predictions) if predictions else None,
        recordings=tuple(instance.recording for instance in instances),
    )


def _check_together(instances: list[_Instance], source: Source) -> None:
    """What all instances of a log must share."""
    if not instances:
        raise FormatError(place=Place(source.name), expected="a log with at least one instance", found="an empty file")
    seen: dict[str, int] = {}
    for each in instances:
        place = Place(source.name, each.line)
        if each.id in seen:
            found = f"{each.id} again, which is already at line {seen[each.id]}"
            raise FormatError(place=place, expected="each index once", found=found)
        seen[each.id] = each.line
        for key, value, first in (
            ("elapsed", each.elapsed, instances[0].elapsed),
            ("reference", each.reference_length, instances[0].reference_length),
            ("prediction", each.prediction, instances[0].prediction),
        ):
            if (value is None) != (first is None):
                found = "none" if value is None else "some, where the first instance has none"
                raise FormatError(place=place, expected=f"the key {key} in every instance or in none", found=found)
    backward = [each.line for each in instances if each.elapsed and not _ascends(each.elapsed)]
    if backward:
        source.remarks.append(
            f"{source.name}, line {backward[0]}: {len(backward)} instances have elapsed times that go back; "
            "they are taken as they are."
        )


def _instance(line: str, place: Place, unit: LatencyUnit) -> _Instance:
    values = _object(line, place)
    id_ = str(_value(values, "index", (int, str), "a number or a string", place))
    delays = _times(values, "delays", place)
    if not _ascends(delays):
        at = next(at for at, (one, other) in enumerate(pairwise(delays), start=2) if other < one)
        raise FormatError(
            place=place,
            expected="delays that never fall",
            found=f"{delays[at - 1]:g} after {delays[at - 2]:g} at {unit} {at}",
            remedy="A delay says how much of the source had been read, in milliseconds.",
        )
    elapsed = _times(values, "elapsed", place) if values.get("elapsed") is not None else None
    if elapsed is not None and len(elapsed) != len(delays):
        found = f"{len(elapsed)} for {len(delays)} delays"
        raise FormatError(place=place, expected="an elapsed time for each delay", found=found)
    _check_prediction(values, len(delays), place, unit)
    source_ms = float(_value(values, "source_length", (int, float), "a number", place))
    if not 0 < source_ms < math.inf:
        raise FormatError(place=place, expected="a source_length above 0", found=f"{source_ms:g}")
    prediction = values.get("prediction")
    return _Instance(
        id=id_,
        line=place.line or 0,
        delays=delays,
        elapsed=elapsed,
        source_ms=source_ms,
        reference_length=_reference_length(values, place, unit),
        prediction=prediction if isinstance(prediction, str) else None,
        recording=_recording(values.get("source"), id_),
    )


def _object(line: str, place: Place) -> dict[str, Any]:
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise FormatError(place=place, expected="a JSON object for each instance", found=repr(line[:40]))
    return values


def _value(values: dict[str, Any], key: str, kinds: tuple[type, ...], words: str, place: Place) -> Any:
    value = values.get(key)
    if value is None or isinstance(value, bool) or not isinstance(value, kinds):
        found = "no such key" if key not in values else f"{type(value).__name__}: {str(value)[:30]}"
        raise FormatError(place=place, expected=f"{words} under the key {key}", found=found)
    return value


def _times(values: dict[str, Any], key: str, place: Place) -> list[float]:
    times = _value(values, key, (list,), "a list of milliseconds", place)
    for number, time in enumerate(times, start=1):
        if isinstance(time, bool) or not isinstance(time, int | float) or not 0 <= time < math.inf:
            found = f"{str(time)[:30]} as number {number}"
            raise FormatError(place=place, expected=f"milliseconds of 0 or more under the key {key}", found=found)
    return [float(time) for time in times]


def _ascends(times: list[float]) -> bool:
    return all(one <= other for one, other in pairwise(times))


def _count(text: str, unit: LatencyUnit) -> int:
    return len(text.split()) if unit == "word" else len(text.strip())


def _check_prediction(values: dict[str, Any], delays: int, place: Place, unit: LatencyUnit) -> None:
    prediction, length = values.get("prediction"), values.get("prediction_length")
    if isinstance(prediction, str) and _count(prediction, unit) != delays:
        found = f"{delays} for {_count(prediction, unit)} {unit}s"
        remedy = "Are the delays of characters (--characters)?" if unit == "word" else "Are the delays of words?"
        raise FormatError(
            place=place, expected=f"a delay for each {unit} of the prediction", found=found, remedy=remedy
        )
    if isinstance(length, int) and length != delays:
        raise FormatError(place=place, expected=f"{length} delays, as prediction_length says", found=str(delays))


def _reference_length(values: dict[str, Any], place: Place, unit: LatencyUnit) -> int | None:
    if isinstance(values.get("reference"), str):
        length = _count(values["reference"], unit)
    elif values.get("reference_length") is not None:
        length = int(_value(values, "reference_length", (int,), "a whole number", place))
    else:
        return None
    if length < 1:
        raise FormatError(place=place, expected=f"a reference of at least one {unit}", found=str(length))
    return length


def _recording(source: object, id_: str) -> str:
    """SimulEval gives the path of the sound file, alone or as the first of a list."""
    first = source[0] if isinstance(source, list) and source else source
    return PurePath(first).stem if isinstance(first, str) and first and "\n" not in first else id_
