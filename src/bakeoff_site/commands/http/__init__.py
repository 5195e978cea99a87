"""The gateway between the web server and Django: request bodies, ranges of files, limits."""
