"""The codes of what may be wrong with a complete package: who submits it, how many systems, when, how large."""

from __future__ import annotations

from bakeoff.data import Code

PACKAGE_CODES = (
    # Team and versions
    Code(
        "team-unknown",
        "error",
        "no team that takes part has that code",
        "Use the team code that you were given at registration.",
    ),
    Code(
        "pair-not-registered",
        "error",
        "the team did not register for the language pair",
        "Register for the language pair, or ask the organisers to add it.",
    ),
    Code(
        "agreement-not-signed",
        "error",
        "the team has not signed an agreement that comes first",
        "Have a contact person of the team sign it, then submit the package again.",
    ),
    Code(
        "team-not-checked",
        "not-checked",
        "whether the team code is the assigned one is not known",
        "Give the code with --team.",
    ),
    Code("version-zero", "error", "versions are counted from 1", "Start with version 01."),
    Code("version-repeated", "error", "this version was submitted before", "Use the number after your last version."),
    Code("version-order", "error", "versions are not consecutive", "Use the number after your last version."),
    Code(
        "earlier-versions-not-checked",
        "not-checked",
        "what the team submitted before is not known",
        "Give the earlier packages with --earlier.",
    ),
    # How many systems
    Code(
        "required-type-missing",
        "error",
        "a first version lacks a type of system that it must hold",
        "Add a system of that type to version 01.",
    ),
    Code(
        "too-few-systems",
        "error",
        "fewer systems of a type than the rulebook asks for",
        "Add the systems that are missing.",
    ),
    Code(
        "too-many-systems",
        "error",
        "more systems of a type than the rulebook allows",
        "Leave out the systems that are too many; all versions count together.",
    ),
    Code(
        "compulsory-set-missing",
        "error",
        "a test set that everybody has to run is missing",
        "Run the systems on that test set too, and add the files.",
    ),
    Code(
        "compulsory-set-not-checked",
        "not-checked",
        "a test set that everybody has to run is missing, and may have come in an earlier package",
        "Add the runs on that test set, or give the earlier package with --earlier.",
    ),
    Code(
        "debugged-unofficial",
        "warning",
        "a run is debugged: it replaces an earlier one and is unofficial",
        "Leave it as it is if that is what you want: it is scored and reported separately.",
    ),
    Code(
        "resubmission-unchanged",
        "error",
        "a file of an earlier version is submitted again unchanged",
        "Leave it out: a later version holds only what is new or debugged.",
    ),
    Code(
        "resubmission-refused",
        "error",
        "a run was submitted before and cannot be replaced",
        "Leave the run out of the package.",
    ),
    # Times
    Code(
        "too-early",
        "error",
        "the package is submitted before its phase starts",
        "Wait until the phase starts, then submit the package again.",
    ),
    Code("late-refused", "error", "the package is too late", "Ask the organisers for an extension."),
    Code(
        "late-unofficial",
        "warning",
        "the package is late and unofficial",
        "Leave it as it is, or ask the organisers for an extension: it is scored and reported separately.",
    ),
    Code(
        "deadline-not-checked",
        "not-checked",
        "when the package is submitted is not known",
        "Give the time of the submission with --date.",
    ),
    Code(
        "dry-run-missing",
        "error",
        "a phase that must come first, such as the dry run, was left out",
        "Submit the package of the earlier phase first.",
    ),
    Code(
        "dry-run-not-checked",
        "not-checked",
        "whether phases that must come first were done is not known",
        "Give the package of the earlier phase with --earlier, if there is one.",
    ),
    # Limits
    Code(
        "check-stopped",
        "error",
        "the check stopped early, because the package or file takes too much to check",
        "Fix the mistakes that are listed, and submit only real output of systems.",
    ),
)
