"""What judges meet besides dealt screens: examples, a qualification, checks while they judge, and what is left."""
