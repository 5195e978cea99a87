"""The rulebook of IWSLT 2005 says what its overview says. Sections and tables in comments are those of the overview."""

from __future__ import annotations

from bakeoff.evaluation import score_texts
from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.state import Submitted, TeamState
from bakeoff.rulebook.submission.descriptions import owed_descriptions
from bakeoff.submissions.descriptions import check_description_lines
from bakeoff.text import find_specification

I05 = read_rulebook("iwslt2005")


def test_resources_are_those_of_table_2() -> None:
    matrix = {c.id: [resource in c.permits for resource in I05.resources] for c in I05.conditions.values()}
    assert list(I05.resources) == ["iwslt05", "tools", "public", "proprietary"]
    assert matrix == {
        "supplied": [True, False, False, False],
        "tools": [True, True, False, False],
        "unrestricted": [True, True, True, False],
        "cstar": [True, True, True, True],
    }


def test_inputs_are_those_of_table_1() -> None:
    assert I05.tracks["transcript"].language_pairs == ("zh-en", "ja-en", "ar-en", "ko-en", "en-zh")
    assert I05.tracks["speech"].language_pairs == ("zh-en", "ja-en", "en-zh")
    assert I05.tracks["speech"].inputs == ("n-best", "lattice")


def test_sixteen_references_into_english_and_one_into_chinese() -> None:  # 2.5
    current = {
        pair: [s.references for s in I05.test_sets_of("transcript", pair) if s.role == "current"]
        for pair in ("zh-en", "ko-en", "en-zh")
    }
    assert current == {"zh-en": [16], "ko-en": [16], "en-zh": [1]}


def test_gtm_has_one_reference_and_meteor_is_left_out_for_chinese() -> None:  # 2.5
    english, chinese = (I05.scoring_of("transcript", pair) for pair in ("zh-en", "en-zh"))
    assert "gtm:references=1" in english.metrics
    assert any(metric.startswith("meteor") for metric in english.metrics)
    assert chinese.metrics == ("bleu", "nist", "wer", "per", "gtm")


def test_specifications_are_those_of_tables_7_and_8() -> None:
    assert I05.scoring_of("transcript", "ar-en").specifications == (
        "iwslt05-english-standard", "iwslt05-english-optional",
    )  # fmt: skip
    assert I05.scoring_of("speech", "en-zh").specifications == (
        "iwslt05-chinese-segmented", "iwslt05-chinese-character",
    )  # fmt: skip


def test_character_segmentation_takes_the_influence_of_words_from_every_score() -> None:  # 2.4, table 8, B.8
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


def test_intervals_are_for_bleu_and_nist_from_1000_samples() -> None:  # 2.5
    interval = I05.evaluation.interval
    assert interval is not None
    assert (interval.samples, interval.confidence, interval.metrics) == (1000, 0.95, ("bleu", "nist"))


def test_grades_come_one_after_the_other_from_0_to_4() -> None:  # 2.6
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


def test_five_directions_four_of_them_into_english() -> None:  # 2.1, table 1
    assert {pair.id: (pair.source, pair.target) for pair in I05.language_pairs.values()} == {
        "zh-en": ("Chinese", "English"),
        "ja-en": ("Japanese", "English"),
        "ar-en": ("Arabic", "English"),
        "ko-en": ("Korean", "English"),
        "en-zh": ("English", "Chinese"),
    }


def test_supplied_corpus_has_20000_sentence_pairs() -> None:  # 2.2, table 4
    supplied = [resource for resource in I05.resources.values() if resource.supplied]
    assert [resource.id for resource in supplied] == ["iwslt05"]
    assert "20,000 sentence pairs" in supplied[0].title


def test_conditions_are_called_as_in_the_headings_of_appendix_b() -> None:
    assert [condition.title for condition in I05.conditions.values()] == [
        "Supplied Data", "Supplied Data & Tools", "Unrestricted Data", "C-STAR Data",
    ]  # fmt: skip


def test_test_sets_have_506_segments() -> None:  # table 5
    sizes = {each.id: each.size for each in I05.test_sets.values() if each.role == "current"}
    assert sizes == {"english": "506 segments", "chinese": "506 segments"}


def test_development_sets_are_those_of_table_6() -> None:
    assert [each.title for each in I05.test_sets.values() if each.role == "dev"] == ["DEVSET1", "DEVSET2"]


def test_metrics_are_the_six_of_table_9_in_its_order() -> None:
    names = [metric.partition(":")[0].partition("@")[0] for metric in I05.evaluation.metrics]
    assert names == ["bleu", "nist", "wer", "per", "gtm", "meteor"]
    assert I05.evaluation.metrics[-1] == "meteor@2005:modules=exact+stem+synonym"


def test_no_metric_is_official_and_each_orders_its_own_list() -> None:  # appendix B
    assert I05.evaluation.official_metric is None
    assert I05.report.order == "each"


