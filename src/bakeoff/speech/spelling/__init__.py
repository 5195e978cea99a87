"""One spelling for words that can be written in several ways: GLM rules and NIST's csrfilt."""
