"""spaCy with a model that the user has installed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from bakeoff.errors import BakeoffError, ExpressionError
from bakeoff.text.taggers.contract import Tagger
from bakeoff.text.taggers.packages import import_package

# PyPI holds packages of strangers under the names of models.
_MODELS = (
    "Models are at https://github.com/explosion/spacy-models/releases; those on PyPI under such names are not spaCy's."
)


class Spacy(Tagger):
    """spaCy: words and fine-grained tags (`tag_`) of the model, which is named or given as a folder."""

    name: ClassVar[str] = "spacy"
    takes_model: ClassVar[bool] = True
    finds_words: ClassVar[bool] = True
    distribution: ClassVar[str | None] = "spacy"
    remedy: ClassVar[str] = "pip install spacy"

    def __init__(self, *, language: str | None, model: str | None) -> None:
        if model is None:
            raise ExpressionError(
                f"tags=spacy: expected model=… (the name of an installed model or its folder). {_MODELS}"
            )
        module = import_package("spacy", tagger=type(self))
        try:
            self._pipeline = module.load(model)
        except OSError:
            raise BakeoffError(f"tags=spacy: there is no model {model!r}. {_MODELS}") from None
        self._model = model
        known = self._pipeline.lang
        if language not in (None, known):
            raise ExpressionError(f"tags=spacy: the model {model!r} is for language={known}, not {language}.")
        meta = self._pipeline.meta
        self._version = f"spacy-{module.__version__}+{meta['lang']}_{meta['name']}-{meta['version']}"

    @property
    def version(self) -> str:
        return self._version

    def tag(self, segments: Sequence[str]) -> list[list[str]]:
        tags = [[token.tag_ for token in text if not token.is_space] for text in self._pipeline.pipe(segments)]
        if not all(tag for row in tags for tag in row):
            raise BakeoffError(f"tags=spacy: the model {self._model!r} gives no tags (tag_). Take one with a tagger.")
        return tags
