"""Examples in docstrings hold."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import bakeoff

MODULES = [name for _, name, _ in pkgutil.walk_packages(bakeoff.__path__, "bakeoff.") if not name.endswith("__main__")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name: str) -> None:
    module = import_module(name)
    if hasattr(module, "__file__") and str(module.__file__).endswith(".py"):
        assert doctest.testmod(module).failed == 0


def test_every_metric_shows_an_example() -> None:
    from bakeoff.metrics import metric_types

    for metric in metric_types().values():
        assert doctest.DocTestFinder().find(metric, metric.__name__)[0].examples, metric.name
