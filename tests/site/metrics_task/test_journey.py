"""A complete metrics task through the API: from the package of outputs to the released comparison with people."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import pytest

from bakeoff.client import Client, ForbiddenError, MissingError, Submission
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.models import Job
from tests.site.api.conftest import speaking
from tests.site.conftest import Clock
from tests.site.metrics_task.world import (
    EVALUATION,
    PAIR,
    SET,
    TRACK,
    Package,
    compare,
    judge_systems,
    metric_team,
    release,
    unpacked,
)
from tests.site.people import person

SLUG = "small"
BROKEN: Mapping[str, tuple[str, str, str, int | None]] = {
    "a missing system": (r"(system1\t.*\n)+", "", "score-system-missing", None),
    "a missing segment": (r"system1\t2\t.*\n", "", "score-segment-missing", 6),
    "an unknown system": (r"system2\t1\t", "system7\t1\t", "score-system-unknown", 11),
    "an unknown segment": (r"system1\t4\t", "system1\t5\t", "score-segment-unknown", 9),
    "a row twice": (r"(system1\t1\t.*\n)", r"\1\1", "score-duplicate", 7),
    "a score that is not finite": (r"(system1\t1\t).*", r"\1inf", "score-not-finite", 6),
    "a score that is no number": (r"(system1\t1\t).*", r"\g<1>9,0", "score-not-a-number", 6),
    "a row with two columns": (r"(system1\t1)\t.*", r"\1", "score-columns", 6),
    "another header": ("system\tsegment\tscore", "system,segment,score", "score-columns", 5),
    "no direction": ("# better: higher\n", "", "direction-undeclared", 1),
    "no need for references": ("# references: no\n", "", "references-undeclared", 1),
    "a name that is missing": ("# metric: BROKEN\n", "", "metric-undeclared", 1),
    "another direction": ("# better: higher", "# better: up", "declaration-wrong", 2),
    "a system score that is no mean": (r"(system1\t\t).*", r"\g<1>99.5", "score-system-mean", 10),
}
"""Mistakes: what is changed in a right file and into what, the code, and the line."""


@pytest.fixture
def lamp(campaign: Campaign) -> tuple[Team, User]:
    return metric_team(campaign, "Lamp Lab")


def lasting(user: User) -> Client:
    """Somebody whose token outlives the campaign."""
    return speaking(user, lifetime=timedelta(days=90))


def downloaded(client: Client, folder: Path) -> Package:
    [file] = [each for each in client.data_files(SLUG) if each.kind == "outputs"]
    return unpacked(client.download(SLUG, file, folder))


def submitted(client: Client, team: Team, path: Path) -> Submission:
    receipt = client.submit(SLUG, team.pk, path, package="scores")
    work_off("test")
    return client.wait_for_verdict(SLUG, receipt.number, seconds=1)


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_metric_teams_download_score_and_see_who_agrees_with_people(
    campaign: Campaign, organiser: User, lamp: tuple[Team, User], clock: Clock, tmp_path: Path
) -> None:
    (team, ann), chief = lamp, lasting(organiser)
    (other, bob), stranger = metric_team(campaign, "Tide Group"), lasting(person("Stan Stranger"))
    client = lasting(ann)
    package = downloaded(client, tmp_path)
    assert set(package.outputs) == {"system1", "system2", "system3", "system4"}
    assert package.files[f"{SET}/sources/{PAIR}.txt"].splitlines()[1] == "The ships come home."
    assert package.files[f"{SET}/references/{PAIR}.refA.txt"].splitlines()[1] == "船回家了。"
    assert package.files[f"{SET}/documents/{PAIR}.docs"].count("\n") == 4
    assert not [text for text in package.files.values() if "ALPHA" in text]

    gap = written(
        tmp_path, f"lengths_primary_{SET}_{PAIR}.tsv", package.scores("Lengths").replace("system2\t1", "system9\t1")
    )
    begun = client.check(SLUG, team.pk, gap, package="scores", seconds=0)
    work_off("test")
    draft = client.wait_for_check(SLUG, team.pk, begun.id, seconds=1)
    assert {"score-system-unknown", "score-segment-missing"} <= {each.code for each in draft.findings}
    good = written(tmp_path, f"lengths_primary_{SET}_{PAIR}.tsv", package.scores("Lengths"))
    assert submitted(client, team, good).state == "valid"
    errors = written(tmp_path, f"gaps_contrastive_{SET}_{PAIR}.tsv", package.scores("Gaps", better="lower", scale=-2.0))
    assert submitted(client, team, errors).state == "valid"
    upside = written(tmp_path, f"upside_primary_{SET}_{PAIR}.tsv", package.scores("Upside", scale=-1.0))
    assert submitted(lasting(bob), other, upside).state == "valid"
    again = written(tmp_path, f"lengths_primary_{SET}_{PAIR}.tsv", package.scores("Lengths", scale=3.0))
    receipt = submitted(client, team, again)
    assert [run.effect for run in receipt.runs] == ["replaces"]

    clock.move_into(campaign, "judging")
    assert compare(clock.now) == 0  # nothing is judged
    judge_systems(campaign, now=clock.now, by=organiser)
    assert compare(clock.now) == 1
    assert compare(clock.now) == 0  # nothing is new
    assert [job.error for job in Job.objects.filter(state="failed")] == []

    assert list(client.metrics_results(SLUG)) == []
    with pytest.raises(MissingError):
        stranger.metrics_result(SLUG, TRACK, SET, EVALUATION)
    while_judged = chief.metrics_result(SLUG, TRACK, SET, EVALUATION)
    assert while_judged.is_judged
    assert [own["systems"] for own in while_judged.figures["sets"]] == [[]]

    release(campaign, clock)
    [row] = stranger.metrics_results(SLUG)
    assert (row.track, row.test_set, row.evaluation, row.is_released) == (TRACK, SET, EVALUATION, True)
    result = stranger.metrics_result(SLUG, TRACK, SET, EVALUATION)
    [own] = result.figures["sets"]
    assert set(own["systems"]) == {"ALPHA", "BRAVO", "CLARA", "DELTA"}
    pearson = {each["metric"]: each["measures"]["pearson"]["value"] for each in own["metrics"]}
    assert set(pearson) >= {"Lengths", "Gaps", "Upside", "BLEU", "chrF"}
    assert pearson["Lengths"] == pytest.approx(pearson["Gaps"]) == pytest.approx(-pearson["Upside"])
    assert pearson["Lengths"] > 0.99
    accuracy = {each["metric"]: each["measures"]["accuracy"]["value"] for each in own["metrics"]}
    assert (accuracy["Lengths"], accuracy["Gaps"], accuracy["Upside"]) == (1.0, 1.0, 0.0)
    assert {(each.name, each.team, each.system_type, each.version, each.better) for each in result.metrics} >= {
        ("Lengths", "Lamp Lab", "primary", 2, "higher"),
        ("Gaps", "Lamp Lab", "contrastive", 1, "lower"),
        ("Upside", "Tide Group", "primary", 1, "higher"),
        ("BLEU", "", "", None, ""),
    }


def test_only_teams_of_the_track_get_outputs_and_submit_scores(
    campaign: Campaign, lamp: tuple[Team, User], tmp_path: Path
) -> None:
    package = downloaded(speaking(lamp[1]), tmp_path)
    team, user = metric_team(campaign, "Mere Translators", tracks=())
    client = speaking(user)
    assert not [each for each in client.data_files(SLUG) if each.kind == "outputs" and each.may_fetch]
    path = written(tmp_path, f"mine_primary_{SET}_{PAIR}.tsv", package.scores("Mine"))
    assert submitted(client, team, path).state == "invalid"
    with pytest.raises(ForbiddenError):
        speaking(person("Stan Stranger")).submit(SLUG, team.pk, path, package="scores")


def test_broken_score_files_are_refused_with_line_and_remedy(
    campaign: Campaign, lamp: tuple[Team, User], tmp_path: Path
) -> None:
    team, user = lamp
    client = speaking(user)
    files: dict[str, tuple[str, bytes, str, int | None]] = {}
    package = downloaded(client, tmp_path)
    text = package.scores("BROKEN")
    for number, (what, (pattern, new, code, line)) in enumerate(BROKEN.items()):
        changed, count = re.subn(f"^{pattern}", new, text, count=1, flags=re.MULTILINE)
        assert count, what
        files[f"m{number}_primary_{SET}_{PAIR}.tsv"] = (what, changed.encode(), code, line)
    files[f"m90_primary_{SET}_{PAIR}.tsv"] = (
        "no UTF-8",
        package.scores("Größe").encode("latin-1"),
        "encoding-utf8",
        1,
    )
    files[f"m91_primary_{SET}_{PAIR}.tsv"] = ("an empty file", b" \n", "file-empty", None)
    files[f"m92_primary_{SET}_{PAIR}.tsv"] = ("nothing but declarations", b"# metric: X\n", "scores-none", None)
    files[f"m93_primary_{SET}_en-xx.tsv"] = (
        "an unknown pair",
        package.scores("X").encode(),
        "file-language-pair",
        None,
    )
    for name, (what, content, code, line) in files.items():
        found = submitted(client, team, written(tmp_path, name, content))
        assert found.state == "invalid", what
        named = [each for each in found.findings if each.code == code]
        assert named, (what, [str(each) for each in found.findings])
        assert all(each.remedy and each.found and each.expected for each in named), what
        assert all(each.place.file and each.place.file.endswith(name) for each in named), what
        assert line is None or named[0].place.line == line, (what, str(named[0]))
    assert len({code for _, _, code, _ in files.values()}) >= 12
