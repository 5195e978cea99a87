"""What is read about files of campaigns."""

from bakeoff_site.datasets.selectors.in_force import TestData, files_in_force

__all__ = ["TestData", "files_in_force"]
