"""A plan becomes a rulebook without mistakes, or says beside which field something is wrong."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any, get_args

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from bakeoff.errors import BakeoffError
from bakeoff.rulebook import parse_rulebook, read_rulebook, rulebook_names
from bakeoff.rulebook.drafts.defaults import move_plan
from bakeoff.rulebook.drafts.language_pairs import new_pair
from bakeoff.rulebook.drafts.models import CampaignModel, model_from
from bakeoff.rulebook.drafts.plans import CampaignPlan, PlanField, PlannedPair, PlannedTestSet
from bakeoff.rulebook.drafts.rulebooks import draft_rulebook
from bakeoff.rulebook.drafts.test_sets import new_set_name
from bakeoff.rulebook.files.sources import find_rulebook
from tests.depth import cases
from tests.rulebook.drafts.planning import model_of, plan_for, problems_of, rules_of, text_of
from tests.rulebook.small import SMALL

LANGUAGES = ("German", "en", "Japanese", "zh", "Klingon", "pt-br", "Hausa", "Czech")


@pytest.mark.parametrize("name", rulebook_names())
def test_the_defaults_of_every_model_make_a_valid_rulebook(name: str) -> None:
    rules, before = rules_of(name, plan_for(name)), read_rulebook(name)
    about = rules.campaign
    assert (about.id, about.title, about.organiser, about.contact) == ("ours", "Our task", "Us", "us@example.org")
    assert (about.website, rules.report.citation, rules.report.publication_disclaimer) == ("", "", "")
    assert (rules.report.citation, rules.report.disclaimer, rules.report.publication_disclaimer) == ("", "", "")
    for chapter in ("tracks", "language_pairs", "conditions", "human", "evaluation", "registration", "systems"):
        assert getattr(rules, chapter) == getattr(before, chapter), chapter
    assert min(phase.start.year for phase in rules.phases.values()) == 2027


@pytest.mark.parametrize("name", rulebook_names())
def test_every_comment_of_the_model_stays(name: str) -> None:
    text = text_of(name, plan_for(name))
    lines = find_rulebook(name).read_text().splitlines()
    gone = tuple(f"{key} =" for _, key in model_of(name).forgotten)
    gone += ("participant's", "or as official")  # ends of texts that are forgotten
    comments = [line.partition("  #")[2] for line in lines if "  #" in line and not line.startswith(gone)]
    assert [comment for comment in comments if comment not in text] == []
    assert text.startswith(f"# Started from {read_rulebook(name).campaign.title} ({name}).\n")


@st.composite
def chosen_pairs(draw: st.DrawFn, model: CampaignModel, plan: CampaignPlan) -> tuple[PlannedPair, ...]:
    """Some pairs in some tracks, and perhaps a new one."""
    kept = [replace(pair, tracks=tuple(draw(st.sets(st.sampled_from(pair.tracks))))) for pair in plan.language_pairs]
    pairs = draw(st.sampled_from([list(plan.language_pairs), kept]))
    for source, target in draw(st.lists(st.tuples(*[st.sampled_from(LANGUAGES)] * 2), max_size=2)):
        try:
            pairs.append(new_pair(model, source, target, present=pairs))
        except BakeoffError:
            continue
    return tuple(pairs)


@st.composite
def chosen_sets(
    draw: st.DrawFn, model: CampaignModel, plan: CampaignPlan, pairs: tuple[PlannedPair, ...]
) -> tuple[PlannedTestSet, ...]:
    """Some test sets, and perhaps a new one."""
    sets = [each for each in plan.test_sets if draw(st.integers(0, 4))]
    for title in draw(st.lists(st.sampled_from(["News", "Talks 2027", "Ärzte"]), max_size=2)):
        made = PlannedTestSet(
            id=new_set_name(title, present=[each.id for each in sets]),
            title=title,
            role=draw(st.sampled_from(model.offered_roles)),
            tracks=tuple(draw(st.lists(st.sampled_from(list(model.rulebook.tracks)), max_size=2, unique=True))),
            language_pairs=tuple(draw(st.lists(st.sampled_from([pair.id for pair in pairs]), max_size=1))),
            references=draw(st.integers(0, 3)),
        )
        sets.append(made)
    return tuple(sets)


@st.composite
def plans(draw: st.DrawFn) -> tuple[CampaignModel, CampaignPlan]:
    name = draw(st.sampled_from(rulebook_names()))
    model, plan = model_of(name), plan_for(name)
    start = date(2027, 1, 1) + timedelta(days=draw(st.integers(0, 900)))
    plan = move_plan(plan, phase=draw(st.sampled_from(list(plan.phases))), start=start)
    pairs = draw(chosen_pairs(model, plan))
    metrics = draw(st.lists(st.sampled_from(model.offered_metrics), max_size=5, unique=True))
    chosen = draw(st.sampled_from([tuple(metrics), plan.metrics]))
    human = draw(st.sets(st.sampled_from(list(plan.human)))) if plan.human else set()
    conditions = draw(st.sets(st.sampled_from(plan.conditions))) if plan.conditions else set()
    everything: dict[str, Any] = {
        "language_pairs": pairs,
        "test_sets": draw(chosen_sets(model, plan, pairs)),
        "metrics": chosen,
        "official_metric": draw(st.sampled_from([plan.official_metric, *chosen])),
        "human": {key: draw(st.none() | st.integers(1, 9)) for key in plan.human if key in human},
        "conditions": tuple(key for key in plan.conditions if key in conditions),
    }
    changed = draw(st.sets(st.sampled_from(list(everything))))
    return model, replace(plan, **{key: value for key, value in everything.items() if key in changed})


# Without shrinking: plans are large, and a few of them say as much as the smallest.
@settings(max_examples=cases(200), deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(plans())
def test_any_choice_makes_a_valid_rulebook_or_a_sentence_beside_a_field(chosen: tuple[CampaignModel, Any]) -> None:
    model, plan = chosen
    drafted = draft_rulebook(model, plan)
    if drafted.problems:
        for problem in drafted.problems:
            assert problem.field in get_args(PlanField)
            assert problem.sentence.endswith((".", "?"))
    else:
        assert parse_rulebook(drafted.text).findings == ()
        assert "Written again" not in drafted.text


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"title": " "}, "title", "Give the campaign a title."),
        ({"title": "a\u202eb"}, "title", "Expected a name in one line"),
        ({"id": "a b"}, "id", "The address needs 1 to 80 letters"),
        ({"organiser": "a\tb"}, "organiser", "Expected a name in one line"),
        ({"timezone": "Mars"}, "timezone", "Expected a time zone such as Europe/Berlin"),
    ],
)
def test_what_the_campaign_is_called_is_checked(changes: dict[str, Any], field: str, said: str) -> None:
    [problem] = problems_of("wmt", plan_for("wmt", **changes))
    assert problem.field == field
    assert problem.sentence.startswith(said)


def test_a_rulebook_that_builds_on_another_serves_as_model() -> None:
    text = 'extends = "wmt"\n[campaign]\nid = "own"\ntitle = "Own"\n[tracks.general]\nlanguage_pairs = ["en-de"]\n'
    model = model_from(text, name="own")
    plan = replace(plan_for("wmt"), language_pairs=(), test_sets=())
    own = replace(plan, language_pairs=plan_for("wmt").language_pairs[:2], test_sets=plan_for("wmt").test_sets[:2])
    drafted = draft_rulebook(model, own)
    assert drafted.problems == ()
    assert 'extends = "wmt"' in drafted.text
    rules = parse_rulebook(drafted.text).rulebook
    assert list(rules.language_pairs) == ["en-de", "en-cs"]
    assert list(rules.test_sets) == ["dev", "general"]


def test_files_say_the_test_set_where_a_package_has_several() -> None:
    more = PlannedTestSet(id="talks", title="Talks", role="current")
    plan = plan_for("simple")
    rules = rules_of("simple", replace(plan, test_sets=(*plan.test_sets, more)))
    assert rules.submission.packages["runs"].file == "{team}_{test_set}_{language_pair}_{system_type}.txt"
    alone = replace(plan, test_sets=(more,))
    assert rules_of("simple", alone).submission.packages["runs"].file == "{team}_{language_pair}_{system_type}.txt"


def test_tasks_go_with_their_tracks() -> None:
    plan = plan_for("iwslt2016")
    talks = tuple(
        replace(pair, tracks=tuple(track for track in pair.tracks if not track.startswith("mslt")))
        for pair in plan.language_pairs
    )
    rules = rules_of("iwslt2016", replace(plan, language_pairs=talks))
    assert list(rules.tasks) == ["talk"]
    assert "mslt-licence" not in rules.registration.agreements


def test_a_mistake_of_the_model_is_named_with_its_line() -> None:
    with pytest.raises(BakeoffError, match=r"own.toml, line 8: expected the key kind"):
        model_from(SMALL.replace('kind = "mt"', 'knd = "mt"'), name="own")
