"""What people judged, and how well metrics agree with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bakeoff.evaluation import TournamentResult
from bakeoff.evaluation.metrics_task.results import MetricsTaskResult
from bakeoff.human_eval import HumanEvaluationResult, HumanRanking, PostEditResult
from bakeoff.human_eval.analyses.answer_shares import AnswerShares


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedSystem:
    """Who is behind a name in a ranking."""

    run: str = ""
    """The id of its run; empty for references and for what is no run of the campaign."""
    is_reference: bool = False
    kind_title: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HumanResults:
    """A human evaluation on one test set in one language pair."""

    evaluation: str
    """As the rulebook calls it."""
    title: str
    protocol: str
    language_pair: str
    """Several, joined by `+`, where directions are judged together."""
    test_set: str
    result: HumanEvaluationResult
    """Of this language pair and test set alone: `ranking` has the systems. Judges are pseudonyms."""
    systems: Mapping[str, JudgedSystem]
    """By the names that the result uses."""
    rules: Mapping[str, object] = field(default_factory=dict)
    """How it was judged and analysed, as the rulebook said when it was planned."""
    answers: tuple[AnswerShares, ...] = ()
    """How often each answer was given, where judges choose among some; systems by the same names."""
    post_edits: PostEditResult | None = None
    """Systems and translators by post-edits, where outputs were corrected. Translators are pseudonyms."""
    left_out_judges: int = 0
    """Judges whom organisers left out."""
    left_out_judgments: int = 0
    others: tuple[str, ...] = ()
    """Titles of further evaluations whose judgments count here."""

    @property
    def ranking(self) -> HumanRanking:
        """The only ranking of the result."""
        return self.result.rankings[0]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TournamentResults:
    """A tournament of a human evaluation on one test set in one language pair."""

    evaluation: str
    language_pair: str
    test_set: str
    title: str
    result: TournamentResult


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MetricsTaskResults:
    """How well the metrics of a track agree with one human evaluation of a test set."""

    track: str
    test_set: str
    evaluation: str
    result: MetricsTaskResult
    teams: Mapping[str, str] = field(default_factory=dict)
    """The codes of the teams that submitted metrics, by metric; metrics that the site computed have none."""
