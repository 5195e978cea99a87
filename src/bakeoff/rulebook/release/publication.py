"""Whether results are final: what is published stays as it is."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from bakeoff.rulebook.release.grants import first_release
from bakeoff.rulebook.schema import Rulebook

Stage = Literal["preliminary", "official"]


def stage_of_results(rulebook: Rulebook, when: datetime, *, test_set: str) -> Stage | None:
    """Scores are preliminary until a phase makes them public; None where no phase ever does."""
    published = first_release(rulebook, "scores", test_set=test_set, role="stranger")
    if published is None:
        return None
    return "official" if published.when <= when else "preliminary"
