"""`bakeoff simulate` deals a stored tournament as a server does: matches open as results come in."""

from __future__ import annotations

import numpy as np
import pytest

from bakeoff.evaluation.live_tournaments import expected_design
from bakeoff.human_eval import design_evaluation
from bakeoff.human_eval.designs.evaluation_designs import imagined_texts
from bakeoff.human_eval.designs.planned_tournaments import plan_tournaments
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation, pack_evaluations, unpack_evaluations
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff.simulation.dealt_tasks import simulate_task
from bakeoff.simulation.judges import SimulatedJudge
from bakeoff.simulation.planned_answers import OutputQualities


@pytest.mark.parametrize(("systems", "judgments"), [(5, 1), (4, 3)])
def test_a_stored_tournament_is_judged_to_its_end(systems: int, judgments: int) -> None:
    texts = imagined_texts(systems, 4, language_pair="en-fr")
    names = list(texts.texts.systems)
    rules = HumanEvaluation.model_validate(
        {
            "id": "cup",
            "protocol": "pairwise",
            "shown": 2,
            "judgments": judgments,
            "tournament": {"kind": "dskoc", "seeds": names},
        }
    )
    tournaments = plan_tournaments(rules, [texts])
    planned = PlannedEvaluation(
        rules=rules,
        design=design_evaluation(rules, [texts], tournaments=tournaments),
        texts=(texts,),
        tournaments=tournaments,
    )
    stored = unpack_evaluations(pack_evaluations({"cup": planned}))
    assert stored["cup"].tournaments == tournaments
    rng = np.random.default_rng(1)
    judges = [SimulatedJudge(name=f"judge{number}") for number in range(3)]
    qualities = OutputQualities(dict.fromkeys(names, 0.0), difficulty=0.5, chance=0.5, rng=rng)
    answered = simulate_task(stored, judges, qualities, rng=rng)
    pairs = {frozenset(each.systems) for each in answered}
    assert len(answered) == len(pairs) * 4 * judgments
    # No fewer than a knockout needs, and not everyone against everyone.
    assert systems <= len(pairs) <= len(expected_design(planned).pools) < systems * (systems - 1)
