"""Creating a campaign and changing its rulebook."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from bakeoff.rulebook import Rulebook, parse_rulebook, read_rulebook, rulebook_names, start_on
from bakeoff.rulebook.files.sources import find_rulebook
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.conversions import storable
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.selectors import is_organiser
from bakeoff_site.campaigns.services.campaigns import change_rulebook, create_campaign, slug_of, version_of
from bakeoff_site.campaigns.services.teams import grant_extension, sign_agreement
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.submissions.models import Board, Run, Submission
from tests.site.campaigns.conftest import NOW, RULEBOOK

NEW, EDIT = "/new-campaign/rulebook/", "/campaigns/harbour/organise/rulebook/"
COMING = start_on(RULEBOOK, NOW.date())
"""The same with nothing in the past."""
SignIn = Callable[[User], Client]


@pytest.mark.django_db
def test_a_campaign_is_created_and_its_creator_organises_it(signed_in: SignIn, admin: User) -> None:
    response = signed_in(admin).post(NEW, {"text": RULEBOOK, "action": "save", "confirm_past": "yes"})
    campaign = Campaign.objects.get()
    assert response["Location"] == "/campaigns/harbour/organise/"
    assert (campaign.title, campaign.listed) == ("Harbour Translation Task", False)
    assert campaign.rulebook_text == RULEBOOK
    assert campaign.rules == parse_rulebook(RULEBOOK).rulebook
    assert campaign.memberships.filter(user=admin, role="organiser").exists()
    event = AuditEvent.objects.get()
    assert (event.act, event.actor, event.campaign) == ("campaign.create", admin, campaign)


@pytest.mark.django_db
def test_an_empty_editor_offers_examples_and_a_filled_one_does_not(signed_in: SignIn, admin: User) -> None:
    browser = signed_in(admin)
    empty = browser.get(NEW).content.decode()
    assert '<option value="simple">Small translation task (text translation)</option>' in empty
    example = browser.get(NEW, {"example": "wmt"}).content.decode()
    written = example.split('wrap="off"')[1].split("</textarea>")[0]
    assert "id = &quot;my-campaign&quot;" in written
    assert '<option value="wmt" selected>' in example
    assert not Campaign.objects.exists()
    assert "Example to start from" not in browser.post(NEW, {"text": COMING, "action": "check"}).content.decode()


@pytest.mark.django_db
def test_an_example_that_does_not_exist_is_not_found(signed_in: SignIn, admin: User) -> None:
    response = signed_in(admin).get(NEW, {"example": "../secrets"})
    assert (response.status_code, b"my-campaign" in response.content) == (404, False)


@pytest.mark.django_db
def test_a_check_shows_the_rules_and_creates_nothing(signed_in: SignIn, admin: User) -> None:
    page = signed_in(admin).post(NEW, {"text": COMING, "action": "check"}).content.decode()
    assert "The rulebook has no mistakes." in page
    assert "<h2>Schedule</h2>" in page
    assert "Parallel data" in page
    assert not Campaign.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("action", ["check", "save"])
def test_all_mistakes_are_shown_with_their_lines(signed_in: SignIn, admin: User, action: str) -> None:
    text = RULEBOOK.replace("timezone =", "timezon =").replace('kind = "mt"', 'kind = "tm"')
    page = signed_in(admin).post(NEW, {"text": text, "action": action}).content.decode()
    assert not Campaign.objects.exists()
    assert "2 mistakes" in page
    assert '<a href="#rulebook" data-line="4">Line 4</a>' in page
    assert '<span class="line faulty"><span class="number">4</span>timezon = &quot;Europe/Berlin&quot;</span>' in page
    assert "Did you mean timezone?" in page
    assert "Line 10" in page
    assert "one of mt, " in page
    assert "timezon = &quot;Europe/Berlin&quot;" in page.split("</textarea>")[0]


@pytest.mark.django_db
@pytest.mark.parametrize("action", ["check", "save"])
@pytest.mark.parametrize("end", ["x = [\n", 'x = """\n', "[a.\n"])
def test_a_rulebook_that_breaks_off_is_shown_with_its_line(
    signed_in: SignIn, admin: User, end: str, action: str
) -> None:
    response = signed_in(admin).post(NEW, {"text": RULEBOOK + end, "action": action})
    assert "Line " in response.content.decode()
    assert not Campaign.objects.exists()


