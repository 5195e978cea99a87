"""Every published number again, from the texts, judgments and score files of a package, by what the site calls."""
