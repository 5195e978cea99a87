"""Speech recognition scored and compared."""
