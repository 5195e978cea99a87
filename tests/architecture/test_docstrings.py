"""Examples in docstrings hold."""

import doctest
import linecache
import pkgutil
from importlib import import_module

import pytest

import bakeoff

PACKAGES = [name for _, name, _ in pkgutil.iter_modules(bakeoff.__path__, "bakeoff.") if not name.endswith("__main__")]


@pytest.mark.parametrize("name", PACKAGES)
def test_examples_in_docstrings_hold(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a package and all modules in it."""
    # The debugger of doctest looks up every source file on the disk once per docstring; nobody edits them meanwhile.
    monkeypatch.setattr(linecache, "checkcache", lambda filename=None: None)
    package = import_module(name)
    inside = pkgutil.walk_packages(getattr(package, "__path__", []), f"{name}.")
    modules = [package, *(import_module(each) for _, each, _ in inside if not each.endswith("__main__"))]
    tried = {each.__name__: doctest.testmod(each) for each in modules if str(each.__file__).endswith(".py")}
    assert {module: result.failed for module, result in tried.items() if result.failed} == {}


def test_every_metric_shows_an_example() -> None:
    from bakeoff.metrics import metric_types

    for metric in metric_types().values():
        assert doctest.DocTestFinder().find(metric, metric.__name__)[0].examples, metric.name
