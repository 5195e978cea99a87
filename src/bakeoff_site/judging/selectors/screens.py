"""A screen as its page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bakeoff.human_eval.protocols.screens import Screen as ShownScreen
from bakeoff.rulebook.schema.tracks import LanguagePair
from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.models import Screen
from bakeoff_site.judging.screens.registry import screen_page
from bakeoff_site.judging.selectors.contents import content_of, shown_screen
from bakeoff_site.judging.selectors.tasks import neighbours_of


@dataclass(frozen=True, slots=True)
class TextLanguage:
    """What a text on a screen is written in."""

    code: str = "und"
    direction: str = "auto"
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenView:
    """Everything on the page of a screen. `shown` names systems: only texts of it are printed."""

    screen: Screen
    protocol: str
    shown: ShownScreen
    template: str
    fields: dict[str, Any]
    done: int
    """Screens that the judge answered in this task."""
    source: TextLanguage
    target: TextLanguage
    place: str
    """Language pair and test set in words."""
    before: Screen | None
    after: Screen | None

    @property
    def is_answered(self) -> bool:
        return self.screen.state == ScreenState.ANSWERED


def screen_view(screen: Screen) -> ScreenView:
    """What the page of a screen shows."""
    evaluation = screen.evaluation
    planned = content_of(evaluation.task).evaluations[evaluation.code]
    shown = shown_screen(screen)
    page = screen_page(evaluation.protocol)
    rules = evaluation.task.campaign.rules
    pool = planned.design.pools[screen.pool]
    pair = rules.language_pairs.get(pool.language_pair)
    before, after = neighbours_of(screen)
    answered = Screen.objects.filter(judge=screen.judge_id, state=ScreenState.ANSWERED).count()
    return ScreenView(
        screen=screen,
        protocol=evaluation.protocol,
        shown=shown,
        template=page.template,
        fields=page.fields(planned.protocol, shown, screen.draft.get("answer")),
        done=answered,
        source=TextLanguage() if pair is None else _source(pair),
        target=TextLanguage() if pair is None else _target(pair),
        place=pool.language_pair if pair is None else pair.label,
        before=before,
        after=after,
    )


def _source(pair: LanguagePair) -> TextLanguage:
    return TextLanguage(pair.source_code or "und", pair.source_direction, pair.source_name)


def _target(pair: LanguagePair) -> TextLanguage:
    return TextLanguage(pair.target_code or "und", pair.target_direction)
