"""The rulebooks of IWSLT say what the overviews of its campaigns say. Sections in comments are theirs."""

from __future__ import annotations

from datetime import date

import pytest

from bakeoff.evaluation import score_texts
from bakeoff.rulebook import read_rulebook, schedule
from bakeoff.rulebook.schema import Rulebook

I05, I12, I16 = (read_rulebook(name) for name in ("iwslt2005", "iwslt2012", "iwslt2016"))


class TestIWSLT2005:
    def test_resources_are_those_of_table_2(self) -> None:
        matrix = {c.id: [resource in c.permits for resource in I05.resources] for c in I05.conditions.values()}
        assert list(I05.resources) == ["iwslt05", "tools", "public", "proprietary"]
        assert matrix == {
            "supplied": [True, False, False, False],
            "tools": [True, True, False, False],
            "unrestricted": [True, True, True, False],
            "cstar": [True, True, True, True],
        }

    def test_inputs_are_those_of_table_1(self) -> None:
        assert I05.tracks["transcript"].language_pairs == ("zh-en", "ja-en", "ar-en", "ko-en", "en-zh")
        assert I05.tracks["speech"].language_pairs == ("zh-en", "ja-en", "en-zh")
        assert I05.tracks["speech"].inputs == ("n-best", "lattice")

    def test_sixteen_references_into_english_and_one_into_chinese(self) -> None:  # 2.5
        current = {
            pair: [s.references for s in I05.test_sets_of("transcript", pair) if s.role == "current"]
            for pair in ("zh-en", "ko-en", "en-zh")
        }
        assert current == {"zh-en": [16], "ko-en": [16], "en-zh": [1]}

    def test_gtm_has_one_reference_and_meteor_is_left_out_for_chinese(self) -> None:  # 2.5
        english, chinese = (I05.scoring_of("transcript", pair) for pair in ("zh-en", "en-zh"))
        assert "gtm:references=1" in english.metrics
        assert any(metric.startswith("meteor") for metric in english.metrics)
        assert chinese.metrics == ("bleu", "nist", "wer", "per", "gtm")

    def test_specifications_are_those_of_tables_7_and_8(self) -> None:
        assert I05.scoring_of("transcript", "ar-en").specifications == (
            "iwslt05-english-standard", "iwslt05-english-optional",
        )  # fmt: skip
        assert I05.scoring_of("speech", "en-zh").specifications == (
            "iwslt05-chinese-segmented", "iwslt05-chinese-character",
        )  # fmt: skip

    def test_character_segmentation_takes_the_influence_of_words_from_every_score(self) -> None:  # 2.4, table 8, B.8
        """In B.8, BLEU, NIST, mWER, mPER and GTM all differ between the two evaluations."""
        scoring = I05.scoring_of("transcript", "en-zh")
        segmented, character = scoring.specifications
        reference = ["请 给 我 一 杯 咖啡 。", "我们 想 要 靠 窗户 的 桌子 。"]
        # The same characters in other words.
        outputs = (["请 给我 一杯 茶 。", "我 们 要 靠窗 的 桌 子"], ["请 给 我一 杯茶", "我们 要 靠 窗 的 桌子"])
        found = {
            name: [
                score_texts(output, [reference], metrics=scoring.metrics, specification=name, target_language="zh")
                for output in outputs
            ]
            for name in scoring.specifications
        }
        for metric in scoring.metrics:
            first, second = (scores[metric] for scores in found[character])
            assert first == second, metric
            assert 0 < first != found[segmented][0][metric] != found[segmented][1][metric], metric

    def test_intervals_are_for_bleu_and_nist_from_1000_samples(self) -> None:  # 2.5
        interval = I05.evaluation.interval
        assert interval is not None
        assert (interval.samples, interval.confidence, interval.metrics) == (1000, 0.95, ("bleu", "nist"))

    def test_grades_come_one_after_the_other_from_0_to_4(self) -> None:  # 2.6
        grades = [I05.human[name] for name in ("fluency", "adequacy", "meaning")]
        assert [grade.after for grade in grades] == [None, "fluency", "adequacy"]
        assert {grade.scale for grade in grades} == {(0, 4)}
        assert [grade.source_shown for grade in grades] == [False, True, True]
        assert (grades[0].labels[0], grades[0].labels[-1]) == ("Incomprehensible", "Flawless English")
        for grade in grades:
            assert (grade.repeats, grade.reference_among, grade.shown) == (0.1, True, "all")
            assert (grade.after_specification, grade.source_characters) == (True, "deleted")
            assert (grade.tracks, grade.language_pairs, grade.conditions) == (
                ("transcript",),
                ("zh-en",),
                ("supplied",),
            )


