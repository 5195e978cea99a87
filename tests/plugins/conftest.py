"""What tests of plug-ins share."""

from __future__ import annotations

import pytest


@pytest.fixture
def short_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plug-ins that should end get a moment only."""
    monkeypatch.setattr("bakeoff.plugins.process.GRACE_SECONDS", 0.2)
