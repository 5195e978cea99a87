"""What a campaign offers someone now: data to download, texts to try, results to read, rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.template.defaultfilters import filesizeformat

from bakeoff.rulebook.release.visibility import may_see
from bakeoff_site.campaigns.conversions import viewers_of
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.core.todos import Todo
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.selectors.offers import offers_for
from bakeoff_site.home.conversions.judge_todos import judging_todo
from bakeoff_site.judging.selectors.tasks import open_tasks_for
from bakeoff_site.results.selectors.human_boards import human_boards_for
from bakeoff_site.scoring.selectors.trials import TrialSlot, trial_slots

_PRACTICE = ("dev", "dry-run")


def opening_todos(role: CampaignRole, now: datetime) -> Iterator[Todo]:
    """Rows for whatever is open to someone, whatever they are."""
    yield from (judging_todo(own) for own in open_tasks_for(role, now=now))
    yield from _results(role, now)
    yield from _data(role, now)
    if (role.active_teams or role.is_organiser) and role.campaign.archived_at is None:
        yield from _trials(role, trial_slots(role, now))
    if not role.teams and not role.is_organiser:
        yield Todo(
            title="Read the rules",
            text="Tracks, data, submissions and evaluation in full.",
            action="Rules",
            page="campaigns:rules",
            arguments=(role.campaign.slug,),
        )


def _results(role: CampaignRole, now: datetime) -> Iterator[Todo]:
    judged = sum(1 for board in human_boards_for(role, now) if board.is_released)
    if judged or sees_results(role, now):
        people = f" Human evaluation: {judged} board{'' if judged == 1 else 's'}." if judged else ""
        yield Todo(
            title="See the results",
            text=f"Tables with intervals, significance and the outputs of systems.{people}",
            action="Results",
            page="results:overview",
            arguments=(role.campaign.slug,),
        )


def _data(role: CampaignRole, now: datetime) -> Iterator[Todo]:
    """What can be downloaded: sources of the test sets and training data, where files are there."""
    offers = [offer for group in offers_for(role, now) for offer in group.offers]
    files = [each.data_file for each in offers if each.data_file and each.answer.allowed and not each.is_outdated]
    practice = {each.id for each in role.campaign.rules.test_sets.values() if each.role in _PRACTICE}
    sources = [file for file in files if file.kind == DataKind.SOURCE]
    kinds = (
        ("Download the test sources", [file for file in sources if file.test_set not in practice]),
        ("Download the development sources", [file for file in sources if file.test_set in practice]),
        ("Download the training data", [file for file in files if file.kind == DataKind.TRAINING]),
    )
    for title, own in kinds if not role.is_organiser else ():
        if own:
            yield Todo(
                title=title, text=_amount(own), action="Download", page="datasets:list", arguments=(role.campaign.slug,)
            )


def _amount(files: Sequence[DataFile]) -> str:
    pairs = {file.language_pair for file in files if file.language_pair}
    parts = [f"{len(pairs)} language pair{'' if len(pairs) == 1 else 's'}"] if pairs else []
    parts += [f"{len(files)} file{'' if len(files) == 1 else 's'}", filesizeformat(sum(file.size for file in files))]
    return f"{', '.join(parts)}."


def _trials(role: CampaignRole, slots: Sequence[TrialSlot]) -> Iterator[Todo]:
    rules = role.campaign.rules
    allowed = list(dict.fromkeys(slot.test_set for slot in slots if slot.answer.allowed))
    if allowed and not role.is_organiser:
        titles = [rules.test_sets[each].label for each in allowed]
        yield Todo(
            title=f"Try your output on {titles[0]}" + (f" and {len(titles) - 1} more" if len(titles) > 1 else ""),
            text="Scores appear at once, and only you see them.",
            action="Score a trial run",
            page="scoring:trials",
            arguments=(role.campaign.slug,),
        )


def sees_results(role: CampaignRole, now: datetime) -> bool:
    """Whether someone sees scores of a test set that counts."""
    rules = role.campaign.rules
    viewers = [viewer for viewer in viewers_of(role) if viewer.role != "organiser"]
    sets = [each.id for each in rules.test_sets.values() if each.role not in _PRACTICE]
    return any(
        may_see(rules, now, viewer, resource, test_set=each, owner=viewer.team).allowed
        for viewer in viewers
        for each in sets
        for resource in (("scores", "own-scores") if viewer.team else ("scores",))
    )
