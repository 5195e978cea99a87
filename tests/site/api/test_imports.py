"""Programs import judgments that were made elsewhere by the rules of the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bakeoff.client import ConflictError, InvalidError, MissingError
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Membership
from bakeoff_site.judging.models import Evaluation, JudgmentImport
from bakeoff_site.judging.selectors.rankings import ranking_of
from bakeoff_site.judging.services import imports
from tests.site.api.conftest import speaking
from tests.site.judging.test_imports import pearmut, shown
from tests.site.judging.world import SYSTEMS, judged_campaign, planned_task


@pytest.fixture
def evaluation(db: None, settings: Any, tmp_path: Path, organiser: User) -> Evaluation:
    settings.DATA_FOLDER = tmp_path / "data"
    campaign = judged_campaign()
    Membership.objects.create(campaign=campaign, user=organiser, role=MembershipRole.ORGANISER)
    planned_task(campaign, "scores", by=organiser)
    return Evaluation.objects.select_related("task__campaign").get()


def written(folder: Path, content: bytes, name: str = "results.jsonl") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def test_a_program_checks_imports_lists_and_withdraws(evaluation: Evaluation, organiser: User, tmp_path: Path) -> None:
    client, task = speaking(organiser), evaluation.task.slug
    path = written(tmp_path, pearmut())
    checked = client.check_import("small", task, "scores", path)
    assert (checked.origin, checked.judges, checked.judgments) == ("results of Pearmut as JSON Lines", 1, 16)
    assert [(each.system, each.judgments) for each in checked.systems] == [(name, 4) for name in SYSTEMS]
    assert list(client.imports("small", task)) == []
    imported = client.import_checked("small", task, checked.checked)
    assert (imported.file_name, imported.judgments, imported.imported_by) == ("results.jsonl", 16, str(organiser))
    assert list(client.imports("small", task)) == [imported]
    evaluation.refresh_from_db()
    result = ranking_of(evaluation).result
    assert result is not None
    assert result.rankings[0].judgments == 16
    with pytest.raises(ConflictError, match=r"imported already, as results\.jsonl\. They count once"):
        client.import_judgments("small", task, "scores", path)
    with pytest.raises(ConflictError, match="Say why"):
        client.withdraw_import("small", task, imported.id, reason=" ")
    withdrawn = client.withdraw_import("small", task, imported.id, reason="a trial")
    assert (withdrawn.withdrawn_reason, withdrawn.withdrawn_by) == ("a trial", str(organiser))
    assert withdrawn.withdrawn_at is not None
    evaluation.refresh_from_db()
    assert ranking_of(evaluation).reason == "Nothing is judged yet."


def test_mistakes_are_findings_with_their_lines(evaluation: Evaluation, organiser: User, tmp_path: Path) -> None:
    client, task = speaking(organiser), evaluation.task.slug
    with pytest.raises(InvalidError) as refused:
        client.check_import("small", task, "scores", written(tmp_path, pearmut(item_id="99")))
    first = refused.value.findings[0]
    assert (first.place.file, first.place.line, first.found) == ("results.jsonl", 2, "none called 99")
    assert first.remedy == (
        "Call segments and documents in the file as the test set calls them, or number all segments by their line in "
        "it."
    )
    assert len(refused.value.findings) == 1  # the same of every row
    with pytest.raises(ConflictError, match="has expired"):
        client.import_checked("small", task, "x")
    with pytest.raises(MissingError):
        client.check_import("small", task, "none", written(tmp_path, pearmut()))
    assert not JudgmentImport.objects.exists()


def test_results_of_appraise_come_with_their_batches(evaluation: Evaluation, organiser: User, tmp_path: Path) -> None:
    client, task = speaking(organiser), evaluation.task.slug
    items = [
        {"itemID": number + 7, "_item": f"{name} | {segment + 1} | doc", "documentID": "doc", "sourceText": "x"}
        | {"targetID": name, "targetText": shown(name, segment)}
        for number, (name, segment) in enumerate((name, segment) for name in SYSTEMS for segment in range(4))
    ]
    rows = [f"zho01,{each['targetID']},{each['itemID']},TGT,eng,zho,50,doc,False,100,104.5\n" for each in items]
    results = written(tmp_path, "".join(rows).encode(), "scores.csv")
    batches = written(tmp_path, json.dumps([{"task": {}, "items": items}]).encode(), "batches.json")
    with pytest.raises(InvalidError, match="expected one segment of the evaluation"):
        client.import_judgments("small", task, "scores", results)
    imported = client.import_judgments("small", task, "scores", results, batches=batches)
    assert (imported.format, imported.judgments) == ("appraise", 16)


def test_a_file_that_is_too_large_is_refused_while_it_comes(
    evaluation: Evaluation, organiser: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "MOST_IMPORTED", 100)
    with pytest.raises(ConflictError, match="more than 100 bytes"):
        speaking(organiser).check_import("small", evaluation.task.slug, "scores", written(tmp_path, pearmut()))
