"""What is read about files of campaigns."""

from bakeoff_site.datasets.selectors.test_data import TestData, can_score, files_in_force, scored_inputs

__all__ = ["TestData", "can_score", "files_in_force", "scored_inputs"]
