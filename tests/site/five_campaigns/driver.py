"""What people do in a campaign, step by step, at simulated dates: by the client of the REST API alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from bakeoff.client import Board, Client, Description, Registration, Submission
from bakeoff.evaluation.adjudication.reference_files import read_reference_file
from bakeoff.evaluation.adjudication.versions import segment_ids, segment_texts
from bakeoff.rulebook import Rulebook, schedule
from bakeoff.rulebook.calendar import FOREVER, Period
from bakeoff.rulebook.state import TeamState, Viewer
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.periodic import PeriodicTasks
from tests.site.api.test_journey import answers
from tests.site.conftest import Clock
from tests.site.five_campaigns.packing import Entry, Packer, Place, place_of, run_of
from tests.site.five_campaigns.simulation import Part, System
from tests.site.five_campaigns.texts import Texts

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
    slug: str
    organiser: Client
    newcomer: Client
    """Somebody who takes no part."""
    account: Callable[[str], Client]
    """Gives somebody an account."""
    clock: Clock
    folder: Path
    entrants: dict[str, Entrant] = field(default_factory=dict)
    sets: dict[tuple[str, str], Texts] = field(default_factory=dict)
    """Test sets that organisers have added, by name and language pair."""
    released_runs: set[str] = field(default_factory=set)
    """Teams whose recognised speech organisers have released."""
    _listed: dict[tuple[int, datetime], dict[Place, int]] = field(default_factory=dict)
    """The boards that somebody saw in the list at a time."""

    # The date

    def go_into(self, phase: str) -> None:
        """The middle of a phase, or two days after an endless one has started; what is due by then is done."""
        period = self._period(phase)
        end = period.start + timedelta(days=4) if period.end == FOREVER else period.end
        self.clock.move_to(period.start + (end - period.start) / 2)
        self.run_periodic_tasks()

    def go_past(self, phase: str) -> None:
        """An hour after a phase has ended."""
        self.clock.move_to(self._period(phase).end + timedelta(hours=1))
        self.run_periodic_tasks()

    def _period(self, phase: str) -> Period:
        return next(period for period in schedule(self.rules) if period.phase.id == phase)

    # Registration

    def meet(self, team: str, *, errors: int = 2, client: Client | None = None) -> Entrant:
        """A team that may register; its person is somebody new, or one who has a team already."""
        packer = Packer(self.rules, team, errors, self.folder, self.sets)
        self.entrants[team] = Entrant(team, client or self.account(f"Ann {team}"), packer)
        return self.entrants[team]

    def register(
        self,
        entrant: Entrant,
        *,
        pairs: Sequence[str] = (),
        tracks: Sequence[str] | None = None,
        institutions: Sequence[str] = (),
        signs: bool = True,
        consents: bool = True,
    ) -> None:
        """A team registers; without tracks, for all that have some of its language pairs."""
        registration = self.rules.registration
        given = tuple(registration.consents) if consents else ()
        is_chosen = registration.team_code == "chosen"
        team = entrant.client.register(
            self.slug,
            Registration(
                name=f"Team {entrant.team}",
                code=entrant.team if is_chosen else "",
                language_pairs=pairs if registration.by_language_pair else (),
                tracks=_tracks(self.rules, pairs) if tracks is None else tracks,
                institutions=institutions,
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

    def add_data(self, test_set: str, pair: str, *parts: Part) -> Texts:
        """Everything that the rulebook says a test set needs in a language pair."""
        texts = Texts(self.rules, self.rules.test_sets[test_set], pair, parts)
        self.sets[test_set, pair] = texts
        scorings = [self.rules.scoring_of(track, pair) for track in self.tracks_of(texts)]
        self._add(texts, "source", *texts.source_file())
        for number, (name, data) in enumerate(texts.reference_files(), start=1):
            self._add(texts, "reference", name, data, number=number)
        if any(scoring.global_mappings for scoring in scorings):
            self._add(texts, "mappings", f"{test_set}.glm", texts.mappings())
        if any(scoring.regions for scoring in scorings):
            self._add(texts, "regions", f"{test_set}.uem", texts.regions())
        return texts

    def tracks_of(self, texts: Texts) -> Iterator[str]:
        for track in self.rules.tracks.values():
            if texts.pair in track.all_pairs and track.id in (texts.test_set.tracks or self.rules.tracks):
                yield track.id

    def add_input(self, texts: Texts, input: str, name: str, data: bytes, *, label: str) -> None:
        """Recognised speech that systems may start from."""
        self._add(texts, "source", name, data, input=input, label=label)

    def release_runs(self, team: str) -> set[tuple[str, str, str]]:
        """The primary runs of a team in the ASR track, which systems that translate speech may start from.

        Gives the test sets and language pairs that have them as input.
        """
        runs = [
            run
            for run in self.organiser.releasable_runs(self.slug)
            if (run.team, run.system_type) == (self.entrants[team].team_id, "primary")
        ]
        self.released_runs.add(team)
        return {
            (file.test_set, file.language_pair, file.input)
            for run in runs
            for file in self.organiser.release_run(self.slug, run.run, label=team)
        }

    def _add(self, texts: Texts, kind: str, name: str, data: bytes, **further: Any) -> None:
        path = self.folder / name
        path.write_bytes(data)
        self.organiser.add_data_file(
            self.slug, path, kind=kind, test_set=texts.test_set.id, language_pair=texts.pair, **further
        )

    # Runs

    def submit(
        self,
        entrant: Entrant,
        runs: Sequence[Entry],
        *,
        input: str = "",
        released: Sequence[str] | None = None,
        **options: int,
    ) -> list[Submission]:
        """Packages with runs, checked and, where they are valid, scored; systems started from an input.

        Where that is released runs, it is those of the teams in `released`, or of all that were released.
        """
        found = []
        if released is None or input != "released-runs":
            released = sorted(self.released_runs) if input == "released-runs" else ()
        for path in entrant.packer.packed(runs, self.clock.now, **options):
            receipt = entrant.client.submit(
                self.slug, entrant.team_id, path, package=runs[0].package, input=input, released_runs=released
            )
            self.work()
            found.append(entrant.client.submission(self.slug, receipt.number))
        entrant.received += found
        return found

    def submit_all(
        self,
        package: str,
        runs: Mapping[Place, Sequence[System]],
        *,
        tracks: Sequence[str] = (),
        inputs: Mapping[str, str] | None = None,
        released: Sequence[str] | None = None,
    ) -> None:
        """The runs of all teams in the tracks of a package, or in some of them: one valid package of each team.

        `inputs` says what the systems of a team started from.
        """
        tracks = tracks or self.rules.submission.packages[package].tracks or tuple(self.rules.tracks)
        for team, entrant in self.entrants.items():
            own = [
                run_of(system, package, *place)
                for place, systems in runs.items()
                for system in systems
                if place[0] in tracks and system.team == team
            ]
            if own:
                [received] = self.submit(entrant, own, input=(inputs or {}).get(team, ""), released=released)
                assert (received.state, len(received.runs)) == ("valid", len(own)), received.findings

    def work(self) -> None:
        """The server does what there is to do."""
        work_off("replay")

    def enter(self, system: System, track: str, pair: str, test_set: str) -> None:
        """A run of a system that the rulebook lists."""
        name, data = self.sets[test_set, pair].run_file(system)
        (self.folder / name).write_bytes(data)
        conditions = self.rules.conditions_of(track, pair)
        self.organiser.enter_run(
            self.slug,
            self.folder / name,
            system=system.team,
            track=track,
            language_pair=pair,
            test_set=test_set,
            condition=conditions[0].id if conditions else "",
        )

    def describe(self, entrant: Entrant) -> Description:
        """One text of all systems, or a text of each that the team has runs of; the last of them."""
        first = next(iter(self.rules.tracks)), next(iter(self.rules.conditions), ""), "primary"
        return [self.describe_system(entrant, *each) for each in self.owed_descriptions(entrant) or [first]][-1]

    def owed_descriptions(self, entrant: Entrant) -> list[tuple[str, str, str]]:
        """Track, condition and name of the systems that a team has to describe, each by itself."""
        rows = entrant.client.described_systems(self.slug, entrant.team_id)
        return [(row.track, row.condition, row.system) for row in rows if row.owed]

    def describe_system(
        self, entrant: Entrant, track: str, condition: str, system: str, *, technique: str = "", resource: str = ""
    ) -> Description:
        """The description of a system, with a resource that its condition permits unless another is named."""
        permitted = self.rules.conditions[condition].permits if condition else self.rules.resources
        known = {
            "Site": entrant.team,
            "System": system,
            "Track": track,
            "Language pairs": next(iter(self.rules.language_pairs)),
            "Condition": condition or "none",
            "Resources": resource or next(iter(permitted)),
            self.rules.description.techniques: technique or f"the secret recipe of {entrant.team}",
        }
        text = "".join(f"{name}: {known.get(name, 'of ours')}\n" for name in self.rules.description.fields)
        return entrant.client.submit_description(self.slug, entrant.team_id, text)

    def proposal(self, who: Client, reference: int, found: str, proposed: str) -> dict[str, Any]:
        """Another word in the first segment of a transcript that somebody may read."""
        [file] = [each for each in who.data_files(self.slug) if each.id == reference]
        [transcript] = read_reference_file(who.download(self.slug, file, self.folder), speech=True).references
        text = segment_texts(transcript)[0]
        assert found in text
        return {
            "segment": segment_ids(transcript)[0],
            "found": text,
            "proposed": text.replace(found, proposed),
            "reason": "it is heard",
        }

    # Tables

    def board(self, who: Client, track: str, pair: str, test_set: str, condition: str = "", **asked: Any) -> Board:
        """A board as somebody sees it, who must see it in the list; the list is asked for once at a time."""
        wanted, moment = (track, pair, test_set, condition), (id(who), self.clock.now)
        if wanted not in self._listed.get(moment, {}):
            self._listed[moment] = {place_of(row): row.board for row in who.boards(self.slug)}
        return who.board(self.slug, self._listed[moment][wanted], **asked)

    def run_periodic_tasks(self) -> None:
        """What workers look after in intervals: mails that are due, packs of phases that have opened."""
        PeriodicTasks().run_due(self.clock.now)
        self.work()
        failed = [(job.kind, job.error) for job in self.organiser.jobs(self.slug) if job.state == "failed"]
        assert not failed, failed


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


def _tracks(rules: Rulebook, pairs: Sequence[str]) -> list[str]:
    """The tracks that have some of the pairs, of those that teams register for; all where no pair is named."""
    return [
        track
        for track in rules.tracks_to_register
        if not pairs or not set(rules.tracks[track].all_pairs).isdisjoint(pairs)
    ]
