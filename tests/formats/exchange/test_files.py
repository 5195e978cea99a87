"""Files of translators: what we write is read back to the letter, and what other tools make of it is read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.errors import BakeoffError, ExpressionError, FormatError, MistakesError
from bakeoff.formats.exchange.bilingual import BilingualFile, BilingualUnit, match_returned
from bakeoff.formats.exchange.files import WRITERS, read_bilingual, recognise_bilingual, write_bilingual
from tests.depth import cases

UNITS = (
    BilingualUnit(id="u1", source="Tea is <b>ready</b> & hot.", target="Tee ist Haus."),
    BilingualUnit(id="u2", source="  two  blanks\tand a tab ", target="zwei\nZeilen", signed_off=True),
    BilingualUnit(id="u3", source="مرحبا", target=None, notes=("Wer spricht?",)),
)
FILE = BilingualFile(units=UNITS, source_language="en", target_language="ar")

texts = st.text(st.characters(blacklist_categories=["Cs", "Cc", "Cn"]) | st.sampled_from("\t\n\r&<>\"']"), min_size=1)
units = st.lists(
    st.builds(
        BilingualUnit,
        id=st.just(""),
        source=texts.filter(lambda text: text.strip() != ""),
        target=st.none() | texts.filter(lambda text: text.strip() != ""),
        signed_off=st.booleans(),
    ),
    max_size=4,
).map(lambda found: tuple(replace(unit, id=f"u{n}", signed_off=unit.signed_off and unit.target is not None)
                          for n, unit in enumerate(found)))  # fmt: skip


def written(file: BilingualFile, folder: Path, format: str) -> Path:
    path = folder / f"it.{format}"
    write_bilingual(file, path, format)
    return path


@pytest.mark.parametrize("format", ["xliff-2.1", "xliff-1.2"])
@given(found=units)
@settings(max_examples=cases(150), deadline=None)
def test_xliff_comes_back_as_it_was_written(
    format: str, found: tuple[BilingualUnit, ...], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("xliff")
    file = BilingualFile(units=found, source_language="en", target_language="de")
    path = written(file, folder, format)
    back = read_bilingual(path)
    assert back == file
    assert back.format == format
    assert written(back, folder, format).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("format", ["tmx", "bilingual-tsv"])
@given(found=units)
@settings(max_examples=cases(60), deadline=None)
def test_memories_and_tables_keep_every_text(
    format: str, found: tuple[BilingualUnit, ...], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("texts")
    path = written(BilingualFile(units=found, source_language="en", target_language="de"), folder, format)
    back = read_bilingual(path)
    kept = [(unit.id, unit.source, unit.target) for unit in found]
    assert [(unit.id, unit.source, unit.target) for unit in back.units] == kept
    assert written(back, folder, format).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("format", WRITERS)
def test_every_format_keeps_ids_sources_and_targets(format: str, tmp_path: Path) -> None:
    path = written(FILE, tmp_path, format)
    assert recognise_bilingual(path)
    back = read_bilingual(path)
    assert [(unit.id, unit.source, unit.target) for unit in back.units] == [
        (unit.id, unit.source, unit.target) for unit in UNITS
    ]
    assert back.units[2].notes == ("Wer spricht?",)
    if format != "tmx":  # which has no place for it
        assert [unit.signed_off for unit in back.units] == [False, True, False]


def test_xliff_says_direction_states_and_that_segments_stay_as_they_are(tmp_path: Path) -> None:
    text = written(FILE, tmp_path, "xliff-2.1").read_text(encoding="utf-8")
    for part in ('srcLang="en" trgLang="ar"', 'canResegment="no" srcDir="ltr" trgDir="rtl"', 'state="initial"'):
        assert part in text
    assert "urn:oasis:names:tc:xliff:document:2.0" in text


FOREIGN_12 = """<?xml version="1.0" encoding="utf-8"?>
<!-- saved by a tool -->
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:mq="MQXliff" version="1.2">
  <file original="texts" source-language="en-GB" target-language="de-DE" datatype="plaintext" mq:id="9">
    <header><tool tool-id="x" tool-name="Tool"/><note>whole file</note></header>
    <body>
      <group id="g1">
        <trans-unit id="u1" approved="yes" mq:status="Confirmed">
          <source>Tea is <g id="1">ready</g> now<x id="2"/>.</source>
          <seg-source><mrk mtype="seg" mid="1">Tea is <g id="1">ready</g> now<x id="2"/>.</mrk></seg-source>
          <target state="signed-off"><mrk mtype="seg" mid="1">Der Tee ist <g id="1">fertig</g></mrk> <mrk
            mtype="seg" mid="2"><bpt id="3">&lt;b></bpt>jetzt<ept id="3">&lt;/b></ept>.</mrk></target>
          <note from="translator">Tee, nicht Kaffee</note>
          <alt-trans match-quality="80%"><source>Tea is cold.</source><target>Der Tee ist kalt.</target></alt-trans>
          <mq:comments><mq:comment>internal</mq:comment></mq:comments>
        </trans-unit>
      </group>
      <trans-unit id="u2"><source>Yes &amp; no</source><target state="needs-review-translation">Ja &amp;
          nein</target></trans-unit>
      <trans-unit id="u3"><source>Left</source><target/></trans-unit>
      <trans-unit id="u4" xml:space="preserve"><source>a  b</source></trans-unit>
    </body>
  </file>
