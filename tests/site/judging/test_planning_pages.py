"""Pages of organisers who plan: chosen, changed, looked at, made; every mistake at its field."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Judge, Screen, Task
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.services.dealing import next_screen
from tests.site.form_values import sent_form
from tests.site.judging.world import SYSTEMS, answer, answer_of, make_judge, planned_task

pytestmark = pytest.mark.django_db
PLAN = "/campaigns/small/organise/judging/plan/"
PREVIEW = f"{PLAN}preview/"


@pytest.fixture
def client(organiser: User, campaign: Campaign) -> Client:
    signed_in = Client()
    signed_in.force_login(organiser)
    return signed_in


def filled(client: Client, query: str, **changes: Any) -> dict[str, Any]:
    """What a browser sends of the plan's page with some fields changed; `__` is the dash of a prefix."""
    data = sent_form(client.get(f"{PLAN}?{query}").content.decode())
    data |= {name.replace("__", "-"): value for name, value in changes.items()}
    return {name: value for name, value in data.items() if value is not None}


def test_evaluations_are_chosen_first(client: Client) -> None:
    first = client.get(PLAN).content.decode()
    assert [name for name in ("Ranking", "Fluency", "Pairwise comparison") if name not in first] == []
    assert "human-ranking" not in first
    assert "Choose at least one evaluation." in client.get(f"{PLAN}?step=rules").content.decode()
    second = client.get(f"{PLAN}?evaluations=ranking&add=direct").content.decode()
    assert 'name="human-ranking-judgments" value="2"' in second
    assert 'name="human-direct-title"' in second
    assert 'name="human-fluency-judgments"' not in second


def test_changed_rules_are_the_evaluations_own(client: Client, campaign: Campaign) -> None:
    query = "evaluations=ranking"
    changes = {
        "human__ranking__language_pairs": ["en-zh"],
        "human__ranking__systems": ["ALPHA", "CLARA", "DELTA"],
        "human__ranking__sample_choice": ["random"],
        "human__ranking__sample_size": ["3"],
        "human__ranking__repeats": ["20"],
        "human__ranking__judgments": ["1"],
        "human__ranking__reference_shown": ["no"],
        "human__ranking__further": ["longest_minutes = 5"],
        "human__ranking__seconds": ["30"],
        "hourly_pay": ["18"],
        "currency": ["eur"],
        "opening": ["open"],
    }
    data = filled(client, query, **changes)
    seen = client.post(f"{PLAN}?{query}", data).content.decode()
    assert "Not judged: BRAVO (not among the systems that were chosen)." in seen
    assert "Systems by name: ALPHA, CLARA, DELTA (rulebook: –)" in seen
    # 3 judgments and a repeat share of 20 %: 4 screens of 30 seconds
    assert "Cost: <b>0.60 EUR</b>" in seen
    assert 'class="chart"' in seen
    assert not Task.objects.exists()
    created = client.post(f"{PLAN}?{query}", {**sent_form(seen), "create": ""})
    task = Task.objects.get()
    assert created.headers["Location"] == reverse("judging:live", args=["small", task.slug])
    evaluation = task.evaluations.get()
    assert (evaluation.units, evaluation.expected_seconds) == (3, 30.0)
    assert (str(task.hourly_pay), task.currency, task.opening) == ("18.00", "EUR", Opening.OPEN)
    assert evaluation.rules["sample"] == {"choice": "random", "size": 3}
    assert evaluation.rules["longest_minutes"] == 5
    assert evaluation.rules["free_choice"] is True
    assert "human" in campaign.rulebook_content
    assert campaign.rules.human["ranking"].judgments == 2
    (pool,) = content_of(task).evaluations["ranking"].design.pools
    assert (pool.language_pair, len(pool.segments), pool.systems) == ("en-zh", 3, ("ALPHA", "CLARA", "DELTA"))


def test_nothing_changed_is_as_the_rulebook_has_it(client: Client, campaign: Campaign) -> None:
    query = "evaluations=fluency&evaluations=adequacy"
    seen = client.post(f"{PLAN}?{query}", filled(client, query)).content.decode()
    assert "Differs from the rulebook" not in seen
    client.post(f"{PLAN}?{query}", {**sent_form(seen), "create": ""})
    kept = {each.code: each.rules for each in Task.objects.get().evaluations.all()}
    expected = {code: campaign.rules.human[code].model_dump(mode="json", exclude_unset=True) for code in kept}
    assert kept == expected
    assert list(kept) == ["fluency", "adequacy"]


