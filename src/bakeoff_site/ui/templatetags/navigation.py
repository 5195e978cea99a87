"""Links that mark the current page."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.participation.adjudication import is_adjudicated
from bakeoff.rulebook.release.inputs import inputs_of
from bakeoff.rulebook.release.shared_outputs import shared_outputs

register = template.Library()


@register.filter
def has_adjudication(rules: Rulebook) -> bool:
    return is_adjudicated(rules)


@register.filter
def has_combination(rules: Rulebook) -> bool:
    """Whether outputs are packed for teams that combine systems."""
    return bool(shared_outputs(rules))


@register.filter
def has_released_runs(rules: Rulebook) -> bool:
    """Whether runs of a track can be released as input of another one."""
    return any("released-runs" in inputs_of(rules, test_set) for test_set in rules.test_sets)


@register.filter
def has_outside_metrics(rules: Rulebook) -> bool:
    """Whether some scores come from plug-ins or files."""
    scorings = (rules.evaluation, *rules.evaluation.tracks.values(), *rules.evaluation.languages.values())
    return any(scoring.outside for scoring in scorings)


@register.simple_tag(takes_context=True)
def tab(context: template.Context, label: str, name: str, *arguments: object, exactly: bool = False) -> SafeString:
    """A link to a page, marked where the page shown is that one or, unless it must be `exactly` it, one below it."""
    address = reverse(name, args=arguments)
    path = context["request"].path
    mark = path == address if exactly else path.startswith(address)
    current = SafeString(' aria-current="page"') if mark else ""
    return format_html('<a href="{}"{}>{}</a>', address, current, label)
