"""The web application that runs a campaign: it moves people and files to the engine in `bakeoff` and back."""
