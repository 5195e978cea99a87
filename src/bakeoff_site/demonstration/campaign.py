"""The campaign is made: people, data, packages and runs, each through the service that the pages use too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from django.utils import timezone

from bakeoff.formats import read_source
from bakeoff.rulebook import parse_rulebook, schedule
from bakeoff.rulebook.calendar import Period
from bakeoff.rulebook.schema import Package
from bakeoff.submissions.packages.builder import Output, PackageNames, build_package
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.services.campaigns import create_campaign, set_listed
from bakeoff_site.campaigns.services.teams import assign_team_code, register_team, sign_agreement
from bakeoff_site.datasets.services import add_data_file
from bakeoff_site.demonstration import texts
from bakeoff_site.demonstration.dates import dated
from bakeoff_site.demonstration.judging import judge_everything, plan_judging
from bakeoff_site.demonstration.rulebook import (
    PAIR,
    Stage,
    demonstration_rulebook,
    demonstration_track,
    submitted_test_sets,
    text_tracks,
)
from bakeoff_site.demonstration.teams import (
    BASELINE_SHARE,
    ENTRANTS,
    JUDGES,
    ORGANISER,
    PASSWORD,
    REGISTERED_SO_FAR,
    Entrant,
    description_of,
    registration_of,
)
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.models import Job
from bakeoff_site.submissions.services import enter_run, receive_submission, submit_description

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Built:
    """The campaign, and the teams by their codes."""

    campaign: Campaign
    teams: dict[str, Team]


def build_demonstration(template: str, *, id: str, seed: int, progress: Progress, stage: Stage = "finished") -> Built:
    """Makes a campaign; `progress` gets the number of jobs that are done and all that there are."""
    now = timezone.now()
    organiser = _person(*ORGANISER, is_superuser=True)
    rulebook = demonstration_rulebook(template, id=id, today=now.date(), stage=stage)
    with dated(schedule(parse_rulebook(rulebook).rulebook)[0].start) as when:
        campaign = create_campaign(rulebook, creator=organiser, now=when)
        set_listed(campaign, actor=organiser, listed=True)
    built = Built(campaign, {})
    entrants = ENTRANTS if stage == "finished" else ENTRANTS[:REGISTERED_SO_FAR]
    with dated(_start_of(campaign, "register")):
        for entrant in entrants:
            built.teams[entrant.team] = _register(campaign, entrant, organiser)
        _add_data(campaign, organiser)
    submitters = entrants if stage == "finished" else entrants[1:]  # the first one is for trying
    for period in schedule(campaign.rules):
        if period.start > now:
            continue
        for package in packages_of(campaign, period):
            with dated(_within(period)) as when, TemporaryDirectory(prefix="bakeoff-demo-") as work:
                for entrant in submitters:
                    _submit(built, entrant, package, when, seed=seed, folder=Path(work))
                _work_off(progress)
                _enter_baselines(campaign, package, organiser, seed=seed)
                _work_off(progress)
        if "describe" in period.phase.opens:
            with dated(_within(period)) as when:
                _describe(built, when)
    if stage == "open":
        plan_judging(campaign, organiser)
    else:
        with dated(_after_submissions(campaign)) as when:
            task = plan_judging(campaign, organiser)
            judge_everything(task, [_person(*judge) for judge in JUDGES], organiser, when=when, seed=seed)
    return built


def _after_submissions(campaign: Campaign) -> datetime:
    """A day after the last run was due, or yesterday."""
    periods = [period for period in schedule(campaign.rules) if any(packages_of(campaign, period))]
    latest = timezone.now() - timedelta(days=1)
    return min(max(period.end for period in periods) + timedelta(days=1), latest)


def write_package(
    campaign: Campaign, entrant: Entrant, package: Package, when: datetime, *, seed: int, folder: Path
) -> Path:
    """A package of a team's outputs, named as the rulebook asks; its path in the folder."""
    rules = campaign.rules
    track = demonstration_track(rules).id
    names = PackageNames(
        rulebook=rules,
        package=package,
        team=entrant.team,
        language_pair=PAIR,
        track=track,
        day=when.astimezone(rules.campaign.zone).date(),
        further={},
    )
    condition = next((each.id for each in rules.conditions_of(track, PAIR)), None)
    source = read_source(_written(folder / "source.xml", _source_of(campaign, package)))
    outputs = []
    for test_set in submitted_test_sets(campaign.rules, package):
        for system, lines in _outputs(campaign, entrant, package, seed=seed):
            path = folder / f"{entrant.team}.{test_set}.{system}.txt"
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            outputs.append(Output(path=path, system=system, condition=condition, test_set=test_set))
    return build_package(names, outputs, source=source, folder=folder)


def _source_of(campaign: Campaign, package: Package) -> bytes:
    test_set = campaign.rules.test_sets[submitted_test_sets(campaign.rules, package)[0]]
    return texts.source_file(test_set, languages=_languages(campaign))


def _written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def _person(name: str, email: str, **fields: object) -> User:
    """Somebody with an account: the same person in all campaigns."""
    known = User.objects.filter(email=email).first()
    return known or User.objects.create_user(email, PASSWORD, name=name, email_verified_at=timezone.now(), **fields)


