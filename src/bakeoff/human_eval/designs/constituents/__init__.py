"""Parts of sentences that people judge (W08, section 3.2): chosen in the source, found in every translation."""
