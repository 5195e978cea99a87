"""What grades and preferences say about systems and judges, one analysis a file. None of them knows a protocol."""
