"""The codes of what may be wrong with a package before anything in it is read."""

from __future__ import annotations

from bakeoff.data import Code

ARCHIVE_CODES = (
    # What it is
    Code("archive-kind", "error", "an archive of a kind that is not taken", "Pack the files with tar -czf, or as zip."),
    Code(
        "archive-ending",
        "error",
        "the name promises another kind of archive than the file is",
        "Give the file the ending of the archive that it is, or pack the files again.",
    ),
    Code("archive-empty", "error", "no file in it", "Pack the folder that holds the files."),
    Code(
        "archive-unreadable",
        "error",
        "a file or folder that cannot be read",
        "Make the files readable: chmod -R u+rX FOLDER.",
    ),
    # Damage
    Code(
        "archive-truncated",
        "error",
        "the archive ends before it should",
        "Submit the archive again; test it first with tar -tzf or unzip -t.",
    ),
    Code(
        "archive-damaged",
        "error",
        "the archive does not follow its format",
        "Pack the files again, and test the archive with tar -tzf or unzip -t.",
    ),
    Code(
        "archive-checksum",
        "error",
        "data do not fit their checksum",
        "Submit the archive again; if that does not help, pack the files again.",
    ),
    Code(
        "archive-size-wrong",
        "error",
        "a size is said that the data do not have",
        "Pack the files again, and test the archive with tar -tzf or unzip -t.",
    ),
    Code(
        "archive-header-mismatch",
        "error",
        "the archive says two things of the same member",
        "Pack the files again, and test the archive with tar -tzf or unzip -t.",
    ),
    Code(
        "archive-header-long",
        "error",
        "the metadata of a member is far too long",
        "Pack the files without extended attributes.",
    ),
    Code("archive-overlap", "error", "members share bytes of the archive", "Pack the files again."),
    Code(
        "archive-stray-data",
        "error",
        "bytes before, between or after the members that belong to none",
        "Pack the files again; do not append data to an archive.",
    ),
    # Names
    Code("archive-path-empty", "error", "a file without a name", "Pack the files again."),
    Code(
        "archive-path-absolute", "error", "a name starts with /", "Pack from inside the folder: tar -C FOLDER -czf …."
    ),
    Code(
        "archive-path-traversal",
        "error",
        "a name leads out of the archive by ..",
        "Pack from inside the folder: tar -C FOLDER -czf ….",
    ),
    Code(
        "archive-path-windows",
        "error",
        "a name has a backslash or a drive letter",
        "Pack with a program that writes / in paths, such as tar, zip or bakeoff pack.",
    ),
    Code(
        "archive-path-characters",
        "error",
        "a name has control or invisible characters",
        "Rename the file: letters, digits and . _ - are always safe.",
    ),
    Code(
        "archive-path-encoding",
        "error",
        "a name is not in UTF-8",
        "Rename the file: letters, digits and . _ - are always safe.",
    ),
    Code("archive-path-long", "error", "a name is too long", "Shorten the name."),
    Code("archive-path-deep", "error", "a name has too many levels", "Put the files into fewer nested folders."),
    Code("archive-duplicate", "error", "two members have the same name", "Rename or remove one of them."),
    Code("archive-duplicate-case", "error", "two names differ by case only", "Rename or remove one of them."),
    Code(
        "archive-duplicate-unicode",
        "error",
        "two names differ by Unicode normalisation only",
        "Rename or remove one of them.",
    ),
    Code("archive-file-and-folder", "error", "a name is both a file and a folder", "Rename or remove one of them."),
    # Members that are no plain files
    Code(
        "archive-link",
        "error",
        "a symbolic or hard link",
        "Pack the files themselves: tar --dereference --hard-dereference, or zip without --symlinks.",
    ),
    Code("archive-special-file", "error", "a device, a pipe or a socket", "Leave it out of the archive."),
    Code("archive-sparse", "error", "a sparse file", "Pack without --sparse."),
    Code("archive-member-type", "error", "a member of an unknown type", "Pack the files again, as regular files."),
    Code(
        "archive-multi-volume", "error", "a part of an archive of several volumes", "Pack everything into one archive."
    ),
    Code("archive-encrypted", "error", "an encrypted member", "Pack without a password."),
    Code(
        "archive-method",
        "error",
        "a member compressed by a method that is not taken",
        "Pack with deflate, the default of most programs.",
    ),
    # Limits
    Code("archive-bomb-files", "error", "too many files", "Pack only what the rulebook asks for."),
    Code("archive-bomb-size", "error", "all files together are too large", "Pack only what the rulebook asks for."),
    Code("archive-bomb-file", "error", "a file is too large", "Pack only what the rulebook asks for."),
    Code(
        "archive-bomb-ratio",
        "error",
        "data grow beyond measure when decompressed",
        "Pack only what the rulebook asks for.",
    ),
    # Worth a look
    Code(
        "archive-nested",
        "warning",
        "an archive inside the package; it is not opened",
        "Pack the files themselves, not archives of them.",
    ),
    Code(
        "archive-macos-files",
        "warning",
        "files that macOS added; they are left out",
        "Pack without them: COPYFILE_DISABLE=1 tar … or zip -X.",
    ),
)
