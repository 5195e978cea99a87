"""Operations of teams: registration, trials, submissions, descriptions, combination."""
