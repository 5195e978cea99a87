"""METEOR in its versions, and BLEU and TER over its matches."""
