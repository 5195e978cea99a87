"""The progress bar: on a terminal, and only for work that takes a while."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest

from bakeoff.cli.interface import progress_bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def open_terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Terminal]:
    """Makes standard error a terminal; to be called in the test, since pytest changes it before."""

    def open_() -> Terminal:
        terminal = Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setenv("TERM", "xterm")
        return terminal

    return open_


def test_long_work_shows_a_bar_that_goes_away(
    open_terminal: Callable[[], Terminal], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = open_terminal()
    monkeypatch.setattr(progress_bar, "QUICK_SECONDS", -1)
    with progress_bar.progress_bar("Scoring") as on_progress:
        on_progress(1, 2)
        on_progress(2, 2)
    assert "Scoring" in terminal.getvalue()
    assert terminal.getvalue().endswith("\x1b[2K")


def test_quick_work_shows_nothing(open_terminal: Callable[[], Terminal], monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = open_terminal()
    monkeypatch.setattr(progress_bar, "QUICK_SECONDS", 3600)
    with progress_bar.progress_bar("Scoring") as on_progress:
        on_progress(1, 1)
    assert terminal.getvalue() == ""


def test_a_pipe_gets_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress_bar.progress_bar("Scoring") as on_progress:
        assert on_progress is None
