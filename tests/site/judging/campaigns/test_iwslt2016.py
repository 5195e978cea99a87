"""IWSLT 2016, section 6: translators correct outputs through HTTP, and tables 6 to 9 come of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from bakeoff.cli.main import main
from bakeoff.formats.registry import format_named
from bakeoff_site.judging.models import Judgment
from bakeoff_site.judging.selectors.contents import content_of
from tests.depth import THOROUGH
from tests.site.five_campaigns.driver import Replay
from tests.site.five_campaigns.packing import Place
from tests.site.five_campaigns.simulation import Part, System
from tests.site.five_campaigns.texts import Texts
from tests.site.judging.campaigns.blindness import leaks
from tests.site.judging.campaigns.panel import Panel, qualities_of, task_of

pytestmark = pytest.mark.django_db

TALKS, LENGTH = (12, 89) if THOROUGH else (2, 18)  # 6.1: 12 talks, the first 56 % of each, 600 segments together
EDITED = 600 if THOROUGH else 20
SET = "tst2015"
STRICTNESS = {"Ann": 0.0, "Bob": 0.1, "Cid": 0.2, "Dan": 0.3, "Eve": 0.4}
"""Shares of right words that translators change as well: their effort differs a lot (6.1)."""


@dataclass(frozen=True)
class Asked:
    """One of the two evaluations."""

    pair: str
    submitted: tuple[System, ...]
    entered: tuple[System, ...] = ()
    earlier: System | None = None
    """Edited the year before, and not again."""

    @property
    def place(self) -> Place:
        return ("ted-mt", self.pair, SET, "permissible")

    @property
    def edited(self) -> tuple[System, ...]:
        return (*self.submitted, *self.entered)


GERMAN = Asked(
    "en-de",
    tuple(System(team, wrong=wrong) for team, wrong in (("UEDIN", 0), ("KIT", 1), ("FBK", 3), ("UFAL", 4))),
    earlier=System("SU-15", "system", wrong=2),
)
FRENCH = Asked(
    "en-fr",
    (System("UEDIN", wrong=0), System("FBK", wrong=1), System("KIT", wrong=5)),
    entered=(System("MMT", "system", wrong=2), System("GT", "system", wrong=3), System("PJAIT-15", "system", wrong=4)),
)


@pytest.fixture
def replay(open_campaign: Callable[[str], Replay]) -> Replay:
    replay = open_campaign("iwslt2016")
    replay.go_into("registration")
    for team in ("UEDIN", "KIT", "FBK", "UFAL"):
        replay.register(replay.meet(team))
    return replay


def plan(replay: Replay, asked: Asked, translators: Sequence[str]) -> tuple[Texts, Panel]:
    """Everything up to the first screen."""
    texts = replay.add_data(SET, asked.pair, *(Part(f"talk{n}", LENGTH, {"genre": "lectures"}) for n in range(TALKS)))
    replay.go_into("mt")
    replay.submit_all("mt", {asked.place: list(asked.submitted)})
    for system in (*asked.entered, *([asked.earlier] if asked.earlier else [])):
        replay.enter(system, "ted-mt", asked.pair, SET)
    replay.work()
    replay.go_into("post-editing")
    planned = replay.organiser.plan_judging(replay.slug, [asked.pair])
    qualities = qualities_of([(texts, asked.edited)])
    panel = Panel(task_of(replay.slug, planned.task), qualities, replay.clock, replay.organiser)
    for name in translators:
        panel.invite(name)
    return texts, panel


def edit_everything(texts: Texts, panel: Panel) -> None:
    """Translators make wrong words right, and the strict change others, too."""
    right = dict(zip((each.text for each in texts.source().segments), texts.reference_lines(), strict=True))
    rng = np.random.default_rng(5)
    working = list(panel.seen)
    while working:
        for name in list(working):
            seen = panel.seen[name]
            shown = seen.session.next()
            if isinstance(shown, str):
                assert shown == "finished"
                working.remove(name)
                continue
            seen.shown[shown["screen_id"]] = dict(shown)
            output = shown["outputs"][0]["text"]
            text = edited(output, right[shown["source"]], STRICTNESS[name], rng)
            changed = sum(one != other for one, other in zip(text.split(), output.split(), strict=True))
            took = {"seconds": 10.0 + 3 * changed, "keystrokes": 6 * changed, "signed_off": True}
            assert seen.session.submit({"text": text, **took})


def edited(output: str, right: str, strictness: float, rng: np.random.Generator) -> str:
    """The output's own name stays: names of references are in no other text."""
    words = list(zip(output.split(), right.split(), strict=True))
    found = [own if number == len(words) - 2 else known for number, (own, known) in enumerate(words)]
    return " ".join(f"{word}n" if word.isalpha() and rng.random() < strictness else word for word in found)


