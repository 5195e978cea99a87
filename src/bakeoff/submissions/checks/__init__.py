"""The rules of the checker in the order in which they are asked. A new rule is a function and a line here."""

from __future__ import annotations

from bakeoff.submissions.checks.packages.archive_name import archive_name, compression
from bakeoff.submissions.checks.packages.counts import compulsory_sets, system_counts
from bakeoff.submissions.checks.packages.deadlines import deadline, dry_run
from bakeoff.submissions.checks.packages.file_names import condition_offered, date_stamp, duplicate_runs, file_name
from bakeoff.submissions.checks.packages.folders import package_empty, stray_files, stray_folders, tree
from bakeoff.submissions.checks.packages.inputs import input_offered, input_used
from bakeoff.submissions.checks.packages.teams import team
from bakeoff.submissions.checks.packages.versions import resubmission, version
from bakeoff.submissions.checks.runs.documents import documents, genres, source_given
from bakeoff.submissions.checks.runs.encoding import characters, declared_encoding, encoding, line_ends
from bakeoff.submissions.checks.runs.markup import doctype, markup
from bakeoff.submissions.checks.runs.other_formats import score_file, utterances, words
from bakeoff.submissions.checks.runs.segments import last_line_end, segments
from bakeoff.submissions.checks.runs.set_header import languages, set_id, set_kind, system_id
from bakeoff.submissions.checks.runs.texts import texts
from bakeoff.submissions.context import FileRule, PackageRule

PACKAGE_RULES: tuple[PackageRule, ...] = (
    archive_name,
    compression,
    team,
    version,
    dry_run,
    deadline,
    package_empty,
    stray_files,
    stray_folders,
    duplicate_runs,
    system_counts,
    compulsory_sets,
    input_used,
)
"""What is asked once."""

NAME_RULES: tuple[FileRule, ...] = (
    tree,
    file_name,
    date_stamp,
    condition_offered,
    input_offered,
    resubmission,
    encoding,
)
"""What is asked of every run, readable or not."""

CONTENT_RULES: tuple[FileRule, ...] = (
    declared_encoding,
    characters,
    line_ends,
    last_line_end,
    doctype,
    markup,
    set_kind,
    set_id,
    languages,
    system_id,
    source_given,
    documents,
    genres,
    segments,
    texts,
    words,
    utterances,
    score_file,
)
"""What is asked of runs that hold text."""
