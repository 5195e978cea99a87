"""A campaign as one archive that others can read and compute again: texts, judgments, scores, rules and results.

`content` is what a package holds, whoever fills it; `write_package` writes it, `read_package` gives it back, and
`verify_package` computes every published number again from the texts, judgments and score files of a package.
"""
