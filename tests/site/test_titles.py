"""Pages show people titles (BLEU, Arabic–English), not the ids and expressions that programs read."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.site.permissions import PAGES
from tests.site.world import Role, World

EXPRESSION = re.compile(r"(?<![\w.@-])(bleu|chrf|ter|nist|meteor|gtm|wer|cer|per)(@[\w.-]+)?(?![\w.@-])")
IDS = re.compile(r"(?<![\w.-])(ara2eng|chi2eng|kor2eng)(?![\w.-])")
TYPED = re.compile(r"<(code|pre|textarea|script|style)\b.*?</\1>", re.DOTALL)
NAMES_IDS = {"campaigns:rules", "campaigns:campaign", "campaigns:log", "campaigns:dashboard"}
"""The table of language pairs gives the ids that file names need; the log quotes what was stored."""
READERS: tuple[Role, ...] = ("organiser", "owner", "visitor")


def visible(page: str) -> str:
    """The text of a page, without what people type or copy."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", TYPED.sub(" ", page)))


def test_no_page_shows_an_expression_or_an_id(make_world: Any) -> None:
    world: World = make_world("public")
    faults, looked_at = [], 0
    for role in READERS:
        client = Client()
        if role != "visitor":
            client.force_login(world.people[role])
        for row in PAGES:
            if row.method != "get" or row.at("public")[role] != "shown":
                continue
            response = client.get(reverse(row.name, kwargs=row.arguments(world)), row.data(world))
            if not response.headers["Content-Type"].startswith("text/html"):
                continue
            looked_at += 1
            text = visible(response.content.decode())
            found = {match[0] for match in EXPRESSION.finditer(text)}
            found |= set() if row.name in NAMES_IDS else {match[0] for match in IDS.finditer(text)}
            if found:
                faults.append(f"{row}: {role} sees {', '.join(sorted(found))}")
    assert looked_at > 60
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("text", ["<td>bleu@mteval</td>", "<b>ter</b> 40", "<p>of ara2eng</p>"])
def test_ids_are_found(text: str) -> None:
    assert EXPRESSION.search(visible(text)) or IDS.search(visible(text))


@pytest.mark.parametrize("text", ["<code>bleu</code>", '<option value="bleu">BLEU</option>', "x_ara2eng_01.tgz"])
def test_what_people_type_is_left_alone(text: str) -> None:
    assert not EXPRESSION.search(visible(text))
    assert not IDS.search(visible(text))
