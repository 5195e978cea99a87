"""Human evaluation: its design before judging, its analysis afterwards."""
