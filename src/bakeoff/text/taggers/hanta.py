"""The Hanover Tagger, whose models come with its package."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import ClassVar

from bakeoff.text.taggers.contract import Tagger
from bakeoff.text.taggers.packages import import_package

_MODELS = {"de": "morphmodel_ger.pgz", "en": "morphmodel_en.pgz", "nl": "morphmodel_dutch.pgz"}


class HanoverTagger(Tagger):
    """HanTa (Wartena 2019): German (tags of STTS, regrouped), English (BNC) and Dutch (CGN)."""

    name: ClassVar[str] = "hanta"
    languages: ClassVar[tuple[str, ...]] = tuple(_MODELS)
    distribution: ClassVar[str | None] = "HanTa"
    remedy: ClassVar[str] = "pip install 'bakeoff[pos]'"

    def __init__(self, *, language: str | None, model: str | None) -> None:  # noqa: ARG002
        module = import_package("HanTa.HanoverTagger", tagger=type(self))
        # By its full path: HanTa would first unpickle a file of that name in the current folder.
        path = Path(module.__file__).with_name(_MODELS[language or ""])
        self._tagger = module.HanoverTagger(str(path))
        self._version = version("HanTa")

    @property
    def version(self) -> str:
        return f"hanta-{self._version}"

    def tag(self, segments: Sequence[str]) -> list[list[str]]:
        return [self._tagger.tag_sent(segment.split(" "), taglevel=0) if segment else [] for segment in segments]
