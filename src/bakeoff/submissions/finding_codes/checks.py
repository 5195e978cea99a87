"""The codes of what may be wrong with the names and folders of a package by the rules of a campaign."""

from __future__ import annotations

from bakeoff.data import Code

NAME_CODES = frozenset(
    [
        "archive-name",
        "archive-team",
        "archive-language-pair",
        "archive-version",
        "archive-field",
        "file-outside-tree",
        "tree-team",
        "tree-language-pair",
        "tree-field",
        "file-name",
        "file-team",
        "file-language-pair",
        "file-system-type",
        "file-condition",
        "file-package",
        "file-test-set",
        "file-field",
    ]
)
"""Names and folders that are wrong: `bakeoff pack` gives right ones."""

CHECK_CODES = (
    Code(
        "archive-name",
        "error",
        "the archive's name does not follow the rulebook",
        "Rename the archive as the rulebook says.",
    ),
    # What the archive's name says
    Code(
        "package-unknown",
        "error",
        "the names do not show which kind of package it is",
        "Name the archive and its files as the rulebook says, or give --package.",
    ),
    Code(
        "archive-compression",
        "error",
        "the archive is packed in a way that the rulebook does not allow",
        "Pack it in one of the ways that are expected.",
    ),
    Code(
        "archive-team",
        "error",
        "the team in the archive's name is not the one that submits it",
        "Use the team code that you were given at registration.",
    ),
    Code(
        "archive-language-pair",
        "error",
        "the language pair in the archive's name is none of the campaign's",
        "Use one of the campaign's language pairs.",
    ),
    Code(
        "archive-version",
        "error",
        "the version in the archive's name is not written as the rulebook says",
        "Write the version with as many digits as the rulebook says, such as 01.",
    ),
    Code(
        "archive-field",
        "error",
        "another part of the archive's name is not what the rulebook allows",
        "Rename the archive with a value that is expected there.",
    ),
    Code(
        "archive-not-checked",
        "not-checked",
        "no archive was given, so its name and packing are not checked",
        "Check the archive once it is packed.",
    ),
    # Folders and files
    Code("package-empty", "error", "the package holds no run", "Add the files of your runs to the package."),
    Code(
        "file-outside-tree",
        "error",
        "a file is not in the folder where it belongs",
        "Move the file into the folder that is expected.",
    ),
    Code("tree-team", "error", "the folder is that of another team", "Rename the folder with your team code."),
    Code(
        "tree-language-pair",
        "error",
        "the folder is that of another language pair",
        "Rename the folder, or pack each language pair separately.",
    ),
    Code(
        "tree-field",
        "error",
        "another part of the folder's name is not what the rulebook allows",
        "Rename the folder with a value that is expected there.",
    ),
    Code(
        "folder-stray", "warning", "an empty folder that does not belong to the package", "Leave it out of the archive."
    ),
    Code("file-stray", "error", "a file that is no run", "Leave it out of the archive."),
    Code("file-junk", "warning", "a file that an operating system left behind", "Leave it out of the archive."),
    # File names
    Code(
        "file-name",
        "error",
        "the file's name does not have the form that the rulebook asks for",
        "Rename the file as the rulebook says.",
    ),
    Code("file-team", "error", "the team in the file's name is another one", "Rename the file with your team code."),
    Code(
        "file-language-pair",
        "error",
        "the language pair in the file's name is another one",
        "Rename the file, or move it to the package of its language pair.",
    ),
    Code(
        "file-system-type",
        "error",
        "the type of system in the file's name is none that the package may hold",
        "Rename the file with a type of system that is expected.",
    ),
    Code(
        "file-condition",
        "error",
        "the condition in the file's name is none of the campaign's",
        "Rename the file with a condition that is expected.",
    ),
    Code(
        "file-package",
        "error",
        "the file's name says that it belongs to another kind of package",
        "Rename the file, or move it to the package that it belongs to.",
    ),
    Code(
        "file-test-set",
        "error",
        "the test set in the file's name is none of the package's",
        "Rename the file with a test set that is expected.",
    ),
    Code(
        "file-date",
        "error",
        "the date in the file's name is not written as the rulebook says",
        "Write the date as the rulebook says, such as 20120405.",
    ),
    Code(
        "file-field",
        "error",
        "another part of the file's name is not what the rulebook allows",
        "Rename the file with a value that is expected there.",
    ),
    Code(
        "condition-not-offered",
        "error",
        "the condition is not offered for the language pair",
        "Submit the run under a condition that is offered for the language pair.",
    ),
    Code(
        "input-missing",
        "warning",
        "the track has several inputs, and nobody says which one the system started from",
        "Say it when you submit, with --input.",
    ),
    Code(
        "input-not-offered",
        "error",
        "the track does not offer the input on the test set",
        "Name an input that the track offers.",
    ),
    Code(
        "released-run-unknown",
        "error",
        "no run of that name was released as input",
        "Write the name as the list of data has it.",
    ),
    Code("date-impossible", "error", "there is no such day", "Write the day of the submission."),
    Code("date-year", "error", "the date is of another year", "Write the day of the submission."),
    Code("date-future", "error", "the date is in the future", "Write the day of the submission."),
    Code("run-duplicate", "error", "two files contain the same run", "Leave the older one out."),
    Code(
        "run-unplaced",
        "error",
        "names leave open to which track, language pair or test set a run belongs",
        "Ask the organisers: the rulebook's patterns for names leave it open.",
    ),
)
