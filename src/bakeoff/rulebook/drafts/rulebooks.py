"""The rulebook that a plan makes of a model: its text with comments, and what speaks against it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from bakeoff.data import Finding
from bakeoff.data.sentences import capitalized
from bakeoff.rulebook.drafts.judging import apply_conditions, apply_human, forget_judging
from bakeoff.rulebook.drafts.language_pairs import apply_pairs
from bakeoff.rulebook.drafts.leftovers import Content, remove_leftovers
from bakeoff.rulebook.drafts.models import CampaignModel
from bakeoff.rulebook.drafts.plans import CampaignPlan, PlanField, PlanProblem
from bakeoff.rulebook.drafts.schedule import apply_schedule, follow_years
from bakeoff.rulebook.drafts.scoring import apply_metrics
from bakeoff.rulebook.drafts.test_sets import apply_test_sets
from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.rulebook.files.creation import OF_THE_MODEL
from bakeoff.rulebook.files.reader import parse_rulebook
from bakeoff.rulebook.files.toml_document import rewrite_content
from bakeoff.rulebook.files.toml_lines import key_lines
from bakeoff.rulebook.mistakes import SchemaError
from bakeoff.rulebook.schema import Campaign
from bakeoff.rulebook.schema.submission import PackageRules

_ABOUT: tuple[PlanField, ...] = ("id", "title", "description", "organiser", "contact", "timezone")
_CHAPTERS: Mapping[str, PlanField] = {
    "phases": "phases",
    "language_pairs": "language_pairs",
    "tracks": "language_pairs",
    "test_sets": "test_sets",
    "submission": "test_sets",
    "evaluation": "metrics",
    "published_scores": "metrics",
    "conditions": "conditions",
    "resources": "conditions",
    "human": "human",
}
"""Where a mistake in a chapter of the rulebook is corrected in a plan."""


@dataclass(frozen=True, slots=True)
class DraftedRulebook:
    """The text of a rulebook without mistakes, or the problems of the plan."""

    text: str
    problems: tuple[PlanProblem, ...]


def draft_rulebook(model: CampaignModel, plan: CampaignPlan) -> DraftedRulebook:
    """The rulebook of a plan; it is checked like one that was typed, and a mistake becomes a problem of its field."""
    content = _copied(model.content)
    for table, key in model.forgotten:
        content.get(table, {}).pop(key, None)
    for steps in _STEPS:
        if problems := tuple(problem for step in steps for problem in step(content, plan)):
            return DraftedRulebook("", problems)
    remove_leftovers(content, model.content)
    if model.rulebook.human and "human" not in content:
        forget_judging(content)
        remove_leftovers(content, model.content)
    follow_years(content, model.content, plan)
    _drop_unused_tasks(content, model.content)
    _tell_test_sets_apart(content)
    text = _from_model(rewrite_content(model.text, content), model)
    problems = tuple(_problem(finding, text) for finding in parse_rulebook(text).findings)
    return DraftedRulebook("" if problems else text, problems)


def _apply_about(content: Content, plan: CampaignPlan) -> Iterator[PlanProblem]:
    """What the campaign is called and who runs it; nothing of who ran the model stays."""
    for table, key in OF_THE_MODEL:
        if key in content.get(table, {}):
            content[table][key] = ""
    about = content["campaign"]
    for key in _ABOUT:
        if value := getattr(plan, key).strip():
            about[key] = value
        else:
            about.pop(key, None)
    if not plan.title.strip():
        yield PlanProblem("title", "Give the campaign a title.")
    else:
        yield from _campaign_problems(about)
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._+-]*", plan.id) or len(plan.id) > 80:
        sentence = "The address needs 1 to 80 letters, digits and . _ + -, with a letter or digit first."
        yield PlanProblem("id", sentence)


def _campaign_problems(about: Content) -> Iterator[PlanProblem]:
    try:
        Campaign.model_validate({**about, "id": "campaign"})
    except ValidationError as error:
        for mistake in error.errors(include_url=False):
            own = mistake.get("ctx", {}).get("error")
            said = f"Expected {own.expected}, found {own.found}." if isinstance(own, SchemaError) else mistake["msg"]
            yield PlanProblem(_field(str(mistake["loc"][0])), said)


def _field(key: str) -> PlanField:
    return next((field for field in _ABOUT if field == key), "title")


_Step = Callable[[Content, CampaignPlan], Iterator[PlanProblem]]
_STEPS: tuple[tuple[_Step, ...], ...] = (
    (_apply_about, apply_schedule, apply_pairs),
    (apply_test_sets, apply_conditions, apply_metrics, apply_human),
)
"""What a plan changes; the second group rests on the first."""


def _copied(content: Any) -> Any:
    if isinstance(content, Mapping):
        return {key: _copied(value) for key, value in content.items()}
    return [_copied(value) for value in content] if isinstance(content, list | tuple) else content


def _drop_unused_tasks(content: Content, before: Mapping[str, Any]) -> None:
    """Tasks whose tracks were all removed."""
    used = {track.get("task") for track in content["tracks"].values()}
    were_used = {track.get("task") for track in before["tracks"].values()}
    for name in were_used - used:
        content.get("tasks", {}).pop(name, None)


def _tell_test_sets_apart(content: Content) -> None:
    """Names of files say the test set where a package has runs on several in one language pair."""
    submission, test_sets = content.get("submission", {}), content.get("test_sets", {})
    common = {name: submission.get(name, field.default) for name, field in PackageRules.model_fields.items()}
    for package in submission.get("packages", {}).values():
        rules = {**common, **package}
        patterns = (rules["archive"], rules["tree"], rules["file"])
        if rules["format"] == "scores" or any("test_set" in parse_pattern(each).fields for each in patterns):
            continue
        named = package.get("test_sets") or [name for name, each in test_sets.items() if each["role"] == "current"]
        pairs = [test_sets[name].get("language_pairs") or content["language_pairs"] for name in named]
        offered = [pair for each in pairs for pair in each]
        if len(offered) > len(set(offered)):
            package["file"] = _with_test_set(rules["file"])


def _with_test_set(pattern: str) -> str:
    """A pattern of names that says the test set next to the language pair, or in front.

    >>> _with_test_set("{team}_{language_pair}.txt")
    '{team}_{test_set}_{language_pair}.txt'
    """
    before, found, after = pattern.partition("{language_pair}")
    if not found or not before:
        return f"{{test_set}}_{pattern}"
    return f"{before}{{test_set}}{before[-1] if not before[-1].isalnum() else '_'}{found}{after}"


def _from_model(text: str, model: CampaignModel) -> str:
    return f"# Started from {model.rulebook.campaign.title} ({model.name}).\n{text}"


def _problem(finding: Finding, text: str) -> PlanProblem:
    """A mistake of the rulebook as a problem of the field that it comes from."""
    line = finding.place.line or 0
    tables = [(at, path) for path, at in key_lines(text).items() if at <= line and len(path) <= 2]
    _, path = max(tables, default=(0, ("campaign",)), key=lambda table: (table[0], len(table[1])))
    chapter = str(path[0])
    known = _CHAPTERS.get(chapter)
    row = str(path[1]) if known and len(path) > 1 else ""
    sentence = f"Expected {finding.expected}, found {finding.found}. {finding.remedy}".strip()
    return PlanProblem(known or _field(str(path[-1])), capitalized(sentence), row)
