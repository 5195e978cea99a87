"""Which unit the tests and intervals of an analysis of judgments go by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bakeoff.errors import ExpressionError, InputError
from bakeoff.human_eval.analyses.options import HumanAnalysis
from bakeoff.human_eval.analyses.units import Unit, has_documents, is_graded_by_document
from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.human_eval.protocols.observations import Grades, Preferences

_BY_SEGMENT = {"rank-sum-wmt": "rank-sum or randomization", "sign-w08": "sign or randomization"}
"""Tests that are what a campaign published, and what to take for other units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitChoice:
    """The unit, and whether judges saw complete documents, so that grades of one document depend on each other."""

    unit: Unit
    by_document: bool


def choose_unit(answers: Grades | Preferences, analysis: HumanAnalysis, protocol: Protocol[Any]) -> UnitChoice:
    """The unit asked for, else the one that suits the design.

    That is the document where judges see documents (the design then gives a judge all segments of a document of one
    system), or where grades show that judges graded complete documents of one system; else the segment. Tests that are
    as published go by segment, as does a ranking of each document by itself.
    """
    by_document = has_documents(answers) and (
        bool(protocol.visible & {"history", "document"})
        or (isinstance(answers, Grades) and is_graded_by_document(answers))
    )
    if analysis.unit is None:
        usual = by_document and analysis.test not in _BY_SEGMENT and "document" not in analysis.by
        return UnitChoice(unit="document" if usual else "segment", by_document=by_document)
    _check(answers, analysis, protocol)
    return UnitChoice(unit=analysis.unit, by_document=by_document)


def _check(answers: Grades | Preferences, analysis: HumanAnalysis, protocol: Protocol[Any]) -> None:
    if analysis.unit == "segment":
        return
    if analysis.test in _BY_SEGMENT:
        raise ExpressionError(
            f"{analysis.test} is a test by segment, as published: by {analysis.unit} take {_BY_SEGMENT[analysis.test]}."
        )
    if analysis.unit == "document" and not has_documents(answers):
        raise InputError(
            expected="documents of several segments",
            found="none in these judgments",
            remedy="Name the document of every judgment, or take another unit (--unit segment).",
        )
    if analysis.unit == "judge" and not answers.named.any():
        raise InputError(
            expected="judges with names", found="none in these judgments", remedy="Take another unit (--unit segment)."
        )
    if analysis.unit == "judge" and isinstance(answers, Preferences) and analysis.majority_of(protocol):
        raise ExpressionError(
            "what most judges say has no single judge: count every answer (--single), or take another unit."
        )
