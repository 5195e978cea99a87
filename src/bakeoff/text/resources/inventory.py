"""What language resources this machine has, and how to get missing ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from bakeoff.errors import BakeoffError
from bakeoff.text.resources import paraphrases, stemmer, wordnet
from bakeoff.text.taggers import find_tagger, tagger_names


@dataclass(frozen=True, slots=True)
class Resource:
    """One language resource: what it is for, and which parts are installed."""

    name: str
    purpose: str
    languages: tuple[str, ...]
    """Codes; none where a model decides."""
    remedy: str
    """How to get it."""
    version: str | None = None
    path: Path | None = None
    digest: str | None = None
    problem: str | None = None
    """Why it cannot be used; None where it is found."""

    @property
    def found(self) -> bool:
        return self.problem is None


def list_resources() -> tuple[Resource, ...]:
    """All language resources, found or not; tables of paraphrases other than the English one only where found."""
    tables = [_find_paraphrases(code) for code in paraphrases.LANGUAGES]
    return (
        _find_stemmers(),
        _find_wordnet(),
        *(table for table in tables if table.found or "en" in table.languages),
        *map(_find_tagger, tagger_names()),
    )


def _find_stemmers() -> Resource:
    sought = Resource("stemmers", "METEOR: stem", tuple(stemmer.stemmer_languages()), "pip install 'PyStemmer>=2.2,<3'")
    english = stemmer.find_stemmer("en")
    return replace(sought, version=f"{english.name} {english.version}")


def _find_wordnet() -> Resource:
    sought = Resource("WordNet", "METEOR: synonym", ("en",), wordnet.REMEDY)
    try:
        installed = wordnet.find_wordnet()
    except BakeoffError as error:
        return replace(sought, problem=str(error))
    return replace(sought, version=installed.version, path=installed.path, digest=installed.digest)


def _find_paraphrases(language: str) -> Resource:
    sought = Resource("paraphrases", "METEOR: paraphrase", (language,), paraphrases.remedy(language))
    try:
        # Only looked at: to read it for the first time takes long.
        path = paraphrases.locate_paraphrases(language=language)
        return replace(sought, path=path, digest=paraphrases.file_digest(path))
    except BakeoffError as error:
        return replace(sought, problem=str(error))


def _find_tagger(name: str) -> Resource:
    # Loaded only here: it takes long.
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    sought = Resource(f"tagger {name}", f"bleu@pos, posf: tags={name}", (), "")
    try:
        kind = find_tagger(name)
    except (BakeoffError, ImportError, AttributeError) as error:  # one of another distribution; the list continues
        return replace(sought, problem=f"tags={name} cannot be loaded: {error}")
    sought = replace(sought, languages=kind.languages, remedy=kind.remedy)
    if kind.distribution is None:
        return sought
    try:
        return replace(sought, version=version(kind.distribution))
    except PackageNotFoundError:
        return replace(sought, problem=f"tags={name} needs {kind.distribution}, which is not installed: {kind.remedy}.")
