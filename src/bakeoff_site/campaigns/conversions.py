"""From rows of the database to what the rules of a campaign understand."""

from __future__ import annotations

from bakeoff.rulebook.state import Site
from bakeoff_site.campaigns.models import Team


def site_of(team: Team) -> Site:
    """A team as the rules see it."""
    return Site(
        id=team.site_id or team.name,
        language_pairs=frozenset(team.language_pairs),
        signed=frozenset(team.signatures.values_list("agreement", flat=True)),
        consents=frozenset(team.consents.values_list("consent", flat=True)),
        extensions=dict(team.extensions.values_list("phase", "until")),
    )
