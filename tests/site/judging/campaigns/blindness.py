"""Everything that judges get is searched for what they must not know.

Names of systems, teams and files must be nowhere. Controls (repeats, gold and attention items) must look like other
items: no key, mark or element is on them that ordinary screens do not have.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from typing import Any
from uuid import UUID, uuid4

from django.test import Client as Browser
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.judging.models import JudgedSystem, Screen, Task
from tests.site.judging.campaigns.panel import Panel, Seen

MARKS = ("control", "repeat", "gold", "attention", "damaged", "expected", "verdict", "surplus")
"""What the server calls controls and what it thinks of answers: no key and no value may be one of these."""
_PAGES_OF_A_KIND = 2


def leaks(panel: Panel) -> list[str]:
    """What the judges of a panel got and must not know, over the API and on pages; nothing where all is well."""
    found: list[str] = []
    for judge, seen in panel.seen.items():
        names = names_of(panel.task, to=seen.user)
        assert seen.shown, f"{judge} has judged nothing: nothing was searched"
        for answer in seen.answers:
            found += names_in(f"{answer.headers} {answer.text}", names, f"{judge}: {answer.status_code}")
            found += marks_in(answer.json(), f"{judge}: {answer.text[:60]}") if answer.content else ()
        own = panel.screens_of(judge)
        found += marked_controls(own, {str(each.key): _shape(seen.shown.get(str(each.key))) for each in own}, judge)
        found += _odd_keys(seen)
    # Pages are made of the same screens: those of the judge with the most kinds of them are enough.
    judge = max(panel.seen, key=lambda name: len(_kinds(panel.screens_of(name))))
    seen = panel.seen[judge]
    return [*found, *_page_leaks(panel.task, seen, panel.screens_of(judge), names_of(panel.task, to=seen.user), judge)]


def names_of(task: Task, *, to: User) -> tuple[str, ...]:
    """Names, codes and files by which a system or its team could be known; a judge knows those of the own team."""
    names: set[str] = set()
    judged = JudgedSystem.objects.filter(evaluation__task=task).exclude(team__members__user=to)
    for each in judged.select_related("team", "run__submission"):
        run = each.run
        names |= {
            each.name,
            run.name,
            run.entered,
            run.file_name,
            run.sha256,
            run.submission.name,
            run.submission.sha256,
        }
        names |= set() if each.team is None else {each.team.name, each.team.code}
    names.discard("")
    assert names
    return tuple(sorted(names))


def names_in(text: str, names: Sequence[str], where: str) -> Iterator[str]:
    """Names that stand in a text as words."""
    for name in names:
        if re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", text):
            yield f"{where} names {name}"


def marks_in(content: Any, where: str) -> Iterator[str]:
    """Keys and values of JSON that mark something."""
    if isinstance(content, dict):
        for key, value in content.items():
            if key in MARKS:
                yield f"{where} has the key {key}"
            yield from marks_in(value, where)
    elif isinstance(content, list):
        for value in content:
            yield from marks_in(value, where)
    elif isinstance(content, str) and content in MARKS:
        yield f"{where} has the value {content}"


def marked_controls(screens: Sequence[Screen], shapes: dict[str, frozenset[str]], where: str) -> Iterator[str]:
    """What controls have that no ordinary screen of the same evaluation has."""
    ordinary: dict[int, set[str]] = {}
    for screen in screens:
        if not screen.control:
            ordinary.setdefault(screen.evaluation_id, set()).update(shapes.get(str(screen.key), ()))
    for screen in screens:
        if screen.control and (more := shapes.get(str(screen.key), frozenset()) - ordinary[screen.evaluation_id]):
            yield f"{where}: a screen that is {screen.control} has {', '.join(sorted(more))}"


def _shape(content: Any, path: str = "") -> frozenset[str]:
    """Which keys are where in JSON, with the kinds of values."""
    if isinstance(content, dict):
        return frozenset[str]().union(*(_shape(value, f"{path}.{key}") for key, value in content.items()))
    if isinstance(content, list):
        return frozenset[str]().union(*(_shape(value, f"{path}[]") for value in content))
    return frozenset({f"{path}: {type(content).__name__}"})


def _odd_keys(seen: Seen) -> Iterator[str]:
    """Addresses of screens are random, and outputs are called by letters in their order."""
    for key, shown in seen.shown.items():
        if UUID(key).version != 4:
            yield f"{key} is not random"
        letters = [each["label"] for each in shown["outputs"]]
        if letters != [chr(ord("A") + number) for number in range(len(letters))]:
            yield f"{key} calls outputs {letters}"


def _page_leaks(task: Task, seen: Seen, screens: Sequence[Screen], names: Sequence[str], where: str) -> Iterator[str]:
    browser = Browser()
    browser.force_login(seen.user)
    slug = task.campaign.slug
    addresses = [
        reverse("judging:tasks"),
        reverse("judging:task", args=[slug, task.slug]),
        reverse("judging:next", args=[slug, task.slug]),
    ]
    for address in addresses:
        yield from names_in(_page(browser, address), names, f"{where}: {address}")
    elements: dict[str, frozenset[str]] = {}
    chosen = _some_of_each(screens)
    for screen in chosen:
        address = reverse("judging:screen", args=[screen.key])
        page = _page(browser, address)
        yield from names_in(page, names, f"{where}: {address}")
        elements[str(screen.key)] = elements_of(page)
    yield from marked_controls(chosen, elements, f"{where}, page")
    yield from _script_leaks(browser, chosen[-1], names, where)


def _some_of_each(screens: Sequence[Screen]) -> list[Screen]:
    """Some screens of each evaluation and control, the first and the last ones: pages differ there."""
    kinds = _kinds(screens).values()
    chosen = [each for own in kinds for each in {*own[:_PAGES_OF_A_KIND], *own[-_PAGES_OF_A_KIND:]}]
    return sorted(chosen, key=lambda screen: screen.number)


def _kinds(screens: Sequence[Screen]) -> dict[tuple[int, str], list[Screen]]:
    kinds: dict[tuple[int, str], list[Screen]] = {}
    for screen in screens:
        kinds.setdefault((screen.evaluation_id, screen.control), []).append(screen)
    return kinds


def _script_leaks(browser: Browser, screen: Screen, names: Sequence[str], where: str) -> Iterator[str]:
    """What the script of a page is told when it saves."""
    action = {"key": str(uuid4()), "kind": "view", "payload": {}}
    said = {"version": screen.version, "text_digest": screen.text_digest, "actions": [action]}
    answer = browser.post(
        reverse("judging:actions", args=[screen.key]), json.dumps(said), content_type="application/json"
    )
    assert answer.status_code == 200, answer.content.decode()
    yield from names_in(answer.content.decode(), names, f"{where}: what a script gets")
    yield from marks_in(answer.json(), f"{where}: what a script gets")


def _page(browser: Browser, address: str) -> str:
    answer = browser.get(address, follow=True)
    assert answer.status_code == 200, address
    return f"{answer.headers} {answer.redirect_chain} {answer.content.decode()}"


class _Elements(HTMLParser):
    """The kinds of elements on a page: tags with their attributes, and what classes they have."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.update(f"{tag}.{name}" for name, _ in attrs)
        self.found.update(
            f"{tag} of class {each}" for name, value in attrs if name == "class" for each in _words(value)
        )


def _words(value: str | None) -> list[str]:
    return (value or "").split()


def elements_of(page: str) -> frozenset[str]:
    """The kinds of elements on a page."""
    parser = _Elements()
    parser.feed(page)
    return frozenset(parser.found)
