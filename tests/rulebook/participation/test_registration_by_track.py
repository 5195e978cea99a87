from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bakeoff.rulebook import Rulebook, check_rulebook, read_rulebook
from bakeoff.rulebook.participation.notices import notices_due
from bakeoff.rulebook.participation.steps import steps_of
from bakeoff.rulebook.release.visibility import may_see
from bakeoff.rulebook.state import Submitted, TeamState, Viewer
from bakeoff.rulebook.submission.offers import offers
from bakeoff.rulebook.submission.trials import may_try
from tests.rulebook.small import SMALL, saved, small_rulebook

OPEN = datetime(2027, 3, 2, tzinfo=UTC)
PAIRS = ["de-en", "en-de"]
TRACKS = {
    "news": {"kind": "mt", "language_pairs": PAIRS},
    "talks": {"kind": "mt", "language_pairs": ["de-en"]},
}
PHASES = {
    "evaluation": {
        "start": "2027-03-01",
        "end": "2027-03-05",
        "opens": ["submit:news-runs", "submit:talk-runs"],
        "releases": {"participants": ["source", "training-data"]},
    }
}
PACKAGES = {
    "packages": {
        "news-runs": {"tracks": ["news"], "test_sets": ["test"]},
        "talk-runs": {"tracks": ["talks"], "test_sets": ["lectures"]},
    }
}


def rules(*, by_track: bool = True, by_language_pair: bool = False, **track: Any) -> Rulebook:
    return small_rulebook(
        tracks={**TRACKS, "talks": {**TRACKS["talks"], **track}},
        test_sets={
            "test": {"role": "current", "tracks": ["news"]},
            "lectures": {"role": "current", "tracks": ["talks"]},
        },
        phases=PHASES,
        registration={"by_track": by_track, "by_language_pair": by_language_pair},
        submission=PACKAGES,
    )


def team(*tracks: str, pairs: tuple[str, ...] = (), submitted: tuple[Submitted, ...] = ()) -> TeamState:
    return TeamState(code="A", tracks=frozenset(tracks), language_pairs=frozenset(pairs), submitted=submitted)


def offered(rulebook: Rulebook, state: TeamState) -> dict[str, list[str]]:
    return {offer.package.id: [pair.language_pair for pair in offer.pairs] for offer in offers(rulebook, OPEN, state)}


def test_offers_follow_the_tracks() -> None:
    assert offered(rules(), team("talks")) == {"news-runs": [], "talk-runs": ["de-en"]}
    assert offered(rules(), team("news", "talks")) == {"news-runs": PAIRS, "talk-runs": ["de-en"]}
    both = rules(by_language_pair=True)
    assert offered(both, team("news", "talks", pairs=("en-de",))) == {"news-runs": ["en-de"], "talk-runs": []}


def test_a_single_track_may_need_registration() -> None:
    some = rules(by_track=False, needs_registration=True)
    assert some.tracks_to_register == ("talks",)
    assert offered(some, team()) == {"news-runs": PAIRS, "talk-runs": []}


def test_without_registration_by_track_nothing_is_asked() -> None:
    assert rules(by_track=False).tracks_to_register == ()
    assert offered(rules(by_track=False), team()) == {"news-runs": PAIRS, "talk-runs": ["de-en"]}


@pytest.mark.parametrize(("test_set", "allowed"), [("test", False), ("lectures", True)])
def test_data_follow_the_tracks(test_set: str, allowed: bool) -> None:
    viewer = Viewer(role="participant", team=team("talks"))
    answer = may_see(rules(), OPEN, viewer, "source", test_set=test_set, language_pair="de-en")
    assert (answer.allowed, answer.reason) == (
        (True, "released by the phase evaluation") if allowed else (False, "A did not register for the track news")
    )


def test_training_data_are_of_no_track() -> None:
    assert may_see(rules(), OPEN, Viewer(role="participant", team=team("talks")), "training-data").allowed


def test_texts_are_tried_in_registered_tracks_only() -> None:
    viewer = Viewer(role="participant", team=team("talks"))
    answer = may_try(rules(), OPEN, viewer, test_set="test", language_pair="de-en", track="news")
    assert answer.reason == "A did not register for the track news"


def done(track: str, package: str) -> Submitted:
    return Submitted(package=package, track=track, language_pair="de-en", test_set="test", system="primary")


def test_each_registered_track_owes_a_submission() -> None:
    def missing(state: TeamState) -> dict[str, str]:
        return {step.step: step.missing for step in steps_of(rules(), state)}

    assert missing(team()) == {"registered": "tracks", "submitted": "a submission"}
    news = done("news", "news-runs")
    assert missing(team("news", "talks", submitted=(news,))) == {"registered": "", "submitted": "talks"}
    assert missing(team("news", submitted=(news,))) == {"registered": "", "submitted": ""}


def test_no_reminder_is_about_another_track() -> None:
    last_day = datetime(2027, 3, 5, 10, tzinfo=UTC)
    assert [notice.kind for notice in notices_due(rules(), team("talks"), last_day)] == ["due"]
    assert notices_due(rules(), team("talks", submitted=(done("talks", "talk-runs"),)), last_day) == ()


def test_combination_packs_go_to_teams_registered_for_combination() -> None:
    """NIST OpenMT 2012, section 7.2.2."""
    openmt = read_rulebook("openmt2012")
    when = datetime(2012, 4, 18, tzinfo=UTC)

    def fetches(*tracks: str) -> bool:
        state = TeamState(
            code="A",
            language_pairs=frozenset(["ara2eng"]),
            tracks=frozenset(tracks),
            signed=frozenset(openmt.registration.agreements),
        )
        viewer = Viewer(role="participant", team=state)
        return may_see(openmt, when, viewer, "anonymous-outputs", test_set="current", language_pair="ara2eng").allowed

    assert (fetches(), fetches("combination")) == (False, True)


def test_a_wrong_kind_of_value_is_found_on_its_line(tmp_path: Path) -> None:
    path = saved(tmp_path, f'{SMALL}[registration]\nby_track = "news"\n')
    (finding,) = check_rulebook(str(path))
    assert (finding.place.line, finding.found) == (len(SMALL.splitlines()) + 2, "'news'")