</xliff>
"""
FOREIGN_21 = """<?xml version="1.0"?>
<x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:2.0" xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0"
  xmlns:okp="okapi" version="2.0" srcLang="en" trgLang="de">
 <x:file id="f1"><x:skeleton/>
  <x:group id="g">
  <x:unit id="u1" okp:extra="1">
    <mtc:matches><mtc:match ref="#1"><x:source>Tea.</x:source><x:target>Kaffee.</x:target></mtc:match></mtc:matches>
    <x:notes><x:note category="comment" appliesTo="target">bitte prüfen</x:note></x:notes>
    <x:originalData><x:data id="d1">&lt;br/></x:data></x:originalData>
    <x:segment id="s1" state="final"><x:source>Tea is <x:pc id="1">ready</x:pc>.</x:source>
      <x:target>Der Tee ist <x:pc id="1">fertig</x:pc>.</x:target></x:segment>
    <x:ignorable><x:source> <x:ph id="2" dataRef="d1"/></x:source></x:ignorable>
    <x:segment id="s2" state="reviewed"><x:source>Come <x:mrk id="m" type="term">in</x:mrk>!</x:source>
      <x:target>Komm<x:sc id="3"/> <x:mrk id="m" type="term">herein</x:mrk><x:ec startRef="3"/>!</x:target></x:segment>
  </x:unit>
  </x:group>
  <x:unit id="u2"><x:segment><x:source>No.</x:source></x:segment></x:unit>
 </x:file>
</x:xliff>
"""
FOREIGN_TMX = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header creationtool="other" creationtoolversion="1" segtype="sentence" o-tmf="x" adminlang="en"
  srclang="en-US" datatype="xml"><prop type="x">y</prop></header><body>
<tu changedate="20261118T120000Z"><prop type="x-context">1</prop><note>prüfen</note>
 <tuv xml:lang="de"><seg>Der Tee ist <bpt i="1">&lt;b></bpt>fertig<ept i="1">&lt;/b></ept>.</seg></tuv>
 <tuv xml:lang="en"><seg>Tea is <hi>ready</hi>.</seg></tuv></tu>
</body></tmx>
"""


def test_xliff_12_of_another_tool_is_read(tmp_path: Path) -> None:
    path = tmp_path / "back.xlf"
    path.write_text(FOREIGN_12, encoding="utf-8")
    found = read_bilingual(path)
    assert (found.source_language, found.target_language, found.format) == ("en-GB", "de-DE", "xliff-1.2")
    one, two, three, four = found.units
    assert (one.source, one.target) == ("Tea is ready now.", "Der Tee ist fertig jetzt.")
    assert (one.signed_off, one.notes) == (True, ("Tee, nicht Kaffee",))
    assert (two.source, two.target, two.signed_off) == ("Yes & no", "Ja & nein", False)
    assert three.target is None
    assert (four.source, four.target) == ("a  b", None)
    assert one.place.line == 8


def test_xliff_2_of_another_tool_is_read(tmp_path: Path) -> None:
    path = tmp_path / "back.xlf"
    path.write_text(FOREIGN_21, encoding="utf-8")
    found = read_bilingual(path)
    one, two = found.units
    assert one.source == "Tea is ready. Come in!"
    assert one.target == "Der Tee ist fertig. Komm herein!"
    assert (one.signed_off, one.notes) == (True, ("bitte prüfen",))
    assert (two.target, two.signed_off) == (None, False)