@pytest.mark.django_db
def test_a_mistake_in_a_rulebook_that_is_built_on_names_that_file(signed_in: SignIn, admin: User) -> None:
    text = 'extends = "openmt2012"\n[campaign]\nid = "next"\n[phases.registration]\nstart = 2026-01-01\n'
    page = signed_in(admin).post(NEW, {"text": text, "action": "check"}).content.decode()
    assert "openmt2012.toml, line" in page


@pytest.mark.django_db
def test_a_file_replaces_the_text(signed_in: SignIn, admin: User) -> None:
    file = SimpleUploadedFile("mine.toml", b"\xef\xbb\xbf" + COMING.replace("\n", "\r\n").encode())
    page = signed_in(admin).post(NEW, {"text": "x = ", "file": file, "action": "check"}).content.decode()
    assert "The rulebook has no mistakes." in page
    assert "id = &quot;harbour&quot;" in page.split("</textarea>")[0]


@pytest.mark.django_db
def test_a_file_that_is_no_text_is_refused_with_the_line(signed_in: SignIn, admin: User) -> None:
    file = SimpleUploadedFile("mine.toml", b'[campaign]\nid = "\xff"\n')
    page = signed_in(admin).post(NEW, {"file": file, "action": "save"}).content.decode()
    assert "Line 2: expected UTF-8 text, found the byte 0xFF." in page


@pytest.mark.django_db
def test_nothing_at_all_is_refused(signed_in: SignIn, admin: User) -> None:
    assert "Write a rulebook, or choose a file." in signed_in(admin).post(NEW, {"action": "save"}).content.decode()


@pytest.mark.django_db
def test_a_schedule_in_the_past_must_be_confirmed(signed_in: SignIn, admin: User) -> None:
    page = signed_in(admin).post(NEW, {"text": RULEBOOK, "action": "save"}).content.decode()
    assert "Not created yet: 1 of 3 phases has already started" in page
    assert "<b>Registration</b>: from" in page
    assert 'name="confirm_past"' in page
    assert not Campaign.objects.exists()
    with pytest.raises(RefusedError, match="1 of its 3 phases have already started, from Registration on"):
        create_campaign(RULEBOOK, creator=admin)


def test_two_campaigns_have_two_ids(campaign: Campaign, signed_in: SignIn, admin: User) -> None:
    text = RULEBOOK.replace('id = "harbour"', 'id = "Harbour"')
    page = signed_in(admin).post(NEW, {"text": text, "action": "save", "confirm_past": "yes"}).content.decode()
    assert "There is a campaign with the address harbour already" in page
    assert Campaign.objects.count() == 1


@pytest.mark.django_db
def test_a_title_that_is_too_long_is_refused(admin: User) -> None:
    with pytest.raises(RefusedError, match="201 characters; at most 200"):
        create_campaign(RULEBOOK.replace("Harbour Translation Task", "x" * 201), creator=admin, confirm_past=True)


def test_addresses_hold_what_addresses_may() -> None:
    assert slug_of("OpenMT-2012.v2+x") == "openmt-2012-v2-x"


@pytest.mark.parametrize("name", rulebook_names())
def test_what_is_stored_is_read_as_the_same_rulebook(name: str) -> None:
    written = parse_rulebook(find_rulebook(name).read_text(encoding="utf-8"))
    stored = json.loads(json.dumps(storable(written.content)))
    assert Rulebook.model_validate(stored) == read_rulebook(name)


def test_a_change_is_saved_and_logged_by_key(campaign: Campaign, signed_in: SignIn, organiser: User) -> None:
    text = RULEBOOK.replace("end = 2027-02-26", "end = 2027-02-28")
    data = {"text": text, "version": version_of(RULEBOOK), "action": "save"}
    response = signed_in(organiser).post(EDIT, data)
    assert response["Location"] == "/campaigns/harbour/organise/"
    campaign = Campaign.objects.get()
    assert str(campaign.rules.phases["registration"].end) == "2027-02-28"
    event = AuditEvent.objects.get(act="campaign.change-rulebook")
    assert event.details == {
        "changes": [
            {"path": "phases.registration.end", "kind": "changed", "before": "2027-02-26", "after": "2027-02-28"}
        ]
    }


