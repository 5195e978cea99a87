"""The rulebook of WMT 2008 says what its overview says. Sections and tables in comments are its own."""

from __future__ import annotations

from datetime import date

import pytest

from bakeoff.data.entrants import Entrant
from bakeoff.human_eval.designs.judged_systems import choose_systems
from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.schema import epoch_days

W08 = read_rulebook("wmt2008")


def test_ten_pairs_with_two_test_sets_each_but_hungarian() -> None:  # 2
    sets = {
        pair: [s.id for s in W08.test_sets_of("translation", pair) if s.role == "current"]
        for pair in W08.tracks["translation"].language_pairs
    }
    assert len(sets) == 10
    assert sets["hu-en"] == ["news"]
    assert sets["cz-en"] == sets["en-cz"] == ["news", "commentary"]
    assert all(found == ["news", "europarl"] for pair, found in sets.items() if not {"hu", "cz"} & set(pair.split("-")))


def test_three_protocols_in_batches_of_5_10_and_10() -> None:  # 3.4
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


def test_constituents_have_more_than_3_and_at_most_15_words() -> None:  # 3.2
    assert W08.human["constituents"].constituents == (4, 15)
    assert "cz-en" not in W08.human["constituents"].language_pairs
    assert "en-cz" in W08.human["constituents"].language_pairs


def test_german_to_spanish_is_not_judged() -> None:  # 1
    assert all("de-es" not in each.language_pairs for each in W08.human.values())


def test_all_english_judges_all_sources_together_and_counts_twice() -> None:  # 3.4, table 3
    together = W08.human["all-english"]
    assert (together.mixed_sources, together.counts_for, together.test_sets) == (True, ("ranking",), ("news",))


def test_people_decide_and_no_metric() -> None:  # 3
    assert W08.evaluation.official_metric is None
    assert W08.human["ranking"].official


def test_pairs_are_tested_by_the_sign_test() -> None:  # appendix C
    comparison = W08.human["ranking"].comparison
    assert comparison is not None
    assert (comparison.test, comparison.marks) == ("sign-w08", (0.05, 0.01))


def test_seven_commercial_systems_six_of_them_without_names() -> None:  # 2.3
    kinds = [system.kind for system in W08.systems.values()]
    assert kinds == ["commercial"] * 7
    assert sum(system.anonymous for system in W08.systems.values()) == 6


def test_last_quarter_of_2000_is_off_limits() -> None:  # 2.1
    assert epoch_days(W08.off_limits["europarl-test"].epochs[0]) == (date(2000, 10, 1), date(2000, 12, 31))


def test_metrics_are_submitted_too() -> None:  # 5
    assert W08.tracks["metrics"].kind == "metrics"
    assert W08.submission.packages["scores"].format == "scores"
    assert "ULC" in W08.scoring_of("translation", "fr-en").all_metrics
    assert W08.scoring_of("translation", "en-cz").outside == ("svm-rank",)


def test_sizes_are_those_of_figure_1() -> None:
    assert {each.id: each.size for each in W08.test_sets.values() if each.role == "current"} == {
        "news": "2,051 segments", "europarl": "2,000 segments", "commentary": "2,028 segments",
    }  # fmt: skip


def test_a_segment_has_a_single_reference() -> None:  # 6
    assert {each.references for each in W08.test_sets.values()} == {1}


def test_news_documents_name_their_original_language() -> None:  # 2.1, note 3, table 1
    news = W08.test_sets["news"]
    assert {"docid", "origlang"} <= set(news.attributes)
    assert "origlang" in news.report_by


def test_training_corpora_are_those_of_figure_1() -> None:
    corpora = {name: set(resource.language_pairs) for name, resource in W08.resources.items()}
    assert corpora["hunglish"] == {"hu-en"}
    assert corpora["czeng"] == {"en-cz", "cz-en"}
    assert corpora["europarl"] == corpora["news-commentary"] == {
        "en-es", "es-en", "en-fr", "fr-en", "en-de", "de-en", "de-es",
    }  # fmt: skip


