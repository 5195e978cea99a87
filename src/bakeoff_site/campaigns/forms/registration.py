"""The registration of a team: what the rulebook asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from bakeoff.data.sentences import capitalized
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.participation.registration import MAX_TEAM_CODE, team_code_mistake
from bakeoff.rulebook.release.status import status_of_board
from bakeoff.rulebook.schema import LanguagePair
from bakeoff.rulebook.schema.registration import Consent, Question
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.selectors.teams import code_is_taken, name_is_taken
from bakeoff_site.campaigns.services.teams import Registration, registration_of
from bakeoff_site.core.names import NameFormField

MAX_INSTITUTIONS = 20
MAX_INSTITUTION_NAME = 160
_YES_NO = [("yes", "Yes"), ("no", "No")]


class InstitutionsField(forms.CharField):
    """Names of institutions, one on each line."""

    widget = forms.Textarea(attrs={"rows": 2})

    def to_python(self, value: Any) -> Any:
        names = [" ".join(line.split()) for line in str(value or "").splitlines()]
        return list(dict.fromkeys(name for name in names if name))

    def validate(self, value: Any) -> None:
        if len(value) > MAX_INSTITUTIONS:
            raise forms.ValidationError(f"Expected at most {MAX_INSTITUTIONS} institutions, found {len(value)}.")
        for number, name in enumerate(value, start=1):
            if len(name) > MAX_INSTITUTION_NAME or not name.isprintable():
                raise forms.ValidationError(
                    f"Line {number}: expected the name of an institution, at most {MAX_INSTITUTION_NAME} characters "
                    "that can be printed."
                )

    def run_validators(self, value: Any) -> None:
        """Its lines were looked at one by one."""


class RegistrationForm(forms.Form):
    """Name, id, language pairs, questions and consents of a rulebook; `team` where it has registered before."""

    name = NameFormField(
        label="Name of the team", max_length=160, help_text="Your institution, or the name that you take part under."
    )

    def __init__(self, campaign: Campaign, data: Mapping[str, Any] | None, *, team: Team | None = None) -> None:
        self.campaign, self.team = campaign, team
        super().__init__(data, initial=_initial(team) if team else None, label_suffix="")
        rules = campaign.rules
        registration = rules.registration
        if registration.team_code == "chosen":
            self.fields["code"] = NameFormField(
                label="Team code",
                max_length=MAX_TEAM_CODE,
                help_text="Part of your file names, and shown in results. Letters, digits and . _ + - are allowed.",
            )
        self.fields["institutions"] = InstitutionsField(
            label="Institutions",
            required=False,
            help_text="One on each line. Leave it empty if the name of the team is that of its only institution.",
        )
        if rules.tracks_to_register:
            in_all = len(rules.tracks_to_register) == len(rules.tracks)
            self.fields["tracks"] = forms.MultipleChoiceField(
                label="Tracks",
                choices=[(track, rules.tracks[track].label) for track in rules.tracks_to_register],
                widget=forms.CheckboxSelectMultiple,
                required=in_all,
                help_text="You only submit to these, and only receive their data."
                if in_all
                else "These tracks need a registration of their own. All other tracks are open to every team.",
            )
        if registration.by_language_pair:
            self.fields["language_pairs"] = forms.MultipleChoiceField(
                label="Language pairs",
                choices=[
                    (pair.id, _pair_in_words(pair, is_unofficial=_is_unofficial(rules, pair.id)))
                    for pair in rules.language_pairs.values()
                ],
                widget=forms.CheckboxSelectMultiple,
                help_text="You only receive the data of these.",
            )
        for question in registration.questions.values():
            self.fields[f"question-{question.id}"] = _question_field(question)
        if "attends" in registration.steps:
            self.fields["attendee"] = NameFormField(
                label="Who attends the workshop?", max_length=160, required=False, help_text="You can add this later."
            )
        for consent in registration.consents.values():
            self.fields[f"consent-{consent.id}"] = _consent_field(consent)

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name_is_taken(self.campaign, name, by_other_than=self.team):
            raise forms.ValidationError(
                "Another team has this name. If it is yours, ask its contact person to invite you; else choose another."
            )
        return name

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"]
        if mistake := team_code_mistake(self.campaign.rules, code):
            raise forms.ValidationError(f"{capitalized(mistake)}.")
        if code_is_taken(self.campaign, code, by_other_than=self.team):
            raise forms.ValidationError("Another team has this code, in whatever case; choose another.")
        return code

    def clean(self) -> dict[str, Any]:
        said: dict[str, Any] = super().clean() or self.cleaned_data
        pairs: list[str] = said.get("language_pairs") or []
        tracks = self.campaign.rules.tracks
        for track in said.get("tracks", ()) if pairs else ():
            if set(tracks[track].all_pairs).isdisjoint(pairs):
                offered = ", ".join(self.campaign.rules.language_pairs[pair].label for pair in tracks[track].all_pairs)
                self.add_error(
                    "tracks", f"{tracks[track].label} is none of your language pairs: choose one of {offered}."
                )
        return said

    def registration(self) -> Registration:
        """What the team says."""
        rules, said = self.campaign.rules.registration, self.cleaned_data
        answers = {question: said[f"question-{question}"] for question in rules.questions}
        return Registration(
            name=said["name"],
            # An assigned id is the organiser's business and stays.
            code=said.get("code", self.team.code if self.team else ""),
            institutions=tuple(said["institutions"]),
            language_pairs=tuple(said.get("language_pairs", ())),
            tracks=tuple(said.get("tracks", ())),
            answers={question: answer for question, answer in answers.items() if answer not in ("", None, [])},
            consents=frozenset(consent for consent in rules.consents if said[f"consent-{consent}"]),
            attendee=said.get("attendee", ""),
        )


def _is_unofficial(rules: Rulebook, pair: str) -> bool:
    """Whether no track that offers a language pair counts it as official."""
    offering = [track.id for track in rules.tracks.values() if pair in track.all_pairs]
    return bool(offering) and not any(
        status_of_board(rules, track=track, language_pair=pair).is_official for track in offering
    )


def _pair_in_words(pair: LanguagePair, *, is_unofficial: bool) -> str:
    return f"{pair.label} (unofficial)" if is_unofficial else pair.label


def _question_field(question: Question) -> forms.Field:
    label, required = question.label, question.required
    choices = [(choice, choice) for choice in question.choices]
    match question.kind:
        case "choice":
            empty = [] if required else [("", "No answer")]
            return forms.ChoiceField(
                label=label, required=required, choices=[*empty, *choices], widget=forms.RadioSelect
            )
        case "choices":
            return forms.MultipleChoiceField(
                label=label, required=required, choices=choices, widget=forms.CheckboxSelectMultiple
            )
        case "yes-no":
            empty = [] if required else [("", "No answer")]
            return forms.TypedChoiceField(
                label=label,
                required=required,
                choices=[*_YES_NO, *empty],
                coerce=lambda answer: answer == "yes",
                empty_value=None,
                widget=forms.RadioSelect,
            )
        case "text":
            return forms.CharField(label=label, required=required, max_length=2000)


def _consent_field(consent: Consent) -> forms.BooleanField:
    duty = f"You then {consent.duty}." if consent.duty else ""
    return forms.BooleanField(
        label=consent.label, required=False, help_text=" ".join(filter(None, (consent.text, duty)))
    )


def _initial(team: Team) -> dict[str, Any]:
    said = registration_of(team)
    answers = {
        f"question-{question}": {True: "yes", False: "no"}[answer] if isinstance(answer, bool) else answer
        for question, answer in said.answers.items()
    }
    consents = {f"consent-{consent}": True for consent in said.consents}
    return {
        "name": said.name,
        "code": said.code,
        "institutions": "\n".join(said.institutions),
        "language_pairs": list(said.language_pairs),
        "tracks": list(said.tracks),
        "attendee": said.attendee,
        **answers,
        **consents,
    }
