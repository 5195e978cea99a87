"""Whether the tests and intervals of Bakeoff keep what they promise, by simulation. Run by `make validity`."""
