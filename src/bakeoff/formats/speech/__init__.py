"""Files of speech scoring: words with times, segments, regions, rules of spelling."""
