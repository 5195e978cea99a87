"""Yes, no or not sure about the highlighted part of each translation."""
