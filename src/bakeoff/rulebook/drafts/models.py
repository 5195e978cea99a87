"""Rulebooks that a new campaign can start from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from bakeoff.metrics.registry import preset_of
from bakeoff.rulebook.files.creation import OF_THE_MODEL
from bakeoff.rulebook.files.reader import findings_of, kept_rulebook
from bakeoff.rulebook.files.sources import RulebookError, find_rulebook, read_raw_text
from bakeoff.rulebook.schema import TEST_SET_ROLES, Rulebook, TestSetRole, Track

_METRICS = ("bleu", "bleu@sacrebleu", "chrf", "chrf++", "ter", "meteor", "nist", "wer", "per", "gtm")
"""What is offered next to the metrics of the model: those that need nothing installed."""
_USUAL_ROLES: tuple[TestSetRole, ...] = ("dev", "current", "progress")


@dataclass(frozen=True, slots=True)
class CampaignModel:
    """A rulebook without mistakes: its text, what it says with those it builds on, and the rules themselves."""

    name: str
    """What it is called in the new rulebook."""
    text: str
    content: Mapping[str, Any]
    rulebook: Rulebook
    is_shipped: bool = False

    @property
    def forgotten(self) -> tuple[tuple[str, str], ...]:
        """What is not taken over: who ran it and what was said of its results; of a campaign of one's own, where."""
        return OF_THE_MODEL if self.is_shipped else (("campaign", "website"), ("report", "citation"))

    @property
    def offered_metrics(self) -> tuple[str, ...]:
        """Metrics to choose from: its own, then the usual ones."""
        own = self.rulebook.evaluation.all_metrics
        known = {preset_of(metric) for metric in own}
        inside = [metric for metric in own if metric not in self.rulebook.evaluation.outside]
        return (*inside, *(metric for metric in _METRICS if preset_of(metric) not in known))

    @property
    def offered_roles(self) -> tuple[TestSetRole, ...]:
        """Roles that a test set can have: the usual ones and those of its sets."""
        used = {test_set.role for test_set in self.rulebook.test_sets.values()}
        return tuple(role for role in TEST_SET_ROLES if role in used or role in _USUAL_ROLES)

    @property
    def tracks_for_new_pairs(self) -> tuple[Track, ...]:
        """Tracks that a pair is offered in when it is added: those that do not start from other tracks' runs."""
        tracks = [track for track in self.rulebook.tracks.values() if track.kind != "asr"]
        first = [track for track in tracks if "released-runs" not in track.inputs]
        return tuple(first or tracks)


@cache
def shipped_model(name: str) -> CampaignModel:
    """A rulebook that is known by name; those that come with Bakeoff were checked before."""
    text = find_rulebook(name).read_text(encoding="utf-8-sig")
    content = read_raw_text(text, f"{name}.toml").content
    return CampaignModel(name, text, content, kept_rulebook(content), is_shipped=True)


def model_from(text: str, *, name: str) -> CampaignModel:
    """A rulebook from its text; a `RulebookError` names all its mistakes."""
    raw = read_raw_text(text, f"{name}.toml")
    if findings := findings_of(raw):
        raise RulebookError(findings)
    return CampaignModel(name, text, raw.content, Rulebook.model_validate(raw.content))
