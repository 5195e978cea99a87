"""Files with several hypotheses for each utterance: n-best lists, lattices, confusion networks."""
