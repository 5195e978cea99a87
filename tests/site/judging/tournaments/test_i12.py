"""I12, appendix B: tournaments judged through HTTP by three people a segment who vote as printed.

A few segments of a match are judged, in which the same systems win as in the 400 of the paper. Percentages and marks
are checked with 400 votes of three judges each, stored at once. Matches of 2011 are taken over, as in the paper.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.utils import timezone

from bakeoff.client import JudgingSession
from bakeoff.data.matches import MatchResult
from bakeoff.human_eval.designs.planned_tournaments import EarlierMatch
from bakeoff.tournaments import mark
from bakeoff_site.accounts.limits import TOKEN_MAX_AGE
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign, Membership
from bakeoff_site.core.http.limits import BUCKETS
from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.models import Evaluation, Judge, Judgment, Screen, Task
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.matches import counted_result
from bakeoff_site.judging.selectors.tournaments import live_tournaments
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.submissions.models import Run
from tests.depth import THOROUGH
from tests.reproductions.appendix_b_of_i12 import B1, B2, B31, B32, Printed
from tests.site.api.conftest import speaking
from tests.site.judging.tournaments.world import cup, cup_task
from tests.site.judging.world import make_judge
from tests.site.people import person

pytestmark = pytest.mark.django_db

SEGMENTS = 20 if THOROUGH else 5
PRINTED = 400
JUDGES = 3


class PrintedVotes:
    """What each judge says about each segment of each match, so that matches end as printed."""

    def __init__(self, *tournaments: Printed, segments: int = SEGMENTS) -> None:
        self._sides: dict[frozenset[str], list[tuple[str, ...]]] = {}
        for printed in tournaments:
            for a, b, a_wins, b_wins, _ in printed.matches:
                votes = list(_votes(printed, a, b, a_wins, b_wins, segments=segments))
                assert len(votes) <= segments
                self._sides[frozenset((a, b))] = votes + [("", "", "")] * (segments - len(votes))

    def __call__(self, judge: int, first: str, second: str, segment: int) -> str:
        return self._sides[frozenset((first, second))][segment][judge]


def _votes(
    printed: Printed, a: str, b: str, a_percent: float | None, b_percent: float, *, segments: int
) -> Iterator[tuple[str, ...]]:
    """The votes on the segments that somebody prefers an output of; all others are ties."""
    # One figure is not printed; its system won.
    percent = {a: b_percent + 0.5 if a_percent is None else a_percent, b: b_percent}
    won = {system: round(share * segments / 100) for system, share in percent.items()}
    better = max(percent, key=lambda system: percent[system])
    if a_percent != b_percent and won[a] == won[b]:  # so few segments that the difference is lost
        won[better] += 1
    for system, count in won.items():
        yield from [(system, system, system)] * count
    if a_percent == b_percent:  # single judgments decide, of which some are on segments without a majority
        fewest = min(printed.judgments.values())
        for system, judgments in printed.judgments.items():
            more = judgments - 3 * won[system] if segments == PRINTED else int(judgments > fewest)
            yield from [(system, "", "")] * more


def put_scores(campaign: Campaign, scores: dict[str, float]) -> None:
    """The printed BLEU of each run, as if it had been computed."""
    for run in Run.objects.filter(board__campaign=campaign):
        RunScore.objects.create(
            run=run,
            metric="bleu",
            specification=campaign.rules.scoring_of("mt", "en-fr").specifications[0],
            inputs_digest="0" * 64,
            signature="printed",
            value=scores[run.name],
            direction="higher",
            segments=SEGMENTS,
            columns=[],
            statistics=b"",
        )


def of_2011(*tournaments: Printed) -> list[EarlierMatch]:
    """The results between systems of 2011, which were not judged again."""
    return [
        EarlierMatch(
            result=MatchResult(a=a, b=b, a_wins=a_wins, b_wins=b_wins, percent=True),
            origin="IWSLT 2011",
        )
        for printed in tournaments
        for a, b, a_wins, b_wins, _ in printed.matches
        if a.endswith("11") and b.endswith("11")
    ]


def judge_through_http(task: Task, votes: PrintedVotes) -> list[str]:
    """Three judges who see texts alone take turns; why each of them ended."""
    sessions = []
    for number in range(JUDGES):
        user = person(f"Judge {number}")
        Membership.objects.create(campaign=task.campaign, user=user, role=MembershipRole.JUDGE)
        session = JudgingSession(speaking(user, "judge", lifetime=TOKEN_MAX_AGE), task.campaign.slug, task.slug)
        session.start()
        sessions.append(session)
    ended = [""] * JUDGES
    while "" in ended:
        BUCKETS.clear()
        for judge, session in enumerate(sessions):
            shown = session.next() if not ended[judge] else ""
            if shown == "finished":
                ended[judge] = shown
            elif not isinstance(shown, str):
                (first, segment), (second, _) = (each["text"].split()[1:] for each in shown["outputs"])
                better = votes(judge, first, second, int(segment) - 1)
                assert session.submit("tie" if not better else "first" if better == first else "second")
    return ended


def pairs_asked() -> set[frozenset[str]]:
    return {frozenset(systems) for systems in Screen.objects.values_list("systems", flat=True)}


@pytest.mark.parametrize(
    ("printed", "taken", "matches", "different"), [(B1, 3, 16, 15), (B2, 0, 16, 14)], ids=["B.1", "B.2"]
)
def test_a_tournament_seeded_by_bleu_ends_as_printed(
    printed: Printed, taken: int, matches: int, different: int, organiser: User
) -> None:
    rules = 'kind = "dskoc"\nplayers = 8\nseeded_by = "bleu"\nearlier_matches = true'
    campaign = cup(sorted(printed.seeds), by=organiser, segments=SEGMENTS, judgments=JUDGES, tournament=rules)
    put_scores(campaign, printed.seeds)
    task = cup_task(campaign, earlier={"cup": of_2011(printed) if taken else []})
    assert judge_through_http(task, PrintedVotes(printed)) == ["finished"] * JUDGES
    [live] = live_tournaments(task.evaluations.get())
    plan = live.result.plan
    assert plan.players == tuple(sorted(printed.seeds, key=lambda name: -printed.seeds[name]))
    assert plan.ranking == printed.ranking
    assert (len(plan.played), plan.different_matches) == (matches, different)
    assert live.pairs == {frozenset((a, b)) for a, b, *_ in printed.matches}
    assert {match.winner for match in plan.played if match.decided_by == "judgments"} == {
        max(printed.judgments, key=lambda name: printed.judgments[name])
    }
    # What 2011 had judged was not asked again.
    assert len(pairs_asked()) == different - taken
    assert Screen.objects.count() == (different - taken) * SEGMENTS * JUDGES


def test_two_tournaments_in_turn_end_as_printed_and_share_what_was_judged(organiser: User) -> None:
    everyone = {**B32.seeds, **B31.seeds}
    joined = [name for name in B32.seeds if name.endswith("11")]
    order = sorted(everyone, key=lambda name: -everyone[name])
    rules = f'kind = "dskoc"\nseeds = {order}\nqualifiers = 4\njoined_by = {joined}'.replace("'", '"')
    campaign = cup(order, by=organiser, segments=SEGMENTS, judgments=JUDGES, tournament=rules)
    task = cup_task(campaign)
    assert judge_through_http(task, PrintedVotes(B31, B32)) == ["finished"] * JUDGES
    [live] = live_tournaments(task.evaluations.get())
    first, second = live.plans
    assert first.ranking == B31.ranking
    assert set(first.top(4) or ()) == {"KIT12", "LIG12", "RWTH12", "UEDIN12"}
    assert second.players == tuple(sorted(B32.seeds, key=lambda name: -B32.seeds[name]))
    assert second.ranking == B32.ranking
    assert (len(first.played), first.different_matches) == (12, 11)
    assert (len(second.played), second.different_matches) == (16, 12)
    # KIT12 and LIG12 met in both, and were judged once.
    shared = frozenset(("KIT12", "LIG12"))
    for plan in live.plans:
        assert shared in {frozenset((match.a, match.b)) for match in plan.matches}
    asked = pairs_asked()
    assert asked == {frozenset((a, b)) for printed in (B31, B32) for a, b, *_ in printed.matches}
    assert Screen.objects.count() == len(asked) * SEGMENTS * JUDGES == 22 * SEGMENTS * JUDGES


MATCHES = (("KIT11", "KIT12"), ("MITLL12", "KIT12"), ("LIUM11", "UEDIN12"), ("UEDIN12", "RWTH12"))
"""Of B.1: ★, ‡, the one that single judgments decide, and one without a mark."""


def test_as_many_votes_as_were_cast_give_the_printed_percentages_marks_and_single_judgments(organiser: User) -> None:
    names = sorted({name for pair in MATCHES for name in pair})
    campaign = cup(names, by=organiser, segments=PRINTED, judgments=JUDGES)
    task = cup_task(campaign)
    evaluation = task.evaluations.get()
    judges = [make_judge(task, f"Judge {number}", now=timezone.now()) for number in range(JUDGES)]
    votes = PrintedVotes(B1, segments=PRINTED)
    [planned] = content_of(task).evaluations.values()
    pools = {frozenset(pool.systems): number for number, pool in enumerate(planned.design.pools)}
    known = {frozenset((a, b)): (a, a_wins, b_wins, sign) for a, b, a_wins, b_wins, sign in B1.matches}
    for pair in MATCHES:
        store_votes(evaluation, pools[frozenset(pair)], judges, votes)
        result = counted_result(evaluation, pools[frozenset(pair)])
        assert result is not None
        a, a_wins, b_wins, sign = known[frozenset(pair)]
        b = next(name for name in pair if name != a)
        assert [round(100 * (result.share(each) or 0), 2) for each in (a, b)] == [a_wins, b_wins]
        assert (result.segments, mark(result.p)) == (PRINTED, sign)
        if a_wins == b_wins:
            assert {each: result.judgments(each) for each in (a, b)} == B1.judgments


def store_votes(evaluation: Evaluation, pool: int, judges: list[Judge], votes: PrintedVotes) -> None:
    """The votes on a match as if they had been given on screens."""
    [planned] = content_of(evaluation.task).evaluations.values()
    first, second = planned.design.pools[pool].systems
    now = timezone.now()
    cast = [(judge, segment) for judge in range(JUDGES) for segment in range(PRINTED)]
    screens = Screen.objects.bulk_create(
        Screen(
            evaluation=evaluation,
            judge=judges[judge],
            number=pool * PRINTED + segment + 1,
            position=pool * PRINTED + segment,
            pool=pool,
            segment=segment,
            systems=[first, second],
            state=ScreenState.ANSWERED,
            lease_until=now,
            dealt_at=now,
        )
        for judge, segment in cast
    )
    said = {first: "first", second: "second", "": "tie"}
    Judgment.objects.bulk_create(
        Judgment(
            screen=screen,
            evaluation=evaluation,
            judge=judges[judge],
            key=uuid4(),
            systems=[first, second],
            answer=said[votes(judge, first, second, segment)],
            sent_at=now,
        )
        for screen, (judge, segment) in zip(screens, cast, strict=True)
    )
