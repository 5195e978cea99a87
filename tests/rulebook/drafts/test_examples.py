"""Examples to start writing a rulebook from."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from bakeoff.rulebook import parse_rulebook, rulebook_names
from bakeoff.rulebook.drafts.examples import example_rulebook

TODAY = date(2026, 11, 17)


@pytest.mark.parametrize("name", rulebook_names())
def test_an_example_has_no_mistakes_and_starts_within_a_week(name: str) -> None:
    written = parse_rulebook(example_rulebook(name, today=TODAY, organiser="Harbour University", contact="a@b.example"))
    assert written.findings == ()
    about = written.rulebook.campaign
    assert (about.id, about.title, about.organiser) == ("my-campaign", "My campaign", "Harbour University")
    first = min(date.fromisoformat(str(phase.start)[:10]) for phase in written.rulebook.phases.values())
    assert TODAY <= first < TODAY + timedelta(days=7)
