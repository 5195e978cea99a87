"""A campaign's results as one value: what tables, figures, reports, release packages and history are made of.

Nothing here computes. The site fills it from what it stores, `bakeoff.release` writes it into packages, reads it back
and computes every number of it again from the texts and judgments of a package.
"""
