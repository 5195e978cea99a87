"""What the header of a file says (OpenMT12, 11.3 and 12.1.5): set, languages, system."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.data import Finding
from bakeoff.formats.text.outlines import OutlinedSet
from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.submissions.context import XML_FORMATS, FileCheck
from bakeoff.submissions.sources import comparable_languages


def set_kind(check: FileCheck) -> Iterator[Finding]:
    """One run a file: no source, no references, not several systems."""
    if not check.is_text or not check.outline.sets:
        return
    sets = check.outline.sets
    runs = [text for text in sets if text.role == "run"]
    if not runs:
        element = {"source": "srcset", "reference": "refset"}.get(sets[0].role, sets[0].role)
        yield check.finding(
            "set-kind",
            line=sets[0].line,
            found=f"a {sets[0].role}",
            expected="the run of a system",
            remedy=f"Write tstset instead of {element}." if check.format == "nist-xml" else "",
        )
    elif len(runs) > 1:
        yield check.finding(
            "set-several",
            line=runs[1].line,
            found=f"{len(runs)}: {', '.join(text.name or 'one without a name' for text in runs)}",
            expected="one run in a file",
        )


def set_id(check: FileCheck) -> Iterator[Finding]:
    """The `setid` of the source; without a source, the one that the rulebook gives."""
    run = _header(check, "set-id")
    if run is None or not run.test_set:
        return
    rules, source = check.test_set, check.source
    wanted = source.set_id if source else None
    if wanted is None and rules is not None and rules.set_id and check.entry.language_pair:
        wanted = rules.written_id(check.entry.language_pair)
    if wanted is not None and run.test_set != wanted:
        yield check.finding("set-id", line=run.line, found=run.test_set, expected=f"the setid {wanted}")


def languages(check: FileCheck) -> Iterator[Finding]:
    """`srclang` as in the source, `trglang` as in the rulebook."""
    pair, source = check.language_pair, check.source
    run = _header(check, "source-language")
    if run is not None and run.source_language and (wanted := _source_language(check)) is not None:
        # As the source has it; where only the rulebook is given, a code and a name cannot be compared.
        comparable = source is not None or comparable_languages(run.source_language, wanted)
        if comparable and run.source_language != wanted:
            yield check.finding("source-language", line=run.line, found=run.source_language, expected=wanted)
    run = _header(check, "target-language")
    wanted = pair.target if pair else None
    found = run.target_language if run else None
    if run is not None and found and wanted and found != wanted and comparable_languages(found, wanted):
        yield check.finding("target-language", line=run.line, found=found, expected=wanted)


def _source_language(check: FileCheck) -> str | None:
    if check.source is not None and check.source.language:
        return check.source.language
    return check.language_pair.source if check.language_pair else None


def system_id(check: FileCheck) -> Iterator[Finding]:
    """The `sysid`, which is the start of the file's name (OpenMT12, 12.1.2)."""
    run = _header(check, "system-id")
    pattern, reading = check.package.package.system, check.named.name
    if run is None or not run.name or not pattern or reading is None:
        return
    fields = parse_pattern(pattern).fields
    if any(field not in reading.values or field in reading.wrong for field in fields):
        return  # the name has to be put right first
    # A name that disagrees with the archive's has been reported.
    wanted = parse_pattern(pattern).written({**reading.values, **check.package.names.known})
    if run.name != wanted:
        remedy = f'Write sysid="{wanted}".' if check.format == "nist-xml" else ""
        yield check.finding("system-id", line=run.line, found=run.name, expected=wanted, remedy=remedy)


def _header(check: FileCheck, matched: str) -> OutlinedSet | None:
    """The run's own element, where the rulebook wants it compared."""
    if check.format not in (*XML_FORMATS, "nist-sgml") or matched not in check.package.package.matches:
        return None
    # Also of a file that breaks off later.
    return next((text for text in check.outline.sets if text.role == "run"), None)
