"""The rulebook of OpenMT 2012 says what the evaluation plan says. Sections and tables in comments are its own."""

from __future__ import annotations

from datetime import UTC, date, datetime

from bakeoff.rulebook import read_rulebook, schedule
from bakeoff.rulebook.schema import Rulebook, epoch_days
from bakeoff.rulebook.state import DescribedSystem, Submitted, TeamState
from bakeoff.rulebook.submission.descriptions import missing_descriptions
from bakeoff.submissions.descriptions import check_description_lines, description_file_name

N12 = read_rulebook("openmt2012")


def ends(rulebook: Rulebook) -> dict[str, datetime]:
    return {period.phase.id: period.end for period in schedule(rulebook)}


def test_five_pairs_into_english() -> None:  # 4
    assert {pair.id: pair.source for pair in N12.language_pairs.values()} == {
        "ara2eng": "Arabic", "chi2eng": "Chinese", "dar2eng": "Dari", "far2eng": "Farsi", "kor2eng": "Korean",
    }  # fmt: skip
    assert {pair.target for pair in N12.language_pairs.values()} == {"English"}


def test_constrained_training_is_for_arabic_and_chinese_only() -> None:  # 2.1
    offered = {pair: [c.code for c in N12.conditions_of("single", pair)] for pair in N12.language_pairs}
    assert offered == {
        "ara2eng": ["cn", "un"], "chi2eng": ["cn", "un"], "dar2eng": ["un"], "far2eng": ["un"], "kor2eng": ["un"],
    }  # fmt: skip


def test_epochs_of_the_tests_are_off_limits() -> None:  # table 1
    everywhere, chinese = N12.off_limits["test-epoch"], N12.off_limits["chinese-test-epoch"]
    assert (everywhere.language_pairs, everywhere.epochs) == ((), ("2007-07",))
    assert chinese.language_pairs == ("chi2eng",)
    assert epoch_days(chinese.epochs[0]) == (date(2011, 1, 1), date(2011, 3, 31))


def test_scores_are_by_subset_and_style_across_genres_and_separately_by_genre() -> None:  # 3, 15.1
    current = N12.test_sets["current"]
    assert current.groupings == ("subset", "style", "genre", "subset×genre", "style×genre")
    assert current.reference_attributes == ("subset", "style")  # 11.1: docid and genre are all that a source says


def test_deadlines_are_noon_in_new_york_winter_and_summer() -> None:  # 9
    found = ends(N12)
    assert found["dry-run"] == datetime(2012, 2, 24, 17, tzinfo=UTC)  # 11:59 EST
    assert found["evaluation"] == datetime(2012, 4, 6, 16, tzinfo=UTC)  # 11:59 EDT
    assert found["combination"] == datetime(2012, 4, 20, 16, tzinfo=UTC)
    assert found["registration"] == datetime(2012, 2, 4, 5, tzinfo=UTC)


def test_limits_for_a_language_pair_and_condition() -> None:  # 6
    types = N12.submission.system_types
    assert {kind.id: (kind.fewest, kind.most) for kind in types.values()} == {
        "primary": (1, 1), "contrast": (0, 3), "combo": (0, 3),
    }  # fmt: skip
    assert [kind.id for kind in types.values() if kind.compared] == ["primary"]


def test_dry_run_is_compulsory() -> None:  # 10, 13
    assert N12.phases["evaluation"].requires == ("dry-run",)


def test_names_follow_the_grammar_of_section_12() -> None:
    packages = N12.submission.packages
    assert packages["eval"].file == ("{site}_{language_pair}_{system_type}_{condition}_{package}_{date}.xml")
    assert packages["eval"].system == "{site}_{language_pair}_{system_type}_{condition}"
    assert packages["dryrun"].archive == "OpenMT12_DryRun_{site}_{language_pair}_{version}"
    assert packages["combo"].archive == "OpenMT12_Combo_{site}_{language_pair}_combo_{version}"
    assert {package.compression for package in packages.values()} == {("tgz", "zip")}


def test_late_and_debugged_are_unofficial() -> None:  # 10
    package = N12.submission.packages["eval"]
    assert (package.resubmission, package.late, package.debugged) == ("debugged", "unofficial", "unofficial")


def test_teams_that_share_submit_an_older_set_before_the_combination_starts() -> None:  # 7.2.2
    assert N12.submission.packages["older"].test_sets == ("older",)
    times = {period.phase.id: period for period in schedule(N12)}
    assert times["evaluation"].end <= times["sharing"].start
    assert times["sharing"].end <= times["combination"].start


def test_bleu_alone_is_official() -> None:  # 8.1
    assert N12.evaluation.official_metric == "bleu@mteval"