def _start_of(campaign: Campaign, opening: str) -> datetime:
    periods = schedule(campaign.rules)
    return _within(next((period for period in periods if opening in period.phase.opens), periods[0]))


def _within(period: Period) -> datetime:
    """A time early in a phase."""
    end = min(period.end, timezone.now(), datetime.max.replace(tzinfo=UTC))
    return period.start + (end - period.start) / 4


def _register(campaign: Campaign, entrant: Entrant, organiser: User) -> Team:
    user = _person(entrant.person, entrant.email, affiliation=entrant.name)
    team = register_team(campaign, registration_of(entrant, campaign.rules), by=user)
    if not team.code:
        assign_team_code(team, entrant.team, by=organiser)
        team.refresh_from_db()
    for agreement in campaign.rules.registration.agreements:
        sign_agreement(team, agreement, by=user)
    return team


def _add_data(campaign: Campaign, organiser: User) -> None:
    rules = campaign.rules
    languages = _languages(campaign)
    offered = {each.id: each for track in text_tracks(rules) for each in rules.test_sets_of(track.id, PAIR)}
    for test_set in offered.values():
        made = {"source": texts.source_file(test_set, languages=languages)}
        if test_set.references:
            made["reference"] = texts.reference_file(test_set, languages=languages)
        for kind, data in made.items():
            add_data_file(
                campaign,
                kind=kind,
                name=f"{test_set.id}.{PAIR}.{kind}.xml",
                chunks=[data],
                test_set=test_set.id,
                language_pair=PAIR,
                by=organiser,
            )


def _languages(campaign: Campaign) -> texts.Languages:
    pair = campaign.rules.language_pairs[PAIR]
    return texts.Languages(PAIR, pair.source, pair.target or "")


def packages_of(campaign: Campaign, period: Period) -> Iterator[Package]:
    """What is submitted during a phase, in the track of the demonstration."""
    rules = campaign.rules
    track = demonstration_track(rules).id
    for opening in period.phase.opens:
        kind, _, name = opening.partition(":")
        if kind == "submit" and track in (rules.submission.packages[name].tracks or rules.tracks):
            yield rules.submission.packages[name]


def _submit(built: Built, entrant: Entrant, package: Package, when: datetime, *, seed: int, folder: Path) -> None:
    team = built.teams[entrant.team]
    path = write_package(built.campaign, entrant, package, when, seed=seed, folder=folder)
    contact = team.members.get(is_contact=True).user
    receive_submission(
        team, name=path.name, chunks=[path.read_bytes()], package=package.id, by=contact, arrived_at=when
    )


def _describe(built: Built, when: datetime) -> None:
    for entrant in ENTRANTS[: len(built.teams)]:
        team = built.teams[entrant.team]
        contact = team.members.get(is_contact=True).user
        submit_description(team, text=description_of(entrant, built.campaign.rules), by=contact, now=when)


def _outputs(
    campaign: Campaign, entrant: Entrant, package: Package, *, seed: int
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Outputs of a team by what names call its systems: the one that is compared, then further ones."""
    types = {
        name: kind
        for name, kind in campaign.rules.submission.system_types.items()
        if name in (package.system_types or campaign.rules.submission.system_types)
    }
    main = next((name for name, kind in types.items() if kind.compared), next(iter(types)))
    yield types[main].written[0], _output(entrant, seed)
    further = next((kind for name, kind in types.items() if name != main and not kind.combination), None)
    for number, share in enumerate(entrant.contrastive if further else ()):
        yield further.written[number], texts.worsened(share, seed=f"{seed} {entrant.team} {number}")  # type: ignore[union-attr]


def _output(entrant: Entrant, seed: int) -> tuple[str, ...]:
    if entrant.share is None:
        return texts.example().outputs[entrant.team.lower()]
    return texts.worsened(entrant.share, seed=f"{seed} {entrant.team}")


def _enter_baselines(campaign: Campaign, package: Package, organiser: User, *, seed: int) -> None:
    """The systems that the rulebook lists next to those of the teams."""
    rules = campaign.rules
    track = demonstration_track(rules).id
    condition = next((each.id for each in rules.conditions_of(track, PAIR)), "")
    for system in rules.systems.values():
        if track not in (system.tracks or rules.tracks) or PAIR not in (system.language_pairs or [PAIR]):
            continue
        lines = texts.worsened(BASELINE_SHARE, seed=f"{seed} {system.id}")
        for test_set in submitted_test_sets(campaign.rules, package):
            data = texts.run_file(
                lines,
                rules.test_sets[test_set],
                system=system.id,
                languages=_languages(campaign),
                format=package.format,
            )
            enter_run(
                campaign,
                system=system.id,
                track=track,
                language_pair=PAIR,
                condition=condition,
                test_set=test_set,
                name=f"{system.id}.{test_set}",
                chunks=[data],
                by=organiser,
            )


def _work_off(progress: Progress) -> None:
    """Does all jobs, as the worker does."""
    while work_off("demo", most=1):
        jobs = Job.objects.order_by()
        progress(jobs.filter(state="done").count(), jobs.count())
