"""Forms of people who judge, and what organisers decide about tasks that exist."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.names import NameFormField
from bakeoff_site.judging.choices import JudgesShown, Opening, PartsFrom
from bakeoff_site.judging.conversions.invited_judges import read_judges
from bakeoff_site.judging.models import Evaluation, Task
from bakeoff_site.judging.selectors.constituents import places_of_constituents
from bakeoff_site.judging.selectors.instructions import consent_of
from bakeoff_site.judging.selectors.post_edits import PROTOCOL as POST_EDITING
from bakeoff_site.judging.selectors.tasks import OwnTask, choosable_in
from bakeoff_site.judging.services.imports import MOST_IMPORTED
from bakeoff_site.judging.services.links import LONGEST_DAYS, MOST_INVITED, MOST_USES, InvitedJudge
from bakeoff_site.judging.services.offline.answer_files import MOST_BYTES, too_large
from bakeoff_site.judging.services.offline.files import MOST_SCREENS

_MOST_BYTES = 200_000
_MISTAKES = 10
"""Lines of a list that are said to be wrong at once."""


class StartForm(forms.Form):
    """What somebody agrees to and chooses before the first screen."""

    agrees = forms.BooleanField(required=False, label="I have read this and agree")
    language = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)
    chosen = forms.MultipleChoiceField(
        required=False,
        label="What do you want to judge?",
        widget=forms.CheckboxSelectMultiple,
        help_text="Choose the languages and test sets that you can judge. Choose none to get all of them.",
    )

    def __init__(self, own: OwnTask, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        if own.has_started or not consent_of(own.task):
            del self.fields["agrees"]
        choices = [(each.id, each.title) for each in choosable_in(own.task)]
        if choices:
            self.fields["chosen"].choices = choices  # type: ignore[attr-defined]
            self.fields["chosen"].initial = [] if own.judge is None else own.judge.chosen
        else:
            del self.fields["chosen"]

    def choices(self) -> dict[str, Any]:
        """What `start_judging` takes."""
        return {
            "agrees": self.cleaned_data.get("agrees", False),
            "chosen": self.cleaned_data.get("chosen", []),
            "language": self.cleaned_data["language"],
        }


class JudgesForm(forms.Form):
    """Which judges of a task are shown; what is unknown shows all of them."""

    show = forms.TypedChoiceField(choices=JudgesShown.choices, coerce=JudgesShown, required=False)
    find = forms.CharField(max_length=100, required=False)

    def choices(self) -> dict[str, Any]:
        """What `find_judges` takes."""
        self.full_clean()
        shown = self.cleaned_data.get("show")
        return {"shown": shown or JudgesShown.ALL, "find": self.cleaned_data.get("find", "")}


class OpeningForm(forms.Form):
    """When a task is open."""

    opening = forms.TypedChoiceField(choices=Opening.choices, coerce=Opening, label="Open for judging")


class JudgeForm(forms.Form):
    """What becomes of a judge."""

    act = forms.ChoiceField(
        choices=[
            ("block", "Block"),
            ("exclude", "Leave out"),
            ("include", "Count again"),
            ("readmit", "Let them judge again"),
        ]
    )
    reason = forms.CharField(required=False, max_length=1000)


class OwedForm(forms.Form):
    """What each team owes of a task."""

    owed = forms.CharField(
        required=False,
        max_length=40,
        label="Each team judges",
        help_text="A number of screens or hours, such as 300 screens or 8 hours. Empty: what the rulebook says.",
    )


class LinkForm(forms.Form):
    """A link that makes whoever opens it a judge."""

    most_uses = forms.IntegerField(label="Maximum number of judges", min_value=1, max_value=MOST_USES, initial=20)
    days = forms.IntegerField(label="Days that the link works", min_value=1, max_value=LONGEST_DAYS, initial=14)
    chosen = forms.MultipleChoiceField(
        required=False,
        label="Language pairs and test sets to start with",
        widget=forms.CheckboxSelectMultiple,
        help_text="Judges can change this. Tick none to give them everything.",
    )

    def __init__(self, task: Task, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", "auto_id": "link_%s", **kwargs})
        choices = [(each.id, each.title) for each in choosable_in(task)]
        if choices:
            self.fields["chosen"].choices = choices  # type: ignore[attr-defined]
        else:
            del self.fields["chosen"]

    def options(self) -> dict[str, Any]:
        """What `make_link` takes."""
        said = self.cleaned_data
        now = timezone.now()
        return {
            "most_uses": said["most_uses"],
            "expires_at": now + timedelta(days=said["days"]),
            "chosen": said.get("chosen", []),
            "now": now,
        }


class InviteJudgesForm(forms.Form):
    """Addresses of judges, pasted or in a file."""

    addresses = forms.CharField(
        required=False,
        label="Email addresses",
        max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(required=False, label="Or a CSV file", help_text="The same lines, in a file of UTF-8 text.")

    def __init__(self, task: Task, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self._choosable = [each.id for each in choosable_in(task)]
        example = f" After a comma, say what they start with: ann@example.org, {' '.join(self._choosable[:2])}."
        self.fields["addresses"].help_text = "One on each line." + (example if self._choosable else "")

    def clean_file(self) -> str:
        uploaded = self.cleaned_data["file"]
        if uploaded is None:
            return ""
        if uploaded.size > _MOST_BYTES:
            raise forms.ValidationError(f"The file has more than {_MOST_BYTES:,} bytes. Divide it.")
        try:
            text: str = uploaded.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise forms.ValidationError("This is not UTF-8 text. Save the table as CSV (UTF-8).") from None
        return text

    def clean(self) -> dict[str, Any]:
        said = super().clean() or {}
        found = read_judges(
            "\n".join(filter(None, (said.get("addresses"), said.get("file")))), choosable=self._choosable
        )
        if found.mistakes:
            more = len(found.mistakes) - _MISTAKES
            shown = found.mistakes[:_MISTAKES] + ([f"{more} more lines are wrong."] if more > 0 else [])
            raise forms.ValidationError([*shown, "Nobody was invited."])
        if not found.people and not self.errors:
            raise forms.ValidationError("Enter at least one address.")
        if len(found.people) > MOST_INVITED:
            raise forms.ValidationError(f"{len(found.people)} addresses: invite at most {MOST_INVITED} at once.")
        said["people"] = [InvitedJudge(email, chosen) for email, chosen in found.people.items()]
        return said


class TakeForm(forms.Form):
    """How much somebody takes along."""

    screens = forms.IntegerField(label="Number of screens", min_value=1, max_value=MOST_SCREENS, initial=20)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})


class AnswersForm(forms.Form):
    """A file of answers that were given offline."""

    file = forms.FileField(label="File of answers", help_text="The .json file that your offline file saved.")
    partly = forms.BooleanField(
        required=False,
        label="Upload what is complete, although screens have no answer",
        help_text="You can answer the others later and upload again.",
    )
    replaces = forms.NullBooleanField(
        required=False,
        label="Where you changed an answer elsewhere",
        widget=forms.Select(
            choices=[("unknown", "Ask me"), ("true", "Use the answer of this file"), ("false", "Keep the other answer")]
        ),
    )

    def __init__(self, *args: Any, asks_which: bool = False, **kwargs: Any) -> None:
        """`asks_which`: an answer was changed elsewhere, and the judge says which one counts."""
        super().__init__(*args, **{"label_suffix": "", "auto_id": "answers_%s", **kwargs})
        if not asks_which:
            del self.fields["replaces"]

    def clean_file(self) -> Any:
        if self.cleaned_data["file"].size > MOST_BYTES:
            raise forms.ValidationError(str(too_large()))
        return self.cleaned_data["file"]


class EditedFileForm(AnswersForm):
    """What a translator made of a file in a tool of their own."""

    file = forms.FileField(label="Edited file", help_text="XLIFF, TMX or a table. Every target counts as edited.")

    def __init__(self, *args: Any, key: object, **kwargs: Any) -> None:
        super().__init__(*args, **{"prefix": str(key), "auto_id": "edited_%s", **kwargs})


class ImportForm(forms.Form):
    """A file of judgments that were made elsewhere."""

    evaluation = forms.ModelChoiceField(Evaluation.objects.none(), empty_label=None, label="Evaluation")
    file = forms.FileField(
        label="File of judgments",
        help_text="Results of Appraise or Pearmut, MQM as TSV, WMT rankings as CSV or XML, ratings of mt-metrics-eval, "
        "or our own JSON Lines and CSV. The format is recognised.",
    )
    batches = forms.FileField(
        label="Batches of Appraise",
        required=False,
        help_text="For results of Appraise: the JSON that says which output each item showed.",
    )

    def __init__(self, task: Task, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        field = self.fields["evaluation"]
        field.queryset = task.evaluations.select_related("task__campaign")  # type: ignore[attr-defined]
        field.initial = task.evaluations.first()

    def clean_file(self) -> Any:
        return _of_fair_size(self.cleaned_data["file"])

    def clean_batches(self) -> Any:
        return _of_fair_size(self.cleaned_data["batches"])


class EarlierEditsForm(forms.Form):
    """Post-edits that an earlier campaign made."""

    evaluation = forms.ModelChoiceField(Evaluation.objects.none(), empty_label=None, label="Evaluation")
    file = forms.FileField(
        label="Post-edits",
        help_text="Judgments of the earlier campaign, or a text: one line for each segment, empty where it was not "
        "edited, or XML with the same ids.",
    )
    output = forms.FileField(
        label="Output that was edited", required=False, help_text="For a text: the output of the system, as complete."
    )
    system = NameFormField(
        label="System",
        max_length=100,
        required=False,
        help_text="For a text: its name here, such as SU-15. If organisers entered its run, by the same name.",
    )

    def __init__(self, task: Task, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", "prefix": "earlier", **kwargs})
        own = task.evaluations.filter(protocol=POST_EDITING).select_related("task__campaign")
        self.fields["evaluation"].queryset = own  # type: ignore[attr-defined]
        self.fields["evaluation"].initial = own.first()

    def clean_file(self) -> Any:
        return _of_fair_size(self.cleaned_data["file"])

    def clean_output(self) -> Any:
        return _of_fair_size(self.cleaned_data["output"])


class ScoreImportForm(forms.Form):
    """A file of human scores that were computed elsewhere."""

    title = NameFormField(label="What the scores are", max_length=100, help_text="For example: MQM by professionals.")
    language_pair = forms.ChoiceField(label="Language pair")
    test_set = forms.ChoiceField(label="Test set")
    file = forms.FileField(
        label="File of scores",
        help_text="A file of mt-metrics-eval: its name ends in .sys.score, .domain.score, .doc.score or .seg.score.",
    )

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        rules = campaign.rules
        pairs, sets = self.fields["language_pair"], self.fields["test_set"]
        pairs.choices = [(name, each.label) for name, each in rules.language_pairs.items()]  # type: ignore[attr-defined]
        sets.choices = [(name, each.label) for name, each in rules.test_sets.items()]  # type: ignore[attr-defined]

    def clean_file(self) -> Any:
        return _of_fair_size(self.cleaned_data["file"])


class ConstituentsForm(forms.Form):
    """Which parts of a source could be judged."""

    place = forms.ChoiceField(label="Source")
    parts_from = forms.TypedChoiceField(
        label="Where the parts come from",
        choices=PartsFrom.choices,
        coerce=PartsFrom,
        initial=PartsFrom.PARSES,
        widget=forms.RadioSelect,
        help_text="The tagger finds phrases in German, English and Dutch.",
    )
    file = forms.FileField(
        label="File",
        required=False,
        help_text="Parses have a line for each segment: (S (NP (DT The) (NN lamp)) (VP (VBZ is) (ADJP (JJ lit)))). A "
        "list has the columns segment and phrase, and perhaps document and start. A tagger needs no file.",
    )

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        rules = campaign.rules
        self._places = {f"{pair}/{test_set}": (pair, test_set) for pair, test_set in places_of_constituents(campaign)}
        self.fields["place"].choices = [  # type: ignore[attr-defined]
            (key, f"{rules.language_pairs[pair].label}, {rules.test_sets[test_set].label}")
            for key, (pair, test_set) in self._places.items()
        ]

    @property
    def has_places(self) -> bool:
        return bool(self._places)

    def clean_file(self) -> Any:
        return _of_fair_size(self.cleaned_data["file"])

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        parts_from, file = given.get("parts_from"), given.get("file")
        if parts_from and not self.errors and (file is None) != (parts_from == PartsFrom.TAGS):
            words = "A tagger needs no file." if file else "Choose the file that says what the parts are."
            self.add_error("file", words)
        return given

    def said(self) -> dict[str, Any]:
        """What `add_constituents` takes of a valid form."""
        given = self.cleaned_data
        pair, test_set = self._places[given["place"]]
        file = given["file"]
        sent = {} if file is None else {"file_name": file.name, "chunks": file.chunks()}
        return {"language_pair": pair, "test_set": test_set, "parts_from": given["parts_from"], **sent}


def _of_fair_size(uploaded: Any) -> Any:
    if uploaded is not None and uploaded.size > MOST_IMPORTED:
        raise forms.ValidationError(f"The file has more than {MOST_IMPORTED:,} bytes. Divide it.")
    return uploaded