def test_a_change_is_shown_before_it_is_saved(campaign: Campaign, signed_in: SignIn, organiser: User) -> None:
    text = RULEBOOK.replace('title = "Results"', 'title = "Scores"').replace('["University", "Company"]', '["Company"]')
    data = {"text": text, "action": "check"}
    page = signed_in(organiser).post(EDIT, data).content.decode()
    assert "<code>phases.results.title</code>" in page
    assert "<td>Results</td><td>Scores</td>" in page
    assert "<td>[&quot;University&quot;, &quot;Company&quot;]</td><td>[&quot;Company&quot;]</td>" in page
    assert Campaign.objects.get().rulebook_text == RULEBOOK


def test_what_someone_else_changed_meanwhile_is_kept(campaign: Campaign, signed_in: SignIn, organiser: User) -> None:
    version = version_of(campaign.rulebook_text)
    first = RULEBOOK.replace('title = "Results"', 'title = "Scores"')
    change_rulebook(campaign, first, actor=organiser, version=version)
    page = signed_in(organiser).post(EDIT, {"text": RULEBOOK, "version": version, "action": "save"}).content.decode()
    assert "Someone else changed the rulebook meanwhile." in page
    assert Campaign.objects.get().rulebook_text == first


USED = {
    "pair": ("de-en", "fr-en", "the language pair de-en cannot be removed: it was chosen by 1 team"),
    "agreement": (
        "agreements.licence",
        "agreements.other",
        "the agreement licence cannot be removed: it was signed by 1 team",
    ),
    "consent": ("consents.share", "consents.other", "the consent share cannot be removed: it was given by 1 team"),
    "phase": (
        "phases.evaluation",
        "phases.other",
        "the phase evaluation cannot be removed: it was extended for 1 team",
    ),
    "id": ('id = "harbour"', 'id = "port"', "the id harbour cannot be changed"),
}


@pytest.mark.parametrize("what", USED)
def test_what_teams_use_stays(what: str, team: Team, owner: User, signed_in: SignIn, organiser: User) -> None:
    sign_agreement(team, "licence", by=owner)
    grant_extension(team, "evaluation", NOW.replace(month=4, day=2), reason="x", by=organiser)
    old, new, reason = USED[what]
    data = {"text": RULEBOOK.replace(old, new), "version": version_of(RULEBOOK), "action": "save"}
    page = signed_in(organiser).post(EDIT, data).content.decode()
    assert f"The rulebook was not changed: {reason}" in page
    assert Campaign.objects.get().rulebook_text == RULEBOOK
    page = signed_in(organiser).post(EDIT, {**data, "action": "check"}).content.decode()
    assert reason[1:] in page


RUN_USES = {
    "track": ("tracks.news", "tracks.stories", "the track news cannot be removed: it was used by 1 run"),
    "pair": (
        'language_pairs = ["de-en", "en-de"]',
        'language_pairs = ["de-en"]',
        "the language pair en-de of the track news cannot be removed: it was used by 1 run",
    ),
    "condition": (
        "conditions.constrained",
        "conditions.closed",
        "the condition constrained cannot be removed: it was used by 1 run",
    ),
    "test set": (
        "test_sets.news-test",
        "test_sets.news",
        "the test set news-test cannot be removed: it was used by 1 run",
    ),
    "package": ("packages.runs", "packages.texts", "the package runs cannot be removed: it was submitted 1 time"),
    "type": (
        "system_types.primary",
        "system_types.main",
        "the type of system primary cannot be removed: it was used by 1 run",
    ),
    "system": ("systems.plain", "systems.simple", "the system plain cannot be removed: it was used by 1 run"),
}


