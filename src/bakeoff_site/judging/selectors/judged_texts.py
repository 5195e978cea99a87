"""The texts that a human evaluation of the rulebook is about, as the campaign has them now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bakeoff.data import AlignedTexts
from bakeoff.data.entrants import Entrant
from bakeoff.data.judgments import SHARED
from bakeoff.human_eval import JudgedTexts, choose_systems
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.datasets.selectors import files_in_force
from bakeoff_site.judging.models import Evaluation
from bakeoff_site.judging.selectors.rankings import ranking_of
from bakeoff_site.scoring.conversions import names_apart, stored_texts
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.scoring.selectors.evaluations import restored
from bakeoff_site.scoring.selectors.inputs import runs_to_score
from bakeoff_site.submissions.conversions import is_in_rulebook
from bakeoff_site.submissions.models import Board, Run


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationTexts:
    """What is judged: texts by language pair and test set, and the run behind each system."""

    texts: tuple[JudgedTexts, ...]
    runs: Mapping[tuple[str, str, str], Run]
    """By language pair, test set and the name that the system has there."""
    specification: str
    """The official one of the first board."""
    official_metric: str | None
    """That of the first board."""
    left_out: Mapping[str, str]
    """Systems that are not judged, with the reason."""


def texts_for(campaign: Campaign, rules: HumanEvaluation) -> EvaluationTexts:
    """Gathers the texts of an evaluation; refuses with a sentence where something is missing."""
    chosen: list[tuple[Board, list[Run]]] = []
    left_out: dict[str, str] = {}
    known: set[str] = set()
    for board in boards_for(campaign, rules):
        runs = _counted(board)
        known.update(_names(runs).values())
        if runs:
            judged, refused = _judged(campaign.rules, rules, board, runs)
            chosen += [(board, judged)] if judged else []
            left_out |= refused
    if unknown := [name for name in rules.systems if name not in known]:
        raise RefusedError(
            f"{rules.label} is about systems that have no run there: {', '.join(unknown)}. "
            f"There are: {', '.join(sorted(known)) or 'none'}."
        )
    if not chosen:
        raise RefusedError(f"There is nothing to judge in {rules.label}: no run fits its rules.")
    named = _named([(board, run) for board, runs in chosen for run in runs])
    first = chosen[0][0]
    scoring = campaign.rules.scoring_of(first.track, first.language_pair)
    return EvaluationTexts(
        texts=tuple(board_texts(board, runs, {run.pk: named[run.pk][2] for run in runs}) for board, runs in chosen),
        runs={named[run.pk]: run for _, runs in chosen for run in runs},
        specification=scoring.specifications[0],
        official_metric=scoring.official_metric,
        left_out=left_out,
    )


def _named(runs: Sequence[tuple[Board, Run]]) -> dict[int, tuple[str, str, str]]:
    """Language pair, test set and name of each run. Boards of the same texts share their names."""
    places: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for board, run in runs:
        # Titles of entered systems may have a comma, which separates names in judgments.
        name = run.name.replace(SHARED, ";")
        places.setdefault((board.language_pair, board.test_set), []).append((run.pk, name))
    return {pk: (*place, name) for place, own in places.items() for pk, name in names_apart(own).items()}


def boards_for(campaign: Campaign, rules: HumanEvaluation) -> list[Board]:
    """The boards whose runs an evaluation of the rulebook is about."""
    rulebook = campaign.rules
    current = [name for name, each in rulebook.test_sets.items() if each.role == "current"]
    sets = rules.test_sets or current
    return [
        board
        for board in campaign.boards.select_related("campaign")
        if is_in_rulebook(rulebook, board)
        and board.test_set in sets
        and (board.track in rules.tracks if rules.tracks else campaign.rules.is_scored(board.track))
        and (not rules.language_pairs or board.language_pair in rules.language_pairs)
        and (not rules.conditions or board.condition in rules.conditions)
    ]


def _judged(
    rulebook: Rulebook, rules: HumanEvaluation, board: Board, runs: Sequence[Run]
) -> tuple[list[Run], Mapping[str, str]]:
    """The runs of a board that are judged, and why others are not."""
    names = _names(runs)
    if rules.systems and not set(rules.systems).intersection(names.values()):
        return [], {}
    answer = choose_systems(
        rulebook,
        rules,
        [_entrant(run, names[run.pk]) for run in runs],
        scores=_scores(rules, board, runs, names) if rules.best is not None else None,
    )
    return [run for run in runs if names[run.pk] in answer.judged], answer.left_out


def system_names_in(campaign: Campaign, rules: HumanEvaluation) -> tuple[str, ...]:
    """The systems that an evaluation could be about, by the names that its rules call them by."""
    boards = boards_for(campaign, rules)
    return tuple(sorted({name for board in boards for name in _names(_counted(board)).values()}))


def systems_on(campaign: Campaign, language_pair: str, test_set: str) -> dict[str, Run]:
    """The runs of a test set in a language pair, by the names that human evaluations call their systems by."""
    boards = campaign.boards.filter(language_pair=language_pair, test_set=test_set).select_related("campaign")
    every = [run for board in boards if is_in_rulebook(campaign.rules, board) for run in _counted(board)]
    names = _names(every)
    return {names[run.pk]: run for run in every}


def texts_on(campaign: Campaign, language_pair: str, test_set: str) -> tuple[JudgedTexts, ...]:
    """The texts of all systems on a test set in a language pair, one for each board with runs."""
    boards = campaign.boards.filter(language_pair=language_pair, test_set=test_set).select_related("campaign")
    found = [(board, _counted(board)) for board in boards if is_in_rulebook(campaign.rules, board)]
    named = _named([(board, run) for board, runs in found for run in runs])
    return tuple(board_texts(board, runs, {run.pk: named[run.pk][2] for run in runs}) for board, runs in found if runs)


def _counted(board: Board) -> list[Run]:
    runs = runs_to_score(board).select_related("team").prefetch_related("team__consents")
    return [run for run in runs if run.entered or run.official]


def _names(runs: Sequence[Run]) -> dict[int, str]:
    return names_apart([(run.pk, run.entered or run.name) for run in runs])


def _entrant(run: Run, name: str) -> Entrant:
    return Entrant(
        system=name,
        team=str(run.team or ""),
        system_type=run.system_type,
        consents=frozenset() if run.team is None else frozenset(each.consent for each in run.team.consents.all()),
        baseline=bool(run.entered),
    )


def _scores(rules: HumanEvaluation, board: Board, runs: Sequence[Run], names: Mapping[int, str]) -> dict[str, float]:
    """What the best are found by: an earlier human evaluation, else the official metric and first specification."""
    if rules.after is not None:
        return {names[run]: score for run, score in _judged_before(rules, board).items() if run in names}
    scoring = board.campaign.rules.scoring_of(board.track, board.language_pair)
    rows = RunScore.objects.filter(
        run__in=runs, metric=scoring.official_metric, specification=scoring.specifications[0], current=True
    )
    return {names[run]: value for run, value in rows.values_list("run", "value") if value is not None}


def _judged_before(rules: HumanEvaluation, board: Board) -> dict[int, float]:
    """The scores of runs in the evaluation that comes before, by the judgments so far."""
    rows = Evaluation.objects.filter(task__campaign=board.campaign, code=rules.after).select_related("task__campaign")
    before = rows.order_by("pk").last()
    result = None if before is None else ranking_of(before).result
    if before is None or result is None:
        earlier = board.campaign.rules.human[str(rules.after)].label
        raise RefusedError(
            f"{rules.label} is about the best systems by {earlier}, which is not judged yet. Plan {earlier} in a task "
            "of its own, and this evaluation when it is judged."
        )
    place = {"language_pair": board.language_pair, "test_set": board.test_set}
    runs = dict(before.systems.filter(**place).values_list("name", "run"))
    rankings = [each for each in result.rankings if not each.group or each.group == place]
    return {runs[each.system]: each.score for ranking in rankings for each in ranking.systems if each.system in runs}


def board_texts(board: Board, runs: Sequence[Run], names: Mapping[int, str]) -> JudgedTexts:
    """The texts as they were submitted; recordings are divided into segments as for scoring."""
    campaign = board.campaign
    pair = campaign.rules.language_pairs[board.language_pair]
    if _is_segmented(campaign.rules, board):
        data = files_in_force(campaign, board.test_set, board.language_pair)
        texts = stored_texts(data, {names[run.pk]: run for run in runs})
    else:
        texts = _resegmented_texts(board, runs, names)
    return JudgedTexts(
        language_pair=board.language_pair,
        test_set=board.test_set,
        texts=texts,
        source_language=pair.source_code,
        target_language=pair.target_code,
    )


def _is_segmented(rulebook: Rulebook, board: Board) -> bool:
    """Whether runs have the segments of the test set, so that their texts need no scores."""
    scoring = rulebook.scoring_of(board.track, board.language_pair)
    return rulebook.test_sets[board.test_set].segmented and not (scoring.resegment or scoring.is_recognition)


def _resegmented_texts(board: Board, runs: Sequence[Run], names: Mapping[int, str]) -> AlignedTexts:
    """Runs that are divided into the segments of the references when they are scored."""
    specification = board.campaign.rules.scoring_of(board.track, board.language_pair).specifications[0]
    why = f"Runs of {board} get the segments of the references when they are scored"
    try:
        evaluation = restored(runs, specification, names=dict(names), with_texts=True)
    except RefusedError:
        raise RefusedError(
            f"{why}, and none is scored yet. Upload references, wait for the scores, then plan."
        ) from None
    if evaluation.left_out:
        listed = "; ".join(f"{name}: {reason}" for name, reason in evaluation.left_out.items())
        raise RefusedError(f"{why}, and not all are scored yet: {listed}. Wait for the scores, then plan.")
    return evaluation.texts
