"""Screens of protocols: a folder for each way to answer, with what its page shows and how its form is read.

A folder has `page.py` with a `PAGE`, and `screen.html`. A new protocol adds a folder; nothing else knows its name.
"""
