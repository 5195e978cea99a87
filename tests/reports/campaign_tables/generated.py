"""Which table of a report has the structure of which printed one: automatic results and facts of the campaigns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.reports.campaign_tables.particular_checks import (
    any_order,
    best_of_2015_last,
    cased_in_parentheses,
    crosses_alone,
    current_set_in_bold,
    first_cells_start_with,
    lines_where_the_test_parts,
    lists_or_one_line,
    says,
    teams_and_their_number,
)
from tests.reports.campaign_tables.printed_structure import (
    Generated,
    best_in_bold,
    by_name,
    by_score,
    cells_are,
    each_by_itself,
    in_document_order,
    nothing_in_bold,
    one_cell_for,
)
from tests.reports.campaign_tables.simulated_results import I05_CONDITIONS, I05_SYSTEMS, I12_PAIRS, I16_SYSTEMS

_DIRECTIONS = ("Chinese–English", "Japanese–English", "Arabic–English", "Korean–English", "English–Chinese")
_LISTS = ("mWER", "mPER")
"""Error rates, of which the lowest is the best."""


def _i05() -> Iterator[tuple[str, Generated]]:
    yield "1", Generated(id="inputs", order=in_document_order(*_DIRECTIONS), checks=(cells_are("✓", "–"),))
    conditions = {
        "Supplied": "Supplied Data",
        "Supplied & Tools": "Supplied Data & Tools",
        "Unrestricted": "Unrestricted Data",
        "C-STAR": "C-STAR Data",
        "direction": "Translation direction",
    }
    yield (
        "2",
        Generated(
            id="conditions",
            order=first_cells_start_with("IWSLT05", "Taggers", "Publicly", "Proprietary"),
            checks=(cells_are("✓", "✗"),),
            words=conditions,
        ),
    )
    languages = ("Chinese", "Japanese", "Arabic", "Korean", "English")
    yield "4", Generated(id="corpus-1", order=in_document_order(*languages), checks=(one_cell_for("Lines"),))
    yield "5", Generated(id="corpus-2", order=in_document_order(*languages), checks=(one_cell_for("Lines"),))
    yield (
        "6",
        Generated(
            id="hypotheses",
            order=in_document_order("DEVSET1", "DEVSET2", "IWSLT 2005"),
            checks=(current_set_in_bold,),
            words={"best sentence in 20-best (avg. rank)": "best sentence in 20-best (average rank)"},
            sections=True,
        ),
    )
    # Our rules also say what words are, and the groups of the documents say how many rules they have.
    yield (
        "7",
        Generated(
            id="specifications-english",
            order=any_order,
            words={
                "English – Standard Evaluation (3 rules)": "English – Standard Evaluation",
                "English – Optional Evaluation (2 rules)": "English – Mixed Case Evaluation",
            },
            sections=True,
            rows=7,
        ),
    )
    yield (
        "8",
        Generated(
            id="specifications-chinese",
            order=any_order,
            words={
                "Chinese – Evaluation 1 (2 rules)": "Chinese – Evaluation 1 - ASR segmentation based",
                "Chinese – Evaluation 2 (2 rules)": "Chinese – Evaluation 2 - Character segmented",
            },
            sections=True,
            rows=5,
        ),
    )
    yield (
        "9",
        Generated(id="metrics", order=in_document_order("BLEU Score", "NIST Score", "mWER", "mPER", "GTM", "METEOR")),
    )
    # Tables 10 and 11 are one: all three evaluations have five grades.
    grades = in_document_order("0", "1", "2", "3", "4")
    yield "10", Generated(id="scales-0-4", order=grades, part=slice(0, 4))
    yield "11", Generated(id="scales-0-4", order=grades, part=slice(4, 6))
    yield (
        "12",
        Generated(
            id="submissions-by-track-transcript",
            order=in_document_order(*_DIRECTIONS),
            checks=(cased_in_parentheses,),
            words=conditions,
        ),
    )
    yield (
        "13",
        Generated(
            id="submissions-by-track-speech",
            order=in_document_order("Chinese–English", "Japanese–English", "English–Chinese"),
            checks=(cased_in_parentheses,),
            words=conditions,
        ),
    )
    yield (
        "18",
        Generated(
            id="participants",
            order=any_order,  # the document states none
            checks=(one_cell_for("Institution"),),
            words={"Short form for systems": "system"},
            rows=11,  # systems of the simulation
        ),
    )
    sections = {
        "B.2": ("transcript", "zh-en"), "B.3": ("speech", "zh-en"), "B.4": ("transcript", "ja-en"),
        "B.5": ("speech", "ja-en"), "B.6": ("transcript", "ar-en"), "B.7": ("transcript", "ko-en"),
        "B.8": ("transcript", "en-zh"),
    }  # fmt: skip
    specifications = {
        "standard": "iwslt05-english-standard",
        "mixed-case": "iwslt05-english-optional",
        "evaluation-1": "iwslt05-chinese-segmented",
        "evaluation-2": "iwslt05-chinese-character",
    }
    for section, (track, pair) in sections.items():
        for condition, (systems, mixed) in zip(I05_CONDITIONS, I05_SYSTEMS[track, pair], strict=True):
            chinese = pair == "en-zh"
            printed = {
                "standard": systems and not chinese,
                "mixed-case": mixed,
                "evaluation-1": systems and chinese,
                "evaluation-2": systems and chinese,
            }
            for name in (name for name, is_printed in printed.items() if is_printed):
                table = f"{track}-{pair}-{condition}-{'chinese' if chinese else 'english'}-{specifications[name]}"
                yield (
                    f"{section}/{condition}/{name}",
                    _i05_scores(
                        f"automatic-{table}", track, systems=mixed if name == "mixed-case" else systems, chinese=chinese
                    ),
                )


def _i05_scores(table: str, track: str, *, systems: int, chinese: bool) -> Generated:
    """Of a single system, intervals have columns of their own, since programs need their ends as numbers."""
    printed, ours = {
        "transcript": ("manual transcription", "Manual transcription"),
        "speech": ("ASR output", "ASR output"),
    }[track]
    places = {f"{printed}, {pair.replace('–', ' to ')}": f"{ours}, {pair}" for pair in _DIRECTIONS}
    return Generated(
        id=table,
        order=each_by_itself(ascending=_LISTS),
        checks=(nothing_in_bold, lists_or_one_line),
        words=places | {"Supplied Data + Tools": "Supplied Data & Tools"},
        added=("interval",) if systems == 1 else (),
        left_out=("METEOR", "METEOR / system", "METEOR / score") if chinese else (),  # empty cells in the document
    )


def _w08() -> Iterator[tuple[str, Generated]]:
    yield "1", Generated(id="difficulty", order=by_score("avg. BLEU", descending=False))
    # The simulation has 18 of the teams; RBMT1 to 6 are one row there, too.
    yield "2", Generated(id="participants", order=by_name("ID"), checks=(says("RBMT1–RBMT6"),), rows=18)
    metrics = {
        "POSF4G-AM": "POSF4gram-AM",
        "POSF4G-GM": "POSF4gram-GM",
        "METEOR-B": "METEOR-baseline",
        "METEOR-R": "METEOR-ranking",
    }
    for number, table in enumerate(("14", "15", "16", "17", "18"), start=1):
        yield (
            table,
            Generated(
                id=f"automatic-{number}",
                order=by_name(),
                checks=(best_in_bold(lowest=("mTER",)),),
                words=metrics | _tasks(),
                sections=True,
            ),
        )


def _tasks() -> dict[str, str]:
    languages = ("English", "Czech", "French", "German", "Spanish")
    return {
        f"{source}-{target} {task} Task": f"{source}–{target}, {task}"
        for source in languages
        for target in languages
        for task in ("News", "News Commentary", "Europarl")
    }


def _i12() -> Iterator[tuple[str, Generated]]:
    yield "1", Generated(id="corpus-1", order=in_document_order("English", "French", column=1))
    yield (
        "2",
        Generated(
            id="corpus-2",
            order=in_document_order("Train", "dev2010", "tst2010", "tst2011", "tst2012", column=1),
            checks=(one_cell_for("task", "data set", "sent", "talks"),),
            words={"MT EnFr": "TED MT English–French", "MT ArEn": "TED MT Arabic–English"},
            groups_in_cells=True,
        ),
    )
    yield "3", Generated(id="corpus-3", order=in_document_order("tst2011, recordings", "tst2012, recordings", column=1))
    yield (
        "4",
        Generated(
            id="released-runs-released-asr-runs-english",
            order=by_score("tst2012", descending=False),
            columns=(("", "num."), ("", "system"), ("", "tst2011"), ("", "tst2012")),  # "name" under "system"
        ),
    )
    measures = {"%bleu": "BLEU", "mtr": "METEOR", "ter": "TER"}
    yield (
        "5",
        Generated(
            id="baselines-ted-mt",
            order=in_document_order("dev2010", "tst2010", "tst2011", "tst2012", "dev2012"),
            words=measures | _codes(),
            added=("WER", "WER / σ", "PER", "PER / σ", "GTM", "GTM / σ", "NIST", "NIST / σ"),
            sections=True,
        ),
    )
    yield (
        "6",
        Generated(
            id="corpus-4",
            order=first_cells_start_with(
                "BTEC train", "HIT train", "BTEC dev", "HIT dev1", "HIT dev2", "HIT evaluation"
            ),
            words={"type": "text", "BTEC": "BTEC train", "HIT": "HIT train"},
            groups_in_cells=True,
        ),
    )
    participant = {"name, country and references of system papers": "Participant"}
    yield "7", Generated(id="participants", order=by_name("ID"), words=participant, rows=14)
    pairs = {"En": "English", "OLY MT": "OLYMPICS MT", "PtbEn": "Portuguese (Brazilian)–English"} | {
        printed.replace("-", ""): ours for printed, ours in _codes().items()
    }
    yield (
        "7-matrix",
        Generated(
            id="participants-by-track",
            order=teams_and_their_number,
            checks=(crosses_alone,),
            words=pairs | {"PtbEn": "Portuguese (Brazilian)–English"},
        ),
    )
    yield (
        "8",
        Generated(id="submissions-by-track", order=first_cells_start_with("TED ASR", "TED SLT", "TED MT", "OLYMPICS")),
    )
    yield (
        "9",
        Generated(
            id="kappa-words",
            order=in_document_order("below 0", "0.00–0.20", "0.21–0.40", "0.41–0.60", "0.61–0.80", "0.81–1.00"),
        ),
    )
    yield (
        "12",
        Generated(
            id="scales-1-5",
            order=in_document_order("5", "4", "3", "2", "1"),
            columns=(("Adequacy / Dialog", "grade"), ("Adequacy / Dialog", "label")),
        ),
    )
    yield (
        "A.1/asr-en",
        Generated(
            id="recognition-ted-asr-en-ted-asr-asr-tst2012",
            order=by_score("WER", descending=False),
            checks=(best_in_bold("WER"),),
        ),
    )
    yield "A.2/asr-en", Generated(
        id="progress-ted-asr-en-ted-asr-asr-tst2011",
        order=each_by_itself(ascending=("", "IWSLT 2011")),
        checks=(best_in_bold("WER"),),
        # Rate and count are columns of their own, as in A.1, and the heading of the second list is above all of it.
        columns=(
            ("", "system"), ("", "WER"), ("", "(Count)"),
            ("IWSLT 2011", "system"), ("IWSLT 2011", "WER"), ("IWSLT 2011", "(Count)"),
        ),
    )  # fmt: skip
    scores = best_in_bold(lowest=("WER", "PER", "TER"))
    for part, year, name in (("A.1", "2012", "automatic"), ("A.2", "2011", "progress")):
        order = by_score("BLEU", group='"case+punc" evaluation')
        yield (
            f"{part}/slt-en-fr",
            Generated(
                id=f"{name}-ted-slt-en-fr-ted-slt-slt-tst{year}",
                order=order,
                checks=(scores, lines_where_the_test_parts),
            ),
        )
        for pair, rows in I12_PAIRS.items():
            if rows[part == "A.2"]:
                printed = pair.replace("pt-", "ptb-")
                yield (
                    f"{part}/mt-{printed}",
                    Generated(
                        id=f"{name}-ted-mt-{pair}-ted-mt-tst{year}",
                        order=order,
                        checks=(scores, lines_where_the_test_parts),
                    ),
                )
    yield (
        "A.1/olympics-mt-zh-en",
        Generated(
            id="automatic-olympics-mt-zh-en-olympics-hit-eval",
            order=by_score("BLEU", group='"case+punc" evaluation'),
            checks=(scores, lines_where_the_test_parts),
        ),
    )


def _codes() -> dict[str, str]:
    """The language pairs of IWSLT 2012 as its tables abbreviate them."""
    names = {
        "Fr": "French", "Ar": "Arabic", "De": "German", "Nl": "Dutch", "Pl": "Polish", "Ptb": "Portuguese (Brazilian)",
        "Ro": "Romanian", "Ru": "Russian", "Sk": "Slovak", "Sl": "Slovenian", "Tr": "Turkish", "Zh": "Chinese",
    }  # fmt: skip
    return {"En-Fr": "English–French"} | {f"{code}-En": f"{name}–English" for code, name in names.items()}


def _n12() -> Iterator[tuple[str, Generated]]:
    yield "1", Generated(id="off-limits", order=by_name("language pair"))
    yield "2", Generated(id="corpus-1", order=by_name("language pair"))


def _i16() -> Iterator[tuple[str, Generated]]:
    participant = {"name, country and references of system papers": "Participant"}
    yield "3", Generated(id="participants", order=by_name("ID"), words=participant, rows=5)  # the document states none
    directions = {
        f"En ↔ {code}": f"English–{name}"
        for code, name in (("Ar", "Arabic"), ("Cs", "Czech"), ("Fr", "French"), ("De", "German"))
    }
    yield (
        "4",
        Generated(
            id="corpus-1",
            order=in_document_order(*directions.values()),
            checks=(one_cell_for("direction"),),
            words=directions | {"direction/source": "direction", "En": "source", "foreign": "target"},
            groups_in_cells=True,
        ),
    )
    yield (
        "5",
        Generated(
            id="corpus-2",
            order=in_document_order("English–French", "English–German", "German–English"),
            words={"En → Fr": "English–French", "En → De": "English–German", "De → En": "German–English"},
            groups_in_cells=True,
        ),
    )
    names = {"arabic": "ar", "czech": "cs", "french": "fr", "german": "de", "english": "en"}
    asr = "recognition-talk-asr-en-permissible-asr-tst2016"
    mslt = "permissible-mslt-asr-tst2016"
    for printed, table in {
        "A.1/asr-talk-english": asr,
        "A.1/asr-ted-english": f"{asr}-subset-ted",
        "A.1/asr-qed-english": f"{asr}-subset-qed",
        "A.1/asr-mslt-english": f"recognition-mslt-asr-en-{mslt}",
        "A.1/asr-mslt-german": f"recognition-mslt-asr-de-{mslt}",
        "A.2/asr-ted-english": "progress-talk-asr-en-permissible-asr-tst2015",
    }.items():
        yield printed, Generated(id=table, order=by_score("WER", descending=False), checks=(nothing_in_bold,))
    bleu = by_score("BLEU", group="case sensitive")
    talk = "permissible-slt-tst2016-subset"
    for printed, table in {
        "A.1/slt-ted-english-german": f"automatic-talk-slt-en-de-{talk}-ted",
        "A.1/slt-qed-english-german": f"automatic-talk-slt-en-de-{talk}-qed",
        "A.2/slt-ted-english-german": "progress-talk-slt-en-de-permissible-slt-tst2015",
    }.items():
        yield printed, Generated(id=table, order=bleu, checks=(nothing_in_bold,))
    pairs = {f"{one}-{other}": f"{names[one]}-{names[other]}" for one in names for other in names}
    for pair in ("english-german", "german-english", "english-french"):
        slt = f"automatic-mslt-slt-{pairs[pair]}-permissible-mslt-slt-tst2016"
        yield f"A.1/slt-mslt-{pair}", Generated(id=slt, order=bleu, checks=(nothing_in_bold,))
    test_sets = {"ted": "tst2016", "qed": "qed-tst2016", "mslt": "mslt-tst2016"}
    for track, test_set in test_sets.items():
        for ids in I16_SYSTEMS[track]:
            pair = next(pair for pair, own in pairs.items() if own == ids)
            table = f"automatic-{track}-mt-{ids}-permissible-{test_set}"
            yield f"A.1/mt-{track}-{pair}", Generated(id=table, order=bleu, checks=(nothing_in_bold,))
    for ids in I16_SYSTEMS["ted"]:
        best = 0 if "ar" in ids else 1
        yield (
            f"A.2/mt-ted-{next(pair for pair, own in pairs.items() if own == ids)}",
            Generated(
                id=f"progress-ted-mt-{ids}-permissible-tst2015",
                order=by_score("BLEU", group="case sensitive", last=best),
                checks=(nothing_in_bold, *((best_of_2015_last,) if best else ())),
            ),
        )


GENERATED: Mapping[str, Mapping[str, Generated]] = {
    "iwslt2005": dict(_i05()),
    "wmt2008": dict(_w08()),
    "iwslt2012": dict(_i12()),
    "openmt2012": dict(_n12()),
    "iwslt2016": dict(_i16()),
}
"""By document and printed table."""
