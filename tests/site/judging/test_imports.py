"""Judgments from other tools are checked, imported once, counted with the others, and withdrawn."""

from __future__ import annotations

import json
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff.cli.main import main
from bakeoff.reports import human_json
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Membership
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.models import Evaluation, Judgment, JudgmentImport
from bakeoff_site.judging.selectors.exported_forms import exported_file
from bakeoff_site.judging.selectors.rankings import ranking_of
from bakeoff_site.judging.services.imports import (
    ImportRefusedError,
    check_import,
    import_judgments,
    withdraw_import,
)
from tests.site.judging.world import SYSTEMS, TEXTS, judge_everything, judged_campaign, make_judge, planned_task
from tests.site.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(db: None) -> User:
    return person("Olga Organiser")


@pytest.fixture
def evaluation(organiser: User) -> Evaluation:
    campaign = judged_campaign()
    Membership.objects.create(campaign=campaign, user=organiser, role=MembershipRole.ORGANISER)
    planned_task(campaign, "scores", by=organiser)
    return Evaluation.objects.select_related("task__campaign").get()


def shown(name: str, segment: int) -> str:
    return f"{TEXTS['en-zh'][segment]} {name.lower()[: SYSTEMS.index(name) + 1]}"


def pearmut(*, user: str = "warm-fox-12", better: str = "DELTA", **changes: Any) -> bytes:
    """Everything judged by one person; `changes` are made to the second segment."""
    lines = []
    for segment in range(4):
        item = {"item_id": str(segment + 1), "src": "x", "tgt": {name: shown(name, segment) for name in SYSTEMS}}
        answers = {name: {"score": 90 - segment if name == better else 20 + segment} for name in SYSTEMS}
        if segment == 1:
            item |= changes
        lines.append({"user_id": user, "item_i": segment, "annotation": [answers], "item": [item]})
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in lines).encode()


def test_imported_judgments_count_as_the_command_line_counts_the_export(
    evaluation: Evaluation, organiser: User, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    task, now = evaluation.task, timezone.now()
    judge_everything([make_judge(task, "Jo Judge", now=now)], now=now)
    before = ranking_of(evaluation).result
    checked = check_import(evaluation, "results.jsonl", [pearmut()])
    assert (checked.judges, checked.judgments, checked.systems) == (1, 16, tuple((name, 4) for name in SYSTEMS))
    assert ranking_of(evaluation).result == before  # a check counts nothing
    import_judgments(task, checked.token, by=organiser, now=now)
    evaluation.refresh_from_db()
    after = ranking_of(evaluation).result
    assert before is not None
    assert after is not None
    assert after.rankings[0].judgments == before.rankings[0].judgments + 16
    assert after.rankings[0].judges == 2

    client.force_login(organiser)
    address = reverse("judging:export", args=[task.campaign.slug, task.slug])
    path = tmp_path / "judgments.jsonl"
    path.write_bytes(b"".join(client.get(address)))
    assert "import" in path.read_text()
    assert "warm-fox" not in path.read_text()
    with suppress(SystemExit):
        main(["human", "analyse", str(path), "--format", "json"])
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(human_json(after)))


def test_a_file_counts_once_and_no_longer_when_it_is_withdrawn(evaluation: Evaluation, organiser: User) -> None:
    task, now = evaluation.task, timezone.now()
    first = import_judgments(task, check_import(evaluation, "a.jsonl", [pearmut()]).token, by=organiser, now=now)
    again = check_import(evaluation, "b.jsonl", [pearmut()])
    with pytest.raises(RefusedError, match=r"imported already, as a\.jsonl\. They count once"):
        import_judgments(task, again.token, by=organiser, now=now)
    evaluation.refresh_from_db()
    result = ranking_of(evaluation).result
    assert result is not None
    assert result.rankings[0].systems[0].system == "DELTA"
    with pytest.raises(RefusedError, match="Say why"):
        withdraw_import(first, reason=" ", by=organiser, now=now)
    withdraw_import(first, reason="a trial", by=organiser, now=now)
    with pytest.raises(RefusedError, match="was withdrawn before"):
        withdraw_import(first, reason="a trial", by=organiser, now=now)
    evaluation.refresh_from_db()
    assert ranking_of(evaluation).reason == "Nothing is judged yet."
    import_judgments(task, again.token, by=organiser, now=now)
    assert JudgmentImport.objects.filter(withdrawn_at=None).count() == 1
    assert JudgmentImport.objects.count() == 2


@pytest.mark.parametrize(
    ("changes", "said", "times"),
    [
        ({"item_id": "99"}, "expected one segment of the evaluation, found none called 99", 1),
        ({"tgt": dict.fromkeys(SYSTEMS, "another text")}, "expected the output of ALPHA as the evaluation has it", 4),
    ],
)
def test_what_does_not_fit_is_named_once_with_its_line(
    changes: dict[str, Any], said: str, times: int, evaluation: Evaluation
) -> None:
    with pytest.raises(ImportRefusedError) as refused:
        check_import(evaluation, "results.jsonl", [pearmut(**changes)])
    assert len(refused.value.mistakes) == times
    assert refused.value.mistakes[0].startswith("results.jsonl, line 2: ")
    assert said in refused.value.mistakes[0]


