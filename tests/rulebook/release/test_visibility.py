"""Who sees what in OpenMT 2012, phase by phase: the expected answers are written out, not computed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest

from bakeoff.rulebook import read_rulebook, rulebook_names, schedule
from bakeoff.rulebook.release.grants import RESOURCES, Resource, grants
from bakeoff.rulebook.release.grants import test_sets_of_package as packages_sets
from bakeoff.rulebook.release.visibility import VISIBILITY, Answer, may_see
from bakeoff.rulebook.schema import ROLES, Released, Role, Rulebook
from bakeoff.rulebook.state import Submitted, TeamState, Viewer

RULES = read_rulebook("openmt2012")
SIGNED = frozenset(RULES.registration.agreements)
PAIRS = frozenset(RULES.language_pairs)
TRACKS = frozenset(RULES.tracks)
RUNS = tuple(
    Submitted(package="eval", track="single", language_pair=pair, test_set="current", system="primary")
    for pair in sorted(PAIRS)
)
OWNER = TeamState(
    code="owner",
    language_pairs=PAIRS,
    tracks=TRACKS,
    signed=SIGNED,
    consents=frozenset(RULES.registration.consents),
    submitted=RUNS,
)
OTHER = TeamState(code="other", language_pairs=PAIRS, tracks=TRACKS, signed=SIGNED, submitted=RUNS)
ABSENT = TeamState(code="absent", language_pairs=PAIRS, tracks=TRACKS, signed=SIGNED)
VIEWERS = {
    "organiser": Viewer(role="organiser"),
    "owner": Viewer(role="participant", team=OWNER),
    "other": Viewer(role="participant", team=OTHER),
    "absent": Viewer(role="participant", team=ABSENT),
    "judge": Viewer(role="judge"),
    "observer": Viewer(role="observer"),
    "stranger": Viewer(role="stranger"),
}
"""The organiser, the team that owns the run, another, one that submitted nothing, a judge, an observer, a stranger."""

# From which phase on each viewer sees a resource of the current test set: `always`, the phase's id, `-` for never.
EXPECTED = """
                    organiser  owner          other          absent         judge             observer  stranger
