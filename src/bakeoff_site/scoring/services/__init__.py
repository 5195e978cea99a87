"""What is written about scores."""

from bakeoff_site.scoring.services.trials import ask_trial

__all__ = ["ask_trial"]
