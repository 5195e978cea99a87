"""Post-edits analysed: edit rates of systems, effort of translators, and post-edits as references."""