@pytest.mark.parametrize("what", RUN_USES)
def test_what_runs_use_stays(what: str, team: Team, owner: User, organiser: User) -> None:
    written = RULEBOOK + '[submission.system_types.primary]\nexactly = 1\n[systems.plain]\nkind = "baseline"\n'
    campaign = team.campaign
    change_rulebook(campaign, written, actor=organiser, version=version_of(RULEBOOK))
    _run(campaign, owner, "de-en", team=team, system_type="primary", condition="constrained")
    _run(campaign, organiser, "en-de", entered="plain")
    old, new, reason = RUN_USES[what]
    changed = written.replace(old, new).replace("submit:runs", "submit:texts" if what == "package" else "submit:runs")
    if what in ("track", "condition", "test set"):  # used by one of the two
        Run.objects.filter(entered="plain").delete()
    with pytest.raises(RefusedError) as refusal:
        change_rulebook(campaign, changed, actor=organiser, version=version_of(written))
    assert str(refusal.value) == f"The rulebook was not changed: {reason}."
    assert Campaign.objects.get().rulebook_text == written


def _run(campaign: Campaign, by: User, language_pair: str, *, condition: str = "", **of: Any) -> None:
    board = Board.objects.create(
        campaign=campaign, track="news", language_pair=language_pair, condition=condition, test_set="news-test"
    )
    submission = Submission.objects.create(
        campaign=campaign,
        team=of.get("team"),
        number=board.pk,
        name="a.tgz",
        size=1,
        submitted_by=by,
        received_at=NOW,
        package="runs" if "team" in of else "",
    )
    Run.objects.create(submission=submission, board=board, system="a", name="a", file_name="a.xml", size=1, **of)


def test_what_no_team_uses_may_go(campaign: Campaign, organiser: User) -> None:
    text = RULEBOOK.replace("agreements.licence", "agreements.other")
    changes = change_rulebook(campaign, text, actor=organiser, version=version_of(RULEBOOK))
    assert [(change.path, change.kind) for change in changes] == [
        ("registration.agreements.licence", "removed"),
        ("registration.agreements.other", "added"),
    ]


def test_organisers_are_told_what_an_unlisted_campaign_does_not_hide(
    campaign: Campaign, signed_in: SignIn, organiser: User, stranger: User
) -> None:
    page = signed_in(organiser).get("/campaigns/harbour/organise/").content.decode()
    assert "It is not secret: anyone with its address can read its rules and register." in page
    client = signed_in(stranger)
    assert "Register a team" in client.get("/campaigns/harbour/").content.decode()
    assert client.get("/campaigns/harbour/register/").status_code == 200
    assert "Harbour" not in client.get("/").content.decode()


def test_listing_is_switched(campaign: Campaign, signed_in: SignIn, organiser: User, stranger: User) -> None:
    client = signed_in(organiser)
    for listed, act in (("yes", "campaign.list"), ("no", "campaign.unlist")):
        client.post("/campaigns/harbour/organise/listing/", {"listed": listed})
        assert Campaign.objects.get().listed == (listed == "yes")
        assert AuditEvent.objects.first().act == act  # type: ignore[union-attr]
    assert is_organiser(organiser, campaign)
    assert not is_organiser(stranger, campaign)


def test_a_deadline_moved_into_the_past_is_asked_about(campaign: Campaign, signed_in: SignIn, organiser: User) -> None:
    text = RULEBOOK.replace("end = 2027-02-26", "end = 2027-01-18")
    data = {"text": text, "version": version_of(RULEBOOK), "action": "save"}
    client = signed_in(organiser)
    page = client.post(EDIT, data).content.decode()
    assert "Not saved yet: 1 deadline in the past" in page
    assert (
        '<b>Registration</b> ends on <time datetime="2027-01-18T22:59:00Z">Mon 18 January 2027, 23:59 CET</time>'
        in page
    )
    assert Campaign.objects.get().rulebook_text == RULEBOOK
    assert client.post(EDIT, {**data, "ended": "yes"})["Location"] == "/campaigns/harbour/organise/"
    assert Campaign.objects.get().rulebook_text == text


def test_a_deadline_in_the_past_is_told_of_before_saving(
    campaign: Campaign, signed_in: SignIn, organiser: User
) -> None:
    text = RULEBOOK.replace("end = 2027-02-26", "end = 2027-01-18")
    page = signed_in(organiser).post(EDIT, {"text": text, "action": "check"}).content.decode()
    assert '<h2 id="ended">1 deadline in the past</h2>' in page
