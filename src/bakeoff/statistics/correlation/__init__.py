"""How closely two lists of scores go together, and whether one goes closer than another."""
