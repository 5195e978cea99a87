"""Submissions: unpacking, checking, mending and packing them. Participants and the server run the same code."""