def test_no_best_score_is_marked_and_specifications_follow_each_other() -> None:  # appendix B
    assert not I05.report.best
    assert "specifications-side-by-side" not in I05.report.tables


def test_marks_that_the_standard_evaluation_removes() -> None:  # table 7: . ? ! , : ; and the double quote; - splits
    standard, optional = map(find_specification, I05.evaluation.specifications)
    assert standard.apply(['"Well-known?" No: Dr. X; yes, (so) it\'s!']) == ["well known no dr x yes (so) it's"]
    assert optional.apply(["Yes, it is."]) == ["Yes , it is ."]
    assert (standard.needs_upper_case, optional.needs_upper_case) == (False, True)  # 2.4


def test_chinese_evaluations_remove_punctuation_and_the_second_separates_characters() -> None:  # table 8
    segmented, character = map(find_specification, I05.scoring_of("transcript", "en-zh").specifications)
    assert segmented.apply(["请 给 我 ， 咖啡 。"]) == ["请 给 我  咖啡 "]
    assert character.apply(["请 给 我 ， 咖啡 。"]) == ["请 给 我 咖 啡"]


def test_one_system_for_each_track_direction_and_condition() -> (
    None
):  # appendix A: a site enters each under its own name
    assert {kind.id: (kind.fewest, kind.most) for kind in I05.submission.system_types.values()} == {"primary": (1, 1)}


def test_three_graders_and_a_tenth_asked_twice() -> None:  # 2.6, table 16
    for name in ("fluency", "adequacy", "meaning"):
        assert (I05.human[name].judgments, I05.human[name].judge_count, I05.human[name].repeats) == (3, 3, 0.1)
        assert (I05.human[name].score, I05.human[name].agreement) == ("mean", "difference")


def test_grades_have_the_labels_of_tables_10_and_11() -> None:
    assert I05.human["fluency"].labels == (
        "Incomprehensible", "Disfluent English", "Non-Native English", "Good English", "Flawless English",
    )  # fmt: skip
    assert I05.human["adequacy"].labels == (
        "None", "Little information", "Much information", "Most information", "All information",
    )  # fmt: skip
    assert I05.human["meaning"].labels == (
        "Totally different meaning",
        "Partially the same meaning but misleading information is introduced",
        "Partially the same meaning and no new information",
        "Almost the same meaning",
        "Exactly the same meaning",
    )


def test_participants_are_listed_with_their_technique() -> None:  # table 18
    assert I05.description.techniques == "Technique"
    assert {"Institution", "Technique"} <= set(I05.description.fields)
    assert I05.description.optional == ("Paper",)  # "Description in paper"


def test_error_rates_of_asr_output_are_fractions() -> None:  # table 6: 0.420
    assert I05.report.error_rates == "fraction"


def test_a_system_is_described_for_each_data_track() -> None:  # 2.2, table 2: B.2 lists systems in several of them
    assert I05.description.each == "system"
    team = TeamState(
        code="RWTH",
        submitted=(run_of("transcript", "supplied"), run_of("transcript", "cstar"), run_of("speech", "supplied")),
    )
    assert [(each.track, each.condition) for each in owed_descriptions(I05, team)] == [
        ("speech", "supplied"), ("transcript", "cstar"), ("transcript", "supplied"),
    ]  # fmt: skip
    for condition, resource in (("supplied", "iwslt05"), ("cstar", "C-STAR corpus (proprietary)")):
        text = described(condition, resource)
        assert check_description_lines(text.splitlines(), I05, name="RWTH.txt") == ()
    (finding,) = check_description_lines(described("supplied", "Chunker (tools)").splitlines(), I05, name="RWTH.txt")
    assert (finding.code, finding.found) == ("resource-forbidden", "Chunker: tools")


def run_of(track: str, condition: str) -> Submitted:
    return Submitted(
        package="runs", track=track, language_pair="zh-en", condition=condition, system="primary", test_set="english"
    )


def described(condition: str, resource: str) -> str:
    return (
        "Institution: RWTH Aachen University\nSystem: primary\nTechnique: SMT\nTrack: transcript\n"
        f"Language pairs: zh-en\nCondition: {condition}\nResources:\n- {resource}\n"
    )


def test_workshop_was_in_october_2005() -> None:  # references 11 to 29
    assert (I05.phases["workshop"].start.year, I05.phases["workshop"].start.month) == (2005, 10)


def test_the_mixed_case_evaluation_is_for_runs_with_upper_case() -> None:  # 2.4
    scoring = I05.scoring_of("transcript", "zh-en")
    standard, mixed_case = scoring.specifications
    assert scoring.leaves_out(mixed_case, has_upper_case=False)
    assert not scoring.leaves_out(mixed_case, has_upper_case=True)
    assert not scoring.leaves_out(mixed_case, has_upper_case=None)  # runs of which nobody looked it up
    assert not scoring.leaves_out(standard, has_upper_case=False)
