"""What a team does besides submitting: registration, agreements and consents, steps, the workshop, corrections."""