def import_earlier(replay: Replay, panel: Panel, texts: Texts, system: System) -> None:
    """The complete output, and its post-edit of the year before."""
    rng = np.random.default_rng(6)
    lines = texts.output_lines(system)
    post_edits = [edited(own, right, 0.1, rng) for own, right in zip(lines, texts.reference_lines(), strict=True)]
    (replay.folder / "su15.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (replay.folder / "su15.edited.txt").write_text("".join(f"{line}\n" for line in post_edits), encoding="utf-8")
    checked = replay.organiser.check_earlier_post_edits(
        replay.slug,
        panel.task.slug,
        "en-de",
        replay.folder / "su15.edited.txt",
        output=replay.folder / "su15.txt",
        system=system.team,
    )
    assert checked.judgments == EDITED
    replay.organiser.import_checked(replay.slug, panel.task.slug, checked.checked)


def by_command(
    replay: Replay, panel: Panel, texts: Texts, asked: Asked, capsys: pytest.CaptureFixture[str], *further: object
) -> Any:
    """What `bakeoff human analyse` says of the exported judgments, the runs and the reference."""
    folder = replay.folder / asked.pair
    folder.mkdir()
    (folder / "judgments.jsonl").write_text(panel.organiser.judgments(replay.slug, panel.task.slug), encoding="utf-8")
    (folder / "rules.toml").write_text(panel.task.campaign.rulebook_text, encoding="utf-8")
    write = format_named(texts.format).load().write
    names = {system.team: system for system in (*asked.edited, *([asked.earlier] if asked.earlier else []))}
    judged = {name for each in Judgment.objects.filter(evaluation__task=panel.task) for name in each.systems}
    runs: list[object] = []
    for team, system in names.items():
        title = titles_of(replay).get(team)  # which systems that organisers entered are shown with
        name = next((each for each in judged if each.partition("_")[0] == team or each == title), team)
        run = replace(texts.output_run(system), system=name)
        (folder / f"{team}.xml").write_text("".join(write([run])), encoding="utf-8")
        runs += ["--run", folder / f"{team}.xml"]
    [(reference, data)] = texts.reference_files()
    (folder / reference).write_bytes(data)
    by_rules = ["--rules", folder / "rules.toml", "--evaluation", asked.pair]
    call = [folder / "judgments.jsonl", *by_rules, *runs, "-r", folder / reference, *further, "--format", "json"]
    capsys.readouterr()
    with suppress(SystemExit):
        main(["human", "analyse", *map(str, call)])
    said = capsys.readouterr()
    assert said.out, said.err
    return json.loads(said.out)


def titles_of(replay: Replay) -> dict[str, str]:
    return {code: system.title for code, system in replay.rules.systems.items()}


def figures(found: Any, part: str) -> list[Any]:
    """All figures of systems or translators, without their names."""
    named = ("system", "judge", "differs_from", "p", "systems")
    [group] = found["groups"]
    return [{name: value for name, value in each.items() if name not in named} for each in group[part]]


@pytest.mark.long
@pytest.mark.parametrize("asked", [GERMAN, FRENCH], ids=lambda asked: str(asked.pair))
def test_translators_correct_outputs_and_tables_6_to_9_come_of_it(
    replay: Replay, asked: Asked, capsys: pytest.CaptureFixture[str]
) -> None:
    judged = asked.edited if asked is GERMAN else asked.edited[:2] + asked.entered  # 6.1: the best two, and others
    translators = list(STRICTNESS)[: len(judged)]
    texts, panel = plan(replay, asked, translators)
    edit_everything(texts, panel)
    _see_the_deal(panel, asked, systems=len(judged))
    assert leaks(panel) == []
    further: list[object] = []
    if asked.earlier is not None:
        import_earlier(replay, panel, texts, asked.earlier)
        further = ["--earlier", replay.folder / "SU-15.txt", replay.folder / "su15.edited.txt"]
        (replay.folder / "SU-15.txt").write_bytes((replay.folder / "su15.txt").read_bytes())
    replay.go_into("workshop")
    found = json.loads(
        replay.newcomer.human_table(replay.slug, asked.pair, asked.pair, SET, table="systems", format="json")
    )
    said = by_command(replay, panel, texts, asked, capsys, *further)
    for part in ("systems", "translators"):
        assert figures(found, part) == figures(said, part)
    [group] = found["groups"]
    assert group["rank_correlations"] == said["groups"][0]["rank_correlations"]
    _see_tables(group, asked, judged, titles=titles_of(replay))


def _see_the_deal(panel: Panel, asked: Asked, *, systems: int) -> None:
    """6.1: everybody gets every segment once, and equally many outputs of each system."""
    evaluation = content_of(panel.task).evaluations[asked.pair]
    assert len(evaluation.design.pools[0].segments) == EDITED
    for name in panel.seen:
        own = panel.screens_of(name)
        assert len({each.segment for each in own}) == len(own) == EDITED
        shares = Counter(each.systems[0] for each in own)
        assert len(shares) == systems
        assert max(shares.values()) - min(shares.values()) <= 1


def _see_tables(group: Any, asked: Asked, judged: Sequence[System], *, titles: Mapping[str, str]) -> None:
    ranked = [*judged, *([asked.earlier] if asked.earlier else [])]
    systems = group["systems"]
    assert group["post_edits"] == [len(ranked)] * 2 if asked.earlier else [len(judged)] * 2
    assert (group["segments"], group["test_set_segments"]) == (EDITED, TALKS * LENGTH)
    # Tables 8 and 9: the best first, by mTER; HTER is higher, as one post-edit is fewer references.
    best = sorted(ranked, key=lambda each: each.wrong)
    assert systems[0]["system"].startswith(best[0].team)
    assert systems[-1]["mter"]["value"] > systems[0]["mter"]["value"]
    assert all(each["mter"]["value"] <= each["hter"]["value"] for each in systems)
    assert all(each["mter"]["interval"] and each["test_set_ter"] for each in systems)
    assert [each["earlier"] for each in systems].count(True) == (asked.earlier is not None)
    assert systems[0]["differs_from"] is not None
    assert {*group["rank_correlations"]} == {"hter", "ter", "test_set_ter"}
    if THOROUGH:
        # Systems that organisers entered have their titles, the one of an earlier year the name it was imported by.
        names = [(each.team, titles.get(each.team, each.team)) for each in best]
        assert all(each["system"].startswith(own) for each, own in zip(systems, names, strict=True))
    # Tables 6 and 7: effort differs between translators, TER of what they got hardly does.
    effort = [each["hter"]["value"] for each in group["translators"]]
    given = [each["ter"]["value"] for each in group["translators"]]
    assert max(effort) - min(effort) > 3 * (max(given) - min(given))
    assert all(each["hter"]["sd"] > 0 and each["effort"]["signed_off"] == EDITED for each in group["translators"])
