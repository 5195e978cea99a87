"""The codes of what may be wrong with a package before anything in it is read."""

from __future__ import annotations

from bakeoff.data import Code

ARCHIVE_CODES = (
    # What it is
    Code("archive-kind", "error", "an archive of a kind that is not taken"),
    Code("archive-ending", "error", "the name promises another kind of archive than the file is"),
    Code("archive-empty", "error", "no file in it"),
    Code("archive-unreadable", "error", "a file or folder that cannot be read"),
    # Damage
    Code("archive-truncated", "error", "the archive ends before it should"),
    Code("archive-damaged", "error", "the archive does not follow its format"),
    Code("archive-checksum", "error", "data do not fit their checksum"),
    Code("archive-size-wrong", "error", "a size is said that the data do not have"),
    Code("archive-header-mismatch", "error", "the archive says two things of the same member"),
    Code("archive-header-long", "error", "what is said of a member beside its data is absurdly long"),
    Code("archive-overlap", "error", "members share bytes of the archive"),
    Code("archive-stray-data", "error", "bytes before, between or after the members that belong to none"),
    # Names
    Code("archive-path-empty", "error", "a file without a name"),
    Code("archive-path-absolute", "error", "a name begins with /"),
    Code("archive-path-traversal", "error", "a name leads out of the archive by .."),
    Code("archive-path-windows", "error", "a name has a backslash or a drive letter"),
    Code("archive-path-characters", "error", "a name has control or invisible characters"),
    Code("archive-path-encoding", "error", "a name is not in UTF-8"),
    Code("archive-path-long", "error", "a name is too long"),
    Code("archive-path-deep", "error", "a name has too many levels"),
    Code("archive-duplicate", "error", "two members have the same name"),
    Code("archive-duplicate-case", "error", "two names differ by case only"),
    Code("archive-duplicate-unicode", "error", "two names differ by Unicode normalisation only"),
    Code("archive-file-and-folder", "error", "a name is both a file and a folder"),
    # Members that are no plain files
    Code("archive-link", "error", "a symbolic or hard link"),
    Code("archive-special-file", "error", "a device, a pipe or a socket"),
    Code("archive-sparse", "error", "a sparse file"),
    Code("archive-member-type", "error", "a member of an unknown type"),
    Code("archive-multi-volume", "error", "a part of an archive of several volumes"),
    Code("archive-encrypted", "error", "an encrypted member"),
    Code("archive-method", "error", "a member compressed by a method that is not taken"),
    # Limits
    Code("archive-bomb-files", "error", "too many files"),
    Code("archive-bomb-size", "error", "all files together are too large"),
    Code("archive-bomb-file", "error", "a file is too large"),
    Code("archive-bomb-ratio", "error", "data grow beyond measure when decompressed"),
    # Worth a look
    Code("archive-nested", "warning", "an archive inside the package; it is not opened"),
    Code("archive-macos-files", "warning", "files that macOS added; they are left out"),
)
