"""All results of a campaign as someone may see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from bakeoff.reports.campaigns.participation import CountedSystem
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.release.table_parts import compared_types
from bakeoff.rulebook.state import DescribedSystem
from bakeoff.rulebook.submission.descriptions import system_title
from bakeoff.submissions.description_texts import parse_description
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.results.conversions.overview import (
    Described,
    Overview,
    TakingPart,
    Waiting,
)
from bakeoff_site.results.conversions.titles import is_compared
from bakeoff_site.results.permissions import ResultsViewer, Visibility, names_for, part_of, viewer_of
from bakeoff_site.results.selectors.board_state import runs_from, scores_of, state_of_all
from bakeoff_site.results.selectors.overview_lines import BoardLines
from bakeoff_site.submissions.conversions import is_in_rulebook, track_of
from bakeoff_site.submissions.models import Board, Description, Run

_TAKING_PART = ("current", "progress", "combination")
"""Roles of the test sets by which a team takes part; runs on others are rehearsals, or help others."""


def overview_for(role: CampaignRole, now: datetime) -> Overview:
    """The boards that someone may see, who takes part, and the rules of publication."""
    campaign = role.campaign
    rules = campaign.rules
    viewer = viewer_of(role, now)
    every_board = tuple(campaign.boards.all())
    boards = tuple(board for board in every_board if is_in_rulebook(rules, board))
    visibilities = tuple(viewer.visibility(board.test_set, board.language_pair) for board in boards)
    scorings = [rules.scoring_of(board.track, board.language_pair) for board in boards]
    state = state_of_all(campaign, {scoring.specifications[0] for scoring in scorings})
    teams = _teams(role, viewer)
    waiting = _waiting(rules, viewer)
    # Boards are known by their numbers: where they belong never changes.
    key = (campaign.pk, campaign.rules_digest, boards, visibilities, state, teams, waiting)
    seen = dict(zip(boards, visibilities, strict=True))
    return _VIEWS.get(
        key,
        lambda: _view(
            rules,
            seen,
            every=runs_from(state.runs, every_board),
            score_ids=state.scores,
            teams=teams,
            waiting=waiting,
        ),
    )


_VIEWS: ComputedCache[Overview] = ComputedCache(most=128)


def _view(
    rules: Rulebook,
    visibilities: Mapping[Board, Visibility],
    *,
    every: Sequence[Run],
    score_ids: Sequence[int],
    teams: Sequence[_Team] | None,
    waiting: tuple[Waiting, ...],
) -> Overview:
    runs = [run for run in every if run.in_force]
    listed = [run for run in runs if run.board in visibilities and _is_listed(visibilities[run.board], run)]
    shown = [run.pk for run in listed if visibilities[run.board].scores_of(run) and part_of(run) == "official"]
    lines = BoardLines(rules, visibilities, listed, names_for(rules, every), scores_of(score_ids, shown))
    participants = None if teams is None else tuple(_taking_part(rules, teams, listed, visibilities))
    return Overview(
        boards=lines.lines(),
        compared=tuple(each.label for each in compared_types(rules)),
        waiting=waiting,
        tracks=tuple(track.label for track in rules.tracks.values()),
        participants=participants,
        has_techniques=any(team.has_techniques for team in participants or ()),
        hides_counts=any(None in team.tracks for team in participants or ()),
        systems=_systems(rules, teams, listed, visibilities),
        hidden=_hidden(rules, teams, listed, visibilities),
        named=tuple(lines.named()),
        report=rules.report,
        matrices=lines.matrices(),
    )


def _is_listed(visibility: Visibility, run: Run) -> bool:
    return visibility.lists(run) and (visibility.scores.allowed or visibility.own_scores.allowed)


def _waiting(rules: Rulebook, viewer: ResultsViewer) -> tuple[Waiting, ...]:
    """When scores on which test set will be shown: by the rules alone, whatever was submitted."""
    awaited = []
    for test_set in rules.test_sets.values():
        if test_set.role in ("dev", "dry-run"):
            continue
        answers = [viewer.may(resource, test_set=test_set.id) for resource in ("scores", "own-scores")]
        opens = min((a.opens for a in answers if not a.allowed and a.opens is not None), default=None)
        if not answers[0].allowed and opens is not None:
            awaited.append(Waiting(test_set.label, opens))
    return tuple(sorted(awaited, key=lambda waiting: waiting.opens))


_Text = tuple[str, str, str, str]
"""Track, condition and system, empty for a text of all systems, and the text."""
_Team = tuple[int, str, str, tuple[str, ...], bool, tuple[_Text, ...]]
"""Number, name, code and institutions of a team, whether it is that of who looks, and its descriptions."""


def _teams(role: CampaignRole, viewer: ResultsViewer) -> tuple[_Team, ...] | None:
    """The participants; None where someone may not know them."""
    if not viewer.may("participants").allowed:
        return None
    campaign = role.campaign
    texts = _released_texts(campaign.rules, campaign) if viewer.may("descriptions").allowed else {}
    own = {team.pk for team in role.teams}
    teams = campaign.teams.filter(withdrawn_at=None).values_list("pk", "name", "code", "institutions")
    return tuple(
        (pk, name, code, tuple(institutions), pk in own, texts.get(pk, ())) for pk, name, code, institutions in teams
    )


def _taking_part(
    rules: Rulebook, teams: Iterable[_Team], runs: Iterable[Run], visibilities: Mapping[Board, Visibility]
) -> Iterable[TakingPart]:
    """Teams with the runs that someone may know of; runs that are only named are apart.

    In a track with nameless systems, people see only their own numbers: others would reveal whose they are.
    """
    counted = _counted(rules, runs)
    counts = Counter((run.team_id, track_of(rules, run), part_of(run) == "named") for run in counted)
    nameless = _nameless(rules, counted, visibilities)
    for team_id, name, code, institutions, is_own, texts in teams:
        hidden = frozenset() if is_own else nameless
        yield TakingPart(
            name=name,
            code=code,
            institutions=institutions,
            is_own=is_own,
            tracks=tuple(None if track in hidden else counts[team_id, track, False] for track in rules.tracks),
            named=tuple(0 if track in hidden else counts[team_id, track, True] for track in rules.tracks),
            descriptions=tuple(_described(rules, *text) for text in texts),
        )


def _counted(rules: Rulebook, runs: Iterable[Run]) -> list[Run]:
    return [run for run in runs if rules.test_sets[run.board.test_set].role in _TAKING_PART]


def _nameless(rules: Rulebook, runs: Iterable[Run], visibilities: Mapping[Board, Visibility]) -> set[str]:
    """Tracks in which someone may not know whose all systems are."""
    return {track_of(rules, run) for run in runs if not visibilities[run.board].knows(run)}


def _systems(
    rules: Rulebook, teams: Iterable[_Team] | None, runs: Iterable[Run], visibilities: Mapping[Board, Visibility]
) -> tuple[CountedSystem, ...]:
    """The systems of teams, each once whatever the number of its test sets; late and debugged ones are only named."""
    known = {team_id: code or name for team_id, name, code, *_ in teams or ()}
    found: dict[tuple[object, ...], CountedSystem] = {}
    for run in _counted(rules, runs):
        if run.team_id is None or part_of(run) == "named":
            continue
        board = run.board
        key = (run.team_id, track_of(rules, run), board.language_pair, board.condition, run.system)
        on_other_sets = found[key].has_upper_case if key in found else None
        has_upper_case = run.has_upper_case if on_other_sets is None else on_other_sets or bool(run.has_upper_case)
        found[key] = CountedSystem(
            team=known.get(run.team_id, "") if visibilities[board].knows(run) else "",
            track=track_of(rules, run),
            language_pair=board.language_pair,
            condition=board.condition,
            system=run.system,
            is_primary=is_compared(rules, run),
            has_upper_case=has_upper_case,
        )
    return tuple(found.values())


def _hidden(
    rules: Rulebook, teams: Iterable[_Team] | None, runs: Iterable[Run], visibilities: Mapping[Board, Visibility]
) -> tuple[tuple[str, str], ...]:
    nameless = _nameless(rules, _counted(rules, runs), visibilities)
    return tuple(
        (code or name, track) for _, name, code, _, is_own, _ in teams or () if not is_own for track in sorted(nameless)
    )


def _released_texts(rules: Rulebook, campaign: Campaign) -> dict[int, tuple[_Text, ...]]:
    """The last valid descriptions by team: one of each system, or one of all, as the rulebook asks."""
    if _techniques_field(rules) is None:
        return {}
    rows = Description.objects.filter(team__campaign=campaign, valid=True)
    by_system = rules.description.each == "system"
    last: dict[int, dict[tuple[str, str, str], _Text]] = {}
    for team_id, *system, text in rows.values_list("team_id", "track", "condition", "system", "text"):  # newest first
        if bool(system[2]) == by_system:
            key = (system[0], system[1], system[2])
            last.setdefault(team_id, {}).setdefault(key, (*key, text))
    return {team_id: tuple(text for _, text in sorted(texts.items())) for team_id, texts in last.items()}


def _described(rules: Rulebook, track: str, condition: str, system: str, text: str) -> Described:
    named = DescribedSystem(track=track, condition=condition, system=system)
    return Described(
        title=system_title(rules, named) if system else "",
        track=track,
        condition=condition,
        system=system,
        techniques=_techniques(text, rules),
        text=text,
    )


def _techniques(description: str, rules: Rulebook) -> str:
    """What a team says of how its systems work."""
    field = _techniques_field(rules)
    if field is None or not description:
        return ""
    return parse_description(description.splitlines(), rules).fields.get(field, "")


def _techniques_field(rules: Rulebook) -> str | None:
    about = rules.description
    return about.techniques if about.techniques in (*about.fields, *about.optional) else None
