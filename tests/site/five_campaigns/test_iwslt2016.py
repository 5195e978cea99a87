"""IWSLT 2016, from registration to the tables of its appendix A."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from bakeoff.client import Verdict
from tests.site.five_campaigns.driver import Replay
from tests.site.five_campaigns.ending import see_results_as_one_value
from tests.site.five_campaigns.packing import Place, place_of, run_of
from tests.site.five_campaigns.simulation import Part, System, system_words, words_of
from tests.site.five_campaigns.truth import (
    evaluation_of,
    exported,
    official,
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
LANGUAGES = {"en-de": "German", "en-ar": "Arabic", "en-fr": "French", "de-en": "English"}
CASES = ("case+punc", "case-insensitive")
TALKS = [  # 3.4, 4.1: TED and QED together
    Part("ted1", 4, {"genre": "lectures", "subset": "ted"}),
    Part("ted2", 4, {"genre": "lectures", "subset": "ted"}),
    Part("qed1", 3, {"genre": "lectures", "subset": "qed"}),
]
LAST_YEAR = [Part("ted0", 6, {"genre": "lectures"})]
LECTURES = [Part("lecture1", 4, {"genre": "lectures"}), Part("lecture2", 4, {"genre": "lectures"})]
CONVERSATIONS = [Part("call1", 3, {"genre": "conversation"}), Part("call2", 3, {"genre": "conversation"})]
KIT, FBK, UFAL = (partial(System, team) for team in ("KIT", "FBK", "UFAL"))
CONDITION = "permissible"
TALK_ASR: Place = ("talk-asr", "en", "asr-tst2016", CONDITION)
TED_2015: Place = ("ted-mt", "en-de", "tst2015", CONDITION)
MSLT_ASR: dict[str, Place] = {
    language: ("mslt-asr", language, "mslt-asr-tst2016", CONDITION) for language in ("en", "de")
}
MSLT: Place = ("mslt-mt", "en-de", "mslt-tst2016", CONDITION)
SUBMITTED: dict[Place, list[System]] = {
    ("talk-asr", "en", "asr-tst2015", CONDITION): [KIT(wrong=3), FBK(wrong=2)],
    TALK_ASR: [KIT(wrong=1), FBK(wrong=2)],
    ("talk-slt", "en-de", "slt-tst2015", CONDITION): [KIT(wrong=3)],
    ("talk-slt", "en-de", "slt-tst2016", CONDITION): [KIT(wrong=2)],
    TED_2015: [KIT(wrong=2), FBK(wrong=3), UFAL(wrong=4)],
    ("ted-mt", "en-de", "tst2016", CONDITION): [KIT(wrong=3), FBK(wrong=2), UFAL(wrong=5)],
    ("ted-mt", "en-ar", "tst2016", CONDITION): [FBK(wrong=2)],
    ("qed-mt", "en-de", "qed-tst2016", CONDITION): [UFAL(wrong=1), KIT(wrong=2)],
    MSLT_ASR["en"]: [KIT(wrong=2), UFAL(wrong=3)],
    MSLT_ASR["de"]: [KIT(wrong=4), UFAL(wrong=1)],
    ("mslt-slt", "en-de", "mslt-slt-tst2016", CONDITION): [KIT(wrong=3), UFAL(wrong=4)],
    ("mslt-slt", "de-en", "mslt-slt-tst2016", CONDITION): [KIT(wrong=1)],
    ("mslt-slt", "en-fr", "mslt-slt-tst2016", CONDITION): [UFAL(wrong=2)],
    MSLT: [KIT(wrong=2), UFAL(wrong=3)],
    ("mslt-mt", "de-en", "mslt-tst2016", CONDITION): [UFAL(wrong=1)],
    ("mslt-mt", "en-fr", "mslt-tst2016", CONDITION): [KIT(wrong=4), UFAL(wrong=2)],
}
RELEASED = {"talk-slt": "FBK", "mslt-slt": "UFAL"}  # 4.2: the output of one system of the ASR track
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
        if not place[0].endswith("asr"):
            _see_translation(replay, place, systems)
        if place[0] in RELEASED:
            started = [(row.input, row.released_runs) for row in replay.board(replay.newcomer, *place).systems]
            assert started == [("released-runs", (RELEASED[place[0]],))] * len(systems)
    _see_progress(replay)
    see_results_as_one_value(replay)


def _register(replay: Replay) -> None:
    """FBK does not sign the licence of the MSLT data (2.2)."""
    replay.go_into("registration")
    for team in ("KIT", "FBK", "UFAL"):
        replay.register(replay.meet(team), signs=team != "FBK")
    for track, pair, test_set, _ in SUBMITTED:
        parts = CONVERSATIONS if track.startswith("mslt") else LAST_YEAR if test_set.endswith("2015") else TALKS
        replay.add_data(test_set, pair, *(LECTURES if track.endswith("-mt") and parts == TALKS else parts))


def _recognise(replay: Replay) -> None:
    replay.go_into("asr")
    replay.submit_all("asr", SUBMITTED)
    replay.go_into("slt")
    assert replay.release_runs("FBK") >= {(f"slt-{year}", "en-de", "released-runs") for year in ("tst2015", "tst2016")}
    assert replay.release_runs("UFAL") == {
        ("mslt-slt-tst2016", pair, "released-runs") for pair in ("en-de", "de-en", "en-fr")
    }
    for track, team in RELEASED.items():
        inputs = dict.fromkeys(("KIT", "UFAL"), "released-runs")
        replay.submit_all("slt", SUBMITTED, tracks=[track], inputs=inputs, released=[team])


def _translate(replay: Replay) -> None:
    replay.go_into("mt")
    replay.submit_all("mt", SUBMITTED)
    [refused] = replay.submit(replay.entrants["FBK"], [run_of(FBK(), "mt", *MSLT)])
    assert "agreement-not-signed" in {finding.code for finding in refused.findings}
    for team in ("KIT", "FBK"):  # 2.2: distributed only to those who signed
        files = [
            each for each in replay.entrants[team].client.data_files(replay.slug) if each.test_set == "mslt-tst2016"
        ]
        assert any(each.may_fetch for each in files) == (team == "KIT")
    replay.enter(LAST_BEST, "ted-mt", "en-de", "tst2015")


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
    texts, trial = replay.sets["qed-tst2016", "en-de"], System("UFAL", "trial", wrong=1)
    name, data = texts.run_file(trial)
    (replay.folder / name).write_bytes(data)
    ufal = replay.entrants["UFAL"].client
    asked = ufal.try_out(
        replay.slug, replay.folder / name, track="qed-mt", language_pair="en-de", test_set="qed-tst2016", seconds=0
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
            system.name: texts.recognition_errors(system, corrected=corrected, subset=subset)
            for system in SUBMITTED[TALK_ASR]
        }
    talk = recognised(replay.board(replay.newcomer, *TALK_ASR))
    for name, counts in talk.items():
        assert counts.errors == sum(own[name].errors or 0 for own in parts.values())
    for language, place in MSLT_ASR.items():
        systems = sorted(SUBMITTED[place], key=lambda system: system.wrong)
        texts = replay.sets["mslt-asr-tst2016", language]
        board = replay.board(replay.newcomer, *place)
        assert list(recognised(board).items()) == [
            (system.name, texts.recognition_errors(system)) for system in systems
        ]
        export = exported(replay.newcomer.table(replay.slug, board.board), ["wer@sclite", "errors"])
        assert [own["errors"] for own in export.values()] == [
            texts.recognition_errors(system).errors for system in systems
        ]
    last_year = replay.board(replay.newcomer, "talk-asr", "en", "asr-tst2015", CONDITION)
    truth = replay.sets["asr-tst2015", "en"].recognition_errors
    assert recognised(last_year) == {"FBK_primary": truth(FBK(wrong=2)), "KIT_primary": truth(KIT(wrong=3))}


def _see_translation(replay: Replay, place: Place, submitted: list[System]) -> None:
    """A.1, A.2: in the order of BLEU with case; without case as well for speech and for QED (5.4)."""
    track, pair, test_set, _ = place
    metrics = SPOKEN if track in RELEASED else TRANSLATED
    systems = {system.name: system for system in submitted}
    if place == TED_2015:
        systems[replay.rules.systems["SU-15"].title] = LAST_BEST
    texts, by = replay.sets[test_set, pair], ["subset"] if test_set == "slt-tst2016" else []
    for specification in _specifications(track, pair):
        board = replay.board(replay.newcomer, *place, specification=specification)
        truth = evaluation_of(texts, systems, metrics, specification, language=LANGUAGES[pair], by=by)
        assert same(shown(board), ranked(scores_of_evaluation(truth), "bleu@mteval")), (place, specification)
        for group in ("subset=ted", "subset=qed") if by else ():
            board = replay.board(replay.newcomer, *place, specification=specification, group=group)
            assert same(shown(board), ranked(scores_of_group(truth, group), "bleu@mteval")), (place, group)
    _see_cases(replay, place, metrics)


def _see_cases(replay: Replay, place: Place, metrics: list[str]) -> None:
    """A.1: cases side by side, in the table and in its export."""
    board = replay.board(replay.newcomer, *place, specification="all")
    cases = _specifications(place[0], place[1])
    assert [(each.specification, each.metric) for each in board.metrics] == [
        (case, metric) for case in cases for metric in metrics
    ]
    text = replay.newcomer.table(replay.slug, board.board, specification="all")
    columns = metrics if len(cases) == 1 else [f"{metric} ({case})" for case in cases for metric in metrics]
    listed = exported(text, columns)
    assert list(listed) == [row.name for row in board.systems]
    for row in official(board):
        assert list(listed[row.name].values()) == [
            value for case in cases for value in shown(board, case)[row.name].values()
        ]


def _specifications(track: str, pair: str) -> tuple[str, ...]:
    if pair == "en-ar":  # 5.2: normalised as QCRI's tool does it, as far as that is known
        return ("arabic-qcri-like",)
    return CASES if track in (*RELEASED, "qed-mt") else CASES[:1]


def _see_progress(replay: Replay) -> None:
    """A.2: BEST IWSLT2015 is a last row, known by its scores alone."""
    progress = replay.newcomer.progress(replay.slug)
    [board] = [each for each in progress.boards if each.track == "ted-mt"]
    assert (progress.layout, board.language_pair, board.test_set) == ("last", "en-de", "tst2015")
    assert [row.name for row in board.current] == ["KIT_primary", "FBK_primary", "UFAL_primary"]
    [best] = [row for row in board.earlier if row.source]
    assert best.name == "BEST IWSLT2015"
    assert [score.value for score in best.scores.values()] == [30.85, 6.9898, 51.13]
    [su] = [row for row in board.earlier if not row.source]
    assert su.name == replay.rules.systems["SU-15"].title
