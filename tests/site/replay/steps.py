"""What people do in a campaign, step by step, as its rulebook says: by the client of the REST API alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Literal

from bakeoff.client import Client, Description, Registration, Submission
from bakeoff.rulebook import Rulebook, schedule
from bakeoff.rulebook.calendar import FOREVER
from bakeoff.rulebook.state import TeamState, Viewer
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.jobs.choices import JobState
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.periodic import PeriodicTasks
from tests.site.api.test_journey import answers
from tests.site.conftest import Clock
from tests.site.replay.packing import Entry, Packer
from tests.site.replay.texts import Texts, every_text

_SECOND = timedelta(seconds=1)


@dataclass
class Entrant:
    """A team, and what it did so far."""

    team: str
    client: Client
    packer: Packer
    team_id: int = 0
    pairs: tuple[str, ...] = ()
    signed: tuple[str, ...] = ()
    consents: tuple[str, ...] = ()
    received: list[Submission] = field(default_factory=list)

    @property
    def viewer(self) -> Viewer:
        """What the rules take it for, by what it was seen to do and not by what the server remembers."""
        team = TeamState(
            code=self.team,
            language_pairs=frozenset(self.pairs),
            signed=frozenset(self.signed),
            consents=frozenset(self.consents),
        )
        return Viewer(role="participant", team=team)


@dataclass
class Replay:
    """A campaign under way."""

    rules: Rulebook
    campaign: Campaign
    organiser: Client
    newcomer: Client
    """Somebody who takes no part."""
    entrants: Mapping[str, Entrant]
    clock: Clock
    folder: Path

    @property
    def slug(self) -> str:
        return self.campaign.slug

    @cached_property
    def texts(self) -> list[Texts]:
        return every_text(self.rules)

    # Registration

    def register(self, entrant: Entrant, *, pairs: Sequence[str], signs: bool, consents: bool) -> None:
        registration = self.rules.registration
        given = tuple(registration.consents) if consents else ()
        is_chosen = registration.team_code == "chosen"
        team = entrant.client.register(
            self.slug,
            Registration(
                name=f"Team {entrant.team}",
                code=entrant.team if is_chosen else "",
                language_pairs=pairs if registration.by_language_pair else (),
                answers=answers(self.rules),
                consents=given,
            ),
        )
        entrant.team_id, entrant.consents = team.id, given
        entrant.pairs = tuple(pairs) if registration.by_language_pair else ()
        if not is_chosen:
            self.organiser.assign_team_code(self.slug, team.id, entrant.team)
        if signs:
            for agreement in registration.agreements:
                entrant.client.sign(self.slug, team.id, agreement)
            entrant.signed = tuple(registration.agreements)

    # Data

    def add_data(self) -> None:
        """Everything that the rulebook says a test set needs, of every test set and language pair."""
        (self.folder / "training.txt").write_text("a corpus of ships\n", "utf-8")
        self.organiser.add_data_file(self.slug, self.folder / "training.txt", kind="training")
        for texts in self.texts:
            scorings = [self.rules.scoring_of(track, texts.pair) for track in self._tracks(texts)]
            self._add(texts, "source", *texts.source_file())
            for number, (name, data) in enumerate(texts.reference_files(), start=1):
                self._add(texts, "reference", name, data, number=number)
            if any(scoring.global_mappings for scoring in scorings):
                self._add(texts, "mappings", f"{texts.test_set.id}.glm", texts.mappings())
            if any(scoring.regions for scoring in scorings):
                self._add(texts, "regions", f"{texts.test_set.id}.uem", texts.regions())

    def _tracks(self, texts: Texts) -> Iterator[str]:
        for track in self.rules.tracks.values():
            if texts.pair in track.all_pairs and track.id in (texts.test_set.tracks or self.rules.tracks):
                yield track.id

    def _add(self, texts: Texts, kind: str, name: str, data: bytes, *, number: int = 1) -> None:
        path = self.folder / name
        path.write_bytes(data)
        self.organiser.add_data_file(
            self.slug, path, kind=kind, test_set=texts.test_set.id, language_pair=texts.pair, number=number
        )

    # Runs

    def submit(self, entrant: Entrant, runs: Sequence[Entry], **options: int) -> list[Submission]:
        """Packages with runs, checked and, where they are valid, scored."""
        found = []
        for path in entrant.packer.packed(runs, self.clock.now, **options):
            receipt = entrant.client.submit(self.slug, entrant.team_id, path, package=runs[0].package)
            self.work()
            found.append(entrant.client.submission(self.slug, receipt.number))
        entrant.received += found
        return found

    def work(self) -> None:
        """The server does what there is to do; nothing may fail."""
        work_off("replay")
        failed = [f"{job.kind} of {job.subject_id}: {job.error}" for job in Job.objects.filter(state=JobState.FAILED)]
        assert not failed, "\n".join(failed)

    def enter(self, system: str, track: str, *, pairs: int) -> None:
        """The runs of a system that the rulebook lists, in the first of the language pairs that it is entered for."""
        entered = self.rules.systems[system]
        offered = [pair for pair in self.rules.tracks[track].all_pairs if pair in (entered.language_pairs or (pair,))]
        for pair in offered[:pairs]:
            conditions = self.rules.conditions_of(track, pair)
            for test_set in self.rules.test_sets_of(track, pair):
                if test_set.role not in ("current", "progress"):
                    continue
                name, data = Texts(self.rules, test_set, pair).run_file(system, "system", errors=6)
                (self.folder / name).write_bytes(data)
                self.organiser.enter_run(
                    self.slug,
                    self.folder / name,
                    system=system,
                    track=track,
                    language_pair=pair,
                    test_set=test_set.id,
                    condition=conditions[0].id if conditions else "",
                )

    def describe(self, entrant: Entrant) -> Description:
        conditions = next(iter(self.rules.conditions.values()), None)
        known = {
            "Site": entrant.team,
            "Track": next(iter(self.rules.tracks)),
            "Language pairs": next(iter(self.rules.language_pairs)),
            "Condition": conditions.id if conditions else "none",
            "Resources": next(iter(conditions.permits if conditions else self.rules.resources)),
            self.rules.description.techniques: f"the secret recipe of {entrant.team}",
        }
        text = "".join(f"{name}: {known.get(name, 'of ours')}\n" for name in self.rules.description.fields)
        return entrant.client.submit_description(self.slug, entrant.team_id, text)

    def run_periodic_tasks(self) -> None:
        """What workers look after in intervals: mails that are due, packs of phases that have opened."""
        PeriodicTasks().run_due(self.clock.now)
        self.work()


@dataclass(frozen=True, order=True)
class Moment:
    """A time of a campaign: the second before a phase, its start, middle, last second, and the end."""

    when: datetime
    phase: str
    what: Literal["before", "start", "middle", "end", "after"]


def moments(rules: Rulebook) -> list[Moment]:
    """The moments of all phases, in the order of time."""
    found = []
    for period in schedule(rules):
        phase, is_endless = period.phase.id, period.end == FOREVER
        end = period.start + timedelta(days=2) if is_endless else period.end
        found += [
            Moment(period.start - _SECOND, phase, "before"),
            Moment(period.start, phase, "start"),
            Moment(period.start + (end - period.start) / 2, phase, "middle"),
        ]
        if not is_endless:
            found += [Moment(end - _SECOND, phase, "end"), Moment(end, phase, "after")]
    return sorted(found)