def test_a_memory_of_another_tool_is_read_and_matched_by_its_sources(tmp_path: Path) -> None:
    path = tmp_path / "back.tmx"
    path.write_text(FOREIGN_TMX, encoding="utf-8")
    found = read_bilingual(path)
    [unit] = found.units
    assert (unit.id, unit.source, unit.target) == ("", "Tea is ready.", "Der Tee ist fertig.")
    sent = BilingualFile(units=(BilingualUnit(id="u1", source="Tea  is ready.", target="x"),))
    [(before, after)] = match_returned(sent, found).units
    assert (before.id, after.target) == ("u1", "Der Tee ist fertig.")


BOMB = '<!DOCTYPE xliff [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><xliff version="1.2"><file>&b;</file></xliff>'
OUTSIDE = '<!DOCTYPE xliff [<!ENTITY x SYSTEM "file:///etc/hostname">]><xliff version="2.1">&x;</xliff>'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (BOMB, "declarations in brackets"),
        (OUTSIDE, "declarations in brackets"),
        ('<xliff version="1.2"><file>&unknown;</file></xliff>', "unknown entity"),
        (f'<xliff version="1.2">{"<g>" * 100}', "64 deep"),
        ('<xliff version="1.2"><trans-unit id="u1"><source>a</source>', "end of the file"),
        ('<xliff version="3.0"/>', "found 3.0"),
        ("<xliff/>", "no version"),
        ('<xliff version="2.1"><file><unit id="u1"><segment/></unit></file></xliff>', "a source in each unit"),
        ("<html/>", "another file"),
        ("Just a text.\n", "another file"),
        ("<tmx><body><tu/></body></tmx>", "found 0 languages"),
        ("id\tsource\ttarget\nu1\ta\n", "expected 3 columns"),
    ],
)
def test_hostile_and_broken_files_are_refused_with_their_place(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.xlf"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(FormatError, match=message):
        read_bilingual(path)


def test_what_xml_cannot_hold_and_unknown_formats_are_refused(tmp_path: Path) -> None:
    bell = BilingualFile(units=(BilingualUnit(id="u1", source="a\x07", target=None),))
    for format in ("xliff-2.1", "xliff-1.2", "tmx"):
        with pytest.raises(FormatError, match=r"U\+0007"):
            written(bell, tmp_path, format)
    with pytest.raises(ExpressionError, match="not as docx"):
        written(FILE, tmp_path, "docx")


SENT = BilingualFile(units=tuple(BilingualUnit(id=f"u{n}", source=f"source {n}", target=f"x{n}") for n in range(1, 4)))


def returned(*changes: BilingualUnit) -> BilingualFile:
    return BilingualFile(units=changes)


def test_segments_in_another_order_are_found_and_remarked() -> None:
    found = match_returned(SENT, returned(*SENT.units[::-1]))
    assert [before.id for before, _ in found.units] == ["u1", "u2", "u3"]
    assert found.remarks[0].startswith("Segments are in another order")
    assert match_returned(SENT, SENT).remarks == ()


def test_missing_repeated_unknown_and_changed_segments_are_named_together() -> None:
    one, two, _ = SENT.units
    back = returned(replace(one, source="another source"), two, two, BilingualUnit(id="u9", source="new", target="neu"))
    with pytest.raises(MistakesError) as caught:
        match_returned(SENT, back)
    said = [str(mistake) for mistake in caught.value.mistakes]
    assert len(said) == 5
    for part in ("the source of u1 as it was sent", "u2 once", "the id 'u9'", "a translation of u3"):
        assert any(part in text for text in said), part


def test_an_unfinished_file_is_taken_where_it_is_allowed() -> None:
    one, two, _ = SENT.units
    back = returned(one, replace(two, target=None))
    found = match_returned(SENT, back, partial=True)
    assert [before.id for before, _ in found.units] == ["u1"]
    assert [unit.id for unit in found.missing] == ["u2", "u3"]
    with pytest.raises(BakeoffError, match="a translation of u2"):
        match_returned(SENT, back)


def test_equal_sources_without_ids_are_matched_in_their_order() -> None:
    sent = BilingualFile(units=tuple(BilingualUnit(id=f"u{n}", source="Yes.", target="x") for n in (1, 2)))
    back = returned(*(BilingualUnit(id="", source="Yes.", target=text) for text in ("Ja.", "Doch.")))
    assert [after.target for _, after in match_returned(sent, back).units] == ["Ja.", "Doch."]
    with pytest.raises(MistakesError, match="each segment as often as sent"):
        match_returned(sent, returned(*back.units, *back.units))