def test_five_way_ranking_of_those_who_joined() -> None:  # 8.2
    ranking = N12.human["ranking"]
    assert (ranking.shown, ranking.consenting, ranking.judges) == (5, True, "participants")
    assert N12.registration.consents["human-assessment"].concerns == "judging"
    assert ranking.sample.subsets == ("new-source",)


def test_days_are_those_of_the_schedule() -> None:  # 9
    days = {phase.id: (phase.start, phase.end) for phase in N12.phases.values()}
    assert days["registration"] == (date(2011, 10, 28), date(2012, 2, 3))
    assert days["training-data"][0] == date(2011, 11, 4)
    assert days["dry-run"] == (date(2012, 1, 16), datetime(2012, 2, 24, 11, 59))
    assert days["evaluation"] == (date(2012, 4, 2), datetime(2012, 4, 6, 11, 59))
    assert days["combination"] == (date(2012, 4, 16), datetime(2012, 4, 20, 11, 59))
    assert days["preliminary"][0] == datetime(2012, 4, 20, 12)
    assert days["descriptions"][1] == date(2012, 4, 27)
    assert days["human-assessment"] == (date(2012, 4, 30), date(2012, 6, 1))
    assert days["workshop"] == (date(2012, 6, 27), date(2012, 6, 28))
    assert days["public"][0] == date(2012, 8, 31)


def test_subsets_of_each_language_pair() -> None:  # 4; 1 and 5.3 for Restricted Domain
    current = N12.test_sets["current"]
    assert {pair: list(current.subsets_of(pair)) for pair in N12.language_pairs} == {
        "ara2eng": ["original-progress", "new-source"],
        "chi2eng": ["original-progress", "current", "new-source", "restricted-domain"],
        "dar2eng": ["new-source"],
        "far2eng": ["new-source"],
        "kor2eng": ["new-source"],
    }
    assert set(current.styles) == {"english-true", "foreign-true"}  # 3


def test_unspecified_genres_are_chinese_only() -> None:  # 5, 5.3
    current = N12.test_sets["current"]
    assert list(current.genres_of("chi2eng")) == ["nw", "wb", "xx"]
    assert list(current.genres_of("kor2eng")) == ["nw", "wb"]


def test_sizes_are_those_of_table_2() -> None:
    for words in (
        "81,000 reference words from Arabic",
        "135,000 from Chinese",
        "46,000 each from Dari, Farsi and Korean",
    ):
        assert words in N12.test_sets["current"].size


def test_dry_run_has_no_references() -> None:  # 13: "a very small source data set"
    dry_run = N12.test_sets["dryrun"]
    assert (dry_run.role, dry_run.references, dry_run.size) == ("dry-run", 0, "very small")


def test_combination_is_of_the_original_progress_test_in_two_pairs() -> None:  # 7.2.2
    assert list(N12.test_sets["combination"].subsets) == ["original-progress"]
    assert N12.tracks["combination"].language_pairs == ("ara2eng", "chi2eng")
    assert not N12.tracks["combination"].official


def test_combination_made_in_the_evaluation_is_official_and_after_it_is_not() -> None:  # 7.2.1, 7.2.2
    assert N12.submission.system_types["combo"].official
    assert (N12.submission.packages["eval"].official, N12.submission.packages["combo"].official) == (True, False)


def test_training_data_of_the_conditions() -> None:  # 2.1, 2.2
    assert N12.conditions["constrained"].permits == ("ldc-constrained", "tools")
    assert "public" in N12.conditions["unconstrained"].permits
    assert N12.resources["transtac"].language_pairs == ("dar2eng", "far2eng")  # 2


def test_file_names_have_the_values_of_the_plan() -> None:  # 12.1.2
    types = N12.submission.system_types.values()
    assert [name for kind in types for name in kind.written] == [
        "primary", "contrast1", "contrast2", "contrast3", "combo1", "combo2", "combo3",
    ]  # fmt: skip
    assert [condition.written for condition in N12.conditions.values()] == ["cn", "un"]
    assert {package.written for package in N12.submission.packages.values()} == {"dryrun", "eval", "combo"}
    assert (N12.submission.fields["date"].date_format, N12.submission.fields["date"].year) == ("yyyymmdd", 2012)
    assert N12.submission.fields["version"].digits == 2  # 12.1.1: 01
    assert N12.submission.tree == "output/{site}/{language_pair}"  # 12.1.1
    assert N12.submission.packages["eval"].archive == "OpenMT12_Eval_{site}_{language_pair}_{version}"  # 12.1.6


def test_files_are_valid_by_the_document_type() -> None:  # 11, 12.1.4
    assert {(package.format, package.validity) for package in N12.submission.packages.values()} == {("nist-xml", "dtd")}


