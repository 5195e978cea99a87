"""Systems ranked by grades, and the analyses that this takes."""
