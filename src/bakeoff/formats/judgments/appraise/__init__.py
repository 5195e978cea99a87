"""Files that the tool Appraise reads and writes."""
