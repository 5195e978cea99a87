"""NIST by the expressions that users write, tokenisation included."""

import pytest
from golden_ngrams import Golden

from bakeoff.metrics import parse_expression

MTEVAL = {"mteval.c": "nist@mteval", "mteval.nocase": "nist@mteval:case=no"}


@pytest.mark.parametrize("config", MTEVAL)
def test_systems_and_documents_against_mteval(data, config):
    Golden(data / "golden").check_systems(parse_expression(MTEVAL[config]), "NIST", config)


def test_segments_against_mteval(data):
    Golden(data / "golden").check_segments(parse_expression("nist"), "NIST", "mteval.c")
