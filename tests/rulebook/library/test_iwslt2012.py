"""The rulebook of IWSLT 2012 says what its overview says. Sections and tables in comments are those of the overview."""

from __future__ import annotations

from datetime import date

from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.rulebook import read_rulebook, schedule
from bakeoff.rulebook.release.status import status_of_board

I12 = read_rulebook("iwslt2012")


def test_official_directions_and_ten_unofficial_ones() -> None:  # 2.1
    track = I12.tracks["ted-mt"]
    assert track.language_pairs == ("en-fr", "ar-en")
    assert track.unofficial_pairs == (
        "de-en", "nl-en", "pl-en", "pt-en", "ro-en", "ru-en", "sk-en", "sl-en", "tr-en", "zh-en",
    )  # fmt: skip
    assert {name: track.kind for name, track in I12.tracks.items()} == {
        "ted-asr": "asr", "ted-slt": "slt", "ted-mt": "mt", "olympics-mt": "mt",
    }  # fmt: skip


def test_acoustic_data_end_with_2010() -> None:  # 2.3.1
    limit = I12.off_limits["acoustic-cut-off"]
    assert (limit.from_day, limit.kinds) == (date(2010, 12, 31), ("speech",))


def test_progress_set_of_2011_is_compulsory_and_stays_closed() -> None:  # 2.2, 2.3, 2.4, note 10
    assert I12.test_sets["tst2011"].role == "progress"
    compulsory = {track.id: track.compulsory_sets for track in I12.tracks.values() if track.compulsory_sets}
    assert compulsory == {"ted-asr": ("asr-tst2011",), "ted-slt": ("slt-tst2011",), "ted-mt": ("tst2011",)}
    assert {I12.test_sets[name].written_id("en") for (name,) in compulsory.values()} == {"tst2011"}
    released = {r for phase in I12.phases.values() for listed in phase.releases.values() for r in listed}
    assert {r for r in released if r.startswith("references")} == {"references:dev"}


def test_slovak_and_slovenian_have_sets_of_2012_only() -> None:  # table 5
    assert [s.id for s in I12.test_sets_of("ted-mt", "sl-en")] == ["dev2012", "tst2012"]


def test_speech_is_scored_without_case_by_glm_and_uem() -> None:  # 2.6
    scoring = I12.scoring_of("ted-asr", "en")
    assert (scoring.official_metric, scoring.metrics) == ("wer@sclite", ("wer@sclite",))
    assert (scoring.case, scoring.global_mappings, scoring.regions) == (False, True, True)


def test_translations_have_seven_metrics_under_two_specifications() -> None:  # 2.6
    scoring = I12.scoring_of("ted-mt", "en-fr")
    assert set(scoring.all_metrics) == {"bleu", "meteor", "wer", "per", "ter", "gtm", "nist"}
    assert scoring.specifications == ("case+punc", "no_case+no_punc")
    assert scoring.interval is not None
    assert (scoring.interval.samples, scoring.interval.reported) == (2000, "mean")


def test_tournaments_of_eight_seeded_by_bleu() -> None:  # 5.1
    for name in ("ted-slt", "ted-mt-ar-en", "ted-mt-en-fr"):
        human = I12.human[name]
        assert human.tournament is not None
        assert (human.tournament.kind, human.tournament.players) == ("dskoc", 8)
        assert (human.tournament.seeded_by, human.tournament.ties) == ("bleu", "judgments")
        assert [I12.test_sets[test_set].year for test_set in human.test_sets] == [2011]
        assert human.judgments == 3
        assert (human.sample.size, human.sample.choice, human.sample.min_words) == (400, "by-length", 5)
    chained = I12.human["ted-mt-en-fr"].tournament
    assert chained is not None
    assert chained.qualifiers == 4