rules               always     always         always         always         always            always    always
schedule            always     always         always         always         always            always    always
registrations       always     always         -              -              -                 -         -
participants        always     preliminary    preliminary    public         public            public    public
training-data       always     training-data  training-data  training-data  -                 -         -
source              always     evaluation     evaluation     evaluation     -                 -         -
references          always     preliminary    preliminary    -              -                 -         -
own-output          always     always         -              -              -                 -         -
own-findings        always     always         -              -              -                 -         -
own-scores          always     preliminary    -              -              -                 -         -
anonymous-outputs   always     combination    combination    combination    -                 -         -
outputs             always     -              -              -              -                 -         -
scores              always     preliminary    preliminary    public         public            public    public
system-names        always     public         public         public         public            public    public
screens             always     -              -              -              human-assessment  -         -
own-judgments       always     -              -              -              always            -         -
judgments           always     -              -              -              -                 -         -
human-scores        always     public         public         public         public            public    public
own-description     always     always         -              -              -                 -         -
descriptions        always     public         public         public         -                 -         -
audit-log           always     -              -              -              -                 -         -
"""


def rows() -> list[tuple[str, str, str]]:
    header, *lines = EXPECTED.strip().splitlines()
    return [
        (resource, viewer, cell)
        for resource, *cells in (line.split() for line in lines)
        for viewer, cell in zip(header.split(), cells, strict=True)
    ]


def moments(rulebook: Rulebook) -> list[datetime]:
    """Before everything, the first and the last second of every phase, and long after."""
    periods = schedule(rulebook)
    bounds = [moment for period in periods for moment in (period.start, period.end) if moment.year < 9999]
    second = timedelta(seconds=1)
    return sorted(
        {moment + step for moment in [*bounds, datetime(2030, 1, 1, tzinfo=UTC)] for step in (-second, 0 * second)}
    )


def sees(viewer: str, resource: Resource, when: datetime) -> bool:
    answer = may_see(RULES, when, VIEWERS[viewer], resource, test_set="current", language_pair="ara2eng", owner=OWNER)
    return answer.allowed


def test_the_expectation_covers_every_resource_and_viewer() -> None:
    assert {(resource, viewer) for resource, viewer, _ in rows()} == {
        (resource, viewer) for resource in RESOURCES for viewer in VIEWERS
    }


@pytest.mark.parametrize(("resource", "viewer", "cell"), rows())
def test_what_each_viewer_sees_at_every_change_of_phase(resource: Resource, viewer: str, cell: str) -> None:
    periods = {period.phase.id: period for period in schedule(RULES)}
    for when in moments(RULES):
        if resource == "screens" and cell not in {"always", "-"}:
            expected = periods[cell].holds(when)
        else:
            expected = cell == "always" or (cell != "-" and when >= periods[cell].start)
        assert sees(viewer, resource, when) == expected, f"{viewer} and {resource} at {when}"


def test_the_table_names_every_role_and_resource() -> None:
    assert set(VISIBILITY) == {(resource, role) for resource in RESOURCES for role in ROLES}
    assert set(VISIBILITY.values()) <= {"always", "own", "released", "judging", "never"}


def test_what_phases_may_release_is_in_the_table() -> None:
    assert set(get_args(Released)) <= set(RESOURCES)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("resource", [resource for resource in RESOURCES if resource != "screens"])
def test_what_was_released_stays_released(role: Role, resource: Resource) -> None:
    viewer = Viewer(role=role, team=OWNER)
    answers = [
        may_see(RULES, when, viewer, resource, test_set="current", language_pair="ara2eng", owner=OWNER).allowed
        for when in moments(RULES)
    ]
    assert answers == sorted(answers)


def test_references_of_a_set_that_no_phase_names_stay_hidden() -> None:
    long_after = datetime(2030, 1, 1, tzinfo=UTC)
    assert may_see(
        RULES, long_after, VIEWERS["owner"], "references", test_set="current", language_pair="ara2eng"
    ).allowed
    assert not may_see(
        RULES, long_after, VIEWERS["owner"], "references", test_set="combination", language_pair="ara2eng"
    ).allowed
    assert not may_see(RULES, long_after, VIEWERS["owner"], "references", language_pair="ara2eng").allowed


def test_data_are_handed_only_to_those_who_signed() -> None:
    later = datetime(2012, 5, 1, tzinfo=UTC)
    unsigned = Viewer(
        role="participant", team=TeamState(code="new", language_pairs=PAIRS, signed=frozenset(["ldc-licence"]))
    )
    answer = may_see(RULES, later, unsigned, "source", test_set="current", language_pair="ara2eng")
    assert (answer.allowed, answer.reason) == (
        False,
        "new has not signed: Terms of the registration form and the evaluation plan",
    )
    assert may_see(RULES, datetime(2012, 9, 1, tzinfo=UTC), unsigned, "scores", test_set="current").allowed


def test_data_are_handed_only_for_the_registered_language_pairs() -> None:
    later = datetime(2012, 5, 1, tzinfo=UTC)
    team = TeamState(code="new", language_pairs=frozenset(["kor2eng"]), signed=SIGNED)
    viewer = Viewer(role="participant", team=team)
    assert may_see(RULES, later, viewer, "source", test_set="current", language_pair="kor2eng").allowed
    answer = may_see(RULES, later, viewer, "source", test_set="current", language_pair="ara2eng")
    assert (answer.allowed, answer.reason) == (False, "new did not register for ara2eng")


def test_outputs_are_shared_only_with_those_who_signed_and_registered_for_the_pair() -> None:
    later = datetime(2012, 4, 17, tzinfo=UTC)

    def answer(team: TeamState, pair: str) -> Answer:
        viewer = Viewer(role="participant", team=team)
        return may_see(RULES, later, viewer, "anonymous-outputs", test_set="current", language_pair=pair)

    signed = TeamState(code="new", language_pairs=frozenset(["kor2eng"]), tracks=TRACKS, signed=SIGNED)
    assert answer(signed, "kor2eng").allowed
    assert answer(signed, "ara2eng").reason == "new did not register for ara2eng"
    unsigned = TeamState(code="new", language_pairs=frozenset(["kor2eng"]), tracks=TRACKS)
    assert answer(unsigned, "kor2eng").reason.startswith("new has not signed: ")


def test_training_data_may_be_for_everybody() -> None:
    rules = read_rulebook("wmt")
    released = next(period.start for period in schedule(rules) if period.phase.id == "training-data")
    for role in ROLES:
        if role != "participant":
            assert may_see(rules, released, Viewer(role=role), "training-data").allowed


def test_outputs_are_shared_for_combination_only_by_those_who_consented() -> None:
    later = datetime(2012, 4, 17, tzinfo=UTC)
    answer = may_see(RULES, later, VIEWERS["owner"], "anonymous-outputs", test_set="current", owner=OTHER)
    assert (answer.allowed, answer.reason) == (False, "other did not consent to share its outputs")


def test_an_answer_tells_when_it_will_change() -> None:
    early = datetime(2012, 4, 1, tzinfo=UTC)
    answer = may_see(RULES, early, VIEWERS["owner"], "source", test_set="current", language_pair="ara2eng")
    assert answer.opens == datetime(2012, 4, 2, 4, tzinfo=UTC)
    assert answer.reason == "the phase evaluation will release it"


def test_a_participant_without_a_team_sees_what_a_participant_is_owed_by_nobody() -> None:
    later = datetime(2030, 1, 1, tzinfo=UTC)
    nobody = Viewer(role="participant")
    assert not may_see(RULES, later, nobody, "source", test_set="current").allowed
    assert not may_see(RULES, later, nobody, "own-scores", test_set="current", owner=OWNER).allowed


def test_a_source_is_released_when_its_submission_opens_unless_the_rulebook_says_when() -> None:
    phases = {
        name: phase.model_copy(update={"releases": {}}) if name == "evaluation" else phase
        for name, phase in RULES.phases.items()
    }
    silent = RULES.model_copy(update={"phases": phases})
    implied = [grant for grant in grants(silent) if grant.resources == ("source",) and grant.scope == "current"]
    assert [(grant.phase, grant.roles) for grant in implied] == [("evaluation", ("participant",))]
    assert not [grant for grant in grants(RULES) if grant.scope == "current" and grant.resources == ("source",)][1:]


def test_agreement_about_some_tracks_withholds_only_their_data() -> None:
    """IWSLT 2016, section 2.2: the MSLT data are for those who signed their licence."""
    rules, when = read_rulebook("iwslt2016"), datetime(2016, 9, 20, tzinfo=UTC)
    unsigned, signed = (
        Viewer(role="participant", team=TeamState(code="KIT", signed=frozenset(names)))
        for names in ([], ["mslt-licence"])
    )
    assert may_see(rules, when, unsigned, "source", test_set="tst2016").allowed
    assert not may_see(rules, when, unsigned, "source", test_set="mslt-tst2016").allowed
    assert may_see(rules, when, signed, "source", test_set="mslt-tst2016").allowed
    assert may_see(rules, when, unsigned, "training-data").allowed


@pytest.mark.parametrize("name", rulebook_names())
@pytest.mark.parametrize("resource", RESOURCES)
def test_every_rulebook_keeps_what_the_table_promises(name: str, resource: Resource) -> None:
    rules = read_rulebook(name)
    team = TeamState(
        code="team",
        language_pairs=frozenset(rules.language_pairs),
        signed=frozenset(rules.registration.agreements),
        consents=frozenset(rules.registration.consents),
    )
    whens = [datetime(1990, 1, 1, tzinfo=UTC), *moments(rules)]
    for test_set in [None, *rules.test_sets]:
        seen = {
            role: [
                may_see(rules, when, Viewer(role=role, team=team), resource, test_set=test_set, owner=team).allowed
                for when in whens
            ]
            for role in ROLES
        }
        for role, answers in seen.items():
            cell = VISIBILITY[resource, role]
            assert all(answers) if cell == "always" else True
            assert not any(answers) if cell == "never" else True
            assert not answers[0] or cell in ("always", "own"), "seen before the campaign began"
            assert answers == sorted(answers) or cell == "judging", "hidden again after it was seen"
        # What strangers see, participants see as well.
        if resource != "screens":
            assert all(own for own, public in zip(seen["participant"], seen["stranger"], strict=True) if public)


@pytest.mark.parametrize("name", rulebook_names())
def test_references_of_no_current_set_are_seen_before_its_submissions_close(name: str) -> None:
    rules = read_rulebook(name)
    team = TeamState(
        code="team",
        language_pairs=frozenset(rules.language_pairs),
        signed=frozenset(rules.registration.agreements),
    )
    viewer = Viewer(role="participant", team=team)
    for period in schedule(rules):
        packages = [opening.partition(":")[2] for opening in period.phase.opens if opening.startswith("submit:")]
        # Metrics are run on references.
        runs = [name for name in packages if not is_of_metrics(rules, name)]
        for test_set in {name for package in runs for name in packages_sets(rules, package)}:
            if rules.test_sets[test_set].role in ("current", "progress"):
                when = period.end - timedelta(seconds=1)
                assert not may_see(rules, when, viewer, "references", test_set=test_set).allowed, test_set


def is_of_metrics(rules: Rulebook, package: str) -> bool:
    tracks = rules.submission.packages[package].tracks
    return bool(tracks) and all(rules.tracks[track].kind == "metrics" for track in tracks)
