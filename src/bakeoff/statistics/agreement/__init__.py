"""How far judges agree beyond chance: kappas, alpha, and their intervals."""
