"""`bakeoff campaign`."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from bakeoff.rulebook import find_rulebook, read_rulebook, rulebook_names

TEN_MISTAKES = """extends = "openmt2012"
[campaign]
timezone = "Mars/Olympus"
titel = "x"
[tracks.single]
kind = "xx"
language_pairs = ["ara2eng",
  "chi2deu"]
[phases.evaluation]
opens = ["submit:evil", "dance"]
[phases.later]
end = 2012-04-09
[submission.packages.eval]
tree = "{foo}"
[submission.system_types.primary]
exactly = "one"
[evaluation]
metrics = ["bleu", "blue"]
"""


def test_a_new_rulebook_is_valid_and_builds_on_the_other(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    assert bakeoff("campaign", "new", path, "--from", "openmt2012", "--title", 'A "new" one').code == 0
    assert bakeoff("campaign", "validate", path).out == f"{path} is valid.\n"
    rules = read_rulebook(path)
    assert (rules.campaign.id, rules.campaign.title) == ("mine", 'A "new" one')
    assert {name: phase.title for name, phase in rules.phases.items()} == {
        name: phase.title for name, phase in read_rulebook("openmt2012").phases.items()
    }


def test_dates_of_the_model_stay_where_it_starts_then(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    call = ("campaign", "new", path, "--from", "openmt2012", "--start", "2011-10-28", "--accept-past")
    assert bakeoff(*call).code == 0
    assert read_rulebook(path).phases == read_rulebook("openmt2012").phases


def test_a_new_rulebook_starts_on_the_chosen_day_or_the_next_of_that_weekday(
    bakeoff: Callable[..., Any], tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    outcome = bakeoff("campaign", "new", path, "--from", "openmt2012", "--start", "2127-02-03", "--full")
    assert f"Wrote {path}. Its schedule starts on Friday, 2127-02-07." in outcome.err
    assert read_rulebook(path).phases["registration"].start == date(2127, 2, 7)


def test_without_a_start_nothing_of_a_new_rulebook_is_in_the_past(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    bakeoff("campaign", "new", path, "--from", "iwslt2005")
    assert bakeoff("campaign", "validate", path).out == f"{path} is valid.\n"


def test_a_start_in_the_past_must_be_accepted(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    outcome = bakeoff("campaign", "new", path, "--from", "wmt", "--start", "2020-01-01")
    assert (outcome.code, path.exists()) == (2, False)
    assert "7 of 7 phases would be in the past, from Registration on (2020-01-01)" in outcome.err
    assert "add --accept-past" in outcome.err
    assert bakeoff("campaign", "new", path, "--from", "wmt", "--start", "2020-01-01", "--accept-past").code == 0


def test_a_start_that_is_no_day_is_named(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    outcome = bakeoff("campaign", "new", tmp_path / "mine.toml", "--start", "2027-02-30")
    assert (outcome.code, outcome.err) == (
        2,
        "bakeoff: --start: expected a day such as 2027-02-01, found '2027-02-30'.\n",
    )


def test_a_schedule_in_the_past_is_a_warning_that_can_be_accepted(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("campaign", "validate", "openmt2012", "--format", "json")
    (finding,) = outcome.json["findings"]
    assert (outcome.code, outcome.json["valid"]) == (0, True)
    assert (finding["code"], finding["severity"]) == ("rulebook-schedule-past", "warning")
    lines = find_rulebook("openmt2012").read_text(encoding="utf-8").splitlines()
    assert lines[finding["line"] - 1] == "start = 2011-10-28"
    assert finding["found"] == "11 of 11 phases in the past, from Registration on (2011-10-28)"
    assert finding["remedy"] == "Move the dates, or confirm that you want this schedule."
    assert bakeoff("campaign", "validate", "openmt2012").out.endswith("\nopenmt2012 is valid.\n")
    assert bakeoff("campaign", "validate", "openmt2012", "--accept-past").out == "openmt2012 is valid.\n"


def test_a_full_copy_stands_alone(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    then = ("--start", "2011-10-28", "--accept-past")
    assert bakeoff("campaign", "new", path, "--from", "openmt2012", "--id", "copy", "--full", *then).code == 0
    assert "extends" not in path.read_text(encoding="utf-8")
    rules, base = read_rulebook(path), read_rulebook("openmt2012")
    assert rules.campaign.id == "copy"
    # Who ran the model, how it is cited and what it disclaims are not copied
    assert rules.report.publication == base.report.publication
    assert rules.model_copy(update={"campaign": base.campaign, "report": base.report}) == base


def test_an_existing_file_is_not_overwritten(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("mine", encoding="utf-8")
    outcome = bakeoff("campaign", "new", path)
    assert (outcome.code, path.read_text(encoding="utf-8")) == (2, "mine")
    assert "exists already" in outcome.err


def test_all_mistakes_are_named_with_their_lines(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(TEN_MISTAKES, encoding="utf-8")
    outcome = bakeoff("campaign", "validate", path, "--format", "json")
    assert outcome.code == 1
    assert outcome.json["valid"] is False
    assert [(finding["line"], finding["code"]) for finding in outcome.json["findings"]] == [
        (3, "rulebook-value"),
        (4, "rulebook-key-unknown"),
        (6, "rulebook-value"),
        (8, "rulebook-reference"),
        (10, "rulebook-value"),
        (10, "rulebook-reference"),
        (11, "rulebook-key-missing"),
        (14, "rulebook-rule"),
        (16, "rulebook-value"),
        (18, "rulebook-value"),
    ]
    text = bakeoff("campaign", "validate", path)
    assert text.out.splitlines()[-1] == f"{path}: 10 mistakes."
    assert "Did you mean title?" in text.out


def test_a_file_that_is_no_toml(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text("[campaign]\nstart = 2012-04-06T11:59\n", encoding="utf-8")
    outcome = bakeoff("campaign", "validate", path)
    assert (outcome.code, outcome.out.splitlines()[0]) == (
        1,
        f"error [rulebook-syntax] {path}, line 2: expected a time with seconds or in quotes, found one without. "
        "Correct the file at the place named.",
    )


def test_an_unknown_rulebook(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("campaign", "show", "openmt2013")
    assert outcome.code == 2
    assert "expected a file or one of" in outcome.err


@pytest.mark.parametrize("name", rulebook_names())
@pytest.mark.parametrize("output_format", ["text", "html", "markdown", "json"])
def test_every_shipped_rulebook_can_be_shown(bakeoff: Callable[..., Any], name: str, output_format: str) -> None:
    outcome = bakeoff("campaign", "show", name, "--format", output_format)
    assert outcome.code == 0
    assert (
        read_rulebook(name).campaign.title
        in (outcome.json["campaign"]["title"] if output_format == "json" else outcome.out)
        or output_format == "markdown"
    )


def test_the_schedule_shows_the_deadline_in_the_campaigns_time(bakeoff: Callable[..., Any]) -> None:
    shown = bakeoff("campaign", "show", "openmt2012").out
    assert re.search(r"Main evaluation +2 April 2012 +6 April 2012, 11:59 +submit main evaluation", shown)


def test_a_page_is_written_to_a_file_and_escapes_what_it_shows(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    path, page = tmp_path / "mine.toml", tmp_path / "rules.html"
    bakeoff("campaign", "new", path, "--from", "openmt2012", "--title", "<script>alert(1)</script>")
    outcome = bakeoff("campaign", "show", path, "--format", "html", "-o", page)
    assert (outcome.code, outcome.out) == (0, "")
    text = Path(page).read_text(encoding="utf-8")
    assert "<script>" not in text
    assert "&lt;script&gt;" in text


def test_the_shipped_rulebooks_are_listed(bakeoff: Callable[..., Any]) -> None:
    assert "openmt2012\tNIST Open Machine Translation 2012 Evaluation (OpenMT12)\n" in bakeoff("campaign", "list").out


def test_what_tells_the_year_is_there_to_be_changed(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "our task (2027).toml"
    outcome = bakeoff("campaign", "new", path, "--from", "openmt2012", "--start", "2011-10-28", "--accept-past")
    assert f"bakeoff campaign validate '{path}'" in outcome.err
    text = path.read_text(encoding="utf-8")
    assert 'id = "our-task-2027"' in text
    assert "[submission.fields.date]  # the year of dates in names\nyear = 2012\n" in text
    assert 'archive = "OpenMT12_Eval_{site}_{language_pair}_{version}"' in text
    later = text.replace("= 2012-", "= 2127-").replace('= "2012-', '= "2127-').replace("= 2011-", "= 2126-")
    path.write_text(later, encoding="utf-8")
    (finding,) = bakeoff("campaign", "validate", path, "--format", "json").json["findings"]
    assert (finding["found"], finding["expected"]) == ("2012", "a year in which packages are submitted: 2127")
    path.write_text(later.replace("year = 2012", "year = 2127"), encoding="utf-8")
    assert bakeoff("campaign", "validate", path).code == 0


def test_an_unknown_audience_is_named(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text('extends = "openmt2012"\n[phases.public]\nreleases = { everyone = ["scores"] }\n', encoding="utf-8")
    (finding,) = bakeoff("campaign", "validate", path, "--format", "json").json["findings"]
    assert (finding["line"], finding["found"]) == (3, "'everyone'")


def test_the_group_alone_shows_its_help(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("campaign")
    assert (outcome.code, outcome.out.startswith("Usage: bakeoff campaign")) == (0, True)


def test_a_rulebook_is_suggested(bakeoff: Callable[..., Any]) -> None:
    assert "Did you mean openmt2012?" in bakeoff("campaign", "show", "openmt12").err


def test_a_title_of_several_lines_is_refused(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    outcome = bakeoff("campaign", "new", str(path), "--from", "wmt", "--title", "Ours\nand theirs")
    assert outcome.code == 2
    assert "found U+000A (line feed)" in outcome.err
    assert not path.exists()
