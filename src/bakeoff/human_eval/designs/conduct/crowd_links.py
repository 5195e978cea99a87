"""How workers of a crowd come by a link and go back: what its parameters say, and where they return to."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from bakeoff.data.names import refused_character
from bakeoff.rulebook.schema.crowds import Crowd
from bakeoff.text.languages import language_code

LONGEST_ID = 200
"""Characters of an id that a platform gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """Who comes by a link, as its parameters say."""

    worker: str
    study: str = ""
    session: str = ""
    languages: tuple[str, ...] | None = None
    """Codes of the languages that the worker speaks; None: the link does not say."""
    country: str = ""
    """Where they are, in the two letters of ISO 3166; empty: the link does not say."""
    is_preview: bool = False
    """Whether they only look."""

    @property
    def problem(self) -> str:
        """Why nobody can start with such a link; empty: they can."""
        if not self.worker:
            return "The link does not say who you are."
        for given in (self.worker, self.study, self.session):
            if len(given) > LONGEST_ID or refused_character(given) or "{" in given or "}" in given:
                return "The link does not hold an id that the platform gave you."
        return ""


def arrival_of(crowd: Crowd, parameters: Mapping[str, str]) -> Arrival:
    """What the parameters of a link say.

    >>> from bakeoff.rulebook.schema.crowds import preset
    >>> arrival_of(preset("prolific"), {"PROLIFIC_PID": "5e90", "SESSION_ID": "671b"}).session
    '671b'
    """

    def said(name: str) -> str:
        return parameters.get(name, "").strip() if name else ""

    spoken = said(crowd.language)
    return Arrival(
        worker=said(crowd.worker),
        study=said(crowd.study),
        session=said(crowd.session),
        languages=tuple(language_code(each.strip()) for each in spoken.split(",") if each.strip()) if spoken else None,
        country=said(crowd.country).upper(),
        is_preview=any(parameters.get(name) == value for name, value in crowd.preview.items()),
    )


def link_query(crowd: Crowd) -> str:
    """What organisers add to the address of a study, for the platform to fill in; empty: the platform adds it.

    >>> from bakeoff.rulebook.schema.crowds import preset
    >>> link_query(preset("prolific"))[:37]
    'PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY'
    """
    if not crowd.placeholder:
        return ""
    names = [name for name in (crowd.worker, crowd.study, crowd.session, crowd.language, crowd.country) if name]
    return "&".join(f"{name}={crowd.placeholder.replace('NAME', name)}" for name in names)


def return_address(crowd: Crowd, *, code: str, worker: str, study: str = "", session: str = "") -> str:
    """Where a worker goes in the end; empty where they copy the code. Values are quoted, so that none of them can
    change where the address leads.

    >>> from bakeoff.rulebook.schema.crowds import preset
    >>> return_address(preset("prolific"), code="C&1", worker="5e90")
    'https://app.prolific.com/submissions/complete?cc=C%261'
    """
    values = {"code": code, "worker": worker, "study": study, "session": session}
    return crowd.return_address.format_map({name: quote(value, safe="") for name, value in values.items()})


def languages_needed(crowd: Crowd, judged: Sequence[tuple[str, str]]) -> frozenset[str]:
    """Codes of the languages that workers must speak; `judged` are source and target of every language pair.

    >>> from bakeoff.rulebook.schema.crowds import Crowd
    >>> sorted(languages_needed(Crowd(id="c", languages=("target", "pt-BR")), [("English", "French")]))
    ['fr', 'pt']
    """
    named = [each for each in crowd.languages if each not in ("source", "target")]
    named += [source for source, _ in judged if source and "source" in crowd.languages]
    named += [target for _, target in judged if target and "target" in crowd.languages]
    return frozenset(map(language_code, named))


def speaks(needed: Collection[str], spoken: Collection[str]) -> bool:
    """Whether somebody speaks all languages that are needed."""
    return set(needed) <= {language_code(each) for each in spoken}


def is_from(crowd: Crowd, country: str) -> bool:
    """Whether somebody is where workers of a crowd must be."""
    return not crowd.countries or country in crowd.countries
