"""The rulebooks of WMT: that of 2008 says what its overview says, whose sections stand in comments."""

from __future__ import annotations

from datetime import UTC, date, datetime

from bakeoff.rulebook import read_rulebook, schedule
from bakeoff.rulebook.schema import epoch_days

W08, WMT = (read_rulebook(name) for name in ("wmt2008", "wmt"))


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
        assert (comparison.test, comparison.marks) == ("sign-w08", (0.05, 0.01))

    def test_seven_commercial_systems_six_of_them_without_names(self) -> None:  # 2.3
        kinds = [system.kind for system in W08.systems.values()]
        assert kinds == ["commercial"] * 7
        assert sum(system.anonymous for system in W08.systems.values()) == 6

    def test_last_quarter_of_2000_is_off_limits(self) -> None:  # 2.1
        assert epoch_days(W08.off_limits["europarl-test"].epochs[0]) == (date(2000, 10, 1), date(2000, 12, 31))

    def test_metrics_are_submitted_too(self) -> None:  # 5
        assert W08.tracks["metrics"].kind == "metrics"
        assert W08.submission.packages["scores"].format == "scores"
        assert "ULC" in W08.scoring_of("translation", "fr-en").all_metrics
        assert W08.scoring_of("translation", "en-cz").outside == ("svm-rank",)


class TestWMTOfToday:
    def test_deadlines_are_anywhere_on_earth(self) -> None:
        assert WMT.campaign.timezone == "AoE"
        (end,) = (period.end for period in schedule(WMT) if period.phase.id == "evaluation")
        assert end == datetime(2026, 7, 4, 12, tzinfo=UTC)

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
