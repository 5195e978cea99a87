"""Which screen a judge gets next."""
