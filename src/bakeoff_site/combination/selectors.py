"""Which runs are shared, and what organisers see of the packs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from bakeoff.rulebook.release.shared_outputs import SharedOutputs, is_shared, shared_outputs
from bakeoff_site.campaigns.conversions import submitted_of
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.combination.models import AnonymousSystem, PackedRun
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.selectors.packs import consents_to_share
from bakeoff_site.jobs.choices import OPEN_STATES, JobKind
from bakeoff_site.jobs.models import Job
from bakeoff_site.submissions.models import Board, Run

PackKey = tuple[str, str, str]
"""Track, test set, language pair."""
SystemKey = tuple[int | None, str, str, str]
"""Team, or system of the organisers; data condition; what file names call it."""


def key_of(board: Board) -> PackKey:
    return board.track, board.test_set, board.language_pair


def rules_of(campaign: Campaign, key: PackKey) -> tuple[SharedOutputs, ...]:
    """What the rulebook says of the packs of a board, which may be of several kinds; none where it shares nothing."""
    track, test_set, pair = key
    return tuple(
        each
        for each in shared_outputs(campaign.rules)
        if (each.track, each.test_set) == (track, test_set) and pair in each.language_pairs
    )


def system_key(run: Run) -> SystemKey:
    """What a run is an output of; the same system has the same number in all packs."""
    # Systems of organisers are entered once for a board; what their files are called says nothing.
    return run.team_id, run.entered, run.board.condition, "" if run.entered else run.system


def shared_runs(campaign: Campaign) -> dict[tuple[int, PackKey], list[Run]]:
    """The runs of each pack, by number and key: one of each system of consenting teams, and of the organisers'."""
    rules = campaign.rules
    teams = {team.pk: team for team in campaign.teams.prefetch_related("consents")}
    consenting = {key for key, team in teams.items() if consents_to_share(rules, team)}
    runs = Run.objects.filter(
        Q(team__in=consenting) | Q(team=None), board__campaign=campaign, withdrawn_at=None, replaced_by=None
    )
    chosen: dict[tuple[int, PackKey], dict[SystemKey, Run]] = {}
    for run in runs.order_by("official", "pk"):  # a later one goes before an earlier, an official one before all others
        run.team = teams[run.team_id] if run.team_id is not None else None
        submitted = submitted_of(run, rules)
        for outputs in rules_of(campaign, key_of(run.board)):
            if is_shared(outputs, submitted, system_type=run.system_type, entered=run.entered):
                chosen.setdefault((outputs.number, key_of(run.board)), {})[system_key(run)] = run
    return {key: list(of_slot.values()) for key, of_slot in chosen.items()}


@dataclass(frozen=True, slots=True)
class Consent:
    """A team, and whether it lets its outputs be shared."""

    team: Team
    given: bool


@dataclass(frozen=True, slots=True)
class PackRow:
    """A pack as it is: what is in it, what would be, and whether a job is under way."""

    key: PackKey
    rules: SharedOutputs
    test_set: str
    data_file: DataFile | None
    packed: Sequence[PackedRun]
    runs: Sequence[Run]
    """The outputs that it would contain if it were made now."""
    job: Job | None
    """The last one asked for."""

    @property
    def is_outdated(self) -> bool:
        return self.data_file is not None and {each.run_id for each in self.packed} != {run.pk for run in self.runs}

    @property
    def is_waiting(self) -> bool:
        return self.job is not None and self.job.state in OPEN_STATES

    @property
    def failure(self) -> str:
        """Why the last attempt failed."""
        return self.job.error if self.job is not None and self.job.state == "failed" else ""


def consents_of(campaign: Campaign) -> tuple[Consent, ...]:
    """Who lets outputs be shared."""
    teams = campaign.teams.filter(withdrawn_at=None).prefetch_related("consents")
    return tuple(Consent(team, consents_to_share(campaign.rules, team)) for team in teams)


def pack_rows(campaign: Campaign) -> tuple[PackRow, ...]:
    """All packs for which there are runs or files."""
    runs = shared_runs(campaign)
    files = {
        (file.number, file.test_set, file.language_pair): file
        for file in campaign.data_files.filter(kind=DataKind.OUTPUTS, replaced_at=None)
    }
    packed = PackedRun.objects.filter(data_file__in=files.values()).select_related("system", "system__team", "run")
    boards = {board.pk: key_of(board) for board in campaign.boards.all()}
    jobs = {
        boards[job.subject_id]: job
        for job in campaign.jobs.filter(kind=JobKind.PACK_OUTPUTS).order_by("pk")
        if job.subject_id in boards
    }
    rows = []
    for rules in shared_outputs(campaign.rules):
        for pair in campaign.rules.language_pairs:
            key = (rules.track, rules.test_set, pair)
            file = files.get((rules.number, rules.test_set, pair))
            shared = runs.get((rules.number, key), [])
            if file is None and not shared:
                continue
            rows.append(
                PackRow(
                    key=key,
                    rules=rules,
                    test_set=campaign.rules.test_sets[rules.test_set].label,
                    data_file=file,
                    packed=[each for each in packed if file is not None and each.data_file_id == file.pk],
                    runs=shared,
                    job=jobs.get(key),
                )
            )
    return tuple(rows)


def first_packs_due(campaign: Campaign, now: datetime) -> list[PackKey]:
    """Packs that were never made although their phase has opened and there are runs to pack.

    One that failed is not tried again and again: organisers see why, and ask for it.
    """
    if not any(each.opens <= now for each in shared_outputs(campaign.rules)):
        return []
    made = set(
        campaign.data_files.filter(kind=DataKind.OUTPUTS).values_list("number", "test_set", "language_pair").distinct()
    )
    return [
        row.key
        for row in pack_rows(campaign)
        if row.rules.opens <= now
        and row.runs
        and (row.rules.number, row.rules.test_set, row.key[2]) not in made
        and not (row.is_waiting or row.failure)
    ]


def numbers_of(campaign: Campaign, key: PackKey) -> Mapping[SystemKey, AnonymousSystem]:
    """The systems of a track and language pair that have a number."""
    track, _, pair = key
    systems = AnonymousSystem.objects.filter(campaign=campaign, track=track, language_pair=pair)
    return {(system.team_id, system.entered, system.condition, system.system): system for system in systems}
