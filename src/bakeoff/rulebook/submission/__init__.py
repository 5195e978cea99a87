"""What a team may submit: deadlines, numbers of systems, versions, trials, descriptions."""