def test_pairs_are_judged_by_trusted_workers_who_speak_the_target_language() -> None:  # 5
    rankings = {name: human for name, human in I12.human.items() if human.protocol == "pairwise"}
    assert set(rankings) == {"ted-slt", "ted-mt-ar-en", "ted-mt-en-fr", "olympics-ranking"}
    for human in rankings.values():
        assert (human.judgments, human.shown, human.reference_shown) == (3, 2, True)
        assert (human.judges, human.crowd, human.gold > 0) == ("crowd", "workers", True)
        assert human.quality.blocking == ("gold:least_share=0.7",)
        assert human.comparison is not None
        assert (human.comparison.test, human.comparison.trials) == ("randomization", 10_000)
        assert human.comparison.marks == (0.1, 0.05, 0.01)
    crowd = I12.crowds["workers"]
    assert (crowd.languages, crowd.worker) == (("target",), "PROLIFIC_PID")
    assert crowd.return_address.endswith("?cc={code}")
    assert find_protocol("pairwise").majority


def test_systems_of_2011_are_those_of_the_appendix() -> None:  # B.1 to B.3
    earlier = [system for system in I12.systems.values() if system.kind == "earlier"]
    counts = {(s.tracks, s.language_pairs): 0 for s in earlier}
    for system in earlier:
        counts[system.tracks, system.language_pairs] += 1
    assert counts == {
        (("ted-asr",), ()): 5,  # A.2
        (("ted-slt",), ()): 4,
        (("ted-mt",), ("ar-en",)): 2,
        (("ted-mt",), ("en-fr",)): 4,
    }


def test_dialogs_play_round_robin_and_are_graded_from_1_to_5() -> None:  # 5.2
    ranking = I12.human["olympics-ranking"].tournament
    assert ranking is not None
    assert ranking.kind == "round-robin"
    dialog = I12.human["olympics-dialog"]
    assert (dialog.scale, dialog.score, dialog.history_shown) == ((1, 5), "median", True)
    assert (dialog.after, dialog.best) == ("olympics-adequacy", 1)


def test_primary_runs_use_supplied_corpora_only() -> None:  # 3.1
    assert "additional" not in I12.submission.system_types["primary"].conditions
    assert [c.id for c in I12.conditions_of("olympics-mt", "zh-en")] == ["olympics", "additional"]


def test_resubmission_replaces() -> None:  # 3.3
    assert {package.resubmission for package in I12.submission.packages.values()} == {"replaces"}
    assert {p.id: p.format for p in I12.submission.packages.values()} == {
        "asr": "ctm", "slt": "nist-xml", "mt": "nist-xml", "olympics": "nist-xml",
    }  # fmt: skip


def test_no_unofficial_direction_is_judged() -> None:  # 5
    judged = {pair for human in I12.human.values() for pair in human.language_pairs}
    assert judged == {"en-fr", "ar-en"}
    assert not status_of_board(I12, track="ted-mt", language_pair="de-en").is_official
    assert status_of_board(I12, track="ted-mt", language_pair="ar-en").is_official


def test_sizes_are_those_of_tables_2_and_3() -> None:
    assert I12.test_sets["asr-tst2011"].size == "818 segments, 8 talks"
    assert I12.test_sets["asr-tst2012"].size == "1,124 segments, 11 talks"
    assert I12.test_sets["tst2011"].size == "818 segments, 8 talks (English–French); 1,450, 16 (Arabic–English)"
    assert I12.test_sets["tst2012"].size == "1,124 segments, 11 talks (English–French); 1,704, 15 (Arabic–English)"


def test_development_sets_are_dev2010_and_tst2010_and_for_two_pairs_dev2012() -> None:  # 2.2, table 5
    for pair in I12.tracks["ted-mt"].all_pairs:
        expected = ["dev2012"] if pair in ("sk-en", "sl-en") else ["dev2010", "tst2010"]
        assert [s.id for s in I12.test_sets_of("ted-mt", pair) if s.role == "dev"] == expected


def test_dialogs_are_annotated_with_scene_topic_and_speaker() -> None:  # 3.2
    evaluated = I12.test_sets["hit-eval"]
    assert set(evaluated.genres) == {"dialog", "samples", "explanation"}
    assert {"scene", "topic", "speaker", "dialog"} <= set(evaluated.attributes)
    assert (evaluated.size, evaluated.references) == ("998 segments in 123 dialogs", 1)
    assert I12.test_sets["btec-dev"].references == 16  # up to 16


