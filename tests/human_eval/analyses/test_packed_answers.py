"""Answers that were packed say the same as judgments that are read again."""

from __future__ import annotations

import json
import zlib

import numpy as np
import pytest

from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.collected_answers import CollectedAnswers, StoredPart
from bakeoff.human_eval.analyses.judgments import analyse_answers, analyse_judgments
from bakeoff.human_eval.analyses.live_figures import live_figures
from bakeoff.human_eval.analyses.packed_answers import pack_answers, pack_heads, unpack_answers, unpack_heads
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.reports import human_json
from tests.human_eval.analyses.test_collected_answers import ANALYSIS, SHOWN, arrivals, portions


@pytest.mark.parametrize("protocol", SHOWN)
def test_packed_parts_and_later_judgments_say_what_all_judgments_say(protocol: str) -> None:
    asked, judgments = find_protocol(protocol), arrivals(protocol, seed=3)
    score = ANALYSIS.score_of(asked)
    *packed, latest = portions(judgments, np.random.default_rng(2))
    fetched = []
    collected, followed = (CollectedAnswers(asked, score=score) for _ in range(2))
    for portion in packed:
        part = collected.read(portion)
        heads, answers = pack_heads(part.heads), pack_answers(part.answers)

        def fetch(content: bytes = answers) -> object:
            fetched.append(content)
            return unpack_answers(content)

        collected.append(StoredPart(heads=unpack_heads(heads), rows=part.rows, answers=fetch))  # type: ignore[arg-type]
        followed.add(portion)
    collected.add(latest)
    followed.add(latest)
    assert (len(collected), collected.rows) == (len(followed), followed.rows)
    assert live_figures(collected.heads) == live_figures(followed.heads)
    assert not fetched
    said = human_json(analyse_answers(collected.counted(), asked, ANALYSIS))
    assert said == human_json(analyse_judgments(judgments, protocol=protocol, analysis=ANALYSIS))
    assert len(fetched) == len(packed)


def test_another_packing_is_refused() -> None:
    content = zlib.compress(json.dumps({"packing": 0, "head": {}, "arrays": []}).encode() + b"\n")
    with pytest.raises(InputError, match="answers of packing 1"):
        unpack_heads(content)
