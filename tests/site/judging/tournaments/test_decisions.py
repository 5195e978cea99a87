"""Matches are decided when they are judged, and what happens to their judgments afterwards changes them by one rule."""

from __future__ import annotations

import pytest
from django.utils import timezone

from bakeoff.data.matches import match_of
from bakeoff.human_eval.designs.screens.events import Finished, NothingNow
from bakeoff_site.accounts.models import User
from bakeoff_site.core.caches import clear_caches
from bakeoff_site.judging.choices import EventKind
from bakeoff_site.judging.models import DealingEvent, Judge, Match, Screen, Task
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.tournaments import live_tournaments
from bakeoff_site.judging.services.dealing import next_screen
from bakeoff_site.judging.services.judges import block_judge, exclude_judge, include_judge
from bakeoff_site.judging.services.plans import PlanRefusedError
from bakeoff_site.judging.services.task_dealers import dealing
from tests.site.judging.tournaments.world import Vote, cup, cup_task, judge_all, vote_on
from tests.site.judging.world import answer, make_judge

pytestmark = pytest.mark.django_db
FOUR = ("A", "B", "C", "D")


def by_name(first: str, second: str, _segment: int) -> str:
    """A is the best, D the worst."""
    return min(first, second)


def names_turned(first: str, second: str, _segment: int) -> str:
    return max(first, second)


def open_pairs(task: Task) -> set[str]:
    """The pairs that are judged now, as `AB`."""
    [planned] = content_of(task).evaluations.values()
    rows = Match.objects.filter(result__isnull=True).values_list("pool", flat=True)
    return {"".join(sorted(planned.design.pools[pool].systems)) for pool in rows}


def decided(task: Task) -> dict[str, str]:
    """The winner of each pair that is decided."""
    [live] = live_tournaments(task.evaluations.get())
    return {"".join(sorted((each.a, each.b))): str(each.winner) for each in live.result.plan.played}


def judge_some(judge: Judge, vote: Vote, *, screens: int | None = None) -> list[Screen]:
    """A judge answers a number of screens, or until a match is decided; the screens."""
    done: list[Screen] = []
    before = Match.objects.filter(result__isnull=False).count()
    while screens is None or len(done) < screens:
        screen = next_screen(judge, now=timezone.now())
        if not isinstance(screen, Screen):
            break
        answer(screen, vote_on(screen, vote), now=timezone.now())
        done.append(screen)
        if screens is None and Match.objects.filter(result__isnull=False).count() > before:
            break
    return done


@pytest.fixture
def task(organiser: User) -> Task:
    return cup_task(cup(FOUR, by=organiser, segments=2))


@pytest.fixture
def ann(task: Task) -> Judge:
    return make_judge(task, "Ann Able", now=timezone.now())


def test_matches_open_as_results_come_in(task: Task, ann: Judge) -> None:
    assert open_pairs(task) == {"AD", "BC"}
    judge_all_of(ann, task, {"AD", "BC"})
    assert decided(task) == {"AD": "A", "BC": "B"}
    assert open_pairs(task) == {"AB", "CD"}
    judge_all_of(ann, task, {"AB", "CD"})
    # B lost to A and C won against D: they met before, so that B plays the final against A, whom it met, too.
    assert open_pairs(task) == set()
    assert isinstance(next_screen(ann, now=timezone.now()), Finished)
    [live] = live_tournaments(task.evaluations.get())
    assert live.result.plan.ranking == FOUR


def judge_all_of(judge: Judge, task: Task, pairs: set[str]) -> None:
    while open_pairs(task) & pairs:
        judge_some(judge, by_name, screens=1)


def test_each_opening_is_an_event_that_other_processes_follow(task: Task, ann: Judge) -> None:
    opened = DealingEvent.objects.filter(kind=EventKind.OPENED)
    assert [len(each.pools) for each in opened] == [2]
    judge_some(ann, by_name, screens=4)
    assert [len(each.pools) for each in opened.all()] == [2, 4]
    with dealing(task) as state:
        here = state.dealer.dealer_of("cup").opened, state.dealer.missing
    clear_caches()  # as in another process
    with dealing(task) as state:
        assert (state.dealer.dealer_of("cup").opened, state.dealer.missing) == here


