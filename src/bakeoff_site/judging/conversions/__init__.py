"""Human evaluations between the database and the science."""