def test_unknown_systems_and_other_protocols_are_named(evaluation: Evaluation) -> None:
    unknown = pearmut().replace(b"DELTA", b"OMEGA")
    with pytest.raises(ImportRefusedError, match=r"results\.jsonl, line 1: expected systems of the evaluation.*OMEGA"):
        check_import(evaluation, "results.jsonl", [unknown])
    with pytest.raises(ImportRefusedError, match="expected judgments of the protocol direct, found pairwise"):
        check_import(evaluation, "a.rank", [b"1\ten-zh\tALPHA\ten-zh\tBRAVO\n"])
    with pytest.raises(ImportRefusedError, match="expected a file of judgments"):
        check_import(evaluation, "a.txt", [b"no judgments\n"])


def test_organisers_look_at_a_file_before_they_import_it(
    evaluation: Evaluation, organiser: User, client: Client
) -> None:
    client.force_login(organiser)
    address = reverse("judging:imports", args=[evaluation.task.campaign.slug, evaluation.task.slug])

    def upload(content: bytes) -> Any:
        file = SimpleUploadedFile("results.jsonl", content)
        return client.post(address, {"evaluation": evaluation.pk, "file": file})

    refused = upload(pearmut(item_id="99"))
    assert refused.status_code == 422
    assert "Nothing was imported" in refused.text
    assert "results.jsonl, line 2" in refused.text
    page = upload(pearmut())
    assert "16 judgments by 1 judge" in page.text
    done = client.post(address, {"checked": page.context["checked"].token}, follow=True)
    assert "Results of Pearmut as JSON Lines" in done.text
    imported = JudgmentImport.objects.get()
    assert (imported.file_name, imported.format, imported.imported_by) == ("results.jsonl", "pearmut", organiser)
    withdraw = reverse(
        "judging:withdraw-import", args=[evaluation.task.campaign.slug, evaluation.task.slug, imported.pk]
    )
    assert "Withdrawn" in client.post(withdraw, {"reason": "a trial"}, follow=True).text
    assert "has expired" in client.post(address, {"checked": "x"}, follow=True).text


def test_the_human_board_says_what_was_judged_elsewhere(
    evaluation: Evaluation, organiser: User, client: Client
) -> None:
    task = evaluation.task
    client.force_login(organiser)
    import_judgments(task, check_import(evaluation, "a.jsonl", [pearmut()]).token, by=organiser, now=timezone.now())
    board = reverse("results:human-board", args=[task.campaign.slug, "scores", "en-zh", "news"])
    text = " ".join(client.get(board).text.split())
    assert "16 judgments by 1 judge, imported" in text
    assert "from results of Pearmut as JSON Lines." in text


def test_the_live_view_and_exports_say_what_was_judged_elsewhere(
    evaluation: Evaluation, organiser: User, client: Client
) -> None:
    task, now = evaluation.task, timezone.now()
    judge_everything([make_judge(task, "Jo Judge", now=now)], now=now)
    import_judgments(task, check_import(evaluation, "a.jsonl", [pearmut()]).token, by=organiser, now=now)
    client.force_login(organiser)
    shown = client.get(reverse("judging:live", args=[task.campaign.slug, task.slug])).text
    assert "Made elsewhere: 16 judgments by 1 judge, from results of Pearmut as JSON Lines (" in shown
    lines = b"".join(client.get(reverse("judging:export", args=[task.campaign.slug, task.slug]))).decode().splitlines()
    origins = [json.loads(line).get("origin", "") for line in lines]
    assert sorted(set(origins)) == ["", "pearmut"]
    assert origins.count("pearmut") == 16


def test_what_is_exported_for_a_tool_is_imported_elsewhere(
    evaluation: Evaluation, organiser: User, client: Client
) -> None:
    task, now = evaluation.task, timezone.now()
    judge_everything([make_judge(task, "Jo Judge", now=now)], now=now)
    result = ranking_of(evaluation).result
    assert result is not None
    given: dict[str, list[float]] = {}
    for systems, answer in Judgment.objects.values_list("systems", "answer"):
        assert answer is not None
        given.setdefault(systems[0], []).append(answer[0] if isinstance(answer, list) else answer)
    client.force_login(organiser)
    files = {
        form: client.get(reverse("judging:export-form", args=[task.campaign.slug, task.slug, "scores", form]))
        for form in ("appraise", "pearmut", "mtme")
    }
    assert files["pearmut"]["Content-Disposition"] == f'attachment; filename="small-{task.slug}-scores-pearmut.jsonl"'
    with ZipFile(BytesIO(files["mtme"].content)) as archive:
        scores = archive.read("human-scores/en-zh.scores.sys.score").decode()
        assert set(archive.namelist()) == {f"human-scores/en-zh.scores.{level}.score" for level in ("sys", "seg")}
    means = dict(line.split("\t") for line in scores.splitlines())
    assert {system: float(mean) for system, mean in means.items()} == {
        system: sum(grades) / len(grades) for system, grades in given.items()
    }
    other = planned_task(task.campaign, "scores", by=organiser, title="Again")
    second = Evaluation.objects.select_related("task__campaign").get(task=other)
    for form in ("appraise", "pearmut"):
        checked = check_import(second, f"{form}.txt", [files[form].content])
        assert (checked.judgments, checked.judges) == (result.rankings[0].judgments, 1)


def test_a_form_that_a_tool_does_not_have_is_refused_in_words(evaluation: Evaluation) -> None:
    with pytest.raises(RefusedError) as refused:
        exported_file(evaluation.task, "scores", "mqm", counted=True)
    assert str(refused.value) == "Scores cannot be exported as mqm; forms for it: appraise, pearmut, mtme."
    with pytest.raises(RefusedError, match="The task has no evaluation none; it has: scores"):
        exported_file(evaluation.task, "none", "mqm", counted=True)
