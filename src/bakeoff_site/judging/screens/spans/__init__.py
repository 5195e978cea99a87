"""Marked errors: ESA and MQM."""
