"""What commands share: options, texts and scores that they are given, and what they print."""
