"""A screen as its page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bakeoff.human_eval.analyses.timing import minutes_left
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff.human_eval.protocols.screens import Screen as ShownScreen
from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.models import Judge, Screen
from bakeoff_site.judging.screens.registry import screen_page
from bakeoff_site.judging.selectors.contents import content_of, shown_screen
from bakeoff_site.judging.selectors.earlier_answers import answers_before
from bakeoff_site.judging.selectors.instructions import (
    InstructionText,
    ShownExample,
    instructions_of,
    language_for,
    short_instructions,
)
from bakeoff_site.judging.selectors.languages import PairLanguages, TextLanguage, languages_of_pair
from bakeoff_site.judging.selectors.tasks import neighbours_of
from bakeoff_site.judging.selectors.times import latest_seconds, longest_seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionView:
    """What is asked, on a page of its own frame. `shown` names systems: only texts of it are printed."""

    frame: str
    """The template that the screen of the protocol fills."""
    template: str
    protocol: str
    title: str
    shown: ShownScreen
    fields: dict[str, Any]
    languages: PairLanguages
    instructions: str
    """The first paragraph of what the evaluation says."""
    texts: tuple[InstructionText, ...]
    """All instructions, for the dialog."""
    next_segment: int | None = None
    """The segment of the document that comes after this one; None where something else may come."""

    @property
    def source(self) -> TextLanguage:
        return self.languages.source

    @property
    def target(self) -> TextLanguage:
        return self.languages.target

    @property
    def place(self) -> str:
        """The language pair in words."""
        return self.languages.label

    @property
    def place_in_document(self) -> str:
        """Which segment of its document is judged, in words; empty where no document is shown."""
        around = self.shown
        if around.kind == "document":
            return "complete document"
        if self.has_history or not (around.before or around.after):
            return ""
        return f"segment {len(around.before) + 1} of {len(around.before) + 1 + len(around.after)}"

    @property
    def holds_reference(self) -> bool:
        """Whether the reference stays in view while outputs scroll; otherwise the source does."""
        asks = screen_page(self.protocol).asks_against_reference
        return bool(self.shown.references) and (asks or self.shown.source is None)

    @property
    def has_history(self) -> bool:
        """Whether a dialog has to be read before the last turn is graded."""
        return bool(self.shown.before) and self.shown.kind == "dialog-turn"

    @property
    def has_translations(self) -> bool:
        """Whether earlier turns have reference translations."""
        return any(each.references for each in self.shown.before)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenView(QuestionView):
    """Everything on the page of a screen."""

    screen: Screen
    done: int
    """Screens that the judge answered in this task."""
    about: int | None
    """Screens that the judge can expect in all; None where that is not known."""
    minutes_left: int | None
    break_after: int | None
    """Minutes after which a break is suggested."""
    before: Screen | None
    after: Screen | None
    base: str = "judging/_frame.html"
    """The page around it."""

    @property
    def percent(self) -> str:
        """How much of what the judge can expect is done, as a width."""
        return f"{100 * self.done / self.about if self.about else 0:.1f}%"

    @property
    def is_answered(self) -> bool:
        return self.screen.state == ScreenState.ANSWERED

    @property
    def reviewed_next(self) -> Screen | None:
        """Where a judge gets who goes over answers again; None: to what is left to answer."""
        return self.after if self.is_answered and screen_page(self.protocol).is_reviewed else None


def screen_view(screen: Screen) -> ScreenView:
    """What the page of a screen shows."""
    evaluation, task = screen.evaluation, screen.evaluation.task
    planned = content_of(task).evaluations[evaluation.code]
    texts = instructions_of(task, wanted=screen.judge.language)
    question = question_of(screen, frame="judging/screen.html", texts=texts)
    before, after = neighbours_of(screen)
    done = Screen.objects.filter(judge=screen.judge_id, state=ScreenState.ANSWERED).count()
    left = screen.left if screen.state == ScreenState.HELD else None
    return ScreenView(
        **recalled(screen, question),
        screen=screen,
        done=done,
        about=None if left is None else done + max(left, 1),
        minutes_left=None if left is None else _minutes_left(screen.judge, planned, max(left, 1)),
        break_after=planned.rules.break_after_minutes,
        before=before,
        after=after,
    )


def first_reviewed(judge: Judge) -> Screen | None:
    """The first answered screen of a judge whose screens are gone over again; None where there is none."""
    rows = judge.screens.filter(state=ScreenState.ANSWERED, qualification_try=None, offline_file=None)
    first = rows.select_related("evaluation").order_by("number").first()
    return first if first is not None and screen_page(first.evaluation.protocol).is_reviewed else None


def recalled(screen: Screen, question: dict[str, Any], *, is_offline: bool = False) -> dict[str, Any]:
    """What `question_of` says, with what the judge answered on the segments before where the page shows that."""
    evaluation = screen.evaluation
    page = screen_page(evaluation.protocol)
    if not page.recalls:
        return question
    planned = content_of(evaluation.task).evaluations[evaluation.code]
    before = answers_before(screen, planned, question["shown"], is_offline=is_offline)
    return {**question, "fields": page.recall(question["fields"], before)}


def question_of(screen: Screen, *, frame: str, texts: tuple[InstructionText, ...]) -> dict[str, Any]:
    """What every `QuestionView` of a stored screen has."""
    evaluation, task = screen.evaluation, screen.evaluation.task
    planned = content_of(task).evaluations[evaluation.code]
    shown = shown_screen(screen)
    page = screen_page(evaluation.protocol)
    return {
        "frame": frame,
        "template": page.template,
        "protocol": evaluation.protocol,
        "title": evaluation.title,
        "shown": shown,
        "fields": page.fields(planned.protocol, shown, screen.draft.get("answer")),
        "languages": languages_of_pair(task.campaign.rules, planned.design.pools[screen.pool].language_pair),
        "instructions": short_instructions(planned, language_for(task, screen.judge.language)),
        "texts": texts,
        "next_segment": _next_segment(screen, planned, shown),
    }


def _next_segment(screen: Screen, planned: PlannedEvaluation, shown: ShownScreen) -> int | None:
    """The number, in its document, of the segment that a judge gets after a screen without an answer."""
    if not planned.design.by_document or not shown.after or screen.state != ScreenState.HELD:
        return None
    following = planned.design.pools[screen.pool].segments[screen.segment + 1 :][:1]
    return len(shown.before) + 2 if following == ((shown.document, shown.after[0].segment),) else None


def example_view(example: ShownExample, texts: tuple[InstructionText, ...], *, answer: Any) -> QuestionView:
    """What the page of a worked example shows in the tutorial."""
    worked = example.worked
    page = screen_page(worked.rules.protocol)
    return QuestionView(
        frame="judging/tutorial.html",
        template=page.template,
        protocol=worked.rules.protocol,
        title=worked.rules.label,
        shown=worked.screen,
        fields=page.fields(worked.protocol, worked.screen, answer),
        languages=example.languages,
        instructions=example.instructions,
        texts=texts,
    )


def _minutes_left(judge: Judge, planned: PlannedEvaluation, screens: int) -> int | None:
    return minutes_left(latest_seconds(judge), screens, longest_seconds=longest_seconds([planned.rules]))
