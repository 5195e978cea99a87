"""What tests share: where the real data are, and an honest account of what a machine could not run."""

from __future__ import annotations

import fcntl
import gc
import os
from collections.abc import Generator
from pathlib import Path

import hypothesis
import pytest

from bakeoff.errors import ResourceError
from bakeoff.text.resources import ParaphraseTable, WordNet, find_paraphrases, find_wordnet
from tests.depth import cases
from tests.processor_times import ProcessorTimes
from tests.run_times import RunTimes

# Machines under load are slow; timing never decides a test.
hypothesis.settings.register_profile("untimed", deadline=None, max_examples=cases(100))
hypothesis.settings.load_profile("untimed")

ROOT = Path(__file__).parent.parent

# What tests make of language resources is theirs, and stays for the next time.
os.environ["BAKEOFF_CACHE"] = str(ROOT / "build" / "cache")


def pytest_configure(config: pytest.Config) -> None:
    runs_for_another = hasattr(config, "workerinput")
    if not runs_for_another:
        config.pluginmanager.register(RunTimes())
    has_others_run = not runs_for_another and config.getoption("numprocesses", None)
    if not has_others_run and (folder := os.environ.get("BAKEOFF_TEST_PROFILE")):
        config.pluginmanager.register(ProcessorTimes(Path(folder) / f"{os.getpid()}.tsv"))


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of real campaign data; tests that need it are left out where it is absent."""
    folder = Path(os.environ.get("BAKEOFF_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip("left out: real campaign data (point BAKEOFF_DATA to them)")
    return folder


@pytest.fixture(scope="session")
def wordnet() -> WordNet:
    """WordNet as it is installed."""
    try:
        return find_wordnet()
    except ResourceError:
        pytest.skip("left out: WordNet (apt install wordnet-base)")


@pytest.fixture(scope="session")
def paraphrases() -> ParaphraseTable:
    """METEOR's English paraphrases as they are installed. One process reads them; others wait for what it keeps."""
    folder = Path(os.environ["BAKEOFF_CACHE"])
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with (folder / "paraphrases.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            return find_paraphrases()
    except ResourceError:
        pytest.skip("left out: METEOR's paraphrases (pip install --no-deps pycocoevalcap==1.2)")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Tests and modules stay to the end: what is collected is not looked through each time that memory is cleared."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 10, 10)  # pages and queries make hundreds of objects each
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Starts what takes long first, so that at the end no process has to wait for it."""
    items.sort(key=lambda item: not _takes_long(item))


def _takes_long(item: pytest.Item) -> bool:
    """Browsers mostly wait, so others fill the time."""
    return item.get_closest_marker("long") is not None or "browser" in item.path.parts


def _reasons(config: pytest.Config) -> dict[str, int]:
    """Why tests were skipped, and how many for each reason."""
    reporter = config.pluginmanager.getplugin("terminalreporter")
    counts: dict[str, int] = {}
    for report in reporter.stats.get("skipped", []) if reporter else []:
        reason = report.longrepr[2].removeprefix("Skipped: ")
        counts[reason] = counts.get(reason, 0) + 1
    return counts


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for reason, count in sorted(_reasons(config).items()):
        terminalreporter.write_line(f"{reason}: {count} tests", yellow=True)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """With BAKEOFF_TEST_EVERYTHING, which .ci/run sets, nothing may be left out."""
    if os.environ.get("BAKEOFF_TEST_EVERYTHING") and exitstatus == pytest.ExitCode.OK and _reasons(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
