"""Screens of a plan as judges will see them, before anybody judges: nothing is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bakeoff.human_eval.designs.design import Assignment, Design
from bakeoff.human_eval.designs.screens.dealer import Dealer
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff.rulebook import Rulebook
from bakeoff_site.judging.screens.registry import screen_page
from bakeoff_site.judging.selectors.instructions import short_instructions
from bakeoff_site.judging.selectors.languages import languages_of_pair
from bakeoff_site.judging.selectors.screens import QuestionView

MOST_PREVIEWS = 20
"""Screens of an evaluation that can be looked at."""
_JUDGE = "preview"
_LANGUAGE = "en"
"""Of instructions on a preview."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewView(QuestionView):
    """A screen without anybody who judges it."""

    code: str
    number: int
    """From 1 on."""
    last: int
    """The number of screens that can be looked at."""


def preview_screen(
    rulebook: Rulebook, evaluations: Mapping[str, PlannedEvaluation], code: str, number: int
) -> PreviewView | None:
    """The screen of this number that the first judge of an evaluation gets; None where there is none."""
    planned = evaluations.get(code)
    if planned is None or not 1 <= number <= MOST_PREVIEWS:
        return None
    dealt = _dealt(planned.design)
    if number > len(dealt):
        return None
    assignment = dealt[number - 1]
    shown, page = planned.shown_texts().screen(assignment), screen_page(planned.design.protocol)
    return PreviewView(
        frame="judging/organise/preview.html",
        template=page.template,
        protocol=planned.design.protocol,
        title=planned.rules.label,
        shown=shown,
        fields=page.fields(planned.protocol, shown, None),
        languages=languages_of_pair(rulebook, planned.design.pools[assignment.pool].language_pair),
        instructions=short_instructions(planned, _LANGUAGE),
        texts=(),
        code=code,
        number=number,
        last=len(dealt),
    )


def _dealt(design: Design) -> list[Assignment]:
    # Matches of a tournament open in turn; here any pair shows what screens are like.
    dealer, dealt = Dealer(replace(design, in_turn=False)), list[Assignment]()
    while len(dealt) < MOST_PREVIEWS and isinstance(given := dealer.next(_JUDGE), Assignment):
        dealer.answer(given)
        dealt.append(given)
    return dealt