def test_an_evaluation_is_added_that_the_rulebook_does_not_have(client: Client) -> None:
    query = "add=ranking"
    data = filled(client, query, **{"human__ranking-2__title": ["Quick look"], "human__ranking-2__shown": ["2"]})
    assert data["opening"] == [Opening.CLOSED]  # no phase of the rulebook opens it
    refused = client.post(f"{PLAN}?{query}", {**data, "opening": ["phase"]}).content.decode()
    assert "No phase of the rulebook opens these evaluations." in refused
    client.post(f"{PLAN}?{query}", {**data, "opening": ["open"], "create": ""})
    evaluation = Task.objects.get().evaluations.get()
    assert (evaluation.code, evaluation.title) == ("ranking-2", "Quick look")
    assert evaluation.rules == {"id": "ranking-2", "protocol": "ranking", "title": "Quick look", "shown": 2}


GOLD = {
    "judgment_id": "g1",
    "protocol": "ranking",
    "judge": "expert",
    "language_pair": "en-zh",
    "segment_id": "1",
    "systems": ["ALPHA", "BRAVO", "CLARA"],
    "answer": [1, 2, 3],
}
MISTAKES = {
    "no number": ({"human__ranking__judgments": ["many"]}, "human-ranking-judgments", "Enter a whole number."),
    "none": ({"human__ranking__sample_size": ["0"]}, "human-ranking-sample_size", "greater than or equal to 1"),
    "a share above all": ({"human__ranking__gold": ["120"]}, "human-ranking-gold", "less than or equal to 100"),
    "shares together": ({"human__ranking__repeats": ["60"], "human__ranking__attention": ["60"]}, "human-ranking",
                        "shares that leave room for ordinary screens"),
    "more segments than there are": (
        {"human__ranking__sample_choice": ["random"], "human__ranking__sample_size": ["90"]}, "human-ranking",
        "Expected 90 segments to draw, found 4"),
    "no TOML": ({"human__ranking__further": ["scale = [1,"]}, "human-ranking-further", "This is not TOML"),
    "unknown key": ({"human__ranking__further": ["judgment = 3"]}, "human-ranking-further",
                    "found &#x27;judgment&#x27;"),
    "key of a field": ({"human__ranking__further": ["repeats = 7"]}, "human-ranking-repeats", "Expected at most 1"),
    "outputs": ({"human__ranking__shown": ["some"]}, "human-ranking-shown", "Enter a valid value."),
    "unknown system": ({"human__ranking__systems": ["NOBODY"]}, "human-ranking-systems", "Select a valid choice."),
    "pay without currency": ({"hourly_pay": ["12"]}, "currency", "Say in which currency judges are paid."),
    "currency": ({"currency": ["euro"]}, "currency", "Expected three letters"),
    "gold that is none": ({"gold": ["{}"]}, "gold", "expected a file of judgments"),
    "gold without a share": ({"gold": [json.dumps(GOLD)]}, "human-ranking-gold", "has no share of gold items"),
    "gold about nothing": (
        {"gold": [json.dumps({**GOLD, "segment_id": "99"})], "human__ranking__gold": ["10"]}, "human-ranking",
        "gold items about segments and systems that are judged"),
}  # fmt: skip


@pytest.mark.parametrize("case", MISTAKES)
def test_mistakes_are_shown_at_their_field(client: Client, case: str) -> None:
    changes, place, words = MISTAKES[case]
    query = "evaluations=ranking"
    seen = client.post(f"{PLAN}?{query}", {**filled(client, query, **changes), "create": ""}).content.decode()
    assert re.search(rf'<a href="#(id_)?{place}">[^<]*{re.escape(words)}', seen), re.findall(r'<a href="#[^<]*', seen)
    assert f'id="{place}"' in seen or f'id="id_{place}"' in seen
    assert not Task.objects.exists()


