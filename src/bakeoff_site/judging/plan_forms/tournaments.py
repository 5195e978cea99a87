"""The tournament of an evaluation that compares pairs, as fields of its plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.schema.human import HumanEvaluation, Tournament
from bakeoff_site.judging.models import Evaluation
from bakeoff_site.judging.selectors.reused_matches import origin_of

KINDS = [
    ("", "None: every pair is judged"),
    ("dskoc", "Double seeded knockout with consolation"),
    ("swiss", "Swiss tournament"),
    ("round-robin", "Round robin: everyone meets everyone"),
]
TIES = [("judgments", "By single judgments, then by seed"), ("draw", "Not broken")]
_KEYS = ("kind", "seeded_by", "seeds", "players", "ties", "qualifiers", "joined_by")
FIELDS = (*(f"tournament_{key}" for key in _KEYS), "reused")


def _number(label: str, help_text: str) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=1, max_value=32, help_text=help_text)


class TournamentFields(forms.Form):
    """Who meets whom, and what was judged before."""

    tournament_kind = forms.ChoiceField(label="Tournament", required=False, choices=KINDS)
    tournament_seeded_by = forms.ChoiceField(
        label="Seeds by a metric", required=False, help_text="Its scores put the systems in order."
    )
    tournament_seeds = forms.CharField(
        label="Or seeds by hand",
        required=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text="One system a line, the best first.",
    )
    tournament_players = _number("Players at most", "The best seeds play. Empty: all.")
    tournament_ties = forms.ChoiceField(label="Matches that end even", required=False, choices=TIES)
    tournament_qualifiers = _number(
        "Qualifiers", "The first tournament ends when they are known. Empty: it is played to its end."
    )
    tournament_joined_by = forms.MultipleChoiceField(
        label="Systems that join the qualifiers",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="They play a second tournament together.",
    )
    reused = forms.MultipleChoiceField(
        label="Take matches over from",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Pairs whose two outputs were judged there are not judged again.",
    )

    def offer_answers(self, reusable: Sequence[Evaluation]) -> None:
        """Earlier evaluations whose answers hold for systems with the same phrases; no tournament."""
        for name in FIELDS:
            if name != "reused" or not reusable:
                del self.fields[name]
        if reusable:
            field = self.fields["reused"]
            assert isinstance(field, forms.MultipleChoiceField)
            field.label = "Take answers over from"
            field.help_text = "A phrase that was judged there for the same part of the source is not judged again."
            field.choices = [(str(each.pk), origin_of(each)) for each in reusable]

    def offer_tournament(self, rulebook: Rulebook, systems: Sequence[str], reusable: Sequence[Evaluation]) -> None:
        """The choices that the campaign has."""
        scoring = rulebook.evaluation
        metrics = dict.fromkeys(filter(None, (scoring.official_metric, *scoring.metrics)))
        said = self.initial.get("tournament_seeded_by")
        named = [(metric, metric) for metric in dict.fromkeys((*metrics, *([said] if said else [])))]
        choices: Mapping[str, list[tuple[str, str]]] = {
            "tournament_seeded_by": [("", "The official one"), *named],
            "tournament_joined_by": [(name, name) for name in systems],
            "reused": [(str(each.pk), origin_of(each)) for each in reusable],
        }
        for name, offered in choices.items():
            self.fields[name].choices = offered  # type: ignore[attr-defined]
            if not offered:
                del self.fields[name]


def tournament_values(rules: HumanEvaluation) -> dict[str, Any]:
    """The tournament of an evaluation as the fields show it."""
    own = rules.tournament
    return {
        "tournament_kind": "" if own is None else own.kind,
        "tournament_seeded_by": (None if own is None else own.seeded_by) or "",
        "tournament_seeds": "" if own is None else "\n".join(own.seeds),
        "tournament_players": None if own is None else own.players,
        "tournament_ties": "judgments" if own is None else own.ties,
        "tournament_qualifiers": None if own is None else own.qualifiers,
        "tournament_joined_by": [] if own is None else list(own.joined_by),
    }


def tournament_changes(given: Mapping[str, Any], base: Tournament | None) -> dict[str, Any]:
    """What a valid form says of the tournament that the rulebook does not: a table, or None to play none."""
    kind = given.get("tournament_kind")
    if not kind:
        return {} if base is None else {"tournament": None}
    said = {key: given.get(f"tournament_{key}") or None for key in _KEYS}
    said["seeds"] = [name for line in (said["seeds"] or "").splitlines() if (name := line.strip())] or None
    if said["seeds"]:
        said["seeded_by"] = None
    said["earlier_matches"] = True if given.get("reused") else (None if base is None else base.earlier_matches or None)
    before = {} if base is None else base.model_dump()
    changed = {key: value for key, value in said.items() if (value or None) != (_plain(before.get(key)) or None)}
    return {"tournament": changed} if changed else {}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
