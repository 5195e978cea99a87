"""Who sees what, and when: the table of visibility, and what phases release."""
