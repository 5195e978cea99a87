"""The report of a campaign: a static site and a PDF file that say the same, made of `CampaignResults`."""

from bakeoff.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__, __file__)
