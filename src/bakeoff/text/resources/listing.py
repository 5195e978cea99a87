"""What language resources this machine has, and how to get those that it has not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bakeoff.errors import BakeoffError
from bakeoff.text.resources import paraphrases, stemmer, wordnet


@dataclass(frozen=True, slots=True)
class Resource:
    """One language resource: what it serves and whether it is there."""

    name: str
    purpose: str
    languages: tuple[str, ...]
    found: bool
    version: str | None = None
    path: Path | None = None
    digest: str | None = None
    problem: str | None = None
    """Why it cannot be used, and how to get it."""


def list_resources() -> tuple[Resource, ...]:
    """All language resources, found or not."""
    return (
        _describe("stemmers", "METEOR: stem", tuple(stemmer.stemmer_languages()), _stemmers),
        _describe("WordNet", "METEOR: synonym", ("en",), _wordnet),
        _describe("paraphrases", "METEOR: paraphrase", ("en",), _paraphrases),
    )


def _describe(
    name: str, purpose: str, languages: tuple[str, ...], find: Callable[[], tuple[str, Path | None, str | None]]
) -> Resource:
    try:
        version, path, digest = find()
    except BakeoffError as error:
        return Resource(name, purpose, languages, found=False, problem=str(error))
    return Resource(name, purpose, languages, found=True, version=version, path=path, digest=digest)


def _stemmers() -> tuple[str, Path | None, str | None]:
    found = stemmer.find_stemmer("en")
    return f"{found.name} {found.version}", None, None


def _wordnet() -> tuple[str, Path | None, str | None]:
    found = wordnet.find_wordnet()
    return found.version, found.path, found.digest


def _paraphrases() -> tuple[str, Path | None, str | None]:
    # Only looked at: reading it for the first time takes long.
    path = paraphrases.locate_paraphrases()
    return "METEOR 1.5", path, paraphrases.file_digest(path)
