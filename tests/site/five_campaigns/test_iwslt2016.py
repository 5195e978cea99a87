"""IWSLT 2016, from registration to the tables of its appendix A."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from bakeoff.client import ErrorCounts, Verdict
from tests.site.five_campaigns.driver import Replay
from tests.site.five_campaigns.packing import Place, place_of, run_of
from tests.site.five_campaigns.simulation import Part, System, system_words, words_of
from tests.site.five_campaigns.truth import (
    evaluation_of,
    ranked,
    recognised,
    same,
    scores_of,
    scores_of_evaluation,
    scores_of_group,
    shown,
)

pytestmark = pytest.mark.django_db

TRANSLATED = ["bleu@mteval", "nist@mteval", "ter@tercom:case=yes,normalize=yes"]  # A.1, MT
SPOKEN = ["bleu@mteval", "ter@tercom:case=yes,normalize=yes"]  # A.1, SLT
CASES = ("case+punc", "case-insensitive")
TALKS = [  # 4.1, 5.1: TED and QED are kept distinct
    Part("ted1", 4, {"genre": "lectures", "subset": "ted"}),
    Part("ted2", 4, {"genre": "lectures", "subset": "ted"}),
    Part("qed1", 3, {"genre": "lectures", "subset": "qed"}),
]
LAST_YEAR = [Part("ted0", 6, {"genre": "lectures"})]
CONVERSATIONS = [Part("call", 6, {"genre": "conversation"})]
KIT, FBK, UFAL = (partial(System, team) for team in ("KIT", "FBK", "UFAL"))
CONDITION = "permissible"
TALK_ASR: Place = ("talk-asr", "en", "asr-tst2016", CONDITION)
MSLT: Place = ("mslt-mt", "en-de", "mslt-tst2016", CONDITION)
SUBMITTED: dict[Place, list[System]] = {
    ("talk-asr", "en", "asr-tst2015", CONDITION): [KIT(wrong=3), FBK(wrong=2)],
    TALK_ASR: [KIT(wrong=1), FBK(wrong=2)],
    ("talk-slt", "en-de", "slt-tst2015", CONDITION): [KIT(wrong=3)],
    ("talk-slt", "en-de", "slt-tst2016", CONDITION): [KIT(wrong=2)],
    ("talk-mt", "en-de", "tst2015", CONDITION): [KIT(wrong=2), FBK(wrong=3), UFAL(wrong=4)],
    ("talk-mt", "en-de", "tst2016", CONDITION): [KIT(wrong=3), FBK(wrong=2), UFAL(wrong=5)],
    MSLT: [KIT(wrong=2)],
}
LAST_BEST = System("SU-15", "system", wrong=1)


@pytest.mark.long
def test_iwslt2016_from_registration_to_its_tables(open_campaign: Callable[[str], Replay]) -> None:
    replay = open_campaign("iwslt2016")
    _register(replay)
    _recognise(replay)
    _translate(replay)
    _adjudicate(replay)
    _ask_the_server(replay)
    assert list(replay.newcomer.boards(replay.slug)) == []
    replay.go_into("workshop")
    assert {place_of(row) for row in replay.newcomer.boards(replay.slug)} == set(SUBMITTED)
    _see_recognition(replay)
    for place, systems in SUBMITTED.items():
        if place[0] != "talk-asr":
            _see_translation(replay, place, systems)
        if place[0] == "talk-slt":
            [row] = replay.board(replay.newcomer, *place).systems
            assert (row.input, row.released_runs) == ("released-runs", ("FBK",))


def _register(replay: Replay) -> None:
    """Only KIT signs the licence of the MSLT data (2.2)."""
    replay.go_into("registration")
    for team in ("KIT", "FBK", "UFAL"):
        replay.register(replay.meet(team), signs=team == "KIT")
    for track, pair, test_set, _ in SUBMITTED:
        parts = CONVERSATIONS if track == "mslt-mt" else TALKS if test_set.endswith("2016") else LAST_YEAR
        replay.add_data(test_set, pair, *parts)


def _recognise(replay: Replay) -> None:
    replay.go_into("asr")
    replay.submit_all("asr", SUBMITTED)
    replay.go_into("slt")  # 4.2: with the output of one system of the ASR track
    for year in ("tst2015", "tst2016"):
        replay.release_run(FBK(wrong=2), replay.sets[f"asr-{year}", "en"], replay.sets[f"slt-{year}", "en-de"])
    replay.submit_all("slt", SUBMITTED, inputs={"KIT": "released-runs"})


def _translate(replay: Replay) -> None:
    replay.go_into("mt")
    replay.submit_all("mt", SUBMITTED)
    [refused] = replay.submit(replay.entrants["FBK"], [run_of(FBK(), "mt", *MSLT)])
    assert "agreement-not-signed" in {finding.code for finding in refused.findings}
    replay.enter(LAST_BEST, "talk-mt", "en-de", "tst2015")


def _adjudicate(replay: Replay) -> None:
    """3.2: preliminary scores and references to those who took part, who point out errors in the transcripts."""
    kit = replay.entrants["KIT"].client
    replay.go_into("adjudication")
    before = replay.sets["asr-tst2016", "en"].recognition_errors
    assert recognised(replay.board(kit, *TALK_ASR)) == {"KIT_primary": before(KIT(wrong=1))}
    [reference] = [each for each in kit.references(replay.slug) if each.test_set == "asr-tst2016"]
    said = replay.proposal(kit, reference.id, words_of(0, "")[0], system_words(0, "", KIT(wrong=1))[0])
    proposed = kit.propose_correction(replay.slug, reference.id, **said)
    replay.organiser.decide_corrections(replay.slug, reference.id, [Verdict(proposed.id, "accepted", "it is heard")])
    replay.organiser.apply_corrections(replay.slug, reference.id)
    replay.work()


def _ask_the_server(replay: Replay) -> None:
    """5.2: after the evaluation the server scores test sets, under the official conditions."""
    replay.go_into("after")
    texts, trial = replay.sets["tst2016", "en-de"], System("UFAL", "trial", wrong=1)
    name, data = texts.run_file(trial)
    (replay.folder / name).write_bytes(data)
    ufal = replay.entrants["UFAL"].client
    asked = ufal.try_out(
        replay.slug, replay.folder / name, track="talk-mt", language_pair="en-de", test_set="tst2016", seconds=0
    )
    replay.work()
    [over] = [each for each in ufal.trials(replay.slug) if each.id == asked.id]
    assert over.scores is not None
    for case in CASES:
        truth = scores_of(texts, {"trial": trial}, TRANSLATED, case, language="German")["trial"]
        assert {metric: round(score.value or 0.0, 9) for metric, score in over.scores[case].items()} == truth


def _see_recognition(replay: Replay) -> None:
    """A.1, A.2: by WER with errors, after adjudication; TED and QED by themselves, and Talk is their sum."""
    texts = replay.sets["asr-tst2016", "en"]
    parts = {}
    for subset in ("ted", "qed"):
        board = replay.board(replay.newcomer, *TALK_ASR, group=f"subset={subset}")
        parts[subset] = recognised(board)
        corrected = 1 if subset == "ted" else 0  # the first segment, which both had wrong
        assert parts[subset] == {
            system.name: _fewer(texts.recognition_errors(system, subset=subset), corrected)
            for system in SUBMITTED[TALK_ASR]
        }
    talk = recognised(replay.board(replay.newcomer, *TALK_ASR))
    for name, counts in talk.items():
        assert counts.errors == sum(own[name].errors for own in parts.values())
    last_year = replay.board(replay.newcomer, "talk-asr", "en", "asr-tst2015", CONDITION)
    truth = replay.sets["asr-tst2015", "en"].recognition_errors
    assert recognised(last_year) == {"FBK_primary": truth(FBK(wrong=2)), "KIT_primary": truth(KIT(wrong=3))}


def _fewer(counts: ErrorCounts, corrected: int) -> ErrorCounts:
    return ErrorCounts(
        words=counts.words,
        substitutions=counts.substitutions - corrected,
        deletions=counts.deletions,
        insertions=counts.insertions,
        errors=counts.errors - corrected,
    )


def _see_translation(replay: Replay, place: Place, submitted: list[System]) -> None:
    """A.1, A.2: in the order of BLEU with case; the best of the year before among the systems on its set."""
    track, pair, test_set, _ = place
    metrics = SPOKEN if track.endswith("-slt") else TRANSLATED
    systems = {system.name: system for system in submitted}
    if test_set == "tst2015":
        systems[replay.rules.systems["SU-15"].title] = LAST_BEST
    texts = replay.sets[test_set, pair]
    by = ["subset"] if test_set.endswith("tst2016") and track != "mslt-mt" else []
    order: list[str] = []
    for case in CASES if track != "mslt-mt" else CASES[:1]:
        board = replay.board(replay.newcomer, *place, specification=case)
        truth = evaluation_of(texts, systems, metrics, case, language="German", by=by)
        scores = scores_of_evaluation(truth)
        order = list(ranked(scores, "bleu@mteval"))
        assert same(shown(board), {name: scores[name] for name in order}), (place, case)
        for subset in ("ted", "qed") if by else ():
            group = f"subset={subset}"
            board = replay.board(replay.newcomer, *place, specification=case, group=group)
            assert same(shown(board), ranked(scores_of_group(truth, group), "bleu@mteval")), (place, case, group)
