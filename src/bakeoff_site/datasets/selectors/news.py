"""Whom to notify of which files: files that became available to a team a short while ago."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Prefetch

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.conversions import is_registered_for, viewers_of
from bakeoff_site.campaigns.models import Campaign, Team, TeamMember
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.conversions import slot_of
from bakeoff_site.datasets.models import DataFile, Download
from bakeoff_site.datasets.permissions import Slot, is_news, may_fetch
from bakeoff_site.datasets.selectors.packs import outdated_packs


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file in force that a team may fetch."""

    data_file: DataFile
    had_earlier: bool
    """Whether the team fetched an earlier version of it."""

    @property
    def slot(self) -> Slot:
        return slot_of(self.data_file)


@dataclass(frozen=True, slots=True)
class News:
    """What someone of a team is to be notified of, unless they already were."""

    team: Team
    user: User
    files: tuple[NewFile, ...]


def news_at(now: datetime) -> Iterator[News]:
    """Everything that is news at a time: for contact persons, and for people who fetched an earlier version."""
    in_force = DataFile.objects.filter(campaign=OuterRef("pk"), replaced_at=None)
    for campaign in Campaign.objects.filter(Exists(in_force), archived_at=None):
        files = [
            file
            for file in campaign.data_files.filter(replaced_at=None)
            if is_news(campaign.rules, slot_of(file), file.added_at, now)
        ]
        outdated = outdated_packs(campaign.rules, files)
        if files := [file for file in files if file.pk not in outdated]:
            yield from _news_in(campaign, files, now)


def _news_in(campaign: Campaign, files: Sequence[DataFile], now: datetime) -> Iterator[News]:
    members = Prefetch("members", TeamMember.objects.filter(user__is_active=True).select_related("user").order_by("pk"))
    teams = campaign.teams.filter(withdrawn_at=None).prefetch_related("signatures", members)
    downloads = list(Download.objects.filter(team__in=teams, data_file__campaign=campaign).select_related("data_file"))
    for team in teams:
        readable = [file for file in files if _is_for(team, file, now)]
        fetched = [each for each in downloads if each.team_id == team.pk]
        for member in team.members.all():
            own = [each for each in fetched if each.user_id == member.user_id]
            new = tuple(
                NewFile(file, had_earlier=any(_is_earlier(each.data_file, file) for each in fetched))
                for file in readable
                if all(each.data_file_id != file.pk for each in own)
                and (member.is_contact or any(_is_earlier(each.data_file, file) for each in own))
            )
            if new:
                yield News(team, member.user, new)


def _is_for(team: Team, file: DataFile, now: datetime) -> bool:
    rules = team.campaign.rules
    chosen = is_registered_for(rules, team, file.test_set, file.language_pair)
    viewers = viewers_of(CampaignRole(campaign=team.campaign, teams=(team,)))
    return chosen and may_fetch(rules, viewers, now, slot_of(file)).allowed


def _is_earlier(before: DataFile, file: DataFile) -> bool:
    """Whether one is an earlier version of the other; files for training are separated by their names."""
    same_name = file.kind != DataKind.TRAINING or before.name == file.name
    return slot_of(before) == slot_of(file) and same_name and before.version < file.version
