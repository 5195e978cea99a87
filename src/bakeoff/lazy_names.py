"""Packages that load each of their names when it is first asked for.

What such a package offers is in its stub (`__init__.pyi`), one import a name, as type checkers read it. The library
lazy_loader does the same, but parses stubs as programs: for the packages that `bakeoff score` uses that takes ten times
as long, which is a twentieth of the command.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

_IMPORT = re.compile(r"^from (\.[\w.]+) import (?:\(\s*)?(\w+) as \w+", re.MULTILINE)


def lazy_names(package: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """`__getattr__`, `__dir__` and `__all__` of a package, from the stub next to its `__init__.py`."""
    stub = Path(file).with_suffix(".pyi").read_text(encoding="utf-8")
    homes = {found[2]: found[1] for found in _IMPORT.finditer(stub)}

    def get(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(homes[name], package), name)
        setattr(sys.modules[package], name, value)  # found without this function from now on
        return value

    return get, lambda: list(homes), list(homes)
