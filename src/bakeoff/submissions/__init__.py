"""Submissions: unpacking, checking, fixing and packing them. Participants and the server run the same code."""
