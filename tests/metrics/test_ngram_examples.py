import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("module", ["bleu", "chrf", "nist"])
def test_examples_in_docstrings_hold(module):
    results = doctest.testmod(import_module(f"bakeoff.metrics.{module}"))
    assert results.attempted > 0
    assert results.failed == 0
