"""The shipped rulebooks say what the documents of their campaigns say. Sections in names and comments are theirs."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

import pytest

from bakeoff.evaluation import score_texts
from bakeoff.rulebook import check_rulebook, find_rulebook, read_rulebook, rulebook_names, schedule
from bakeoff.rulebook.schema import Rulebook, epoch_days

I05, W08, I12, N12, I16, WMT = (
    read_rulebook(name) for name in ("iwslt2005", "wmt2008", "iwslt2012", "openmt2012", "iwslt2016", "wmt")
)


@pytest.mark.parametrize("name", rulebook_names())
def test_shipped_rulebook_has_no_mistake(name: str) -> None:
    assert check_rulebook(name) == ()
    assert read_rulebook(name).campaign.id == name


@pytest.mark.parametrize("name", [name for name in rulebook_names() if name != "wmt"])
def test_every_chapter_of_a_historical_rulebook_names_its_source(name: str) -> None:
    text = find_rulebook(name).read_text(encoding="utf-8")
    chapters = {re.split(r"[].]", block)[0]: "" for block in text.split("\n[")[1:]}
    for block in text.split("\n[")[1:]:
        chapters[re.split(r"[].]", block)[0]] += block
    assert len(chapters) >= 12
    # A section, table or appendix of the document, or a word that the rule is not from it.
    source = re.compile(r"#.*(\b\d|\b[A-C]\.\d|appendix|abstract|chosen|table|references)")
    assert [chapter for chapter, blocks in chapters.items() if not source.search(blocks)] == []


@pytest.mark.usefixtures("wordnet")
@pytest.mark.parametrize("name", rulebook_names())
def test_every_language_can_be_scored_by_its_metrics(name: str) -> None:
    """Some need a stemmer or parameters of the language."""
    rules = read_rulebook(name)
    scored = {
        (pair.target, rules.scoring_of(track.id, pair.id).metrics)
        for track in rules.tracks.values()
        for pair in map(rules.language_pairs.__getitem__, track.all_pairs)
        if track.is_scored and track.kind != "asr"
    }
    for language, metrics in scored:
        scores = score_texts(["one two"], [["one three"]], metrics=metrics, target_language=language)
        assert set(scores) == set(metrics)


def ends(rulebook: Rulebook) -> dict[str, datetime]:
    return {period.phase.id: period.end for period in schedule(rulebook)}


class TestOpenMT2012:
    def test_five_pairs_into_english(self) -> None:  # 4
        assert {pair.id: pair.source for pair in N12.language_pairs.values()} == {
            "ara2eng": "Arabic", "chi2eng": "Chinese", "dar2eng": "Dari", "far2eng": "Farsi", "kor2eng": "Korean",
        }  # fmt: skip
        assert {pair.target for pair in N12.language_pairs.values()} == {"English"}

    def test_constrained_training_is_for_arabic_and_chinese_only(self) -> None:  # 2.1
        offered = {pair: [c.code for c in N12.conditions_of("single", pair)] for pair in N12.language_pairs}
        assert offered == {
            "ara2eng": ["cn", "un"], "chi2eng": ["cn", "un"], "dar2eng": ["un"], "far2eng": ["un"], "kor2eng": ["un"],
        }  # fmt: skip

    def test_epochs_of_the_tests_are_off_limits(self) -> None:  # table 1
        everywhere, chinese = N12.off_limits["test-epoch"], N12.off_limits["chinese-test-epoch"]
        assert (everywhere.language_pairs, everywhere.epochs) == ((), ("2007-07",))
        assert chinese.language_pairs == ("chi2eng",)
        assert epoch_days(chinese.epochs[0]) == (date(2011, 1, 1), date(2011, 3, 31))

    def test_deadlines_are_noon_in_new_york_winter_and_summer(self) -> None:  # 9
        found = ends(N12)
        assert found["dry-run"] == datetime(2012, 2, 24, 17, tzinfo=UTC)  # 11:59 EST
        assert found["evaluation"] == datetime(2012, 4, 6, 16, tzinfo=UTC)  # 11:59 EDT
        assert found["combination"] == datetime(2012, 4, 20, 16, tzinfo=UTC)
        assert found["registration"] == datetime(2012, 2, 4, 5, tzinfo=UTC)

    def test_limits_for_a_language_pair_and_condition(self) -> None:  # 6
        types = N12.submission.system_types
        assert {kind.id: (kind.fewest, kind.most) for kind in types.values()} == {
            "primary": (1, 1), "contrast": (0, 3), "combo": (0, 3),
        }  # fmt: skip
        assert [kind.id for kind in types.values() if kind.compared] == ["primary"]

    def test_dry_run_is_compulsory(self) -> None:  # 10, 13
        assert N12.phases["evaluation"].requires == ("dry-run",)

    def test_names_follow_the_grammar_of_section_12(self) -> None:
        packages = N12.submission.packages
        assert packages["eval"].file == ("{site}_{language_pair}_{system_type}_{condition}_{package}_{date}.xml")
        assert packages["eval"].system == "{site}_{language_pair}_{system_type}_{condition}"
        assert packages["dryrun"].archive == "OpenMT12_DryRun_{site}_{language_pair}_{version}"
        assert packages["combo"].archive == "OpenMT12_Combo_{site}_{language_pair}_combo_{version}"
        assert {package.compression for package in packages.values()} == {("tgz", "zip")}

    def test_late_and_debugged_are_unofficial(self) -> None:  # 10
        package = N12.submission.packages["eval"]
        assert (package.resubmission, package.late, package.debugged) == ("debugged", "unofficial", "unofficial")

    def test_sites_that_share_hand_in_an_older_set_before_the_combination_begins(self) -> None:  # 7.2.2
        assert N12.submission.packages["older"].test_sets == ("older",)
        times = {period.phase.id: period for period in schedule(N12)}
        assert times["evaluation"].end <= times["sharing"].start
        assert times["sharing"].end <= times["combination"].start

    def test_bleu_alone_is_official(self) -> None:  # 8.1
        assert N12.evaluation.official_metric == "bleu@mteval"

    def test_five_way_ranking_of_those_who_joined(self) -> None:  # 8.2
        ranking = N12.human["ranking"]
        assert (ranking.shown, ranking.consenting, ranking.judges) == (5, True, "participants")
        assert N12.registration.consents["human-assessment"].concerns == "judging"
        assert ranking.sample.subsets == ("new-source",)


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


class TestWMT2008:
    def test_ten_pairs_with_two_test_sets_each_but_hungarian(self) -> None:  # 2
        sets = {
            pair: [s.id for s in W08.test_sets_of("translation", pair) if s.role == "current"]
            for pair in W08.tracks["translation"].language_pairs
        }
        assert len(sets) == 10
        assert sets["hu-en"] == ["news"]
        assert sets["cz-en"] == sets["en-cz"] == ["news", "commentary"]
        assert all(
            found == ["news", "europarl"] for pair, found in sets.items() if not {"hu", "cz"} & set(pair.split("-"))
        )

    def test_three_protocols_in_batches_of_5_10_and_10(self) -> None:  # 3.4
        protocols = {name: W08.human[name] for name in ("ranking", "constituents", "yes-no")}
        assert {name: each.batch for name, each in protocols.items()} == {
            "ranking": 5,
            "constituents": 10,
            "yes-no": 10,
        }
        for name, each in protocols.items():
            assert (each.repeats, each.common_pool, each.shown) == (0.1, 0.4, 5)
            assert {*each.mixed_with, name} == set(protocols)
            assert (each.longest_minutes, each.agreement, each.free_choice) == (5, "fixed-chance", True)

    def test_constituents_have_more_than_3_and_at_most_15_words(self) -> None:  # 3.2
        assert W08.human["constituents"].constituents == (4, 15)
        assert "cz-en" not in W08.human["constituents"].language_pairs
        assert "en-cz" in W08.human["constituents"].language_pairs

    def test_german_to_spanish_is_not_judged(self) -> None:  # 1
        assert all("de-es" not in each.language_pairs for each in W08.human.values())

    def test_all_english_judges_all_sources_together_and_counts_twice(self) -> None:  # 3.4, table 3
        together = W08.human["all-english"]
        assert (together.mixed_sources, together.counts_for, together.test_sets) == (True, ("ranking",), ("news",))

    def test_people_decide_and_no_metric(self) -> None:  # 3
        assert W08.evaluation.official_metric is None
        assert W08.human["ranking"].official

    def test_pairs_are_tested_by_the_sign_test(self) -> None:  # appendix C
        comparison = W08.human["ranking"].comparison
        assert comparison is not None
        assert (comparison.test, comparison.marks) == ("sign", (0.05, 0.01))

    def test_seven_commercial_systems_six_of_them_without_names(self) -> None:  # 2.3
        kinds = [system.kind for system in W08.systems.values()]
        assert kinds == ["commercial"] * 7
        assert sum(system.anonymous for system in W08.systems.values()) == 6

    def test_last_quarter_of_2000_is_off_limits(self) -> None:  # 2.1
        assert epoch_days(W08.off_limits["europarl-test"].epochs[0]) == (date(2000, 10, 1), date(2000, 12, 31))

    def test_metrics_are_handed_in_too(self) -> None:  # 5
        assert W08.tracks["metrics"].kind == "metrics"
        assert W08.submission.packages["scores"].format == "scores"
        assert "ULC" in W08.scoring_of("translation", "fr-en").all_metrics
        assert W08.scoring_of("translation", "en-cz").outside == ("svm-rank",)


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


class TestWMTOfToday:
    def test_deadlines_are_anywhere_on_earth(self) -> None:
        assert WMT.campaign.timezone == "AoE"
        assert ends(WMT)["evaluation"] == datetime(2026, 7, 4, 12, tzinfo=UTC)

    def test_constrained_systems_use_listed_data_and_models(self) -> None:
        assert set(WMT.conditions["open"].permits) - set(WMT.conditions["constrained"].permits) == {
            "other-data", "other-models",
        }  # fmt: skip

    def test_comet_comes_from_outside_and_people_decide(self) -> None:
        scoring = WMT.scoring_of("general", "en-zh")
        assert scoring.all_metrics == ("chrf", "bleu@sacrebleu:tokenizer=zh", "comet")
        assert scoring.official_metric is None
        assert [human.protocol for human in WMT.human.values() if human.official] == ["esa"]

    def test_test_suites_are_compulsory(self) -> None:
        assert WMT.tracks["general"].compulsory_sets == ("test-suites",)
