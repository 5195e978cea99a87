"""Answers that judges start from, checked against the outputs that they are about."""

from __future__ import annotations

from bakeoff.errors import MistakesError
from bakeoff.human_eval.designs.design import Assignment
from bakeoff.human_eval.designs.given_answers import GivenAnswers
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff.human_eval.protocols.answer_columns import placed
from bakeoff.human_eval.protocols.contract import AnswerError


def check_given(evaluation: PlannedEvaluation) -> None:
    """All given answers must fit the outputs that judges will see; MistakesError names those that do not."""
    given, shown, protocol = GivenAnswers(evaluation.given), evaluation.shown_texts(), evaluation.protocol
    mistakes: list[AnswerError] = []
    for number, pool in enumerate(evaluation.design.pools):
        for segment in range(len(pool.segments)):
            for system in pool.systems:
                judgment = given.judgment_of(pool.item(segment), system)
                if judgment is None:
                    continue
                asked = Assignment(judge="", position=0, pool=number, segment=segment, systems=(system,))
                try:
                    screen = shown.screen(asked)
                    protocol.settle(screen.given, screen)
                except AnswerError as error:
                    mistakes.append(placed(error, judgment))
    if mistakes:
        raise MistakesError(mistakes)
