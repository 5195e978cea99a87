"""Tables of facts about a campaign: its rules, who took part, its data."""