def test_a_judge_waits_while_others_judge_what_decides_the_next_matches(organiser: User) -> None:
    task = cup_task(cup(FOUR, by=organiser, segments=1, judgments=2))
    now = timezone.now()
    ann, ben = make_judge(task, "Ann Able", now=now), make_judge(task, "Ben Best", now=now)
    assert len(judge_some(ann, by_name, screens=9)) == 2
    assert next_screen(ann, now=now) == NothingNow("held")
    assert len(judge_some(ben, by_name, screens=2)) == 2
    assert isinstance(next_screen(ann, now=now), Screen)


def test_a_correction_changes_a_match_as_long_as_nobody_judged_what_follows(task: Task, ann: Judge) -> None:
    first = judge_some(ann, by_name)
    pair = "".join(sorted(first[-1].systems))
    while pair not in decided(task):
        first += judge_some(ann, by_name, screens=1)
    before = open_pairs(task)
    for screen in first:
        if "".join(sorted(screen.systems)) == pair:
            screen.refresh_from_db()
            answer(screen, vote_on(screen, names_turned), now=timezone.now())
    assert decided(task)[pair] == max(pair)
    assert not Match.objects.filter(differing__isnull=False).exists()
    assert open_pairs(task) == before  # the other match of the round is still judged


def first_round_turned(task: Task, judge: Judge) -> list[Screen]:
    """Both matches of the first round are judged, and then somebody corrects the answers to one of them."""
    screens: list[Screen] = []
    while open_pairs(task) & {"AD", "BC"}:
        screens += judge_some(judge, by_name, screens=1)
    return [each for each in screens if set(each.systems) == {"A", "D"}]


def test_what_follows_is_closed_again_where_nobody_started_it(task: Task, ann: Judge) -> None:
    own = first_round_turned(task, ann)
    assert open_pairs(task) == {"AB", "CD"}
    for screen in own:
        screen.refresh_from_db()
        answer(screen, vote_on(screen, names_turned), now=timezone.now())
    assert decided(task)["AD"] == "D"
    assert open_pairs(task) == {"BD", "AC"}
    clear_caches()
    judge_all({ann: by_name}, now=timezone.now())
    [live] = live_tournaments(task.evaluations.get())
    assert live.is_complete
    asked = {"".join(sorted(systems)) for systems in Screen.objects.values_list("systems", flat=True)}
    assert not {"AB", "CD"} & asked - {"".join(sorted((m.a, m.b))) for m in live.result.plan.matches}


def test_a_match_stays_decided_once_a_match_that_follows_is_judged(task: Task, ann: Judge) -> None:
    own = first_round_turned(task, ann)
    judge_some(ann, by_name, screens=1)  # of A and B, or of C and D
    for screen in own:
        screen.refresh_from_db()
        answer(screen, vote_on(screen, names_turned), now=timezone.now())
    assert decided(task)["AD"] == "A"
    [kept] = Match.objects.filter(differing__isnull=False)
    now_said = match_of(kept.differing or {})
    assert now_said.wins("D") == 2
    assert match_of(kept.result or {}).wins("D") == 1  # after the first correction, when A won by its seed
    judge_all({ann: by_name}, now=timezone.now())
    [live] = live_tournaments(task.evaluations.get())
    assert live.result.plan.ranking == FOUR
    for screen in own:  # and back: nothing differs any longer
        screen.refresh_from_db()
        answer(screen, vote_on(screen, by_name), now=timezone.now())
    assert not Match.objects.filter(differing__isnull=False).exists()


def test_matches_are_counted_again_without_a_judge_who_is_left_out(organiser: User) -> None:
    task = cup_task(cup(("A", "B"), by=organiser, segments=2, judgments=3))
    now = timezone.now()
    votes = {"Ann": by_name, "Ben": by_name, "Cy": names_turned}
    judges = {make_judge(task, f"{name} Able", now=now): vote for name, vote in votes.items()}
    judge_all(judges, now=now)
    assert decided(task) == {"AB": "A"}
    ann, ben, _ = judges
    for each in (ann, ben):
        exclude_judge(each, reason="They are one person.", by=organiser, now=now)
    assert decided(task) == {"AB": "B"}
    include_judge(ann, reason="a mistake", by=organiser)
    include_judge(ben, reason="a mistake", by=organiser)
    assert decided(task) == {"AB": "A"}