class TestIWSLT2012:
    def test_official_directions_and_ten_unofficial_ones(self) -> None:  # 2.1
        track = I12.tracks["ted-mt"]
        assert track.language_pairs == ("en-fr", "ar-en")
        assert track.unofficial_pairs == (
            "de-en", "nl-en", "pl-en", "pt-en", "ro-en", "ru-en", "sk-en", "sl-en", "tr-en", "zh-en",
        )  # fmt: skip
        assert {name: track.kind for name, track in I12.tracks.items()} == {
            "ted-asr": "asr", "ted-slt": "slt", "ted-mt": "mt", "olympics-mt": "mt",
        }  # fmt: skip

    def test_acoustic_data_end_with_2010(self) -> None:  # 2.3.1
        limit = I12.off_limits["acoustic-cut-off"]
        assert (limit.from_day, limit.kinds) == (date(2010, 12, 31), ("speech",))

    def test_progress_set_of_2011_is_compulsory_and_stays_closed(self) -> None:  # 2.2, 2.3, 2.4, note 10
        assert I12.test_sets["tst2011"].role == "progress"
        compulsory = {track.id: track.compulsory_sets for track in I12.tracks.values() if track.compulsory_sets}
        assert compulsory == {"ted-asr": ("asr-tst2011",), "ted-slt": ("slt-tst2011",), "ted-mt": ("tst2011",)}
        assert {I12.test_sets[name].written_id("en") for (name,) in compulsory.values()} == {"tst2011"}
        released = {r for phase in I12.phases.values() for listed in phase.releases.values() for r in listed}
        assert {r for r in released if r.startswith("references")} == {"references:dev"}

    def test_slovak_and_slovenian_have_sets_of_2012_only(self) -> None:  # table 5
        assert [s.id for s in I12.test_sets_of("ted-mt", "sl-en")] == ["dev2012", "tst2012"]

    def test_speech_is_scored_without_case_by_glm_and_uem(self) -> None:  # 2.6
        scoring = I12.scoring_of("ted-asr", "en")
        assert (scoring.official_metric, scoring.metrics) == ("wer@sclite", ("wer@sclite",))
        assert (scoring.case, scoring.global_mappings, scoring.regions) == (False, True, True)

    def test_translations_have_seven_metrics_under_two_specifications(self) -> None:  # 2.6
        scoring = I12.scoring_of("ted-mt", "en-fr")
        assert set(scoring.all_metrics) == {"bleu", "meteor", "wer", "per", "ter", "gtm", "nist"}
        assert scoring.specifications == ("case+punc", "no_case+no_punc")
        assert scoring.interval is not None
        assert (scoring.interval.samples, scoring.interval.reported) == (2000, "mean")

    def test_tournaments_of_eight_seeded_by_bleu(self) -> None:  # 5.1
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

    def test_systems_of_2011_are_those_of_the_appendix(self) -> None:  # B.1 to B.3
        earlier = [system for system in I12.systems.values() if system.kind == "earlier"]
        counts = {(s.tracks, s.language_pairs): 0 for s in earlier}
        for system in earlier:
            counts[system.tracks, system.language_pairs] += 1
        assert counts == {(("ted-slt",), ()): 4, (("ted-mt",), ("ar-en",)): 2, (("ted-mt",), ("en-fr",)): 4}

    def test_dialogs_play_round_robin_and_are_graded_from_1_to_5(self) -> None:  # 5.2
        ranking = I12.human["olympics-ranking"].tournament
        assert ranking is not None
        assert ranking.kind == "round-robin"
        dialog = I12.human["olympics-dialog"]
        assert (dialog.scale, dialog.score, dialog.history_shown) == ((1, 5), "median", True)
        assert (dialog.after, dialog.best) == ("olympics-adequacy", 1)

    def test_primary_runs_use_supplied_corpora_only(self) -> None:  # 3.1
        assert "additional" not in I12.submission.system_types["primary"].conditions
        assert [c.id for c in I12.conditions_of("olympics-mt", "zh-en")] == ["olympics", "additional"]

    def test_resubmission_replaces(self) -> None:  # 3.3
        assert {package.resubmission for package in I12.submission.packages.values()} == {"replaces"}
        assert {p.id: p.format for p in I12.submission.packages.values()} == {
            "asr": "ctm", "slt": "nist-xml", "mt": "nist-xml", "olympics": "nist-xml",
        }  # fmt: skip


