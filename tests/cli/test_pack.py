"""`bakeoff pack`."""

from __future__ import annotations

import pytest

from tests.conftest import ROOT

RULES = ROOT / "examples" / "rulebooks" / "one-track.toml"
SOURCE = ROOT / "examples" / "source.xml"


@pytest.fixture
def output(bakeoff, tmp_path):
    """The output of a system as plain text."""
    path = tmp_path / "output.txt"
    assert bakeoff("convert", ROOT / "examples" / "runs" / "aster.xml", path).code == 0
    return path


def call(output, *more):
    return ("pack", f"primary={output}", "--site", "OURS", "--source", SOURCE, "-o", output.parent / "packages", *more)


def test_a_package_is_built_and_checked_at_once(bakeoff, output):
    outcome = bakeoff(*call(output, "--rules", RULES, "--date", "2027-03-02"))
    path = output.parent / "packages" / "OURS_runs.tgz"
    assert (outcome.code, outcome.out) == (0, f"{path}\n")
    assert "OURS_runs.tgz, runs, 1 run: valid" in outcome.err
    assert bakeoff("check", path, "--rules", RULES, "--source", SOURCE, "--site", "OURS").code == 0


def test_a_late_package_is_built_and_found_wanting(bakeoff, output):
    outcome = bakeoff(*call(output, "--rules", RULES, "--date", "2027-05-02"))
    assert outcome.code == 1
    assert "[late-refused]" in outcome.err


def test_all_that_is_missing_is_asked_for_at_once(bakeoff, output):
    outcome = bakeoff(*call(output, "--rules", "openmt2012", "--package", "eval", "--date", "2027-03-02"))
    assert (outcome.code, outcome.out) == (2, "")
    for missing in ("--language-pair", "--condition", "--date"):
        assert missing in outcome.err


def test_the_kind_of_package_must_be_said_where_there_are_several(bakeoff, output):
    outcome = bakeoff(*call(output, "--rules", "openmt2012"))
    assert outcome.code == 2
    assert "expected --package, the kind of package, one of dryrun, eval" in outcome.err


@pytest.mark.parametrize(
    ("given", "message"),
    [("primary", "expected an output as SYSTEM=FILE"), ("primary=nowhere.txt", "nowhere.txt: there is no such file")],
)
def test_outputs_that_are_none(given, message, bakeoff):
    outcome = bakeoff("pack", given, "--rules", RULES, "--site", "OURS")
    assert (outcome.code, message in outcome.err) == (2, True)


def test_a_package_is_replaced_only_where_that_is_allowed(bakeoff, output):
    arguments = call(output, "--rules", RULES, "--date", "2027-03-02")
    assert bakeoff(*arguments).code == 0
    refused = bakeoff(*arguments)
    assert (refused.code, "(--overwrite)" in refused.err) == (2, True)
    assert bakeoff(*arguments, "--overwrite").code == 0
