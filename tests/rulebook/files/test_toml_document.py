"""Texts of rulebooks that say something else afterwards, with their comments."""

from __future__ import annotations

import copy
from datetime import date
from typing import Any

import pytest

from bakeoff.rulebook import rulebook_names
from bakeoff.rulebook.files.sources import find_rulebook, read_raw_text
from bakeoff.rulebook.files.toml_document import rewrite_content

TEXT = """\
# A campaign
[campaign]  # whose it is
id = "a"    # short
title = "A"

[language_pairs]
de-en = { source = "de", target = "en" }  # the first

[tracks.news]
kind = "mt"
language_pairs = [
  "de-en",  # the only one
]

# When it is
[phases.results]
start = 2027-03-01  # a Monday
"""


def content_of(text: str) -> Any:
    return copy.deepcopy(read_raw_text(text, "rulebook.toml").content)


def test_what_does_not_change_is_not_touched() -> None:
    assert rewrite_content(TEXT, content_of(TEXT)) == TEXT


@pytest.mark.parametrize("name", rulebook_names())
def test_no_shipped_rulebook_is_touched_without_a_change(name: str) -> None:
    text = find_rulebook(name).read_text(encoding="utf-8")
    assert rewrite_content(text, content_of(text)) == text


def test_a_value_changes_where_it_is_written() -> None:
    content = content_of(TEXT)
    content["campaign"]["id"] = "b"
    content["phases"]["results"]["start"] = content["phases"]["results"]["start"].replace(day=8)
    expected = TEXT.replace('id = "a" ', 'id = "b" ').replace("2027-03-01", "2027-03-08")
    assert rewrite_content(TEXT, content) == expected


def test_a_new_table_and_a_new_element_are_written_as_their_siblings_are() -> None:
    content = content_of(TEXT)
    content["language_pairs"]["fr-en"] = {"source": "fr", "target": "en"}
    content["tracks"]["news"]["language_pairs"].append("fr-en")
    content["tracks"]["talks"] = {"kind": "mt", "language_pairs": ["fr-en"]}
    text = rewrite_content(TEXT, content)
    assert 'de-en = { source = "de", target = "en" }  # the first\nfr-en = { source = "fr", target = "en" }\n' in text
    assert '[tracks.talks]\nkind = "mt"\nlanguage_pairs = ["fr-en"]\n' in text
    assert '"de-en",  # the only one' in text
    assert "\n\n# When it is\n[phases.results]" in text


def test_a_table_that_is_gone_takes_its_own_comments_along_and_no_others() -> None:
    content = content_of(TEXT)
    del content["phases"]
    del content["tracks"]["news"]
    content["tracks"]["talks"] = {"kind": "mt", "language_pairs": ["de-en"]}
    text = rewrite_content(TEXT, content)
    assert "phases" not in text
    assert "When it is" not in text
    assert text.startswith("# A campaign\n[campaign]  # whose it is\n")
    content = content_of(TEXT)
    del content["tracks"]
    assert "\n\n# When it is\n[phases.results]\n" in rewrite_content(TEXT, content)


def test_what_another_rulebook_says_is_left_out_by_its_path() -> None:
    text = '# Ours\nextends = "openmt2012"\n\n[campaign]\nid = "ours"\ntitle = "Ours"\n'
    content = content_of(text)
    del content["phases"]["dry-run"]
    content["phases"]["evaluation"]["requires"] = []
    content["campaign"].pop("organiser")
    rewritten = rewrite_content(text, content)
    assert rewritten.startswith('# Ours\nextends = "openmt2012"\n')
    assert 'without = ["campaign.organiser", "phases.dry-run"]' in rewritten
    assert "[phases.evaluation]\nrequires = []\n" in rewritten
    assert content_of(rewritten) == content


def test_paths_that_are_left_out_join_those_of_before() -> None:
    text = 'extends = "openmt2012"\nwithout = ["phases.dry-run"]  # no dry run\n[phases.evaluation]\nrequires = []\n'
    content = content_of(text)
    del content["phases"]["sharing"]
    assert 'without = ["phases.dry-run", "phases.sharing"]' in rewrite_content(text, content)


def test_several_entries_of_a_list_of_tables_can_go() -> None:
    text = find_rulebook("iwslt2016").read_text(encoding="utf-8")
    content = content_of(text)
    content["published_scores"] = content["published_scores"][1:3]
    rewritten = rewrite_content(text, content)
    assert content_of(rewritten) == content
    assert "# 5.1, table 4" in rewritten


@pytest.mark.parametrize(
    "text",
    [
        'campaign.id = "a"\ncampaign.title = "A"\n[phases]\nx = { start = 2027-01-01 }\n',
        'campaign = { id = "a", title = "A" }\nphases.x.start = 2027-01-01\nphases.y.start = 2027-02-01\n',
        '[campaign]\nid = "a"\n[phases.x]\nstart = 2027-01-01\n[tracks]\n[phases.y]\nstart = 2027-02-01\n',
        '[campaign]\r\nid = "a"\r\n[phases.x]\r\nstart = 2027-01-01\r\n',
        '[campaign]\nid = "a"\ndescription = """\none\n\n\n[two]\n"""\n[phases.x]\nstart = 2027-01-01\n',
    ],
)
def test_unusual_ways_to_write_tables_are_edited_or_written_again(text: str) -> None:
    content = content_of(text)
    content["campaign"]["id"] = "b"
    content["phases"]["x"]["end"] = "2027-03-01T10:00"
    content["phases"].pop("y", None)
    content["phases"]["z"] = {"start": date(2027, 5, 1), "releases": {"public": ["scores"]}}
    assert content_of(rewrite_content(text, content)) == content


def test_what_cannot_be_edited_is_written_again_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    content = content_of(TEXT)
    content["campaign"]["id"] = "b"
    monkeypatch.setattr("bakeoff.rulebook.files.toml_document._edited", lambda text, target: "x = [")
    rewritten = rewrite_content(TEXT, content)
    assert rewritten.startswith("# Written again from its content")
    assert content_of(rewritten) == content
