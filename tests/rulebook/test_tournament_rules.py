"""What a rulebook says of a tournament fits together."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from bakeoff.rulebook.schema.human import Tournament


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"kind": "dskoc", "seeds": ["A", "B"], "seeded_by": "bleu"}, "by hand \\(seeds\\) or by a metric"),
        ({"kind": "dskoc", "seeds": ["A", "B", "A"]}, "each system once among the seeds, found A twice"),
        ({"kind": "swiss", "qualifiers": 2}, "qualifiers in a dskoc tournament, found swiss"),
        ({"kind": "dskoc", "joined_by": ["A"]}, "a number of qualifiers where systems join them"),
    ],
)
def test_a_tournament_that_contradicts_itself_is_refused(rules: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValidationError, match=sentence):
        Tournament.model_validate(rules)
