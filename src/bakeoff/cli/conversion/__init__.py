"""Files converted from one format to another: texts and judgments."""
