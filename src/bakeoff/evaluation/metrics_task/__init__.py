"""A metrics task: which metrics agree with people, from files of scores, judgments and our own metrics."""
