"""The rulebook of WMT as it is run today."""

from __future__ import annotations

from datetime import UTC, datetime

from bakeoff.rulebook import read_rulebook, schedule

WMT = read_rulebook("wmt")


def test_deadlines_are_anywhere_on_earth() -> None:
    assert WMT.campaign.timezone == "AoE"
    (end,) = (period.end for period in schedule(WMT) if period.phase.id == "evaluation")
    assert end == datetime(2026, 7, 4, 12, tzinfo=UTC)


def test_constrained_systems_use_listed_data_and_models() -> None:
    assert set(WMT.conditions["open"].permits) - set(WMT.conditions["constrained"].permits) == {
        "other-data", "other-models",
    }  # fmt: skip


def test_comet_comes_from_outside_and_people_decide() -> None:
    scoring = WMT.scoring_of("general", "en-zh")
    assert scoring.all_metrics == ("chrf", "bleu@sacrebleu:tokenizer=zh", "comet")
    assert scoring.official_metric is None
    assert [human.protocol for human in WMT.human.values() if human.official] == ["esa"]


def test_test_suites_are_compulsory() -> None:
    assert WMT.tracks["general"].compulsory_sets == ("test-suites",)
