"""Speech recognition and spoken language translation: tables and JSON."""