def test_what_a_blocked_judge_answered_is_judged_again_and_decides_anew(
    task: Task, ann: Judge, organiser: User
) -> None:
    now = timezone.now()
    own = first_round_turned(task, ann)
    assert own
    block_judge(ann, reason="Too quick.", by=organiser, now=now)
    assert decided(task) == {}
    assert open_pairs(task) == {"AD", "BC"}
    ben = make_judge(task, "Ben Best", now=now)
    judge_all({ben: names_turned}, now=now)
    [live] = live_tournaments(task.evaluations.get())
    assert live.is_complete
    assert live.result.plan.ranking[0] == "D"
    counted = Screen.objects.filter(judge=ben).count()
    assert counted == 2 * Match.objects.count() == task.evaluations.get().units


def test_a_blocked_judge_does_not_undo_a_match_whose_followers_others_have_started(
    task: Task, ann: Judge, organiser: User
) -> None:
    now = timezone.now()
    first_round_turned(task, ann)
    ben = make_judge(task, "Ben Best", now=now)
    judge_some(ben, by_name, screens=1)
    block_judge(ann, reason="Too quick.", by=organiser, now=now)
    assert decided(task)["AD"] == "A"
    judge_all({ben: names_turned}, now=now)  # what Ann had judged, too
    [live] = live_tournaments(task.evaluations.get())
    assert live.is_complete
    assert {frozenset((match.a, match.b)) for match in live.result.plan.matches}.issuperset(
        frozenset(systems) for systems in Screen.objects.filter(judge=ben).values_list("systems", flat=True)
    )


def test_a_tie_goes_to_the_side_with_more_single_judgments_then_to_the_better_seed(organiser: User) -> None:
    task = cup_task(cup(("A", "B"), by=organiser, segments=3, judgments=3))
    now = timezone.now()
    votes = {
        "Ann": lambda a, b, segment: [min(a, b), max(a, b), ""][segment],
        "Ben": lambda a, b, segment: [min(a, b), max(a, b), ""][segment],
        "Cy": lambda a, b, segment: ["", max(a, b), ""][segment],
    }
    judge_all({make_judge(task, f"{name} Able", now=now): vote for name, vote in votes.items()}, now=now)
    [live] = live_tournaments(task.evaluations.get())
    match = live.result.plan.played[0]
    assert (match.winner, match.decided_by) == ("B", "judgments")
    [row] = Match.objects.all()
    result = match_of(row.result or {})
    assert (result.judgments("A"), result.judgments("B"), result.segments) == (2, 3, 3)


def test_outputs_that_are_the_same_are_ties_that_nobody_is_asked(organiser: User) -> None:
    task = cup_task(cup(("A", "B", "A again"), by=organiser, segments=2, same={"A again": "A"}))
    now = timezone.now()
    judge_all({make_judge(task, "Ann Able", now=now): by_name}, now=now)
    [live] = live_tournaments(task.evaluations.get())
    assert live.is_complete
    met = {frozenset((each.a, each.b)): each for each in live.result.plan.played}
    same = met[frozenset(("A", "A again"))]
    assert (same.winner, same.decided_by) == ("A", "seed")
    assert same.result is not None
    assert (same.result.segments, same.result.a_wins, same.result.b_wins) == (2, 0, 0)


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ('kind = "dskoc"\nseeds = ["A"]', "every system of cup among its seeds, found none of B"),
        ('kind = "dskoc"\nseeds = ["A", "B", "X"]', "systems of cup in seeds: A, B, found X"),
        ('kind = "dskoc"\nseeded_by = "ter"', "a score of every system of cup, which seeds it, found none of A, B"),
        ('kind = "dskoc"\nseeds = ["A", "B"]\nqualifiers = 2', "1 to 1 qualifiers, found 2"),
        (
            'kind = "dskoc"\nseeds = ["A", "B"]\nqualifiers = 1\njoined_by = ["A"]',
            "2 to 32 players, found 1",
        ),
    ],
)
def test_a_tournament_that_cannot_be_played_is_refused_with_a_reason(
    rules: str, sentence: str, organiser: User
) -> None:
    campaign = cup(("A", "B"), by=organiser, tournament=rules)
    with pytest.raises(PlanRefusedError) as refused:
        cup_task(campaign)
    assert sentence in str(refused.value)
