"""Who sees what in OpenMT 2012, phase by phase: the expected answers are written out, not computed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest

from bakeoff.rulebook import read_rulebook, schedule
from bakeoff.rulebook.schema import ROLES, Released, Role, Rulebook
from bakeoff.rulebook.state import Site, Viewer
from bakeoff.rulebook.visibility import RESOURCES, VISIBILITY, Resource, grants, may_see

RULES = read_rulebook("openmt2012")
SIGNED = frozenset(RULES.registration.agreements)
PAIRS = frozenset(RULES.language_pairs)
OWNER = Site(id="owner", language_pairs=PAIRS, signed=SIGNED, consents=frozenset(RULES.registration.consents))
OTHER = Site(id="other", language_pairs=PAIRS, signed=SIGNED)
VIEWERS = {
    "organiser": Viewer(role="organiser"),
    "owner": Viewer(role="participant", site=OWNER),
    "other": Viewer(role="participant", site=OTHER),
    "judge": Viewer(role="judge"),
    "observer": Viewer(role="observer"),
    "stranger": Viewer(role="stranger"),
}
"""The organiser, the team that owns the run, another team, a judge, an observer, a stranger."""

# From which phase on each viewer sees a resource of the current test set: `always`, the phase's id, `-` for never.
EXPECTED = """
                    organiser  owner          other          judge             observer  stranger
rules               always     always         always         always            always    always
schedule            always     always         always         always            always    always
registrations       always     always         -              -                 -         -
participants        always     preliminary    preliminary    public            public    public
training-data       always     training-data  training-data  -                 -         -
source              always     evaluation     evaluation     -                 -         -
references          always     preliminary    preliminary    -                 -         -
own-output          always     always         -              -                 -         -
own-findings        always     always         -              -                 -         -
own-scores          always     preliminary    -              -                 -         -
anonymous-outputs   always     combination    combination    -                 -         -
outputs             always     -              -              -                 -         -
scores              always     preliminary    preliminary    public            public    public
system-names        always     public         public         public            public    public
screens             always     -              -              human-assessment  -         -
own-judgments       always     -              -              always            -         -
judgments           always     -              -              -                 -         -
human-scores        always     public         public         public            public    public
own-description     always     always         -              -                 -         -
descriptions        always     -              -              -                 -         -
audit-log           always     -              -              -                 -         -
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
    viewer = Viewer(role=role, site=OWNER)
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
    unsigned = Viewer(role="participant", site=Site(id="new", language_pairs=PAIRS, signed=frozenset(["ldc-licence"])))
    answer = may_see(RULES, later, unsigned, "source", test_set="current", language_pair="ara2eng")
    assert (answer.allowed, answer.reason) == (
        False,
        "new has not signed: Terms of the registration form and the evaluation plan",
    )
    assert may_see(RULES, later, unsigned, "scores", test_set="current").allowed


def test_data_are_handed_only_for_the_registered_language_pairs() -> None:
    later = datetime(2012, 5, 1, tzinfo=UTC)
    site = Site(id="new", language_pairs=frozenset(["kor2eng"]), signed=SIGNED)
    viewer = Viewer(role="participant", site=site)
    assert may_see(RULES, later, viewer, "source", test_set="current", language_pair="kor2eng").allowed
    answer = may_see(RULES, later, viewer, "source", test_set="current", language_pair="ara2eng")
    assert (answer.allowed, answer.reason) == (False, "new did not register for ara2eng")


def test_outputs_are_shared_for_combination_only_by_those_who_consented() -> None:
    later = datetime(2012, 4, 17, tzinfo=UTC)
    answer = may_see(RULES, later, VIEWERS["owner"], "anonymous-outputs", test_set="current", owner=OTHER)
    assert (answer.allowed, answer.reason) == (False, "other did not consent to share its outputs")


def test_an_answer_tells_when_it_will_change() -> None:
    early = datetime(2012, 4, 1, tzinfo=UTC)
    answer = may_see(RULES, early, VIEWERS["owner"], "source", test_set="current", language_pair="ara2eng")
    assert answer.opens == datetime(2012, 4, 2, 4, tzinfo=UTC)
    assert answer.reason == "the phase evaluation will release it"


def test_a_participant_without_a_site_sees_what_a_participant_is_owed_by_nobody() -> None:
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
