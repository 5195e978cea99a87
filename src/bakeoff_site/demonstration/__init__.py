"""A campaign to look at: made by the same services as a real one, from example texts and simulated outputs."""
