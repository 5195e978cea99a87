"""Figures about the data of a campaign: texts, transcripts, recordings."""
