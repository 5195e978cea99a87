"""Simultaneous systems: how late their words come."""
