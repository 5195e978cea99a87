"""Systems ranked by comparisons of their outputs, and the analyses that this takes."""
