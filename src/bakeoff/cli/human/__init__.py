"""Commands about judgments of people: planned, collected, analysed, simulated."""
