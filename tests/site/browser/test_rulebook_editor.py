"""The editor of rulebooks: colours, completion, the meaning of keys, mistakes at their lines."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bakeoff_site.accounts.models import User
from tests.site.browser.conftest import picture, sign_in_on
from tests.site.people import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)
RULES = """\
[campaign]
timezone = "UTC"
[language_pairs]
de-en = { source = "de", target = "en" }
[tracks.news]
kind = "mt"
[phases.registration]
start = 2027-01-01
[phases.dry-run]
start = 2027-02-01
"""
SUGGESTED: dict[str, tuple[str, list[str]]] = {
    "a key of a named table": ("[phases.results]\nre", ["releases", "requires"]),
    "a key of a table in braces": ("[language_pairs]\nfr-en = { so", ["source"]),
    "a second key in braces": ('[language_pairs]\nfr-en = { source = "fr", tar', ["target"]),
    "a choice": ("[tracks.talks]\nkind = ", ["mt", "asr", "slt", "combination", "metrics"]),
    "a started choice": ('[tracks.talks]\nkind = "m', ["mt", "metrics"]),
    "yes or no": ("[tracks.talks]\nofficial = f", ["false"]),
    "names of tables": ("[registration]\nphase = ", ["registration", "dry-run"]),
    "names in a list": ('[tracks.talks]\nlanguage_pairs = ["de', ["de-en"]),
    "a metric": ('[evaluation]\nmetrics = ["chrf', ["chrf++"]),
    "a table": ("[rep", ["report", "report.joined", "report.joined.boards", "report.corpus", "report.numbers.NAME"]),
    "a table in a named one": ("[tracks.news.p", ["tracks.news.pack"]),
    "nothing in a comment": ("[campaign]\n# ti", []),
    "nothing in an unknown table": ("[nowhere]\nti", []),
    "nothing in a free text": ('[campaign]\ntitle = "ti', []),
}


@pytest.fixture
def editor(visit: Callable[[], Page]) -> Page:
    administrator = User.objects.create_superuser("ada@example.org", PASSWORD, name="Ada Adams")
    page = visit()
    sign_in_on(page, administrator)
    page.goto("/new-campaign/rulebook/")
    return page


def test_suggestions_follow_the_table_and_the_value(editor: Page) -> None:
    script = """async ([rules, typed]) => {
        const { suggestionsAt } = await import(document.querySelector("script[src*=rulebook-editor]").src.replace(
            /rulebook-editor[^/]*$/, "rulebook-completion.js"));
        const { tables } = await (await fetch("/rulebook-keys/keys.json")).json();
        const text = rules + typed;
        return suggestionsAt(tables, text, text.length).map((each) => each.text);
    }"""
    found: dict[str, Any] = {what: editor.evaluate(script, [RULES, typed]) for what, (typed, _) in SUGGESTED.items()}
    assert found == {what: expected for what, (_, expected) in SUGGESTED.items()}


def test_a_suggestion_is_chosen_by_keys_and_by_the_mouse(editor: Page) -> None:
    text = editor.get_by_label("Rulebook (TOML)")
    text.focus()
    editor.keyboard.type("[phases.x]\nre")
    expect(editor.get_by_role("listbox").get_by_role("option")).to_have_count(2)
    editor.keyboard.press("ArrowDown")
    editor.keyboard.press("Enter")
    assert text.input_value() == "[phases.x]\nrequires = "
    editor.keyboard.press("Escape")
    editor.keyboard.type("[]\nst")
    editor.get_by_role("listbox").get_by_role("option", name="start").click()
    assert text.input_value() == "[phases.x]\nrequires = []\nstart = "
    editor.keyboard.press("Tab")
    expect(text).not_to_be_focused()


def test_an_empty_editor_offers_an_example_to_start_from(editor: Page) -> None:
    page = editor
    text = page.get_by_label("Rulebook (TOML)")
    expect(text).to_have_value("")
    picture(page, "editor-empty")
    page.get_by_label("Example to start from").select_option("Small translation task (text translation)")
    page.get_by_role("button", name="Use this example").click()
    expect(text).to_have_value(re.compile(r'id = "my-campaign"'))
    expect(page.get_by_text("Change the id and the title at the top first")).to_be_visible()
    picture(page, "editor-example")
    page.get_by_role("button", name="Check and preview").click()
    expect(page.get_by_text("The rulebook has no mistakes.")).to_be_visible()
    page.get_by_role("button", name="Create the campaign").click()
    expect(page.get_by_text("The campaign is created.")).to_be_visible()


def test_it_explains_keys_and_shows_mistakes_at_their_lines(editor: Page) -> None:
    page = editor
    text = page.get_by_label("Rulebook (TOML)")
    text.focus()
    page.keyboard.type('[campaign]\nid = "a"  # short\ntimezon = "UTC"')
    expect(page.locator(".colours .header")).to_have_text("[campaign]")
    expect(page.locator(".colours .comment")).to_have_text("# short")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#editor-help")).to_contain_text("id (text): Name of the campaign")
    assert (
        page.get_by_role("link", name="Reference", exact=True).get_attribute("href")
        == "/rulebook-keys/#key-campaign.id"
    )
    page.get_by_role("button", name="Check and preview").click()
    expect(page.locator(".numbers .faulty").first).to_be_visible()
    page.get_by_role("link", name="Line 3").click()
    assert page.evaluate("() => document.getSelection().toString()") == 'timezon = "UTC"'
