"""Crowds: studies on platforms that send workers, who judge without an account and are paid."""
