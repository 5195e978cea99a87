"""What happens at each moment of a campaign: what its phases open is done, before and after them it is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import pytest

from bakeoff.client import ConflictError, ForbiddenError, ServerError, Submission, Verdict
from bakeoff.errors import BakeoffError
from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.rulebook.participation.adjudication import may_adjudicate
from bakeoff.rulebook.schema import Package
from bakeoff.rulebook.submission.trials import may_try
from bakeoff.submissions.checker import check_package
from tests.site.five_campaigns.driver import Entrant, Moment, Replay
from tests.site.five_campaigns.ending import packs_are_without_names
from tests.site.five_campaigns.packing import Entry, entries, written_types
from tests.site.five_campaigns.simulation import System, system_words, words_of
from tests.site.five_campaigns.texts import every_text

FEW = 2
"""Language pairs in which organisers enter systems, and systems of a track that they enter."""


@dataclass
class Story(Replay):
    """A campaign that is told from its first moment to its last."""

    done: set[str] = field(default_factory=set)
    """Openings that were taken up, to be held against the rulebook at the end."""

    @property
    def alpha(self) -> Entrant:
        """Takes part in everything."""
        return self.entrants["ALPHA"]

    @property
    def beta(self) -> Entrant:
        """Worse, and in the first data condition alone."""
        return self.entrants["BETA"]

    @property
    def gamma(self) -> Entrant:
        """Signs late, consents to nothing, misses the dry run."""
        return self.entrants["GAMMA"]

    def act(self, moment: Moment) -> None:
        """What is to be done, or refused, at a moment."""
        if moment.what == "start":
            self.run_periodic_tasks()
        for opening in self.rules.phases[moment.phase].opens:
            activity, _, scope = opening.partition(":")
            acts: dict[str, Callable[[Moment, str], None]] = {
                "register": self._registering,
                "submit": self._submitting,
                "describe": self._describing,
                "adjudicate": self._adjudicating,
                "score": self._trying,
            }
            if activity in acts:
                acts[activity](moment, scope)
                self.done.add(opening)
        if moment.what == "middle":
            self._trying(moment, "")
            releases = [each for released in self.rules.phases[moment.phase].releases.values() for each in released]
            combines = any(track.kind == "combination" for track in self.rules.tracks.values())
            if combines and any(each.startswith(("anonymous-outputs", "outputs")) for each in releases):
                packs_are_without_names(self)

    # Registration

    def _registering(self, moment: Moment, _scope: str) -> None:
        is_open = moment.what in ("start", "middle", "end")
        assert self.newcomer.role_in(self.slug).may_register == is_open
        if moment.what == "start":
            pairs = list(self.rules.language_pairs)
            self.register(self.alpha, pairs=pairs, signs=True, consents=True)
            self.register(self.beta, pairs=pairs[:-1], signs=True, consents=True)
            self.register(self.gamma, pairs=pairs[:1], signs=False, consents=False)
            (self.folder / "training.txt").write_text("a corpus of ships\n", "utf-8")
            self.organiser.add_data_file(self.slug, self.folder / "training.txt", kind="training")
            for texts in every_text(self.rules):
                self.add_data(texts.test_set.id, texts.pair)
            missing = [each for each in self.organiser.missing_data(self.slug) if each.kind != "off-limits"]
            assert {each.input for each in missing} <= {"n-best", "lattice", "released-runs"}  # that stories add

    # Runs

    def _submitting(self, moment: Moment, scope: str) -> None:
        package = self.rules.submission.packages[scope]
        runs = list(entries(self.rules, package, self.alpha.pairs))
        match moment.what:
            case "before":
                self._refused(self.submit(self.alpha, runs[:1]), "too-early")
            case "middle":
                self._submit_too_many(package, runs)
                self._submit_in_time(package, runs)
            case "end":
                self._submit_again(package)
            case "after":
                self._submit_late(package)
                self._enter_systems(package)

    def _submit_in_time(self, package: Package, runs: Sequence[Entry]) -> None:
        self._submit_without_rights(package)
        self._submit_broken(package, runs)
        self._valid(self.submit(self.alpha, runs), runs)
        few = [run for run in entries(self.rules, package, self.beta.pairs) if run.condition in self._first_conditions]
        self._valid(self.submit(self.beta, few), few)

    def _submit_too_many(self, package: Package, runs: Sequence[Entry]) -> None:
        """One system more of a type than there may be has no name that a package could hold."""
        if "{system_type}" in package.file:
            beyond = replace(runs[0], system=f"{written_types(self.rules, package)[-1]}99")
            with pytest.raises(BakeoffError):
                self.alpha.packer.packed([beyond], self.clock.now)

    @property
    def _first_conditions(self) -> set[str | None]:
        """The first condition of each track."""
        offered = [
            self.rules.conditions_of(track.id, pair) for track in self.rules.tracks.values() for pair in track.all_pairs
        ]
        return {conditions[0].id if conditions else None for conditions in offered}

    def _submit_without_rights(self, package: Package) -> None:
        """Of a team that has not signed, or not done what comes before."""
        own = list(entries(self.rules, package, self.gamma.pairs))[:1]
        if not own:
            return
        tracks = [own[0].track]
        unsigned = [each for each in self.rules.agreements_about(tracks) if each.id not in self.gamma.signed]
        if any("source" in agreement.before for agreement in unsigned):
            self._refused(self.submit(self.gamma, own), "agreement-not-signed")
            for agreement in unsigned:
                self.gamma.client.sign(self.slug, self.gamma.team_id, agreement.id)
                self.gamma.signed = (*self.gamma.signed, agreement.id)
        elif any(phase.requires for phase in self.rules.phases.values() if f"submit:{package.id}" in phase.opens):
            self._refused(self.submit(self.gamma, own), "dry-run-missing")

    def _submit_broken(self, package: Package, runs: Sequence[Entry]) -> None:
        """Under another team's name: whoever checks it before submitting it is told the same as by the server."""
        if "{team}" not in package.archive + package.file:
            return
        [path] = self.beta.packer.packed(runs[:1], self.clock.now)
        receipt = self.alpha.client.submit(self.slug, self.alpha.team_id, path, package=package.id)
        self.work()
        told = self.alpha.client.submission(self.slug, receipt.number)
        assert told.state == "invalid"
        report = check_package(path, self.rules, team="ALPHA", package=package.id, when=self.clock.now)
        mistakes = [each for each in report.findings if each.severity == "error"]
        offline = {(each.code, each.found, each.expected, each.remedy) for each in mistakes}
        assert offline
        assert offline <= {(each.code, each.found, each.expected, each.remedy) for each in told.findings}
        assert all(each.expected and each.place.file for each in told.findings if each.severity == "error")

    def _submit_again(self, package: Package) -> None:
        """At the last second: a run in the place of one that was submitted before."""
        again = list(entries(self.rules, package, self.beta.pairs))[:1]
        numbered = "version" in parse_pattern(package.archive).fields
        [second] = self.submit(self.beta, again, version=2 if numbered else 1, better_by=1)
        assert second.state == "valid", second.findings
        assert not second.late
        [run] = second.runs
        if package.resubmission == "debugged":
            assert (run.effect, run.official) == ("debugged", package.debugged != "unofficial" and package.official)
        else:
            assert (run.effect, run.official) == ("replaces", package.official)
            in_force = [
                each
                for receipt in self.beta.received
                for each in self.beta.client.submission(self.slug, receipt.number).runs
                if (each.track, each.language_pair, each.test_set, each.condition, each.system)
                == (run.track, run.language_pair, run.test_set, run.condition, run.system)
                and each.in_force
            ]
            if package.format != "scores":
                assert [each.id for each in in_force] == [run.id]

    def _submit_late(self, package: Package) -> None:
        late = list(entries(self.rules, package, self.beta.pairs))[-1:]
        version = 3 if "version" in parse_pattern(package.archive).fields else 1
        if version == 3 and late[0].pair != next(iter(entries(self.rules, package, self.beta.pairs))).pair:
            version = 2
        received = self.submit(self.beta, late, version=version, better_by=2)
        if package.late == "refused":
            self._refused(received, "late-refused")
            return
        [submission] = received
        assert (submission.state, submission.late) == ("valid", True), submission.findings
        assert [run.official for run in submission.runs] == [package.late == "accepted"]

    def _enter_systems(self, package: Package) -> None:
        """Baselines, online systems and those of earlier years, in the tracks of the package."""
        for track in package.tracks or self.rules.tracks:
            fitting = [
                name
                for name, system in self.rules.systems.items()
                if track in (system.tracks or self.rules.tracks) and self.rules.tracks[track].is_scored
            ]
            for name in fitting[:FEW]:
                self._enter(name, track)
        self.work()

    def _enter(self, name: str, track: str) -> None:
        system = self.rules.systems[name]
        offered = [pair for pair in self.rules.tracks[track].all_pairs if pair in (system.language_pairs or (pair,))]
        for pair in offered[:FEW]:
            for test_set in self.rules.test_sets_of(track, pair):
                if test_set.role in ("current", "progress"):
                    self.enter(System(name, "system", wrong=6), track, pair, test_set.id)

    def _valid(self, received: Sequence[Submission], runs: Sequence[Entry]) -> None:
        assert [each.state for each in received] == ["valid"] * len(received), received
        made = [(run.track, run.language_pair, run.test_set, run.condition) for each in received for run in each.runs]
        assert sorted(made) == sorted((run.track, run.pair, run.test_set, run.condition or "") for run in runs)

    def _refused(self, received: Sequence[Submission], code: str) -> None:
        for submission in received:
            assert submission.state == "invalid"
            assert submission.runs == ()
            assert code in {finding.code for finding in submission.findings}, submission.findings

    # Descriptions

    def _describing(self, moment: Moment, _scope: str) -> None:
        if moment.what == "before":
            with pytest.raises(ServerError):
                self.describe(self.alpha)
        if moment.what == "middle":
            described = self.describe(self.alpha)
            assert (described.valid, described.late) == (True, False), described.findings
        if moment.what == "after":
            assert self.describe(self.beta).late

    # Corrections of references

    def _adjudicating(self, moment: Moment, _scope: str) -> None:
        references = {(each.test_set, each.language_pair): each for each in self.alpha.client.references(self.slug)}
        for texts in self.sets.values():
            right = may_adjudicate(
                self.rules,
                self.clock.now,
                self.alpha.viewer,
                test_set=texts.test_set.id,
                language_pair=texts.pair,
            ).allowed
            seen = references.get((texts.test_set.id, texts.pair))
            assert (seen is not None and seen.may_propose) == right, (texts.test_set.id, texts.pair)
        if moment.what == "middle":
            for reference in references.values():
                if reference.may_propose:
                    self._correct(reference.id)

    def _correct(self, reference: int) -> None:
        """A word of a transcript that the better system has otherwise: scores before and after."""
        [file] = [each for each in self.alpha.client.data_files(self.slug) if each.id == reference]
        said = self.proposal(self.alpha.client, reference, *self._first_mistake(file.test_set))
        with pytest.raises(ForbiddenError):
            self.newcomer.propose_correction(self.slug, reference, **said)
        made = self.alpha.client.propose_correction(self.slug, reference, **said)
        with pytest.raises(ServerError):
            self.alpha.client.decide_corrections(self.slug, reference, [Verdict(made.id, "accepted", "so it is")])
        self.organiser.decide_corrections(self.slug, reference, [Verdict(made.id, "accepted", "so it is")])
        applied = self.organiser.apply_corrections(self.slug, reference)
        self.work()
        changes = self.organiser.score_changes(self.slug, applied.id)
        own = [
            system
            for board in changes
            for metric in board.metrics
            for system in metric.systems
            if system.name == "ALPHA_primary"
        ]
        assert own
        for system in own:
            assert system.preliminary is not None
            assert system.final is not None
            assert system.final < system.preliminary  # an error less

    def _first_mistake(self, test_set: str) -> tuple[str, str]:
        """A word of the first segment, and what the better system has in its place."""
        recognised = system_words(0, "", self.alpha.packer.system_of(Entry("", "", "", None, test_set, "primary")))
        return next((one, other) for one, other in zip(words_of(0, ""), recognised, strict=True) if one != other)

    # The evaluation server

    def _trying(self, moment: Moment, _scope: str) -> None:
        """A development set and a test set: scored, or refused, as the rules say."""
        if moment.what != "middle":
            return
        for role in ("dev", "current"):
            texts = next(
                (each for each in self.sets.values() if each.test_set.role == role and each.test_set.references), None
            )
            if texts is None:
                continue
            [track, *_] = self.tracks_of(texts)
            answer = may_try(
                self.rules, self.clock.now, self.alpha.viewer, test_set=texts.test_set.id, language_pair=texts.pair
            )
            name, data = texts.run_file(System("ALPHA", "trial", wrong=1))
            (self.folder / name).write_bytes(data)
            asked = {"track": track, "language_pair": texts.pair, "test_set": texts.test_set.id, "seconds": 0}
            if not answer.allowed:
                with pytest.raises(ConflictError):
                    self.alpha.client.try_out(self.slug, self.folder / name, **asked)  # type: ignore[arg-type]
                continue
            trial = self.alpha.client.try_out(self.slug, self.folder / name, **asked)  # type: ignore[arg-type]
            self.work()
            [over] = [each for each in self.alpha.client.trials(self.slug) if each.id == trial.id]
            assert over.scores, (over.failure, over.findings)
            scoring = self.rules.scoring_of(track, texts.pair)
            [specification, *_] = scoring.specifications
            computed = {metric for metric in scoring.all_metrics if metric not in scoring.outside}
            assert set(over.scores[specification]) == computed
