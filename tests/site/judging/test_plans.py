"""Plans of tasks: their texts come from runs as submitted, and what is missing is said."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Task
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.services import plans
from bakeoff_site.judging.services.plans import PlanRefusedError, TaskOptions, prepare_task
from bakeoff_site.scoring.models import RunScore, ScoredText
from bakeoff_site.scoring.selectors.evaluations import restored
from bakeoff_site.submissions.models import Run
from tests.site.form_values import sent_form
from tests.site.judging.world import RULES, SYSTEMS, judged_campaign, planned_task
from tests.site.people import person

pytestmark = pytest.mark.django_db
DOCUMENTS = RULES.replace('protocol = "direct"', 'protocol = "direct"\nhistory_shown = true\nrepeats = 0.1')


def prepared(campaign: Campaign, *codes: str, **options: Any) -> Any:
    return prepare_task(campaign, codes, TaskOptions(**{"opening": Opening.OPEN, "seed": 7, **options}))


def refused(campaign: Campaign, code: str, **changes: Any) -> tuple[tuple[str, ...], str]:
    with pytest.raises(PlanRefusedError) as found:
        prepared(campaign, code, changes={code: changes} if changes else {})
    (mistake,) = found.value.mistakes
    return mistake.path, mistake.sentence


def test_texts_are_the_same_as_those_that_were_scored(campaign: Campaign) -> None:
    (texts,) = prepared(campaign, "fluency").gathered["fluency"].texts
    runs = list(Run.objects.filter(board__language_pair="en-ar"))
    specification = campaign.rules.scoring_of("mt", "en-ar").specifications[0]
    scored = restored(runs, specification, names={run.pk: run.name for run in runs}, with_texts=True).texts
    assert (texts.texts.runs, texts.texts.systems) == (scored.runs, scored.systems)
    assert (texts.texts.source, texts.texts.references) == (scored.source, scored.references)
    assert [each.id for each in texts.texts.documents] == [each.id for each in scored.documents]


def test_runs_without_scores_are_judged(campaign: Campaign, organiser: User) -> None:
    before = prepared(campaign, "ranking")
    ScoredText.objects.all().delete()
    RunScore.objects.all().delete()
    assert prepared(campaign, "ranking").evaluations["ranking"].design == before.evaluations["ranking"].design
    assert planned_task(campaign, "ranking", by=organiser).evaluations.get().units == 16


def test_without_references_only_what_needs_none_is_planned(campaign: Campaign) -> None:
    DataFile.objects.filter(kind="reference").delete()
    (row,) = prepared(campaign, "ranking").rows
    assert row.remarks == ("Judges see no reference, because the test set has none.",)
    path, sentence = refused(campaign, "fluency", reference_among=True)
    assert path == ("reference_among",)
    assert sentence == (
        "Fluency hides a reference among the outputs, and news in en-ar has no reference. Upload one under Data, or "
        "plan without it."
    )
    assert refused(campaign, "ranking", reference_shown=True)[0] == ("reference_shown",)


def test_runs_that_are_divided_into_segments_wait_for_their_scores() -> None:
    campaign = judged_campaign(RULES.replace('role = "current"', 'role = "current"\nsegmented = false'))
    assert prepared(campaign, "fluency").evaluations["fluency"].design.pools
    some = Run.objects.filter(board__language_pair="en-ar").latest("pk")
    some.scores.all().delete()
    _, sentence = refused(campaign, "fluency")
    assert sentence == (
        "Runs of mt en-ar news get the segments of the references when they are scored, and not all are scored yet: "
        "DELTA: it has no scores under this specification. Wait for the scores, then plan."
    )
    RunScore.objects.all().delete()
    assert "and none is scored yet" in refused(campaign, "fluency")[1]


def test_systems_are_chosen_by_name_in_the_pairs_where_they_are(campaign: Campaign) -> None:
    Run.objects.filter(name="ALPHA", board__language_pair="en-zh").delete()
    planned = prepared(campaign, "ranking", changes={"ranking": {"systems": ["ALPHA", "BRAVO"]}})
    pools = {pool.language_pair: pool.systems for pool in planned.evaluations["ranking"].design.pools}
    assert pools == {"en-ar": ("ALPHA", "BRAVO"), "en-zh": ("BRAVO",)}
    _, sentence = refused(campaign, "ranking", systems=["ALPHA", "ZULU"])
    assert sentence == (f"Ranking is about systems that have no run there: ZULU. There are: {', '.join(SYSTEMS)}.")


def test_the_best_are_found_by_their_scores(campaign: Campaign) -> None:
    (row,) = prepared(campaign, "fluency", changes={"fluency": {"best": 2}}).rows
    assert row.systems == 2
    assert set(row.left_out.values()) == {"not among the best 2 by bleu"}


@pytest.mark.usefixtures("db")
def test_judgments_of_documents_are_counted_by_segment() -> None:
    campaign = judged_campaign(DOCUMENTS)
    task = planned_task(campaign, "scores", by=person("Olga Organiser"))
    design = content_of(task).evaluations["scores"].design
    assert design.by_document
    assert task.evaluations.get().units == 4 * len(SYSTEMS)


def test_protocols_without_a_screen_are_refused(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "has_screen", lambda protocol: protocol != "constituent_ranking")
    path, sentence = refused(campaign, "own", protocol="constituent_ranking", title="Phrases")
    assert path == ("protocol",)
    assert sentence == "Phrases cannot be judged on the site yet: its protocol constituent_ranking has no screen."


def test_several_tasks_hold_the_same_evaluation(campaign: Campaign, organiser: User) -> None:
    first, second = (planned_task(campaign, "ranking", by=organiser, title="Pilot") for _ in range(2))
    assert (first.slug, second.slug) == ("pilot", "pilot-2")
    assert Task.objects.count() == 2


def test_a_plan_takes_the_same_queries_whatever_its_size(campaign: Campaign, organiser: User) -> None:
    client = Client()
    client.force_login(organiser)
    address = "/campaigns/small/organise/judging/plan/?evaluations=ranking"
    data = sent_form(client.get(address).content.decode())
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            seen = client.post(address, data).content.decode()
        assert "What judges will get" in seen
        counts.append(len(queries))
        Run.objects.filter(name="DELTA").delete()
    assert counts[0] == counts[1] <= 32
