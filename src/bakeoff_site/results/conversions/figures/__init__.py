"""Charts of results: where dots, bars and lines are."""