def test_known_answers_come_from_a_file_and_stay_in_the_form(client: Client) -> None:
    query = "evaluations=ranking"
    data = filled(client, query, human__ranking__gold=["10"], opening=["open"])
    file = SimpleUploadedFile("gold.jsonl", json.dumps(GOLD).encode())
    seen = client.post(f"{PLAN}?{query}", {**data, "gold_file": file}).content.decode()
    client.post(f"{PLAN}?{query}", {**sent_form(seen), "create": ""})
    (item,) = content_of(Task.objects.get()).evaluations["ranking"].design.gold_items
    assert item.systems == ("ALPHA", "BRAVO", "CLARA")


@pytest.mark.parametrize("code", ["ranking", "fluency", "pairs", "scores"])
def test_screens_are_looked_at_before_anything_is_stored(client: Client, code: str) -> None:
    query = f"evaluations={code}"
    seen = sent_form(client.post(f"{PLAN}?{query}", filled(client, query)).content.decode())
    first = client.post(f"{PREVIEW}?{query}", {**seen, "preview": f"{code}:1"}).content.decode()
    assert "<b>Preview.</b>" in first
    assert "Screen 1 of" in first
    visible = re.sub(r'<input type="hidden"[^>]*>', "", first)
    assert [name for name in SYSTEMS if name in visible] == []
    again = client.post(f"{PREVIEW}?{query}", {**seen, "preview": f"{code}:1"}).content.decode()
    assert re.sub("csrf[^>]*", "", again) == re.sub("csrf[^>]*", "", first)
    second = client.post(f"{PREVIEW}?{query}", {**seen, "preview": f"{code}:2"}).content.decode()
    assert "Screen 2 of" in second
    assert client.post(f"{PREVIEW}?{query}", {**seen, "preview": f"{code}:99"}).status_code == 404
    assert [model.objects.count() for model in (Task, Screen, Judge)] == [0, 0, 0]


def test_screens_of_a_task_can_be_looked_at(client: Client, campaign: Campaign, organiser: User) -> None:
    task = planned_task(campaign, "ranking", by=organiser)
    shown = client.get(reverse("judging:preview", args=["small", task.slug, "ranking", 1])).content.decode()
    assert "Nothing that you choose is saved." in shown
    assert [name for name in SYSTEMS if name in shown] == []
    assert client.get(reverse("judging:preview", args=["small", task.slug, "none", 1])).status_code == 404
    assert not Screen.objects.exists()


def test_a_task_is_changed_and_what_stays_is_said(client: Client, campaign: Campaign, organiser: User) -> None:
    task = planned_task(campaign, "ranking", by=organiser, consent_text="We keep it.")
    address = reverse("judging:edit", args=["small", task.slug])
    page = client.get(address).content.decode()
    assert "What stays as it was planned" in page
    data = sent_form(page) | {"title": ["Better title"], "hourly_pay": ["12.50"], "currency": ["usd"]}
    client.post(address, data)
    task.refresh_from_db()
    assert (task.title, str(task.hourly_pay), task.currency) == ("Better title", "12.50", "USD")
    logged = AuditEvent.objects.get(act="judging.change")
    assert logged.details == {"changed": "title, hourly_pay, currency"}
    make_judge(task, "Ann Able", now=timezone.now())
    held = client.get(address).content.decode()
    assert "Judges have agreed to this, so it can no longer change." in held
    client.post(address, data | {"consent_text": ["Something else."]})
    task.refresh_from_db()
    assert task.consent_text == "We keep it."
    refused = client.post(address, data | {"title": [""]}).content.decode()
    assert "Give the task a title." in refused


def test_a_task_is_deleted_until_somebody_judges(client: Client, campaign: Campaign, organiser: User) -> None:
    task, other = (planned_task(campaign, "ranking", by=organiser) for _ in range(2))
    gone = client.post(reverse("judging:delete", args=["small", task.slug]))
    assert gone.headers["Location"] == reverse("judging:list", args=["small"])
    assert AuditEvent.objects.get(act="judging.delete").subject == task.title
    judge = make_judge(other, "Ann Able", now=timezone.now())
    screen = next_screen(judge, now=timezone.now())
    assert isinstance(screen, Screen)
    answer(screen, answer_of(screen), now=timezone.now())
    kept = client.post(reverse("judging:delete", args=["small", other.slug]), follow=True)
    assert "This task has judgments, which are kept." in kept.content.decode()
    assert list(Task.objects.all()) == [other]


