"""A stored result is the same result when it is read again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import pytest

from bakeoff.human_eval import analyse_judgments
from bakeoff.human_eval.analyses.stored_results import read_result, write_result
from tests.human_eval.analyses.test_collected_answers import ANALYSIS, SHOWN, arrivals


def plain(value: Any) -> Any:
    """A value with all its parts, which `==` compares."""
    if isinstance(value, np.ndarray):
        return (value.dtype.str, value.shape, value.tobytes())
    if is_dataclass(value):
        return (type(value), [plain(getattr(value, each.name)) for each in fields(value)])
    if isinstance(value, Mapping):
        return [(key, plain(each)) for key, each in value.items()]
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    return repr(value)


@pytest.mark.parametrize("protocol", SHOWN)
def test_a_result_that_was_written_reads_as_it_was(protocol: str) -> None:
    result = analyse_judgments(arrivals(protocol, seed=1), protocol=protocol, analysis=ANALYSIS)
    assert plain(read_result(json.loads(json.dumps(write_result(result))))) == plain(result)


def test_what_was_written_before_a_figure_was_there_is_read_without_it() -> None:
    result = analyse_judgments(arrivals("fluency", seed=1), protocol="fluency", analysis=ANALYSIS)
    written = json.loads(json.dumps(write_result(result)))
    for judge in written["judges"]:
        for name in ("agreement", "agreement_interval", "shared"):
            del judge[name]
    found = read_result(written)
    assert [each.judge for each in found.judges] == [each.judge for each in result.judges]
    assert {(each.agreement, each.shared) for each in found.judges} == {(None, 0)}
    assert any(each.agreement is not None for each in result.judges)
