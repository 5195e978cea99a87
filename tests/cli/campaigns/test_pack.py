"""`bakeoff pack`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bakeoff.formats.registry import format_named
from bakeoff.rulebook import read_rulebook
from tests.conftest import ROOT
from tests.submissions.package_files import source_text

RULES = ROOT / "examples" / "rulebooks" / "one-track.toml"
SOURCE = ROOT / "examples" / "source.xml"


@pytest.fixture
def output(bakeoff: Callable[..., Any], tmp_path: Path) -> Path:
    """The output of a system as plain text."""
    path = tmp_path / "output.txt"
    assert bakeoff("convert", ROOT / "examples" / "runs" / "aster.xml", path).code == 0
    return path


def call(output: Path, *more: str | Path) -> tuple[str | Path, ...]:
    return ("pack", f"primary={output}", "--team", "OURS", "--source", SOURCE, "-o", output.parent / "packages", *more)


def test_a_package_is_built_and_checked_at_once(bakeoff: Callable[..., Any], output: Path) -> None:
    outcome = bakeoff(*call(output, "--rules", RULES, "--date", "2027-03-02"))
    path = output.parent / "packages" / "OURS_runs.tgz"
    assert (outcome.code, outcome.out) == (0, f"{path}\n")
    assert "OURS_runs.tgz, runs, 1 run: valid" in outcome.err
    assert bakeoff("check", path, "--rules", RULES, "--source", SOURCE, "--team", "OURS").code == 0


def test_a_late_package_is_built_and_found_wanting(bakeoff: Callable[..., Any], output: Path) -> None:
    outcome = bakeoff(*call(output, "--rules", RULES, "--date", "2027-05-02"))
    assert outcome.code == 1
    assert "[late-refused]" in outcome.err


def test_all_that_is_missing_is_asked_for_at_once(bakeoff: Callable[..., Any], output: Path) -> None:
    outcome = bakeoff(*call(output, "--rules", "openmt2012", "--package", "eval", "--date", "2027-03-02"))
    assert (outcome.code, outcome.out) == (2, "")
    for missing in ("--language-pair", "--condition", "--date"):
        assert missing in outcome.err


def test_options_that_every_package_needs_are_missed_together_with_those_of_the_rulebook(
    bakeoff: Callable[..., Any], output: Path
) -> None:
    outcome = bakeoff("pack", f"primary={output}", "--rules", "openmt2012", "--package", "eval", "--date", "2012-04-05")
    assert (outcome.code, outcome.out) == (2, "")
    first, *lines = outcome.err.splitlines()
    assert first == "bakeoff: the package still needs:"
    assert [re.findall(r"\((?:.* or )?(--[a-z-]+)\)", line)[:1] for line in lines] == [
        ["--team"], ["--language-pair"], ["--condition"], ["--source"],
    ]  # fmt: skip


def test_without_a_rulebook_all_that_can_be_known_is_missed(bakeoff: Callable[..., Any], output: Path) -> None:
    outcome = bakeoff("pack")
    assert (outcome.code, outcome.out) == (2, "")
    for missing in ("SYSTEM=FILE", "--rules", "--team"):
        assert missing in outcome.err
    assert "--team" not in bakeoff("pack", f"primary={output}", "--team", "OURS").err


def test_the_kind_of_package_must_be_said_where_there_are_several_and_what_each_needs(
    bakeoff: Callable[..., Any], output: Path
) -> None:
    outcome = bakeoff(*call(output, "--rules", "openmt2012", "--date", "2012-04-05"))
    assert outcome.code == 2
    assert "expected --package, the kind of package, one of dryrun, eval" in outcome.err
    assert "- expected a data condition (SYSTEM/CONDITION=FILE, or --condition)" in outcome.err
    assert "- for dryrun, eval, older: expected a language pair" in outcome.err
    assert "- for combo: expected a system (SYSTEM=FILE): one of combo1, combo2, combo3" in outcome.err


def test_a_kind_of_package_that_was_mistyped_is_suggested(bakeoff: Callable[..., Any], output: Path) -> None:
    outcome = bakeoff(*call(output, "--rules", "openmt2012", "--package", "evl"))
    assert outcome.err == (
        "bakeoff: expected --package, the kind of package, one of dryrun, eval, older, combo: found 'evl'. "
        "Did you mean eval?\n"
    )


def test_findings_of_an_invalid_package_are_said_even_quietly(bakeoff: Callable[..., Any], output: Path) -> None:
    quiet = bakeoff(*call(output, "--rules", RULES, "--date", "2027-05-02"), "--quiet")
    assert (quiet.code, "[late-refused]" in quiet.err) == (1, True)
    valid = bakeoff(*call(output, "--rules", RULES, "--date", "2027-03-02", "--overwrite"), "--quiet")
    assert (valid.code, valid.err) == (0, "")


@pytest.mark.parametrize(
    ("given", "message"),
    [("primary", "expected an output as SYSTEM=FILE"), ("primary=nowhere.txt", "nowhere.txt: there is no such file")],
)
def test_outputs_that_are_none(given: str, message: str, bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("pack", given, "--rules", RULES, "--team", "OURS")
    assert (outcome.code, message in outcome.err) == (2, True)


def test_a_package_is_replaced_only_where_that_is_allowed(bakeoff: Callable[..., Any], output: Path) -> None:
    arguments = call(output, "--rules", RULES, "--date", "2027-03-02")
    assert bakeoff(*arguments).code == 0
    refused = bakeoff(*arguments)
    assert (refused.code, "(--overwrite)" in refused.err) == (2, True)
    assert bakeoff(*arguments, "--overwrite").code == 0


def test_a_package_with_runs_on_several_test_sets(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    """The progress set is compulsory: a package without it would not be valid."""
    rules = read_rulebook("iwslt2012")
    sources, outputs = [], []
    for test_set in ("tst2011", "tst2012"):
        for pair in ("en-fr", "ar-en"):
            text = source_text(rules, pair, test_set)
            sources.append(tmp_path / f"{test_set}.{pair}.xml")
            sources[-1].write_text("".join(format_named("nist-xml").load().write([text])), "utf-8")
            output = tmp_path / f"{test_set}.{pair}.txt"
            output.write_text("".join(f"{test_set} {pair} {each.id}\n" for each in text.segments), "utf-8")
            outputs.append(f"primary@{test_set}:{pair}={output}")
    given = [option for source in sources for option in ("--source", source)]
    arguments = ["--rules", "iwslt2012", "--package", "mt", "--team", "OURS", "--date", "2012-09-20", "-o", tmp_path]
    outcome = bakeoff("pack", *outputs, *given, *arguments)
    assert outcome.code == 0, outcome.err
    assert "IWSLT12_mt_OURS.tgz, mt, 4 runs: valid" in outcome.err
    ambiguous = bakeoff("pack", outputs[0].replace(":en-fr", ""), *given, *arguments)
    assert ambiguous.code == 2
    assert "expected a language pair (SYSTEM@TEST_SET:PAIR=FILE, or --language-pair): one of en-fr, " in ambiguous.err


SPEECH = """\
[campaign]
id = "speech"
title = "Speech"
[language_pairs]
de-en = { source = "de", target = "en" }
[tracks.speech]
kind = "slt"
language_pairs = ["de-en"]
inputs = ["n-best", "lattice"]
[test_sets.test]
role = "current"
[phases.evaluation]
start = 2027-03-01
end = 2027-03-05
opens = ["submit:runs"]
[submission]
file = "FILE"
[submission.packages.runs]
archive = "{team}"
"""


@pytest.mark.parametrize(
    ("pattern", "given", "code", "said"),
    [
        ("{input}_{system_type}.txt", ("--input", "lattice"), 0, "TEAM.tgz, runs, 1 run: valid"),
        ("{input}_{system_type}.txt", (), 2, "expected an input (--input): one of n-best, lattice, found none"),
        ("{input}_{system_type}.txt", ("--input", "audio"), 2, "expected an input (--input): one of n-best, lattice"),
        ("{system_type}.txt", ("--input", "lattice"), 0, "TEAM.tgz, runs, 1 run: valid"),
        ("{system_type}.txt", (), 0, "[input-missing]"),
        ("{system_type}.txt", ("--input", "audio"), 1, "[input-not-offered]"),
    ],
)
def test_systems_say_what_they_started_from(
    pattern: str, given: tuple[str, ...], code: int, said: str, bakeoff: Callable[..., Any], tmp_path: Path
) -> None:
    rules, output = tmp_path / "rules.toml", tmp_path / "output.txt"
    rules.write_text(SPEECH.replace("FILE", pattern), "utf-8")
    output.write_text("one\n", "utf-8")
    common = ("--rules", rules, "--team", "TEAM", "--date", "2027-03-02", "-o", tmp_path)
    outcome = bakeoff("pack", f"primary={output}", *common, *given)
    assert outcome.code == code, outcome.err
    assert said in outcome.err