class TestIWSLT2016:
    def test_directions_of_tracks(self) -> None:  # 1, tables 4 and 5
        assert {track.id: track.language_pairs for track in I16.tracks.values()} == {
            "talk-asr": ("en",),
            "mslt-asr": ("en", "de"),
            "talk-slt": ("en-de", "en-fr"),
            "mslt-slt": ("en-de", "en-fr", "de-en"),
            "talk-mt": ("en-de", "de-en", "en-fr", "fr-en", "en-ar", "ar-en", "en-cs", "cs-en"),
            "mslt-mt": ("en-fr", "en-de", "de-en"),
        }

    def test_progress_set_is_compulsory_in_english_talk_recognition_only(self) -> None:  # 3.2
        assert {t.id: t.compulsory_sets for t in I16.tracks.values() if t.compulsory_sets} == {
            "talk-asr": ("asr-tst2015",)
        }

    def test_talks_are_translated_from_speech_without_segments(self) -> None:  # 4.1, 4.2
        sets = [s for s in I16.test_sets_of("talk-slt", "en-de") if s.role in ("current", "progress")]
        assert [s.segmented for s in sets] == [False, False]
        assert I16.scoring_of("talk-slt", "en-de").resegment
        assert not I16.scoring_of("mslt-slt", "en-de").resegment
        assert "segments" not in I16.submission.packages["slt"].matches

    def test_scorers_are_mteval_and_tercom(self) -> None:  # 5.2
        assert I16.scoring_of("mslt-mt", "en-de").all_metrics == (
            "bleu@mteval", "nist@mteval", "ter@tercom:case=yes,normalize=yes",
        )  # fmt: skip

    def test_arabic_is_normalised_in_every_track(self) -> None:  # 5.2
        assert I16.scoring_of("talk-mt", "en-ar").specifications[0] == "arabic>tokenizer=13a"
        assert I16.scoring_of("talk-mt", "ar-en").specifications == ("case+punc", "case-insensitive")

    def test_ted_and_qed_are_kept_distinct(self) -> None:  # 4.1, 5.1
        assert set(I16.test_sets["tst2016"].subsets) == {"ted", "qed"}
        assert I16.test_sets["tst2016"].report_by == ("subset",)
        assert I16.off_limits["qed-talks"].documents_at.startswith("https://")

    def test_transcripts_are_adjudicated(self) -> None:  # 3.2
        assert I16.phases["adjudication"].opens == ("adjudicate",)

    def test_server_scores_test_sets_only_after_the_evaluation(self) -> None:  # 5.2
        times = {period.phase.id: period for period in schedule(I16)}
        opening = [p.phase.id for p in schedule(I16) if "score:current" in p.phase.opens]
        assert opening == ["after"]
        assert times["after"].start >= max(times[name].end for name in ("asr", "slt", "mt"))
        assert "score:dev" in I16.phases["training-data"].opens

    def test_mslt_data_need_a_licence(self) -> None:  # 2.2
        assert I16.registration.agreements["mslt-licence"].tracks == ("mslt-asr", "mslt-slt", "mslt-mt")

    def test_post_editing_is_ranked_by_mter_at_one_percent(self) -> None:  # 6
        for name, best, editors in (("en-de", None, 4), ("en-fr", 2, 5)):
            human = I16.human[name]
            assert (human.protocol, human.score, human.official) == ("post_editing", "mter", True)
            assert (human.best, human.judge_count, human.judges) == (best, editors, "translators")
            assert (human.sample.size, human.sample.choice, human.sample.part) == (600, "first-part", 0.56)
            assert human.test_sets == ("tst2015",)
            assert human.comparison is not None
            assert (human.comparison.test, human.comparison.trials, human.comparison.level) == (
                "randomization", 10_000, 0.01,
            )  # fmt: skip


@pytest.mark.parametrize("rulebook", [I12, I16], ids=["iwslt2012", "iwslt2016"])
def test_transcripts_open_only_after_the_tracks_that_start_from_speech(rulebook: Rulebook) -> None:
    times = {period.phase.id: period for period in schedule(rulebook)}
    speech = {track.id for track in rulebook.tracks.values() if track.kind in ("asr", "slt")}
    assert times["mt"].start >= max(times["asr"].end, times["slt"].end)
    for period in times.values():
        released = [text for listed in period.phase.releases.values() for text in listed]
        for text in released:
            kind, _, scope = text.partition(":")
            if kind == "source" and scope in rulebook.test_sets and not speech & {*rulebook.test_sets[scope].tracks}:
                assert period.start >= times["mt"].start or scope == "hit-eval"
            if kind == "references" and scope != "dev":
                assert period.start >= times["slt"].end
