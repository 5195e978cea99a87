"""WMT 2008, sections 3.2 and 3.3: parts of sentences, from parses to tables, judged over HTTP among sentences."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client as Browser
from django.urls import reverse

from bakeoff.cli.main import main
from bakeoff.client import ConflictError
from bakeoff_site.accounts.models import User
from bakeoff_site.judging.models import ConstituentSource, Screen
from tests.site.five_campaigns.driver import Replay
from tests.site.five_campaigns.packing import Place
from tests.site.five_campaigns.simulation import Part, System
from tests.site.judging.campaigns.blindness import leaks
from tests.site.judging.campaigns.exports import ranking_on_site_and_by_command
from tests.site.judging.campaigns.panel import Panel, qualities_of, task_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wordnet")]
NEWS = [Part(f"article{number}", 40, {"genre": "news", "origlang": "fr"}) for number in range(3)]
FRENCH: Place = ("translation", "fr-en", "news", "")
SYSTEMS = [
    System("CUED", wrong=0),
    System("UEDIN", wrong=2),
    System("CUED", "contrast1", wrong=3),
    System("UEDIN", "contrast1", wrong=5),
]
BEST_FIRST = ["CUED_primary", "UEDIN_primary", "CUED_contrast1", "UEDIN_contrast1"]
KINDS = ("ranking", "constituents", "yes-no")
SCREENS = 75


@pytest.fixture
def replay(open_campaign: Callable[[str], Replay]) -> Replay:
    replay = open_campaign("wmt2008")
    replay.go_into("registration")
    for team in ("CUED", "UEDIN"):
        replay.register(replay.meet(team))
    replay.add_data("news", "fr-en", *NEWS)
    replay.go_into("evaluation")
    replay.submit_all("translations", {FRENCH: SYSTEMS})
    replay.work()
    replay.go_into("judging")
    return replay


@pytest.mark.long
def test_parts_of_sentences_are_judged_from_parses_to_tables(
    replay: Replay, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ConflictError, match="nobody said which ones there are of fr-en news"):
        replay.organiser.plan_judging(replay.slug, list(KINDS))
    _add_parses(replay)
    planned = replay.organiser.plan_judging(replay.slug, list(KINDS))
    panel = Panel(
        task_of(replay.slug, planned.task),
        qualities_of([(replay.sets["news", "fr-en"], SYSTEMS)]),
        replay.clock,
        replay.organiser,
    )
    for name in ("Ann Able", "Bob Baker", "Cy Chen"):
        panel.invite(name)
    done = panel.judge(screens=SCREENS)
    assert {each.screens for each in done.values()} == {SCREENS}
    for name in panel.seen:
        _see_batches(panel.screens_of(name))
    _see_phrases(panel)
    assert leaks(panel) == []
    for code in ("constituents", "yes-no"):
        result = ranking_on_site_and_by_command(panel, code, folder=tmp_path, capsys=capsys)
        [ranking] = result.rankings
        assert [each.system for each in ranking.systems] == BEST_FIRST, code
    _see_tables(tmp_path, capsys)


def _add_parses(replay: Replay) -> None:
    """What a parser says of the source: a noun phrase of five words, a verb phrase of five with one of four in it."""
    lines = [
        segment.text.split()
        for document in replay.sets["news", "fr-en"].source().documents
        for segment in document.segments
    ]
    parses = "".join(
        f"(S {_node('NP', words[:5])} (VP {_leaf(words[5])} {_node('NP', words[6:10])}) "
        f"{' '.join(map(_leaf, words[10:]))})\n"
        for words in lines
    )
    browser = Browser()
    browser.force_login(User.objects.get(name="Olga Organiser"))
    data = {
        "place": "fr-en/news",
        "parts_from": "parses",
        "file": SimpleUploadedFile("parses.txt", parses.encode()),
    }
    assert browser.post(reverse("judging:constituents", args=[replay.slug]), data).status_code == 302
    replay.work()
    source = ConstituentSource.objects.get()
    assert (source.candidates, source.reason) == (4 * len(lines), "")
    assert source.systems == sorted(BEST_FIRST)


def _node(label: str, words: list[str]) -> str:
    return f"({label} {' '.join(map(_leaf, words))})"


def _leaf(word: str) -> str:
    return f"(X {word})"


def _see_batches(screens: list[Screen]) -> None:
    """Five sentences, ten rankings of constituents or ten about yes and no in a row (3.4)."""
    length = {"ranking": 5, "constituents": 10, "yes-no": 10}
    batches = [(code, len(list(own))) for code, own in groupby(screens, lambda screen: screen.evaluation.code)]
    assert {code for code, _ in batches} == set(KINDS)
    assert [count % length[code] for code, count in batches[:-1]] == [0] * (len(batches) - 1)


def _see_phrases(panel: Panel) -> None:
    """Each screen marks one phrase in every text, and shows the same phrase once."""
    seen = [each for name in panel.seen for code in KINDS[1:] for each in panel.screens_of(name, code)]
    assert seen
    shared = 0
    for screen in seen:
        shown = panel.shown(screen)
        marks = shown["highlights"]
        [source], [reference] = marks["source"], marks["reference"]
        assert 4 <= len(shown["source"][slice(*source)].split()) <= 5
        assert shown["references"][0][slice(*reference)]
        phrases = [
            output["text"][slice(*span)] for output, [span] in zip(shown["outputs"], marks["outputs"], strict=True)
        ]
        assert len(set(phrases)) == len(phrases)
        shared += len(phrases) < len(screen.systems)
    assert shared


def _see_tables(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judgments = folder / "judgments.jsonl"
    rows = [json.loads(line) for line in judgments.read_text(encoding="utf-8").splitlines()]
    for code in KINDS:
        own = [json.dumps(row) + "\n" for row in rows if row["evaluation"] == code]
        (folder / f"{code}.jsonl").write_text("".join(own), encoding="utf-8")

    def says(*arguments: object) -> Any:
        capsys.readouterr()
        with suppress(SystemExit):
            main([*map(str, arguments), "--format", "json"])
        return json.loads(capsys.readouterr().out)

    by_rules = ("--rules", folder / "rules.toml", "--evaluation")
    # Tables 38 to 51: shares of all pairs with the sign test's marks, and the two lines below
    capsys.readouterr()
    with suppress(SystemExit):
        asked = ("human", "analyse", folder / "constituents.jsonl", *by_rules, "constituents")
        main([*map(str, asked), "--table", "matrix", "--table", "ranking"])
    printed = capsys.readouterr().out
    matrix, ranking = printed.split("Constituent ranking: fr-en, news")
    assert [line.split()[0] for line in matrix.splitlines()[2:6]] == BEST_FIRST
    assert {"≥ others", "> others"} <= set(re.split(r"  +", ranking.splitlines()[1]))
    assert "Sign test over single judgments as in W08" in printed
    # Table 52, and the share of not sure of section 3.3
    answered = says("human", "analyse", folder / "yes-no.jsonl", *by_rules, "yes-no")["answers"]
    assert [each["system"] for each in answered] == [None, *sorted(BEST_FIRST)]
    assert 0 < answered[0]["not_sure"] < 0.3
    yes = {each["system"]: each["yes"] for each in answered}
    assert [yes[name] for name in BEST_FIRST] == sorted((yes[name] for name in BEST_FIRST), reverse=True)
    # Tables 12 and 13: identical phrases count once, or as often as systems share them, and then agreement is higher
    for code in KINDS[1:]:
        file = folder / f"{code}.jsonl"
        without, with_identical = (
            says("agreement", file, "--measure", "kappa", *more) for more in ((), ("--with-identical",))
        )
        assert without != with_identical
    # Figure 3: the time of each kind of task
    times = {code: says("human", "analyse", folder / f"{code}.jsonl")["times"]["quantiles"] for code in KINDS}
    assert all(times.values())
