"""Results in files of a package: one of the campaign, one for each board, evaluation, tournament and metrics task."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import ValidationError

from bakeoff.errors import InputError, Place
from bakeoff.release.index import CAMPAIGN, Index
from bakeoff.release.staging import Staging, plain_name
from bakeoff.release.values import decode, encode
from bakeoff.reports.campaign_results.boards import BoardResults
from bakeoff.reports.campaign_results.human import HumanResults, MetricsTaskResults, TournamentResults
from bakeoff.reports.campaign_results.participants import Team
from bakeoff.reports.campaign_results.publication import Publication
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaigns.data_statistics import DescribedData
from bakeoff.reports.speech.asr_output import ScoredInput, ScoredRun
from bakeoff.rulebook import kept_rulebook

Result = TypeVar("Result", BoardResults, HumanResults, TournamentResults, MetricsTaskResults)


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignFacts:
    """Results that are of no single board or evaluation."""

    rules: Mapping[str, Any]
    software: str
    teams: tuple[Team, ...] = ()
    data: tuple[DescribedData, ...] = ()
    inputs: tuple[ScoredInput, ...] = ()
    released_runs: tuple[ScoredRun, ...] = ()
    publication: Publication


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredResults:
    """The paths of all results but those of the campaign."""

    boards: tuple[str, ...]
    human: tuple[str, ...]
    tournaments: tuple[str, ...]
    metrics_tasks: tuple[str, ...]


def add_results(results: CampaignResults, staging: Staging) -> StoredResults:
    """Writes results; those of one kind are numbered in their order."""
    facts = CampaignFacts(
        rules=results.rules,
        software=results.software,
        teams=results.teams,
        data=results.data,
        inputs=results.inputs,
        released_runs=results.released_runs,
        publication=results.publication,
    )
    staging.add_json(CAMPAIGN, encode(facts))

    def added(folder: str, values: Sequence[Result], place: Callable[[Result], Sequence[str]]) -> tuple[str, ...]:
        return tuple(
            staging.add_json(f"results/{folder}/{number:03d}-{_named(place(each))}.json", encode(each))
            for number, each in enumerate(values, start=1)
        )

    return StoredResults(
        boards=added("boards", results.boards, lambda each: each.place),
        human=added("human", results.human, lambda each: (each.evaluation, each.language_pair, each.test_set)),
        tournaments=added(
            "tournaments", results.tournaments, lambda each: (each.evaluation, each.language_pair, each.test_set)
        ),
        metrics_tasks=added(
            "metrics-tasks", results.metrics_tasks, lambda each: (each.track, each.test_set, each.evaluation)
        ),
    )


def stored_results(index: Index, read: Callable[[str], Any]) -> CampaignResults:
    """Results as `add_results` wrote them; `read` gives the JSON of a path."""

    def each(kind: type[Result], paths: Sequence[str]) -> tuple[Result, ...]:
        return tuple(decode(kind, read(path), file=path) for path in paths)

    facts = decode(CampaignFacts, read(CAMPAIGN), file=CAMPAIGN)
    _check_rules(facts.rules)
    return CampaignResults(
        rules=facts.rules,
        software=facts.software,
        teams=facts.teams,
        boards=each(BoardResults, index.boards),
        human=each(HumanResults, index.human),
        tournaments=each(TournamentResults, index.tournament_results),
        metrics_tasks=each(MetricsTaskResults, index.metrics_task_results),
        data=facts.data,
        inputs=facts.inputs,
        released_runs=facts.released_runs,
        publication=facts.publication,
    )


def _check_rules(rules: Mapping[str, Any]) -> None:
    try:
        kept_rulebook(rules)
    except ValidationError as error:
        [first, *_] = error.errors()
        raise InputError(
            place=Place(CAMPAIGN),
            expected="the rules of a campaign",
            found=f"{'.'.join(map(str, first['loc']))}: {first['msg']}"[:200],
            remedy="Fetch the package again.",
        ) from None


def _named(parts: Sequence[str]) -> str:
    return plain_name("-".join(filter(None, parts)).replace("/", "-"))
