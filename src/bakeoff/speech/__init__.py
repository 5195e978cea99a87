"""Speech recognition and spoken language translation: orthographic rules, alignment, scoring, latency."""
