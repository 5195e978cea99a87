"""Rulebooks that a campaign had before, what teams can download, and the page of keys."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from bakeoff.rulebook import parse_rulebook, read_rulebook
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, EarlierRulebook, Team
from bakeoff_site.campaigns.selectors.rulebook_changes import ChangedLine, changed_lines
from bakeoff_site.campaigns.services.campaigns import change_rulebook, version_of
from tests.site.campaigns.conftest import RULEBOOK

EDIT = "/campaigns/harbour/organise/rulebook/"
HISTORY = f"{EDIT}history/"
SignIn = Callable[[User], Client]
SECOND = RULEBOOK.replace('title = "Results"', 'title = "Scores"')


@pytest.fixture
def changed(campaign: Campaign, organiser: User) -> Campaign:
    """The campaign with a second rulebook."""
    change_rulebook(campaign, SECOND, actor=organiser, version=version_of(RULEBOOK))
    return Campaign.objects.get()


def test_a_change_keeps_the_rulebook_before_it(changed: Campaign, organiser: User) -> None:
    [earlier] = EarlierRulebook.objects.all()
    assert (earlier.number, earlier.text, earlier.replaced_by, earlier.changes) == (1, RULEBOOK, organiser, 1)
    change_rulebook(changed, f"{SECOND}# seen\n", actor=organiser, version=version_of(SECOND))
    assert [(each.number, each.changes) for each in EarlierRulebook.objects.all()] == [(2, 0), (1, 1)]
    assert str(earlier) == "version 1 of the rulebook of Harbour Translation Task"


def test_saving_the_same_text_again_keeps_nothing(campaign: Campaign, organiser: User) -> None:
    change_rulebook(campaign, RULEBOOK, actor=organiser, version=version_of(RULEBOOK))
    assert not EarlierRulebook.objects.exists()


def test_earlier_versions_are_listed(changed: Campaign, signed_in: SignIn, organiser: User) -> None:
    page = signed_in(organiser).get(HISTORY).content.decode()
    assert f'<a href="{EDIT}?earlier=1">Compare and restore</a>' in page
    assert "Organiser" in page


def test_without_a_change_the_list_says_what_will_appear(
    campaign: Campaign, signed_in: SignIn, organiser: User
) -> None:
    assert "The rulebook has not been changed yet" in signed_in(organiser).get(HISTORY).content.decode()


def test_an_earlier_version_is_compared_and_restored(changed: Campaign, signed_in: SignIn, organiser: User) -> None:
    client = signed_in(organiser)
    page = client.get(f"{EDIT}?earlier=1").content.decode()
    assert "This is version 1" in page
    assert "<td>Scores</td><td>Results</td>" in page
    assert Campaign.objects.get().rulebook_text == SECOND
    client.post(EDIT, {"text": RULEBOOK, "version": version_of(SECOND), "action": "save"})
    assert Campaign.objects.get().rulebook_text == RULEBOOK


def test_what_teams_use_stays_when_a_version_is_restored(
    campaign: Campaign, team: Team, signed_in: SignIn, organiser: User
) -> None:
    """The first version lacks a language pair that a team chose after the second."""
    without = RULEBOOK.replace('de-en = { source = "German", target = "English" }\n', "").replace(
        '["de-en", "en-de"]', '["en-de"]'
    )
    EarlierRulebook.objects.create(campaign=campaign, number=1, text=without, replaced_by=organiser)
    page = signed_in(organiser).get(f"{EDIT}?earlier=1").content.decode()
    assert "The language pair de-en cannot be removed: it was chosen by 1 team." in page


@pytest.mark.parametrize(("number", "status"), [("7", 404), ("x", 200), ("9" * 30, 404)])
def test_a_version_that_never_was(
    changed: Campaign, signed_in: SignIn, organiser: User, number: str, status: int
) -> None:
    assert signed_in(organiser).get(f"{EDIT}?earlier={number}").status_code == status


def test_lines_that_differ_are_shown_with_their_neighbours() -> None:
    assert changed_lines("a\nb\nc\nd\ne\nf\ng\nh\ni\n", "a\nb\nx\nd\ne\nf\ng\nh\n") == (
        ChangedLine("same", "a"),
        ChangedLine("same", "b"),
        ChangedLine("removed", "c"),
        ChangedLine("added", "x"),
        ChangedLine("same", "d"),
        ChangedLine("same", "e"),
        ChangedLine("gap", ""),
        ChangedLine("same", "g"),
        ChangedLine("same", "h"),
        ChangedLine("removed", "i"),
    )
    assert changed_lines("a", "a") == ()


def test_everyone_downloads_the_rules_without_the_comments(
    campaign: Campaign, organiser: User, client: Client, tmp_path: Path
) -> None:
    secret = f"# The winner is known already.\n{RULEBOOK}"
    change_rulebook(campaign, secret, actor=organiser, version=version_of(RULEBOOK))
    response = client.get("/campaigns/harbour/rulebook.toml")
    assert response["Content-Type"] == "application/toml"
    assert response["Content-Disposition"] == 'attachment; filename="harbour.toml"'
    text = response.content.decode()
    assert "winner" not in text
    path = tmp_path / "harbour.toml"
    path.write_text(text)
    assert read_rulebook(path) == parse_rulebook(RULEBOOK).rulebook


def test_rules_that_build_on_others_are_complete_in_the_download(
    organiser: User, campaign: Campaign, client: Client
) -> None:
    text = 'extends = "wmt"\n[campaign]\nid = "harbour"\ntitle = "Harbour"\n'
    change_rulebook(campaign, text, actor=organiser, version=version_of(RULEBOOK), ends_phases=True)
    given = parse_rulebook(client.get("/campaigns/harbour/rulebook.toml").content.decode())
    assert given.rulebook == parse_rulebook(text).rulebook
    assert "extends" not in given.content


def test_pages_of_a_campaign_say_where_its_rulebook_is(campaign: Campaign, client: Client) -> None:
    for address in ("/campaigns/harbour/", "/campaigns/harbour/rules/"):
        page = client.get(address).content.decode()
        assert '<link rel="alternate" type="application/toml" href="/campaigns/harbour/rulebook.toml"' in page
    assert "bakeoff check PACKAGE --rules http://testserver/campaigns/harbour/" in page
    assert 'href="/campaigns/harbour/rulebook.toml" download>' in page


@pytest.mark.django_db
def test_the_page_of_keys_and_the_data_of_the_editor_say_the_same(client: Client) -> None:
    page = client.get("/rulebook-keys/").content.decode()
    tables = json.loads(client.get("/rulebook-keys/keys.json").content)["tables"]
    assert '<tr role="row" id="key-phases.NAME.opens">' in page
    for table in tables:
        assert f'id="{table["path"] or "top"}"' in page
        for key in table["keys"]:
            assert f'id="key-{table["path"] or "top"}.{key["name"]}"' in page
