"""Tests that a machine cannot run are left out, saying so; in .ci/run that is a failure."""

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT


def run_without_data(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_real_data.py").write_text("def test_that_needs_real_data(data): pass\n")
    environment = {name: value for name, value in os.environ.items() if name not in ("BAKEOFF_TEST_EVERYTHING", "CI")}
    plugins = ("-p", "tests.conftest", "-p", "no:django", "-p", "no:cacheprovider")
    return subprocess.run(
        [sys.executable, "-m", "pytest", *plugins, "-c", os.devnull, "--rootdir", folder, folder],
        cwd=ROOT,
        env={**environment, "BAKEOFF_DATA": str(folder / "absent"), **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def test_what_is_left_out_is_named_and_is_no_failure_by_itself(tmp_path: Path) -> None:
    result = run_without_data(tmp_path, CI="true")  # as public services set it, which have no real data
    assert result.returncode == 0, result.stdout
    assert "left out: real campaign data (point BAKEOFF_DATA to them): 1 tests" in result.stdout


def test_where_everything_must_be_tested_a_test_left_out_is_a_failure(tmp_path: Path) -> None:
    result = run_without_data(tmp_path, BAKEOFF_TEST_EVERYTHING="true")
    assert result.returncode == 1, result.stdout


def test_the_run_that_a_change_must_pass_tests_everything() -> None:
    assert "export CI=true BAKEOFF_TEST_EVERYTHING=true\n" in (ROOT / ".ci" / "run").read_text()
