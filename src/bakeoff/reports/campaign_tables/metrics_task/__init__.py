"""Tables of how well metrics agree with people and with each other."""
