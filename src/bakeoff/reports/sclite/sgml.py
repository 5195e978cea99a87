"""Alignments in sclite's own markup (`.sgml`), which its `sc_stats` and other programs read."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from bakeoff.reports.sclite.alignments import ScoredFiles
from bakeoff.reports.sclite.words import ShownStep, ShownWord, kept_alignments, shown_steps
from bakeoff.speech import SpeechScores

_UNMARKED = re.compile(r"(?<!\\);")


def sclite_sgml(scores: SpeechScores, *, title: str, files: ScoredFiles) -> str:
    """All utterances, speaker by speaker, each a line of steps. As with sclite, it is no valid SGML."""
    return "".join(line + "\n" for line in _report(scores, title, files))


def _report(scores: SpeechScores, title: str, files: ScoredFiles) -> Iterator[str]:
    kept_alignments(scores)
    attributes = {
        "title": title,
        "ref_fname": files.reference,
        "hyp_fname": files.hypothesis,
        "creation_date": files.created_shown,
        "format": "2.4",
        "frag_corr": str(scores.rules.fragments).upper(),
        "opt_del": str(scores.rules.optional).upper(),
        "weight_ali": "FALSE",
        "weight_filename": "",
    }
    yield _tag("SYSTEM", attributes)
    for name, definitions in (("LABEL", scores.label_definitions), ("CATEGORY", scores.category_definitions)):
        for each in definitions:
            yield _tag(name, {"id": each.id, "title": each.title, "desc": each.description})
            yield f"</{name}>"
    for speaker, members in scores.members_by_speaker().items():
        yield _tag("SPEAKER", {"id": speaker})
        for row in members.tolist():
            steps = shown_steps(scores, row)
            yield _tag("PATH", _path(scores, row, len(steps)))
            yield ":".join(_step(scores, step) for step in steps)
            yield "</PATH>"
        yield "</SPEAKER>"
    yield "</SYSTEM>"


def _tag(name: str, attributes: dict[str, str]) -> str:
    return f"<{name} " + " ".join(f'{key}="{value}"' for key, value in attributes.items()) + ">"


def _path(scores: SpeechScores, row: int, steps: int) -> dict[str, str]:
    utterances = scores.utterances
    attributes = {"id": f"({utterances.ids[row]})", "word_cnt": str(steps)}
    if utterances.labels and utterances.labels[row]:
        attributes["labels"] = f"<{','.join(utterances.labels[row])}>"
    if utterances.recordings:
        attributes["file"], attributes["channel"] = utterances.recordings[row]
    attributes["sequence"] = str(row)
    if utterances.begin_ns is not None and utterances.end_ns is not None:
        # sclite keeps the times of segments in 32 bits.
        attributes["R_T1"], attributes["R_T2"] = (
            f"{np.float32(times[row] / 1e9):.3f}" for times in (utterances.begin_ns, utterances.end_ns)
        )
    if scores.rules.characters != "none":
        attributes["char_align"] = "1"
    if scores.rules.case:
        attributes["case_sense"] = "1"
    if scores.heard is not None:
        attributes["word_aux"] = "h_t1+t2" if scores.confidence_logs is None else "h_t1+t2,h_conf"
    return attributes


def _step(scores: SpeechScores, step: ShownStep) -> str:
    parts = [step.kind, _word(step.reference), _word(step.hypothesis)]
    if scores.heard is not None:
        heard = step.hypothesis
        parts.append(f"{heard.begin:.3f}+{heard.end:.3f}" if heard else "")
        if scores.confidence_logs is not None:
            parts.append(f"{heard.confidence:f}" if heard else "")
    return ",".join(parts)


def _word(word: ShownWord | None) -> str:
    """A word with its two tags behind semicolons, where it has any; semicolons of its own are marked."""
    if word is None:
        return ""
    tags = [";" + tag for tag in _UNMARKED.split(word.tags)[:2]] if word.tags else []
    return '"' + word.text.replace(";", "\\;") + "".join(tags) + '"'
