"""A campaign is created by a form: its choices become a rulebook, and the rulebook a campaign."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client
from lxml import html

from bakeoff.rulebook import Rulebook, parse_rulebook, rulebook_names
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.models import AuditEvent
from tests.site.form_values import sent_form

NEW = "/new-campaign/"
SignIn = Callable[[User], Client]
Data = dict[str, Any]


def address(model: str) -> str:
    return f"{NEW}from/{model}/"


def text_of(page: str) -> str:
    return unescape(re.split(r"</?textarea[^>]*>", page)[1]).lstrip("\n").replace("\r\n", "\n")


@pytest.fixture
def fill(signed_in: SignIn, admin: User) -> Callable[..., str]:
    """Fills in the form of a model as it comes, with some fields changed, and presses a button."""
    client = signed_in(admin)

    def filled(model: str, action: str = "review", **changes: Any) -> str:
        data = sent_form(client.get(address(model)).content.decode()) | {"title": "News 2027", "action": action}
        data |= {name.replace("__", "-"): value for name, value in changes.items()}
        left = {name: value for name, value in data.items() if value is not None}
        return client.post(address(model), left).content.decode()

    return filled


def rules_of(page: str) -> Rulebook:
    return parse_rulebook(text_of(page)).rulebook


@pytest.mark.django_db
def test_models_are_described_at_a_glance(signed_in: SignIn, admin: User) -> None:
    page = " ".join(signed_in(admin).get(NEW).content.decode().split())
    for name in rulebook_names():
        assert f'href="{address(name)}"' in page
    assert "1 track, 5 language pairs. Scored by chrF, sacreBLEU, COMET, judged by people" in page
    assert '<span class="chip">Speech recognition</span>' in page
    assert "Your campaigns appear here" in page


def test_campaigns_of_an_organiser_are_among_the_models(signed_in: SignIn, admin: User, campaign: Campaign) -> None:
    page = signed_in(admin).get(NEW).content.decode()
    assert 'href="/campaigns/harbour/organise/duplicate/"' in page


@pytest.mark.django_db
@pytest.mark.parametrize("model", rulebook_names())
def test_a_title_is_all_that_a_form_needs(model: str, fill: Callable[..., str], admin: User) -> None:
    page = fill(model)
    assert "The rulebook has no mistakes." in page
    rules = rules_of(page)
    assert (rules.campaign.id, rules.campaign.title) == ("news-2027", "News 2027")
    assert rules.campaign.contact == admin.email
    assert min(str(phase.start)[:10] for phase in rules.phases.values()) >= "2027-01-20"
    assert not Campaign.objects.exists()


@pytest.mark.django_db
def test_the_rulebook_that_was_shown_becomes_the_campaign(
    fill: Callable[..., str], signed_in: SignIn, admin: User
) -> None:
    page = fill("simple")
    client = signed_in(admin)
    response = client.post(address("simple"), sent_form(page) | {"action": "save"})
    assert response["Location"] == "/campaigns/news-2027/organise/"
    campaign = Campaign.objects.get()
    assert campaign.rulebook_text == text_of(page)
    assert campaign.rulebook_text.startswith("# Started from Small translation task (simple).\n")
    assert AuditEvent.objects.get().act == "campaign.create"
    dashboard = client.get(response["Location"]).content.decode()
    for todo in ("2 data files are missing", "Only you organise the campaign", "The campaign is not listed"):
        assert todo in dashboard


@pytest.mark.django_db
def test_what_was_changed_in_the_text_is_kept_and_the_form_can_be_opened_again(
    fill: Callable[..., str], signed_in: SignIn, admin: User
) -> None:
    page = fill("simple", organiser="The harbour")
    changed = {"text": text_of(page).replace("at_most = 3", "at_most = 5")}
    client = signed_in(admin)
    again = client.post(address("simple"), sent_form(page) | changed | {"action": "check"}).content.decode()
    assert "at_most = 5" in text_of(again)
    form = client.post(address("simple"), sent_form(again) | {"action": "form"}).content.decode()
    assert 'value="The harbour"' in form
    assert 'value="News 2027"' in form


@pytest.mark.django_db
def test_one_date_moves_all_phases(fill: Callable[..., str]) -> None:
    page = fill("wmt", "move", phase="evaluation", start="2028-06-23")
    data = sent_form(page)
    assert (data["phase-evaluation-start_day"], data["phase-evaluation-end_day"]) == (["2028-06-23"], ["2028-06-30"])
    assert data["phase"] == ["evaluation"]
    rules = rules_of(fill("wmt", phase="evaluation", start="2028-06-23"))
    assert str(rules.phases["registration"].start) == "2028-03-29"
    assert rules.campaign.year == 2028


@pytest.mark.django_db
def test_choosing_another_phase_alone_moves_nothing(fill: Callable[..., str]) -> None:
    before, after = sent_form(fill("wmt", "move")), sent_form(fill("wmt", "move", phase="evaluation"))
    assert after["phase-registration-start_day"] == before["phase-registration-start_day"]
    assert after["start"] == after["phase-evaluation-start_day"]


@pytest.mark.django_db
def test_single_dates_and_times_can_be_changed(fill: Callable[..., str]) -> None:
    times = {"phase__evaluation__end_day": "2027-05-03", "phase__evaluation__end_time": "18:30"}
    rules = rules_of(fill("simple", timezone="Asia/Tokyo", phase__results__start_day="2027-06-01", **times))
    assert str(rules.phases["evaluation"].end) == "2027-05-03 18:30:00"
    assert str(rules.phases["results"].start) == "2027-06-01"
    assert rules.campaign.timezone == "Asia/Tokyo"


@pytest.mark.django_db
def test_a_language_pair_is_typed(fill: Callable[..., str]) -> None:
    page = fill("simple", "add-pair", new__source="Hausa", new__target="English")
    assert "Hausa–English" in page
    assert sent_form(page)["pair"] == ["en-de", "ha-en"]
    both = rules_of(fill("simple", new__source="Hausa", new__target="English"))
    assert both.tracks["translation"].language_pairs == ("en-de", "ha-en")


@pytest.mark.django_db
def test_a_language_pair_without_a_track_is_left_out(fill: Callable[..., str]) -> None:
    rules = rules_of(fill("wmt", **{"pair__en-cs__tracks": None, "pair__cs-uk__tracks": None}))
    assert list(rules.language_pairs) == ["en-de", "en-zh", "ja-zh"]
    assert list(rules.human["mqm"].language_pairs) == ["en-de", "en-zh"]


@pytest.mark.django_db
def test_test_sets_are_added_changed_and_left_out(fill: Callable[..., str], signed_in: SignIn, admin: User) -> None:
    page = fill("wmt", "add-set", **{"set__test-suites__kept": None})
    data = sent_form(page) | {
        "set-new-test-set-title": "Talks of 2027",
        "set-general-references": "2",
        "action": "review",
    }
    assert "set-test-suites-kept" not in data
    rules = rules_of(signed_in(admin).post(address("wmt"), data).content.decode())
    assert list(rules.test_sets) == ["dev", "general", "talks-of-2027"]
    assert rules.test_sets["general"].references == 2
    assert rules.submission.packages["runs"].test_sets == ("general", "talks-of-2027")


@pytest.mark.django_db
def test_metrics_conditions_and_human_evaluation_are_chosen(fill: Callable[..., str]) -> None:
    page = fill(
        "wmt",
        metrics=["chrf", "ter"],
        official_metric="chrf",
        outside=None,
        conditions=["open"],
        human__mqm__kept=None,
        human__esa__judges="12",
    )
    rules = rules_of(page)
    assert (rules.evaluation.all_metrics, rules.evaluation.official_metric) == (("chrf", "ter"), "chrf")
    assert list(rules.conditions) == ["open"]
    assert {name: human.judge_count for name, human in rules.human.items()} == {"esa": 12}


WRONG: dict[str, tuple[str, Data, str]] = {
    "title": ("simple", {"title": " "}, "Give the campaign a title."),
    "address": ("simple", {"id": "a b"}, "The address needs 1 to 80 letters, digits"),
    "date": ("simple", {"phase__evaluation__start_day": "soon"}, "Enter a valid date."),
    "order": ("simple", {"phase__evaluation__end_day": "2027-01-01"}, "Expected a time after its start"),
    "time": ("simple", {"phase__results__end_time": "10:00"}, "Choose the day of this time."),
    "calendar": ("simple", {"start": "9999-12-31"}, "years have four digits. Choose another start."),
    "pairs": ("simple", {"pair__en-de__tracks": None}, "Choose at least one language pair."),
    "language": ("simple", {"new__source": "Germn", "new__target": "English"}, "Did you mean German?"),
    "sets": ("simple", {"set__test__kept": None}, "Keep or add a test set of the role current"),
    "set": ("simple", {"set__test__title": ""}, "Give the test set a title."),
    "metrics": ("simple", {"metrics": None}, "Choose at least one metric."),
    "official": ("wmt", {"official_metric": "ter"}, "Choose one of the chosen metrics as the official one."),
    "human": ("wmt", {"human__esa__judges": "0"}, "Ensure this value is greater than or equal to 1."),
    "ranking": (
        "wmt",
        {"human__esa__kept": None, "human__mqm__kept": None},
        "Choose the metric that ranks systems, because no human evaluation decides.",
    ),
}


@pytest.mark.django_db
@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_said_next_to_its_field(what: str, fill: Callable[..., str]) -> None:
    model, changes, said = WRONG[what]
    page: Any = html.fromstring(fill(model, **changes))
    [message] = page.xpath("//div[@role='alert' and @id='mistakes']")
    assert said in message.text_content()
    assert page.xpath("//form//ul[contains(@class, 'errorlist')]")
    for link in message.xpath(".//a/@href"):
        assert page.xpath(f"//*[@id='{link[1:]}']"), link


@pytest.mark.django_db
def test_a_mistake_replaces_the_page_also_where_a_part_was_asked_for(signed_in: SignIn, admin: User) -> None:
    client = signed_in(admin)
    data = sent_form(client.get(address("simple")).content.decode()) | {"phase-results-start_day": "", "action": "move"}
    response = client.post(address("simple"), data, headers={"HX-Request": "true"})
    assert (response["HX-Retarget"], response["HX-Reselect"]) == ("main", "main")
    assert "This field is required." in response.content.decode()


def test_an_address_that_is_taken_is_named(fill: Callable[..., str], campaign: Campaign) -> None:
    page = fill("simple", title="Harbour")
    assert "There is a campaign with the address harbour already. Choose another one." in page


@pytest.mark.django_db
def test_a_form_that_nobody_wrote_is_refused_politely(signed_in: SignIn, admin: User) -> None:
    """Whatever is sent, a sentence comes back."""
    client = signed_in(admin)
    nonsense = {"pair": ["x" * 300, ""], "set": ["\x00", "a b"], "action": "review", "title": "T", "metrics": ["no"]}
    response = client.post(address("simple"), nonsense)
    assert response.status_code == 200
    assert "need a change" in response.content.decode()
    assert client.get(address("no-such-rulebook")).status_code == 404
