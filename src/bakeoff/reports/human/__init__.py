"""Human evaluations: tables, figures and the JSON that others read."""
