"""All protocols under their names: each is a module of this package with a `PROTOCOL`.

Other distributions add theirs through the entry-point group `bakeoff.protocols`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from typing import Any

from bakeoff.errors import ExpressionError
from bakeoff.human_eval import protocols
from bakeoff.human_eval.protocols.contract import Protocol, Settings


@cache
def _protocols() -> dict[str, type[Protocol[Any]]]:
    modules = [import_module(f"{protocols.__name__}.{each.name}") for each in iter_modules(protocols.__path__)]
    own = [module.PROTOCOL for module in modules if hasattr(module, "PROTOCOL")]
    added = [entry.load() for entry in entry_points(group="bakeoff.protocols")]
    return {each.name: each for each in (*own, *added)}


def protocol_names() -> tuple[str, ...]:
    return tuple(sorted(_protocols()))


def find_protocol(name: str, settings: Settings | None = None) -> Protocol[Any]:
    """The protocol of a name under the settings of a campaign."""
    protocol = _protocols().get(name)
    if protocol is None:
        raise ExpressionError(f"there is no protocol {name!r}; there are: {', '.join(protocol_names())}.")
    return protocol(settings)