def test_rule_based_systems_are_entered_in_the_directions_that_have_scores() -> None:  # tables 14 to 18
    found = {
        pair: [name for name, system in W08.systems.items() if pair in system.language_pairs]
        for pair in W08.tracks["translation"].language_pairs
    }
    numbers = {pair: [name.removeprefix("RBMT") for name in names] for pair, names in found.items()}
    assert numbers == {
        "en-de": ["1", "2", "3", "4", "5", "6"],
        "de-en": ["1", "2", "3", "4", "5", "6"],
        "en-es": ["1", "3", "4", "5", "6"],
        "es-en": ["3", "4", "5", "6"],
        "en-fr": ["1", "3", "4", "5", "6"],
        "fr-en": ["3", "4", "5", "6"],
        "en-cz": ["PCT"],
        "cz-en": [],
        "hu-en": [],
        "de-es": [],
    }


@pytest.mark.parametrize("evaluation", ["ranking", "constituents", "yes-no", "all-english"])
def test_rbmt1_is_scored_and_not_judged(evaluation: str) -> None:  # tables 25, 42, 52 have RBMT2 to RBMT6
    entrants = [Entrant(system=name, baseline=True) for name in W08.systems]
    chosen = choose_systems(W08, W08.human[evaluation], entrants)
    assert chosen.left_out == {"RBMT1": "scored, but not judged"}
    assert chosen.judged == ("RBMT2", "RBMT3", "RBMT4", "RBMT5", "RBMT6", "PCT")


def test_systems_are_combined_from_french_german_and_all_sources() -> None:  # 2.3
    combination = W08.tracks["combination"]
    assert (combination.kind, combination.language_pairs) == ("combination", ("fr-en", "de-en", "xx-en"))
    assert W08.submission.packages["combinations"].test_sets == ("news",)


def test_metrics_of_appendix_a() -> None:  # tables 14, 15 to 18
    assert W08.evaluation.metrics == (
        "bleu", "bleu@flexible", "meteor@2008-baseline", "meteor@2008-ranking", "ter@flexible",
    )  # fmt: skip
    assert W08.evaluation.outside == ("posf4gram-am", "posf4gram-gm", "posbleu", "svm-rank")
    english = set(W08.scoring_of("translation", "de-en").outside)
    assert {"DP", "DR", "SR", "ULC", "ULCh", "svm-pseudo-ref", "svm-human-ref", "alignment-prob"} <= english  # table 10


def test_columns_are_in_the_order_of_appendix_a() -> None:  # tables 14, 15 and 16, 17 and 18
    computed = ("bleu", "bleu@flexible", "meteor@2008-baseline", "meteor@2008-ranking", "ter@flexible")
    outside = ("posf4gram-am", "posf4gram-gm", "posbleu", "svm-rank")
    assert [name.partition(":")[0] for name in W08.scoring_of("translation", "en-cz").all_metrics] == [
        *computed,
        "svm-rank",
    ]
    assert W08.scoring_of("translation", "en-fr").all_metrics == (*computed, *outside)
    into_english = W08.scoring_of("translation", "fr-en").all_metrics
    assert into_english[:14] == ("DP", "DR", "SR", "ULC", "ULCh", *computed, *outside)


def test_tables_list_systems_by_name_with_the_best_marked() -> None:  # appendix A
    assert (W08.report.order, W08.report.best) == ("name", True)


def test_instructions_are_those_of_section_3() -> None:
    assert W08.human["ranking"].instructions == (
        "Rank each whole sentence translation from Best to Worst relative to the other choices (ties are allowed)."
    )


def test_all_data_are_public() -> None:  # 8
    assert {"outputs", "scores", "judgments"} <= set(W08.phases["workshop"].releases["public"])


def test_judges_choose_and_participants_take_their_share() -> None:  # 3, 3.4
    assert W08.human["ranking"].judges == "volunteers"
    assert "judged" in W08.registration.steps


def test_workshop_was_in_june_2008() -> None:  # references
    assert (W08.phases["workshop"].start.year, W08.phases["workshop"].start.month) == (2008, 6)
