"""Human evaluation on pages: texts in their own language and direction, and shares that teams owe."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from bakeoff.data.judgments import Span
from bakeoff_site.campaigns.models import Team
from bakeoff_site.judging.models import Evaluation
from bakeoff_site.judging.selectors.languages import TextLanguage
from bakeoff_site.judging.selectors.post_edits import PROTOCOL as POST_EDITING
from bakeoff_site.judging.selectors.shares import ShareRow, shares_in
from bakeoff_site.judging.selectors.tasks import OwnTask

register = template.Library()


@register.simple_tag
def text_language(language: TextLanguage) -> SafeString:
    """The attributes of a text in a language: what it is and which way it runs, by the code and not by its letters."""
    return format_html(' lang="{}" dir="{}"', language.code, language.direction)


@register.simple_tag
def marked_text(text: str, marks: Sequence[Span] | None = None) -> SafeString:
    """A text with its highlighted parts as marks, which the style sheet also underlines and puts in brackets."""
    edges = [0, *(edge for mark in sorted(marks or ()) for edge in mark), len(text)]
    parts = enumerate(text[start:end] for start, end in pairwise(edges))
    return format_html_join(
        "",
        "{}",
        ((format_html('<mark class="part">{}</mark>', part) if number % 2 else part,) for number, part in parts),
    )


@register.simple_tag
def team_shares(team: Team) -> tuple[ShareRow, ...]:
    """What a team owes of the tasks of its campaign."""
    if team.withdrawn_at is not None or not team.campaign.rules.human:
        return ()
    return shares_in(team.campaign, teams=[team])


@register.simple_tag
def own_share(own: OwnTask) -> ShareRow | None:
    """The share of the team that somebody judges a task for."""
    shares = () if own.team is None else shares_in(own.task.campaign, [own.task], teams=[own.team])
    return shares[0] if shares else None


@register.filter
def work(evaluations: Iterable[Evaluation]) -> str:
    """What judges do in evaluations: `judge`, `correct`, or `judge and correct` translations."""
    edits = {each.protocol == POST_EDITING for each in evaluations}
    return "correct" if edits == {True} else "judge" if True not in edits else "judge and correct"


@register.filter
def minutes(count: int) -> str:
    """A time in the two largest units: `35 minutes`, `2 hours 5 minutes`."""
    hours, left = divmod(count, 60)
    parts = [(hours, "hour"), (left, "minute")]
    said = [f"{number} {word}{'' if number == 1 else 's'}" for number, word in parts if number]
    return " ".join(said) or "less than a minute"
