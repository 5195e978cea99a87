"""chrF and chrF++ by the expressions that users write."""

import pytest
from golden_ngrams import Golden

from bakeoff.metrics import parse_expression

SACREBLEU = {"sacrebleu.chrF2": "chrf", "sacrebleu.chrF2++": "chrf++"}


@pytest.mark.parametrize("config", SACREBLEU)
def test_systems_against_sacrebleu(data, config):
    Golden(data / "golden").check_systems(parse_expression(SACREBLEU[config]), "chrF", config)


def test_segments_against_sacrebleu(data):
    Golden(data / "golden").check_segments(parse_expression("chrf"), "chrF", "sacrebleu.chrF2")
