"""Judgments that were read, as bytes: what reads them again need not read the judgments.

Two strings of bytes, so that who needs no answers does not fetch them: heads, and answers.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.answer_heads import HeadPart
from bakeoff.human_eval.analyses.counted_judgments import ReadAnswers
from bakeoff.human_eval.protocols.observations import Grades, Preferences

PACKING = 1
"""Changes whenever what is packed changes: other packings are not read."""
_LEVEL = 1
"""Of compression: fast, and nearly as small as the best."""
_OUTPUT = "output:"
_KINDS: Mapping[str, type[Grades | Preferences]] = {"grades": Grades, "preferences": Preferences}
Arrays = Mapping[str, NDArray[Any]]


def pack_heads(part: HeadPart) -> bytes:
    """Heads as bytes."""
    names = {"judges": part.judges, "items": part.items, "systems": part.systems}
    outputs = {f"{_OUTPUT}{name}": column for name, column in part.outputs.items()}
    return _pack({**names, "passed": part.passed}, {**part.columns, **outputs})


def unpack_heads(content: bytes | memoryview) -> HeadPart:
    """What `pack_heads` packed."""
    head, arrays = _unpack(content)
    return HeadPart(
        judges=tuple(head["judges"]),
        items=tuple(head["items"]),
        systems=tuple(head["systems"]),
        columns={name: array for name, array in arrays.items() if not name.startswith(_OUTPUT)},
        outputs={name.removeprefix(_OUTPUT): array for name, array in arrays.items() if name.startswith(_OUTPUT)},
        passed=head["passed"],
    )


def pack_answers(answers: ReadAnswers | None) -> bytes:
    """Answers as bytes; none where judges passed everything by."""
    if answers is None:
        return b""
    parts = {"ranked": answers.ranked}
    if answers.compared is not answers.ranked:
        parts["compared"] = answers.compared
    head: dict[str, Any] = {}
    arrays: dict[str, NDArray[Any]] = {"sources": answers.sources}
    for name, part in parts.items():
        values = {each.name: getattr(part, each.name) for each in fields(part)}
        columns = {column: value for column, value in values.items() if isinstance(value, np.ndarray)}
        kind = next(kind for kind, known in _KINDS.items() if isinstance(part, known))
        head[name] = {"kind": kind, "values": {key: value for key, value in values.items() if key not in columns}}
        arrays |= {f"{name}:{column}": value for column, value in columns.items()}
    return _pack(head, arrays)


def unpack_answers(content: bytes | memoryview) -> ReadAnswers | None:
    """What `pack_answers` packed."""
    if not content:
        return None
    head, arrays = _unpack(content)
    parts = {name: _observations(name, known, arrays) for name, known in head.items()}
    ranked = parts["ranked"]
    return ReadAnswers(ranked=ranked, compared=parts.get("compared", ranked), sources=arrays["sources"])


def _observations(name: str, known: Mapping[str, Any], arrays: Arrays) -> Grades | Preferences:
    values = dict(known["values"])
    values |= {"systems": tuple(values["systems"]), "judges": tuple(values["judges"])}
    values["items"] = tuple(map(tuple, values["items"]))
    columns: dict[str, Any] = {
        column.removeprefix(f"{name}:"): array for column, array in arrays.items() if column.startswith(f"{name}:")
    }
    return _KINDS[known["kind"]](**values, **columns)


def _pack(head: Mapping[str, Any], arrays: Arrays) -> bytes:
    described = [[name, array.dtype.newbyteorder("<").str, len(array)] for name, array in arrays.items()]
    line = json.dumps({"packing": PACKING, "head": head, "arrays": described}, ensure_ascii=False)
    little = (array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes() for array in arrays.values())
    return zlib.compress(b"".join([line.encode(), b"\n", *little]), _LEVEL)


def _unpack(content: bytes | memoryview) -> tuple[dict[str, Any], Arrays]:
    line, _, data = zlib.decompress(content).partition(b"\n")
    read = json.loads(line)
    if read["packing"] != PACKING:
        raise InputError(expected=f"answers of packing {PACKING}", found=str(read["packing"]))
    arrays: dict[str, NDArray[Any]] = {}
    start = 0
    for name, kind, length in read["arrays"]:
        array = np.frombuffer(data, dtype=kind, count=length, offset=start)
        arrays[name] = array.astype(array.dtype.newbyteorder("="), copy=False)
        start += array.nbytes
    return read["head"], arrays
