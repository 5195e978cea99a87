"""What is read of corrections: references, proposals, suggestions, scores before and after."""
