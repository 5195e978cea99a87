"""Search in the documentation."""

from __future__ import annotations

import pytest
from django.test import Client

from bakeoff_site.documentation.conversions.passages import Passage, passages_of, plain
from bakeoff_site.documentation.selectors.pages import menu
from bakeoff_site.documentation.selectors.search import MOST_FOUND, find_pages, introduction_of

TEXT = """# Submit runs

A team submits **runs**; see [commands](../reference/commands.md).

## Options

| option | meaning |
|---|---|
| `--by` | groups |

```sh
# not a heading
bakeoff submit run.tgz
```

## Options
- Press *Submit*.
"""


def test_a_page_is_divided_at_its_headings() -> None:
    assert passages_of(TEXT) == (
        Passage("Submit runs", "", "A team submits runs; see commands."),
        Passage("Options", "options", "option meaning --by groups # not a heading bakeoff submit run.tgz"),
        Passage("Options", "options_1", "Press Submit."),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("![The board](board.png)", "The board"),
        ("1. First\n2. Second", "First Second"),
        ("> quoted `code`", "quoted code"),
        ("5 * 3 = 15, a*b", "5 3 = 15, a*b"),
    ],
)
def test_marks_are_left_out(text: str, expected: str) -> None:
    assert plain(text) == expected


def test_titles_come_before_texts() -> None:
    assert find_pages("submit runs")[0].address == "/documentation/how-to/submit-runs/"
    assert find_pages("Rulebooks")[0].entry.title == "Rulebooks"


def test_the_best_passage_of_a_page_is_shown() -> None:
    found = next(each for each in find_pages("bakeoff agreement") if each.entry.path == "reference/commands")
    assert found.address == "/documentation/reference/commands/#bakeoff-agreement"


def test_all_words_must_be_in_a_passage() -> None:
    assert find_pages("bleu") != []
    assert find_pages("bleu nonexistentword") == []


def test_words_are_found_by_how_they_start() -> None:
    text = "".join(part.text for found in find_pages("segm latt") for part in found.excerpt if part.is_found)
    assert "latt" in text.casefold()
    assert find_pages("attice") == []


def test_at_most_twenty_pages_are_found() -> None:
    assert len(find_pages("a")) == MOST_FOUND


def test_excerpts_mark_what_was_found() -> None:
    excerpt = find_pages("bootstrap")[0].excerpt
    assert "bootstrap" in {part.text.casefold() for part in excerpt if part.is_found}
    assert sum(len(part.text) for part in excerpt) < 300


def test_a_tutorial_is_introduced_by_its_first_sentence() -> None:
    entry = menu()[0].entries[0]
    expected = "You organise a shared task: teams register, get the test set, submit, and see results."
    assert introduction_of(entry).sentence == expected


@pytest.mark.django_db
def test_the_page_lists_what_was_found_with_its_place() -> None:
    page = Client().get("/documentation/", {"text": "bakeoff agreement"}).content.decode()
    assert '<a href="/documentation/reference/commands/#bakeoff-agreement">Commands: bakeoff agreement</a>' in page
    assert 'value="bakeoff agreement"' in page


@pytest.mark.django_db
def test_a_search_without_a_hit_says_what_to_try() -> None:
    page = Client().get("/documentation/", {"text": "<b>nothing</b>"}).content.decode()
    assert "No page has all words of <b>&lt;b&gt;nothing&lt;/b&gt;</b>" in page
    assert "Try fewer words" in page


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["(", "[", "\\", "*", "\0", " " * 300, "a" * 1000, "a b c d e f g h i j k"])
def test_any_text_can_be_searched(text: str) -> None:
    assert Client().get("/documentation/", {"text": text}).status_code == 200
