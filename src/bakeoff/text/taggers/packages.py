"""Packages that a tagger of ours needs and that may be absent."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from bakeoff.errors import BakeoffError
from bakeoff.text.taggers.contract import Tagger


def import_package(module: str, *, tagger: type[Tagger]) -> Any:
    """The module; where its package is not installed, an error that says how to install it."""
    package = module.partition(".")[0]
    try:
        import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        raise BakeoffError(
            f"tags={tagger.name} needs the package {package}, which is not installed. Install it: {tagger.remedy}."
        ) from None
    return import_module(module)
