"""Links that mark the current page."""

from __future__ import annotations

from urllib.parse import quote, urlsplit

from django import template
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.participation.adjudication import is_adjudicated
from bakeoff.rulebook.release.inputs import inputs_of
from bakeoff.rulebook.release.shared_outputs import shared_outputs
from bakeoff.rulebook.stages import Stage, stage_of
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.selectors.menu_counts import MenuCounts, menu_counts

register = template.Library()

_REASONS = {
    "campaigns:list": "",
    "campaigns:register": "to register a team",
    "campaigns:invitation": "to accept the invitation",
    "campaigns:create": "to create a campaign",
    "campaigns:my-teams": "to see your teams",
    "campaigns:team": "to see the page of your team",
    "submissions:list": "to submit runs",
    "submissions:submit": "to submit runs",
    "scoring:trials": "to score a trial run",
    "datasets:list": "to download the data of your team",
    "datasets:download": "to download the file",
    "accounts:profile": "to see your profile",
    "accounts:new-token": "to create a token",
}
"""What people want to do at a page, by its name."""


@register.filter
def has_adjudication(rules: Rulebook) -> bool:
    return is_adjudicated(rules)


@register.filter
def has_combination(rules: Rulebook) -> bool:
    """Whether outputs are packed for teams that combine systems."""
    return bool(shared_outputs(rules))


@register.filter
def has_metrics_task(rules: Rulebook) -> bool:
    """Whether teams score outputs with metrics."""
    return any(outputs.is_for_metrics for outputs in shared_outputs(rules))


@register.filter
def has_released_runs(rules: Rulebook) -> bool:
    """Whether runs of a track can be released as input of another one."""
    return any("released-runs" in inputs_of(rules, test_set) for test_set in rules.test_sets)


@register.filter
def has_outside_metrics(rules: Rulebook) -> bool:
    """Whether some scores come from plug-ins or files."""
    scorings = (rules.evaluation, *rules.evaluation.tracks.values(), *rules.evaluation.languages.values())
    return any(scoring.outside for scoring in scorings)


@register.simple_tag
def campaign_stage(campaign: Campaign) -> Stage:
    """How far a campaign has come, for the chip next to its title."""
    return stage_of(campaign.rules, timezone.now(), archived=campaign.archived_at is not None)


@register.simple_tag
def counts_in_menu(campaign: Campaign) -> MenuCounts:
    return menu_counts(campaign)


@register.simple_tag(takes_context=True)
def judges_here(context: template.Context) -> bool:
    """Whether the page shown is for judges: its address may lie below that of a campaign."""
    address = _path(context)
    try:
        match = resolve(address)
    except Resolver404:
        return False
    return match.namespace == "judging" and "/organise/" not in address


@register.simple_tag(takes_context=True)
def tab(
    context: template.Context,
    label: str,
    name: str,
    *arguments: object,
    exactly: bool = False,
    also: str = "",
    here: bool | None = None,
    count: int | None = None,
) -> SafeString:
    """A link to a page, marked where the page shown is that one or, unless it must be `exactly` it, one below it.
    Pages below the paths in `also`, separated by spaces, count as well; `here` decides it instead where it is known. A
    `count` of what is there follows the label.
    """
    address = reverse(name, args=arguments)
    path = _path(context)
    mark = (
        here
        if here is not None
        else (
            path == address
            or (not exactly and path.startswith(address))
            or any(path.startswith(each) for each in also.split())
        )
    )
    current = SafeString(' aria-current="page"') if mark else ""
    number = format_html(' <span class="count">{}</span>', f"{count:,}") if count else ""
    return format_html('<a href="{}"{}>{}{}</a>', address, current, label, number)


@register.simple_tag(takes_context=True)
def sign_in_address(context: template.Context) -> str:
    """Where visitors sign in. They come back to the page shown, unless it is about accounts itself."""
    address = reverse("accounts:sign-in")
    path = _path(context)
    if path in ("", "/") or path.startswith(reverse("accounts:profile")):
        return address
    return f"{address}?next={quote(path)}"


@register.simple_tag
def reason_to_sign_in(address: str) -> str:
    """What someone wants to do at a page that they reach by signing in, as the end of “Sign in …”; nothing for home."""
    path = urlsplit(address).path
    try:
        name = resolve(path).view_name
    except Resolver404:
        return ""
    if name in _REASONS:
        return _REASONS[name]
    return "to organise the campaign" if "/organise/" in path else "to continue"


def _path(context: template.Context) -> str:
    """The path of the page shown; pages about failures are made without a request."""
    request = context.get("request")
    return request.path if request is not None else ""
