"""Files in which WMT published its judgments."""
