"""The rulebook of IWSLT 2016 says what its overview says. Sections and tables in comments are those of the overview."""

from __future__ import annotations

from bakeoff.rulebook import read_rulebook, schedule

I16 = read_rulebook("iwslt2016")


def test_directions_of_tracks() -> None:  # 1, tables 4 and 5
    assert {track.id: track.language_pairs for track in I16.tracks.values()} == {
        "talk-asr": ("en",),
        "mslt-asr": ("en", "de"),
        "talk-slt": ("en-de", "en-fr"),
        "mslt-slt": ("en-de", "en-fr", "de-en"),
        "ted-mt": ("en-de", "de-en", "en-fr", "fr-en", "en-ar", "ar-en", "en-cs", "cs-en"),
        "qed-mt": ("en-de", "de-en", "en-fr", "fr-en", "en-ar", "ar-en", "en-cs", "cs-en"),
        "mslt-mt": ("en-fr", "en-de", "de-en"),
    }


def test_progress_set_is_compulsory_in_english_talk_recognition_only() -> None:  # 3.2
    assert {t.id: t.compulsory_sets for t in I16.tracks.values() if t.compulsory_sets} == {"talk-asr": ("asr-tst2015",)}


def test_talks_are_translated_from_speech_without_segments() -> None:  # 4.1, 4.2
    sets = [s for s in I16.test_sets_of("talk-slt", "en-de") if s.role in ("current", "progress")]
    assert [s.segmented for s in sets] == [False, False]
    assert I16.scoring_of("talk-slt", "en-de").resegment
    assert not I16.scoring_of("mslt-slt", "en-de").resegment
    assert "segments" not in I16.submission.packages["slt"].matches


def test_scorers_are_mteval_and_tercom() -> None:  # 5.2
    assert I16.scoring_of("mslt-mt", "en-de").all_metrics == (
        "bleu@mteval", "nist@mteval", "ter@tercom:case=yes,normalize=yes",
    )  # fmt: skip


def test_arabic_is_normalised_in_every_track() -> None:  # 5.2
    assert I16.scoring_of("ted-mt", "en-ar").specifications == ("arabic-qcri-like",)
    assert I16.scoring_of("qed-mt", "en-ar").specifications == ("arabic-qcri-like", "arabic-qcri-like-case-insensitive")
    assert I16.scoring_of("qed-mt", "ar-en").specifications == ("case+punc", "case-insensitive")


def test_ted_and_qed_are_kept_distinct() -> None:  # 4.1, 5.1; 5.3: 20 runs on TED, 11 on QED
    assert (I16.test_sets["tst2016"].tracks, I16.test_sets["qed-tst2016"].tracks) == (("ted-mt",), ("qed-mt",))
    assert set(I16.test_sets["slt-tst2016"].subsets) == {"ted", "qed"}
    assert I16.test_sets_of("qed-mt", "en-de") == (I16.test_sets["qed-tst2016"],)  # a dry run without data of its own
    assert I16.off_limits["qed-talks"].documents_at.startswith("https://")


def test_transcripts_are_adjudicated() -> None:  # 3.2
    assert I16.phases["adjudication"].opens == ("adjudicate",)


def test_server_scores_test_sets_only_after_the_evaluation() -> None:  # 5.2
    times = {period.phase.id: period for period in schedule(I16)}
    opening = [p.phase.id for p in schedule(I16) if "score:current" in p.phase.opens]
    assert opening == ["after"]
    assert times["after"].start >= max(times[name].end for name in ("asr", "slt", "mt"))
    assert "score:dev" in I16.phases["training-data"].opens


def test_mslt_data_need_a_licence() -> None:  # 2.2
    assert I16.registration.agreements["mslt-licence"].tracks == ("mslt-asr", "mslt-slt", "mslt-mt")


def test_post_editing_is_ranked_by_mter_at_one_percent() -> None:  # 6
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


def test_two_tasks_with_three_kinds_of_track() -> None:  # abstract, 2
    kinds = {(track.task, track.kind) for track in I16.tracks.values()}
    assert kinds == {(task, kind) for task in ("talk", "mslt") for kind in ("asr", "slt", "mt")}


def test_sizes_are_those_of_tables_4_and_5() -> None:
    assert {name: I16.test_sets[name].size for name in ("tst2015", "tst2016", "qed-tst2016")} == {
        "tst2015": "1,080 segments, 12 talks",
        "tst2016": "1,133 segments, 13 talks",
        "qed-tst2016": "549 segments, 3 talks",
    }
    assert I16.test_sets["mslt-dev2016"].size == "5,292 segments from English, 3,335 from German"
    assert I16.test_sets["mslt-tst2016"].size == "4,854 segments from English, 3,798 from German"


