"""What is read about scores, and how far scoring is."""

from bakeoff_site.scoring.selectors.evaluations import evaluation_of, system_names
from bakeoff_site.scoring.selectors.jobs import state_of_runs

__all__ = ["evaluation_of", "state_of_runs", "system_names"]
