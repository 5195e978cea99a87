"""Fields as every form writes them: label, hint, error, input."""

from __future__ import annotations

import re

from django import forms


class ExampleForm(forms.Form):
    name = forms.CharField(label="Team name", help_text="As it should appear in the results.")
    size = forms.IntegerField(label="People")
    tracks = forms.MultipleChoiceField(
        label="Tracks", choices=[("text", "Text"), ("speech", "Speech")], widget=forms.CheckboxSelectMultiple
    )
    listed = forms.BooleanField(label="Show the team", help_text="To everybody.")
    token = forms.CharField(widget=forms.HiddenInput, required=False)


def parts(html: str) -> list[str]:
    """The tags that matter, in their order."""
    return re.findall(r"<(label|legend|ul|input|div class=\"hint\")", html)


def test_label_hint_and_error_are_above_the_input() -> None:
    html = str(ExampleForm({})["name"].as_field_group())
    assert parts(html) == ["label", 'div class="hint"', "ul", "input"]
    assert '<div class="field invalid">' in html
    assert '<label for="id_name">Team name</label>' in html
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert 'id="id_name_error"' in html
    assert 'aria-invalid="true"' in html


def test_a_field_without_a_mistake_has_no_mark() -> None:
    html = str(ExampleForm({"name": "Aster"})["name"].as_field_group())
    assert '<div class="field">' in html
    assert "errorlist" not in html


def test_the_label_of_a_box_is_next_to_it() -> None:
    html = str(ExampleForm()["listed"].as_field_group())
    assert re.search(r'<label class="check" for="id_listed"><input type="checkbox"[^>]*> Show the team</label>', html)
    assert html.index("Show the team") < html.index("To everybody.")


def test_several_boxes_share_a_legend() -> None:
    html = str(ExampleForm()["tracks"].as_field_group())
    assert "<legend>Tracks</legend>" in html
    assert html.count('type="checkbox"') == 2


def test_several_mistakes_are_listed_as_links_that_take_the_focus() -> None:
    html = str(ExampleForm({}))
    assert "4 fields need a change" in html
    assert '<a href="#id_name">Team name</a>' in html
    assert '<a href="#id_tracks">Tracks</a>' in html
    assert "autofocus" in html
    assert 'name="token"' in html


def test_one_mistake_is_told_at_its_field_only() -> None:
    html = str(ExampleForm({"name": "Aster", "size": "x", "tracks": ["text"], "listed": "on"}))
    assert "need a change" not in html
    assert "Enter a whole number." in html


def test_a_mistake_of_the_whole_form_is_a_message_above_it() -> None:
    form = ExampleForm({"name": "Aster", "size": "3", "tracks": ["text"], "listed": "on"})
    form.add_error(None, "Registration has just closed.")
    html = str(form)
    assert '<div class="message bad" role="alert">' in html
    assert html.index("Registration has just closed.") < html.index("Team name")
