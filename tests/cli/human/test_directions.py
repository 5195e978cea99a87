"""`bakeoff human` on texts of several translation directions, judged together."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.usefixtures("own_folder")
EXAMPLES = ROOT / "examples"


def _directions(folder: Path) -> list[str]:
    """Texts of three directions, parallel as those of W08: plain, so that nothing but the command names them."""
    for name in ("de", "fr", "reference", "aster", "basalt", "cedar", "dune", "ember"):
        (folder / f"{name}.txt").write_text("".join(f"{name} segment {n}\n" for n in range(1, 13)), encoding="utf-8")
    runs = {"de-en": ("aster", "basalt"), "fr-en": ("aster", "cedar", "dune"), "xx-en": ("ember",)}
    named = [("--run", f"{pair}={name}.txt") for pair, names in runs.items() for name in names]
    return ["-s", "de-en=de.txt", "-s", "fr-en=fr.txt", *sum(named, ()), "-r", "reference.txt", "--test-set", "news"]


def test_directions_are_judged_together_and_count_in_the_single_pairs(
    bakeoff: Callable[..., Any], tmp_path: Path
) -> None:
    """R5.12, W08 3.4: from texts of every direction to the rankings of each and of all."""
    texts = _directions(tmp_path)
    call = ("human", "design", "wmt2008", "ranking", "all-english", *texts, "--judges", 3, "-o", "plan.jsonl")
    outcome = bakeoff(*call, "--offline", "out")
    assert outcome.code == 0, outcome.err
    assert "ranking is not about xx-en: left out there." in outcome.err
    plan = {row["screen_id"]: row for row in map(json.loads, Path("plan.jsonl").read_text("utf-8").splitlines())}
    assert {row["language_pair"] for row in plan.values()} == {"en", "de-en", "fr-en"}
    mixed = {system for row in plan.values() if row["language_pair"] == "en" for system in row["systems"]}
    # The texts of both asters are the same: where both are on a screen, they are shown as one.
    assert mixed - {"de-en/aster,fr-en/aster"} < mixed
    mixed = {name for system in mixed for name in system.split(",")}
    assert mixed == {"de-en/aster", "de-en/basalt", "fr-en/aster", "fr-en/cedar", "fr-en/dune", "xx-en/ember"}
    for path in sorted(Path("out").glob("*/screens.json")):
        for screen in json.loads(path.read_text(encoding="utf-8")):
            row = plan[screen["screen_id"]]
            directions = {
                name.partition("/")[0] if "/" in name else row["language_pair"]
                for system in row["systems"]
                for name in system.split(",")
            }
            one = directions.pop() if len(directions) == 1 else None  # others have no source in common
            assert screen["source"] == (f"{one[:2]} segment {row['segment_id']}" if one else None)
            assert screen["references"] == [f"reference segment {row['segment_id']}"]
    files = _answered_by_name(plan)
    assert bakeoff("human", "collect", "plan.jsonl", *files, "-o", "all.jsonl").code == 0

    rows = [json.loads(line) for line in Path("all.jsonl").read_text(encoding="utf-8").splitlines()]
    single = [row for row in rows if row["evaluation"] == "ranking"]
    parts = [sum(system.startswith("de-en") for system in row["systems"]) > 1 for row in rows if row not in single]
    call = ("human", "analyse", "all.jsonl", "--interval", "none", "--format", "json")
    ranked = bakeoff(*call, "--rules", "wmt2008", "--evaluation", "ranking")
    groups = {each["group"]["language_pair"]: each for each in ranked.json["rankings"]}
    assert set(groups) == {"de-en", "fr-en"}
    assert [system["name"] for system in groups["fr-en"]["systems"]] == ["aster", "cedar", "dune"]
    assert groups["de-en"]["judgments"] == sum(row["language_pair"] == "de-en" for row in single) + sum(parts) > 12
    assert f"{len(parts)} judgments of all-english count here as " in ranked.err
    (every,) = bakeoff(*call, "--rules", "wmt2008", "--evaluation", "all-english").json["rankings"]
    assert (every["group"]["language_pair"], every["judgments"]) == ("en", len(parts))
    # Without a rulebook the same by hand; of xx-en there is one system, which nothing is compared with.
    divided = bakeoff(*call, "--single-pairs").json["rankings"]
    assert {each["group"]["language_pair"]: each["judgments"] for each in divided} == {
        pair: each["judgments"] for pair, each in groups.items()
    }


def _answered_by_name(plan: Mapping[str, Mapping[str, Any]]) -> list[Path]:
    """Everyone prefers the system whose name comes first."""
    files = sorted(Path("out").glob("*/answers.jsonl"))
    for path in files:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for row in rows:
            names = [system.rpartition("/")[2] for system in plan[row["screen_id"]]["systems"]]
            row["answer"] = [sorted(set(names)).index(name) + 1 for name in names]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return files


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (["--run", "aster.txt"], "aster.txt does not say its language pair: write fr-en=aster.txt"),
        (["-s", "cs-en=fr.txt"], "fr.txt is the source of no run"),
        (["-s", "de-en=fr.txt"], "de-en has 2 sources"),
        (["--language-pair", "de-en"], "--language-pair is for texts of one"),
    ],
)
def test_texts_that_name_no_direction(
    bakeoff: Callable[..., Any], tmp_path: Path, changes: list[str], sentence: str
) -> None:
    outcome = bakeoff("human", "design", "wmt2008", "all-english", *_directions(tmp_path), *changes, "--judges", 3)
    assert outcome.code == 2
    assert sentence in outcome.err


def test_files_say_which_direction_they_are_of(bakeoff: Callable[..., Any]) -> None:
    """A reference that names a source is that of its direction; the others hold for all into its language."""
    for code in ("de", "fr"):
        for path in (EXAMPLES / "source.xml", EXAMPLES / "runs" / "aster.xml", EXAMPLES / "runs" / "basalt.xml"):
            text = path.read_text(encoding="utf-8").replace('"German"', f'"{code}"').replace('"English"', '"en"')
            Path(f"{code}-{path.name}").write_text(text, encoding="utf-8")
    references = (EXAMPLES / "references.xml").read_text(encoding="utf-8").replace('"English"', '"en"')
    Path("references.xml").write_text(references.replace('"German"', '"de"'), encoding="utf-8")
    runs = [text for code in ("de", "fr") for name in ("aster", "basalt") for text in ("--run", f"{code}-{name}.xml")]
    call = ("human", "design", "wmt2008", "all-english", "ranking", "-s", "de-source.xml", "-s", "fr-source.xml", *runs,
            "-r", "references.xml", "--judges", 2, "-o", "plan.jsonl", "--offline", "out")  # fmt: skip
    outcome = bakeoff(*call)
    assert outcome.code == 0, outcome.err
    rows = [json.loads(line) for line in Path("plan.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {row["language_pair"] for row in rows} == {"en", "de-en", "fr-en"}
    screens = json.loads(Path("out/judge1/screens.json").read_text(encoding="utf-8"))
    assert all(screen["references"] for screen in screens)
