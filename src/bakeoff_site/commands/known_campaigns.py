"""The campaigns of this server for commands of the science, which find this function as an entry point."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.release.content import ReleaseContent
    from bakeoff.reports.campaign_results.publication import PublicationStage
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
    from bakeoff.reports.campaign_results.publication import Publication
    from bakeoff_site.campaigns.models import Campaign
    from bakeoff_site.publication.selectors.release.content import release_content

    campaign = Campaign.objects.filter(slug=name).first()
    if campaign is None:
        return None
    stage: PublicationStage = "public" if audience == "public" else "preliminary"
    return release_content(campaign, audience=audience, publication=Publication(stage=stage))