def test_progress_set_is_of_ted_only() -> None:  # 5.4
    progress = {each.id: each.tracks for each in I16.test_sets.values() if each.role == "progress"}
    assert progress == {"asr-tst2015": ("talk-asr",), "slt-tst2015": ("talk-slt",), "tst2015": ("ted-mt",)}
    assert {I16.test_sets[name].year for name in progress} == {2015}


def test_recognition_of_talks_is_reported_for_ted_and_qed_too() -> None:  # 3.4, A.1: Talk, QED, TED
    recognised = I16.test_sets["asr-tst2016"]
    assert (set(recognised.subsets), recognised.report_by) == ({"ted", "qed"}, ("subset",))


def test_case_insensitive_scores_are_of_qed_and_of_speech_translation_only() -> None:  # 5.4, A.1
    both = ("case+punc", "case-insensitive")
    found = {track: I16.scoring_of(track, "en-de").specifications for track in I16.tracks if "asr" not in track}
    assert found == {
        "talk-slt": both, "mslt-slt": both, "ted-mt": ("case+punc",), "qed-mt": both, "mslt-mt": ("case+punc",),
    }  # fmt: skip


def test_speech_translation_has_no_nist_score() -> None:  # A.1
    names = [metric.partition("@")[0] for metric in I16.scoring_of("talk-slt", "en-de").all_metrics]
    assert names == ["bleu", "ter"]


def test_recognition_is_scored_without_case() -> None:  # 3.2
    for track in ("talk-asr", "mslt-asr"):
        scoring = I16.scoring_of(track, "en")
        assert (scoring.official_metric, scoring.case) == ("wer@sclite", False)


def test_formats_are_ctm_and_nist_xml() -> None:  # 3.2, 4.2, 5.2
    assert {package.id: package.format for package in I16.submission.packages.values()} == {
        "asr": "ctm", "slt": "nist-xml", "mt": "nist-xml",
    }  # fmt: skip


def test_output_is_cased_detokenized_and_punctuated() -> None:  # 5.2
    said = ("Output is case-sensitive, detokenized and punctuated.",)
    assert {I16.tracks[track].conventions for track in ("ted-mt", "qed-mt", "mslt-mt")} == {said}


def test_transcripts_for_translation_are_those_of_the_recognition_tracks() -> None:  # 4.2
    assert {name: I16.tracks[name].released_runs for name in ("talk-slt", "mslt-slt")} == {
        "talk-slt": "talk-asr", "mslt-slt": "mslt-asr",
    }  # fmt: skip
    times = {period.phase.id: period for period in schedule(I16)}
    assert times["slt"].start >= times["asr"].end


def test_best_of_2015_is_entered_in_the_six_directions_of_appendix_a2() -> None:
    earlier = {system.id: system.language_pairs for system in I16.systems.values() if system.kind == "earlier"}
    assert earlier == {
        "SU-15": ("en-de",),
        "PJAIT-15": ("en-fr",),
        "BEST-15": ("cs-en", "en-cs", "fr-en", "en-fr", "de-en", "en-de"),
    }
    assert {I16.systems[name].tracks for name in earlier} == {("ted-mt",)}
    assert I16.report.earlier_systems == "last"


def test_scores_of_the_best_of_2015_are_those_of_appendix_a2() -> None:
    assert {each.test_set for each in I16.published_scores} == {"tst2015"}
    assert {each.language_pair: tuple(each.scores.values()) for each in I16.published_scores} == {
        "cs-en": ("25.07", "6.4026", "55.74"),
        "en-cs": ("17.17", "5.1056", "63.00"),
        "fr-en": ("32.75", "7.2769", "48.41"),
        "en-fr": ("32.79", "7.3222", "49.15"),
        "de-en": ("31.50", "7.7932", "47.11"),
        "en-de": ("30.85", "6.9898", "51.13"),
    }


def test_two_online_systems_are_post_edited_beside_the_two_best() -> None:  # 6.1
    online = {system.title: system.language_pairs for system in I16.systems.values() if system.kind == "online"}
    assert online == {"Google Translate": ("en-fr",), "ModernMT": ("en-fr",)}
    assert I16.human["en-fr"].baselines


def test_adjudication_follows_preliminary_scores_with_the_first_references() -> None:  # 3.2
    preliminary, adjudication = I16.phases["asr-preliminary"], I16.phases["adjudication"]
    assert preliminary.start == adjudication.start
    assert "references:asr-tst2016" in preliminary.releases["participants"]


def test_judgments_are_public() -> None:  # 6, note 6
    assert "judgments" in I16.phases["workshop"].releases["public"]


def test_no_best_score_is_marked() -> None:  # appendix A
    assert not I16.report.best


def test_systems_are_ordered_by_bleu() -> None:  # A.1, A.2
    assert I16.evaluation.official_metric == "bleu@mteval"
