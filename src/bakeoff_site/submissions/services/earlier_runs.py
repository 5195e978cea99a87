"""What runs that an earlier version of Bakeoff stored lack is filled in after an upgrade."""

from __future__ import annotations

import logging

from bakeoff.errors import InputError
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.submissions.models import Run
from bakeoff_site.submissions.services.resource_flags import flag_all_runs
from bakeoff_site.submissions.services.runs import has_upper_case

_logger = logging.getLogger("bakeoff_site.submissions")


def complete_earlier_runs(campaign: Campaign) -> None:
    """Notes which runs hold upper case, and flags runs by the resources that their teams described.

    What is known already is not computed again, so this can run at any time.
    """
    flag_all_runs(campaign)
    unknown = Run.objects.filter(submission__campaign=campaign, team__isnull=False, has_upper_case=None)
    for run in unknown.select_related("submission"):
        run.submission.campaign = campaign
        try:
            found = has_upper_case(run.submission, run.sha256)
        except (InputError, OSError) as error:  # a file that is lost must not keep the others from being read
            _logger.warning("run %s: %s", run.pk, error)
            continue
        if found is not None:
            Run.objects.filter(pk=run.pk).update(has_upper_case=found)
