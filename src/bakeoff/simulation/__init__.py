"""Systems and judges with a known truth: what they would answer, to plan campaigns and to test every analysis."""
