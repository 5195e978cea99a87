"""The stemmers of METEOR 1.5, word by word against those in its jar."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bakeoff.metrics.meteor.stems import find_meteor_stemmer
from bakeoff.text.resources import find_stemmer, stemmer_languages
from tests.depth import cases
from tests.metrics.meteor.jar import stems_by

ENDINGS = {
    "da": "e en er erne et s ed heden ede ernes ig lig els løs løst gd dt gt kt sk k d t v é æ ø éé ss tt",
    "de": "nis nisse nissen nisses e em en er ern es s st est end ung ig ik isch lich heit keit ß ä ü u y ae igend",
    "en": "s es ies ied eed ed ing ly edly y 's ' ’s ational ous tion al ness ment ative icate full ll tt e skis gener",
    "es": "o a os as ar er ir ando iendo ándo lo selo me gu gü ción ciones logía mente amente idad iva é yendo aron ía",
    "fi": (
        "n a ä ta ssa sta lla lle ksi siin isiin aseen den iden tten itten seen een an han hin kin kaan ko pa sti ni "
        "si nsa mme nne i j t imma mpi impi eja mma aa ee ii q x z w ž š å éé ine"
    ),
    "fr": (
        "e es s ë ës guë guës guëment ï ïque ïsme aïeux é ée er ez ons ions ait aient issant ance ique isme iste ment "
        "amment emment ité ive euse eaux ier ière ion logie ou qu u i y y é è ell enn par col"
    ),
    "hu": "ől ről tõl ből rõl bõl val vel ő ű õ û ünk k t tt ok ök nak nek á é ban hoz ságot ja ük jük ei ént stul sz",
    "it": "are ere ire ando endo lo gliela ci mente amente ità ivo oso ista anza logia azione erà ì è à qu u i o a ch",
    "nl": "e en ene heid heden s se ing lijk baar bar end ig kk dd tt aa ee oo uu è ê ß á ë ï ij y i gemd t d k ht",
    "no": "e en er ene ers ede es eten ast het s t ert leg eleg elig ig els lov vt dt k r æ ø å é erte hetslov",
    "pt": (
        "ar er ir ou o a os as ução uções ución uciones logia logía logías ção ões ão ã õ ~ mente amente idade ivo eza "
        "ê é ç ci gue que e i ndo sse ria íamos iva"
    ),
    "ro": "ul ului i ii lor ei ele e ă â ş ţ ș ț aţie aţii itate ivă are esc ează iune ist ant ase eră at it u ea iua",
    "ru": (
        "ё ё е а и й ь ый ий ая ое ому ыми ейш ейше ост ость нн н вш вши вшись ив ывши ся сь ла ете йте ем ён ённый ём "
        "ях ями иям ию ует ешь нно"
    ),
    "sv": "a ar arna arnas er erna e en ens het heten s t ad ade ande lig ig els löst fullt gd dt kt nn k d ä ö é st",
    "tr": "lar ler ları da dan de den in ın un ün im ım sın siniz dır ken yor miş dik ca ce ki yi p b ç c d ğ k ı a ad",
}
FOREIGN = ["é", "ü", "ñ", "ô", "ё", "中", "😀", "\u0301", "\u0308", "'", "’", "-", "1", "H", "U", "Y", "Ö"]
VOWELS = {"ru": "аеёиоуыэюя"}
CONSONANTS = {"ru": "бвгджзклмнпрстфхцчшщ"}


def made_up_words(language: str, count: int) -> list[str]:
    """Words of letters of the language and its endings, some in capitals or with letters of other languages."""
    rng = random.Random(language)
    vowels, consonants = VOWELS.get(language, "aeiou"), CONSONANTS.get(language, "bcdfghjklmnprstvz")
    endings, words = ENDINGS[language].split(), set[str]()
    while len(words) < count:
        letters = [rng.choice(vowels if rng.random() < 0.45 else consonants) for _ in range(rng.randint(0, 6))]
        parts = [*letters, *rng.choices(endings, k=rng.choice([0, 1, 1, 2, 2, 3]))]
        if rng.random() < 0.15:
            parts.insert(rng.randint(0, len(parts)), rng.choice(FOREIGN))
        word = "".join(parts)
        change = rng.random()
        words.add(word.upper() if change < 0.03 else word.capitalize() if change < 0.06 else word)
    return sorted(word for word in words if word.strip("-1"))  # METEOR's program leaves numbers as they are


@pytest.mark.parametrize("language", stemmer_languages())
def test_made_up_words_against_meteor(jar: Path, language: str) -> None:
    words = made_up_words(language, cases(51_000))
    assert len(words) > cases(50_000)
    found, expected = find_meteor_stemmer(language).stem(words), stems_by(jar, language, words)
    assert [row for row in zip(words, found, expected, strict=True) if row[1] != row[2]] == []


@pytest.mark.parametrize(
    ("language", "stems"),
    [
        ("da", {"cafféé": "caffé"}),
        ("de", {"ergebnisse": "ergebniss", "ergebnisses": "ergebniss", "ergebnis": "ergebnis", "häuser": "haus"}),
        ("fi", {"varpaisiin": "varpais", "lounaaseen": "lounaas", "nisäkkäiden": "nisäkkäid", "mokša": "mokš"}),
        ("fr", {"ambiguës": "ambigu", "aiguë": "aiguë", "archaïque": "archaïqu", "camaïeux": "camaïeux"}),
        ("hu", {"egyrészről": "egyrészről", "egyrészrõl": "egyrész", "nyűnek": "nyűnek"}),
        ("nl", {"eßen": "eßen", "èxe": "èxe"}),
        ("pt", {"reconstrução": "reconstruçã", "antropologías": "antropolog", "revolución": "revolu"}),
        ("ru", {"всё": "всё", "все": "все", "необъяснённых": "необъяснён"}),
        ("en", {"😀y": "😀i"}),
    ],
)
def test_stems_in_which_newer_stemmers_differ(language: str, stems: dict[str, str]) -> None:
    """Printed by `java -cp meteor-1.5.jar Stemmer LANGUAGE`."""
    assert dict(zip(stems, find_meteor_stemmer(language).stem(list(stems)), strict=True)) == stems


def test_the_signature_tells_the_older_stemmers() -> None:
    names = {language: find_meteor_stemmer(language).name for language in stemmer_languages()}
    older = [language for language, name in names.items() if name == "snowball-1"]
    assert older == ["da", "de", "fi", "fr", "hu", "nl", "pt", "ru"]
    assert find_meteor_stemmer("ru").signature == f"stemmer:snowball-1-ru-{find_stemmer('ru').version}"
