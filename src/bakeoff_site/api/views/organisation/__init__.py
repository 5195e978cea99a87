"""Operations of organisers: campaigns, rulebooks, people, data."""
