"""Who judges what, what judges see, and how many judgments it takes."""
