"""The campaigns of this server for commands of the science, which find this function as an entry point."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.release.content import ReleaseContent
    from bakeoff_site.campaigns.models import Campaign
    from bakeoff_site.publication.choices import Audience


def find_campaign(name: str, audience: Audience) -> ReleaseContent | None:
    """What an audience may have of a campaign; None where the server has none of this id, or there is no server."""
    try:
        import django

        from bakeoff_site.commands.installation.configuration_checks import migration_problems
        from bakeoff_site.config.environment import examine_environment
    except ModuleNotFoundError:
        return None  # the server is not installed
    environment = examine_environment().environment
    if not environment.database_url and not environment.data_folder.is_dir():
        return None
    os.environ["DJANGO_SETTINGS_MODULE"] = "bakeoff_site.config.settings"
    django.setup()
    if problems := list(migration_problems()):
        raise BakeoffError("\n".join(problems))
    from bakeoff_site.campaigns.models import Campaign

    campaign = Campaign.objects.filter(slug=name).first()
    return None if campaign is None else _content(campaign, audience)


def _content(campaign: Campaign, audience: Audience) -> ReleaseContent:
    from django.utils import timezone

    from bakeoff_site.publication.selectors.release.content import release_content
    from bakeoff_site.publication.selectors.versions import publication_in_force

    now = timezone.now()
    content = release_content(campaign, audience=audience, now=now)
    publication = publication_in_force(campaign, content.results, audience=audience, on=now)
    left_out = content.results.publication.left_out
    return replace(content, results=replace(content.results, publication=replace(publication, left_out=left_out)))