def test_a_plan_is_copied_with_what_differs(client: Client, campaign: Campaign, organiser: User) -> None:
    changes = {"ranking": {"judgments": 1, "scale": [1, 4], "sample": {"size": 2, "choice": "random"}}}
    task = planned_task(campaign, "ranking", by=organiser, changes=changes, instructions="Read both.")
    page = client.get(f"{PLAN}?copy={task.slug}").content.decode()
    assert "scale = [1, 4]" in page
    client.post(f"{PLAN}?copy={task.slug}", {**sent_form(page), "create": ""})
    copy = Task.objects.exclude(pk=task.pk).get()
    assert copy.instructions == "Read both."
    assert copy.slug == f"{task.slug}-2"
    assert copy.evaluations.get().rules == task.evaluations.get().rules


CONDUCT = {
    "owed": "8 hours",
    "qualification_items": "4",
    "qualification_share": "60",
    "qualification_tries": "2",
    "language": "en",
    "translations-0-language": "de",
    "translations-0-instructions": "Lies beide.",
}
RULES = {
    "human-ranking-quality_blocking": "speed:least_seconds=2\nconstant",
    "human-ranking-quality_flagging": "consensus:least=0.1",
    "human-ranking-quality_every": "5",
}


def test_what_judges_meet_is_planned_by_the_form_and_changed_until_they_start(
    client: Client, campaign: Campaign
) -> None:
    data = filled(client, "evaluations=ranking") | CONDUCT | RULES | {"create": ""}
    client.post(f"{PLAN}?evaluations=ranking", data)
    task = Task.objects.get()
    assert (task.owed, task.qualification) == ("8 hours", {"items": 4, "share": 0.6, "tries": 2})
    assert task.translations == {"de": {"instructions": "Lies beide."}}
    quality = content_of(task).evaluations["ranking"].rules.quality
    assert (quality.blocking, quality.every) == (("speed:least_seconds=2", "constant"), 5)
    address = reverse("judging:edit", args=["small", task.slug])
    page = client.get(address).content.decode()
    changed = sent_form(page) | {
        "rules-ranking-quality_blocking": ["attention"],
        "qualification_items": [""],
        "qualification_share": [""],
        "qualification_tries": [""],
        "translations-0-consent_text": ["Wir speichern es."],
    }
    client.post(address, changed)
    task.refresh_from_db()
    assert content_of(task).evaluations["ranking"].rules.quality.blocking == ("attention",)
    assert task.evaluations.get().rules["quality"]["flagging"] == ["consensus:least=0.1"]
    assert task.qualification == {}
    assert task.translations["de"] == {"instructions": "Lies beide.", "consent_text": "Wir speichern es."}
    make_judge(task, "Ann Able", now=timezone.now())
    client.post(address, changed | {"rules-ranking-quality_blocking": ["speed"], "qualification_items": ["3"]})
    task.refresh_from_db()
    assert content_of(task).evaluations["ranking"].rules.quality.blocking == ("attention",)
    assert task.qualification == {}


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("owed", "a lot", "Expected a number of screens or hours, such as 300 screens or 8 hours."),
        ("qualification_tries", "2", "Say how many items a try of the qualification has."),
        ("translations-0-instructions", "Lies beide.", "Say which language these texts are in."),
        ("translations-0-language", "German", "Expected the code of a language, such as de or pt-BR."),
        ("human-ranking-quality_blocking", "nothing", "there is no rule about judges"),
        ("human-ranking-quality_blocking", "speed:slowest=2", "the rule speed has no option"),
    ],
)
def test_mistakes_in_what_judges_meet_are_shown_with_what_to_do(
    client: Client, name: str, value: str, sentence: str
) -> None:
    page = client.post(f"{PLAN}?evaluations=ranking", filled(client, "evaluations=ranking") | {name: value})
    assert sentence in html.unescape(page.content.decode())
    assert not Task.objects.exists()


def test_a_time_that_nobody_published_is_not_called_so(client: Client) -> None:
    page = client.get(f"{PLAN}?evaluations=ranking&add=pairwise").content.decode()
    assert "3.6 seconds for each output, as published." in page
    assert "9 seconds for each output, as for a screen of ranking" in page