def test_files_match_the_source() -> None:  # 12.1.5
    assert {"set-id", "source-language", "documents", "genres", "segments", "system-id"} <= set(
        N12.submission.packages["eval"].matches
    )


def test_first_submission_contains_the_primary_system() -> None:  # 12.1.1
    assert N12.submission.packages["eval"].requires == ("primary",)


def test_mandatory_steps_are_those_of_section_10() -> None:
    assert N12.registration.steps == (
        "registered", "signed", "dry-run", "submitted", "described", "judged", "attends",
    )  # fmt: skip
    assert (N12.registration.team_code, N12.registration.by_language_pair) == ("assigned", True)  # 12.1.1, 4


def test_licence_is_signed_before_evaluation_data_and_references() -> None:  # 10 step 2
    assert {"training-data", "source", "references"} <= set(N12.registration.agreements["ldc-licence"].before)


def test_references_come_after_the_evaluation() -> None:  # 10 step 15
    times = {period.phase.id: period for period in schedule(N12)}
    releasing = [p for p in N12.phases.values() if "references:current" in p.releases.get("submitters", ())]
    assert [phase.id for phase in releasing] == ["preliminary"]
    assert times["preliminary"].start >= times["evaluation"].end


def test_only_primary_systems_of_the_new_source_subset_are_judged() -> None:  # 8.2
    ranking = N12.human["ranking"]
    assert (ranking.system_types, ranking.test_sets, ranking.language_pairs) == (("primary",), ("current",), ())


def test_scores_are_those_of_mteval_with_case() -> None:  # 8.1
    assert N12.evaluation.specifications == ("case+punc",)
    assert N12.scoring_of("single", "ara2eng").all_metrics[0] == "bleu@mteval"


def test_report_has_a_disclaimer_of_its_own_and_another_for_publications() -> None:  # 15.1, 15.2
    report = N12.report
    assert "commercial product" in report.disclaimer
    assert report.publication_disclaimer.startswith("NIST serves to coordinate the NIST OpenMT evaluations")
    assert "are not viewed as a competition" in report.publication_disclaimer
    assert "BLEU-4 scores are the only official scores" in report.metrics_note


def test_results_are_cited_by_the_report_and_corpora_by_their_catalogue() -> None:  # 15.2
    assert "official release of results" in N12.report.citation
    assert N12.resources["ldc-constrained"].citation == (
        "Author(s), Year. Catalog Title (Catalog Number). Linguistic Data Consortium, Philadelphia PA."
    )
    assert "Linguistic Data Consortium" not in N12.report.citation


def test_late_and_debugged_submissions_are_listed() -> None:  # 10
    assert "late-and-debugged" in N12.report.tables


def test_descriptions_are_texts_named_by_the_site() -> None:  # 14
    assert N12.description.file == "{site}_{track}_{condition}_{system}.txt"
    system = DescribedSystem(track="single", condition="constrained", system="contrast1")
    assert description_file_name(N12, "NIST", system) == "NIST_single_constrained_contrast1.txt"


def test_each_system_and_condition_is_described_by_itself() -> (
    None
):  # 14; 7: "to be identified in the system description"
    assert N12.description.each == "system"
    assert {"System", "Track", "Condition", "Resources"} <= set(N12.description.fields)
    runs = [
        submitted("primary", "constrained"),
        submitted("primary", "unconstrained"),
        submitted("combo2", "constrained"),
    ]
    team = TeamState(code="NIST", submitted=tuple(runs))
    assert missing_descriptions(N12, team) == (
        "combo2, Constrained Training, Single System; primary, Constrained Training, Single System; "
        "primary, Unconstrained Training, Single System"
    )


def test_a_team_with_two_conditions_has_two_valid_descriptions() -> None:  # 2.1: tools "must be listed"; 2.2: all data
    constrained = described("constrained", "ldc-constrained\n- MADA (tools)")
    unconstrained = described("unconstrained", "ldc-constrained\n- Web crawl (public; 2010)")
    for text in (constrained, unconstrained):
        assert check_description_lines(text.splitlines(), N12, name="NIST.txt") == ()
    moved = unconstrained.replace("Condition: unconstrained", "Condition: constrained")
    (finding,) = check_description_lines(moved.splitlines(), N12, name="NIST.txt")
    assert (finding.code, finding.found) == ("resource-forbidden", "Web crawl: public")


def submitted(system: str, condition: str) -> Submitted:
    return Submitted(
        package="eval",
        track="single",
        language_pair="ara2eng",
        condition=condition,
        system=system,
        test_set="current",
    )


def described(condition: str, resources: str) -> str:
    return (
        "Site: NIST\nContact: someone@example.org\nSystem: primary\nTrack: single\nLanguage pairs: ara2eng\n"
        f"Condition: {condition}\nApproach: phrases\nResources:\n- {resources}\n"
    )