def test_supplied_resources_come_three_months_before_a_week_of_submission() -> None:  # 3.2
    times = {period.phase.id: period for period in schedule(I12)}
    assert (times["olympics"].start - times["training-data"].start).days == 92
    assert (times["olympics"].end - times["olympics"].start).days == 7


def test_resources_of_the_tracks() -> None:  # 2.2, 2.3.1, 2.4.1
    permitted = {name: set(condition.permits) for name, condition in I12.conditions.items()}
    assert permitted["ted-slt"] == permitted["ted-asr"] | permitted["ted-mt"]
    assert permitted["ted-asr"] == {"acoustic", "english-texts"}
    assert not I12.resources["acoustic"].supplied  # "no specific data was provided"


def test_primary_runs_are_exactly_one_and_contrastive_ones_not_judged() -> None:  # 2.6, 3.3
    types = I12.submission.system_types
    assert (types["primary"].fewest, types["primary"].most, types["contrastive"].fewest) == (1, 1, 0)
    assert {human.system_types for human in I12.human.values()} == {("primary",)}


def test_released_transcripts_are_runs_of_the_recognition_track() -> None:  # 2.4, table 4
    assert I12.tracks["ted-slt"].released_runs == "ted-asr"
    assert set(I12.tracks["ted-slt"].inputs) == {"audio", "released-runs"}
    times = {period.phase.id: period for period in schedule(I12)}
    assert times["slt"].start >= times["asr"].end


def test_recognition_systems_of_2011_are_the_five_of_appendix_a2() -> None:
    assert [system.title for system in I12.systems.values() if system.tracks == ("ted-asr",)] == [
        "MITLL 2011", "KIT 2011", "LIUM 2011", "FBK 2011", "NICT 2011",
    ]  # fmt: skip
    assert {each.system: (each.scores["wer@sclite"], each.errors) for each in I12.published_scores} == {
        "MITLL11-ASR": ("13.5", 1741),
        "KIT11-ASR": ("15.0", 1938),
        "LIUM11-ASR": ("15.4", 1992),
        "FBK11-ASR": ("16.2", 2091),
        "NICT11-ASR": ("25.6", 3301),
    }


def test_baselines_are_of_every_translation_direction() -> None:  # 2.5, table 5
    baseline = I12.systems["BASELINE12"]
    assert (baseline.kind, baseline.tracks, baseline.language_pairs) == ("baseline", ("ted-mt",), ())


def test_matches_are_tested_by_10000_iterations_at_three_levels() -> None:  # B.1 to B.4
    for name in ("ted-slt", "ted-mt-ar-en", "ted-mt-en-fr", "olympics-ranking"):
        comparison = I12.human[name].comparison
        assert comparison is not None
        assert (comparison.test, comparison.trials, comparison.marks) == ("randomization", 10_000, (0.10, 0.05, 0.01))
        assert I12.human[name].agreement == "fleiss"  # 5


def test_matches_of_2011_are_taken_over_where_table_10_counts_some() -> None:  # table 10: 3, 0 and 3 from 2011
    assert {
        name: human.tournament.earlier_matches for name, human in I12.human.items() if human.tournament is not None
    } == {"ted-slt": True, "ted-mt-ar-en": False, "ted-mt-en-fr": True, "olympics-ranking": False}


def test_systems_are_ordered_by_bleu_or_wer_and_the_best_is_marked() -> None:  # appendix A
    assert I12.evaluation.official_metric == "bleu"
    assert I12.scoring_of("ted-asr", "en").official_metric == "wer@sclite"
    assert I12.report.best
    assert "specifications-side-by-side" in I12.report.tables


def test_table_7_is_a_list_and_a_matrix() -> None:
    assert {"participants", "participants-by-track"} <= set(I12.report.tables)


def test_grades_of_dialogs_are_those_of_table_12() -> None:
    labels = ("None", "Little Information", "Much Information", "Most Information", "All Information")
    assert (I12.human["olympics-adequacy"].labels, I12.human["olympics-dialog"].labels) == (labels, labels)
