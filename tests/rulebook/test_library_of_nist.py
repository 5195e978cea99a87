"""The rulebook of OpenMT says what the evaluation plan says. Sections in comments are its own."""

from __future__ import annotations

from datetime import UTC, date, datetime

from bakeoff.rulebook import read_rulebook, schedule
from bakeoff.rulebook.schema import Rulebook, epoch_days

N12 = read_rulebook("openmt2012")


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

    def test_teams_that_share_submit_an_older_set_before_the_combination_starts(self) -> None:  # 7.2.2
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
