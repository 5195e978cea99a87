"""The results of a campaign as one value, for an audience."""

from bakeoff_site.publication.selectors.results import campaign_results

__all__ = ["campaign_results"]
