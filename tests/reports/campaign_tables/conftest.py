"""Where the descriptions of printed tables are."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def printed(data: Path) -> Path:
    """The folder of descriptions of the tables that overviews of campaigns print."""
    folder = data.parent / "spec" / "tables"
    if not folder.is_dir():
        pytest.skip("left out: descriptions of printed tables (next to the real campaign data, in spec/tables)")
    return folder
