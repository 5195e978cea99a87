"""What is read about campaigns, teams and the people in them."""

from bakeoff_site.campaigns.selectors.campaigns import campaigns_for, is_organiser, role_of

__all__ = ["campaigns_for", "is_organiser", "role_of"]
