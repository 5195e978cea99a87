"""Language pairs of a draft: which there are, which tracks offer them, and new ones by the names of languages."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bakeoff.data.names import PLAIN_NAME, refused_character
from bakeoff.errors import BakeoffError
from bakeoff.rulebook.drafts.leftovers import Content
from bakeoff.rulebook.drafts.models import CampaignModel
from bakeoff.rulebook.drafts.plans import CampaignPlan, PlannedPair, PlanProblem
from bakeoff.rulebook.files.creation import id_from
from bakeoff.rulebook.mistakes import nearest
from bakeoff.text.languages import language_code, language_name, language_names

_LONGEST_CODE = 3


def new_pair(model: CampaignModel, source: str, target: str, *, present: Collection[PlannedPair]) -> PlannedPair:
    """A language pair from two languages as people type them; a `BakeoffError` says what is wrong with them.

    It is written as the model writes its languages: by codes or by English names.
    """
    by_name = _writes_names(model)
    first, second = _written(source, by_name=by_name), _written(target, by_name=by_name)
    if first == second:
        raise BakeoffError(f"{language_name(first)} is named twice. Choose two different languages.")
    if any((pair.source, pair.target) == (first, second) for pair in present):
        raise BakeoffError(f"{language_name(first)}–{language_name(second)} is in the list already.")
    wanted = id_from(f"{language_code(first)}-{language_code(second)}")
    tracks = tuple(track.id for track in model.tracks_for_new_pairs)
    return PlannedPair(id=free_name(wanted, {pair.id for pair in present}), source=first, target=second, tracks=tracks)


def known_languages() -> tuple[str, ...]:
    """The English names of languages to choose from."""
    return language_names()


def free_name(wanted: str, taken: Collection[str]) -> str:
    """A name, with a number where others have it.

    >>> free_name("news", {"news", "news-2"})
    'news-3'
    """
    number, name = 1, wanted
    while name in taken:
        number += 1
        name = f"{wanted}-{number}"
    return name


def apply_pairs(content: Content, plan: CampaignPlan) -> Iterator[PlanProblem]:
    """Writes the planned language pairs into a rulebook: the pairs themselves and those of each track."""
    kept = {pair.id: pair for pair in plan.language_pairs if any(track in content["tracks"] for track in pair.tracks)}
    if not kept:
        yield PlanProblem("language_pairs", "Choose at least one language pair.")
        return
    for pair in kept.values():
        wrong = [each for each in pair.tracks if (content["tracks"][each]["kind"] == "asr") == bool(pair.target)]
        if wrong:
            does = "transcribes one language" if pair.target else "translates into another language"
            titles = ", ".join(content["tracks"][each].get("title", each) for each in wrong)
            yield PlanProblem("language_pairs", f"The track {titles} {does}.", pair.id)
    before = content["language_pairs"]
    order = [*(name for name in before if name in kept), *(name for name in kept if name not in before)]
    content["language_pairs"] = {name: before.get(name) or _table(kept[name]) for name in order}
    for name, track in content["tracks"].items():
        offered = [pair for pair in order if name in kept[pair].tracks]
        unofficial = [pair for pair in track.get("unofficial_pairs", []) if pair in offered]
        official = [pair for pair in track["language_pairs"] if pair in offered]
        known = {*official, *unofficial}
        track["language_pairs"] = official + [pair for pair in offered if pair not in known]
        if "unofficial_pairs" in track:
            track["unofficial_pairs"] = unofficial


def _table(pair: PlannedPair) -> Content:
    return {"source": pair.source, "target": pair.target} if pair.target else {"source": pair.source}


def _writes_names(model: CampaignModel) -> bool:
    pairs = model.rulebook.language_pairs.values()
    return any(len(pair.source.partition("-")[0]) > _LONGEST_CODE for pair in pairs)


def _written(language: str, *, by_name: bool) -> str:
    """A language as files write it: known ones by code or name, others as they were typed."""
    typed = " ".join(language.split())
    if not typed:
        raise BakeoffError("Name both languages: the one that is translated, and the one that it is translated into.")
    if found := refused_character(typed):
        raise BakeoffError(f"Expected as language {PLAIN_NAME}, found {found}. Write it without that character.")
    code = language_code(typed)
    if len(code) <= _LONGEST_CODE:
        region = typed.lower().replace("_", "-")
        return language_name(code) if by_name else region if region.partition("-")[0] == code else code
    if close := nearest(typed.capitalize(), language_names()):
        raise BakeoffError(f"Bakeoff does not know the language {typed}. {close}")
    return typed
