"""The ranking on the site next to what `bakeoff human analyse` says of the export."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bakeoff.cli.main import main
from bakeoff.formats.judgments import write_judgments
from bakeoff.human_eval import HumanEvaluationResult
from bakeoff.reports import answers_json, human_json
from bakeoff_site.judging.models import Evaluation
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.rankings import ranking_of
from tests.site.judging.campaigns.panel import Panel


def ranking_on_site_and_by_command(
    panel: Panel, code: str, *, folder: Path, capsys: pytest.CaptureFixture[str]
) -> HumanEvaluationResult:
    """The result of an evaluation on the site, which must be what the command says of the exported judgments."""
    task, campaign = panel.task, panel.task.campaign
    (folder / "judgments.jsonl").write_text(panel.organiser.judgments(campaign.slug, task.slug), encoding="utf-8")
    (folder / "rules.toml").write_text(campaign.rulebook_text, encoding="utf-8")
    evaluation = Evaluation.objects.select_related("task__campaign").get(task=task, code=code)
    found = ranking_of(evaluation)
    result = found.result
    assert result is not None, found.reason
    by_rules: list[object] = ["--rules", folder / "rules.toml", "--evaluation", code]
    if gold := content_of(task).evaluations[code].gold:  # which no export holds
        write_judgments(gold, folder / "gold.jsonl")
        by_rules += ["--gold", folder / "gold.jsonl"]
    said = _analysed(capsys, folder / "judgments.jsonl", *by_rules, "--format", "json")
    more = {"answers": answers_json(found.answers)} if found.answers else {}
    assert said == json.loads(json.dumps({**human_json(result), **more}))
    return result


def _analysed(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    capsys.readouterr()
    with suppress(SystemExit):
        main(["human", "analyse", *map(str, arguments)])
    return json.loads(capsys.readouterr().out)
