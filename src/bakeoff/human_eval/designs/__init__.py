"""Who is asked what: evaluation sets, designs, and the dealer that hands out the next screen."""
