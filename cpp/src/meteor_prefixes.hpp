#pragma once

#include <array>
#include <string_view>

// Abbreviations that keep their full stop in METEOR 1.5, by language and in the order of their bytes.
namespace bakeoff::meteor {

constexpr std::array<std::string_view, 0> czech_prefixes{};

constexpr std::array<std::string_view, 90> english_prefixes{
    "A", "Adj", "Adm", "Adv", "Asst", "B", "Bart", "Bldg", "Brig", "Bros", "C", "Capt", "Cmdr", "Col", "Comdr", "Con",
    "Corp", "Cpl", "D", "DR", "Dr", "Drs", "E", "Ens", "F", "G", "Gen", "Gov", "H", "Hon", "Hosp", "Hr", "I", "Insp", "J",
    "K", "L", "Lt", "M", "MM", "MR", "MRS", "MS", "Maj", "Messrs", "Mlle", "Mme", "Mr", "Mrs", "Ms", "Msgr", "N", "Nos",
    "Nr", "O", "Op", "Ord", "P", "Pfc", "Ph", "Prof", "Pvt", "Q", "R", "Rep", "Reps", "Res", "Rev", "Rt", "S", "Sen",
    "Sens", "Sfc", "Sgt", "Sr", "St", "Supt", "Surg", "T", "U", "V", "W", "X", "Y", "Z", "e.g", "i.e", "rev", "v", "vs",
};
// Only before numbers.
constexpr std::array<std::string_view, 3> english_number_prefixes{
    "Art", "No", "pp",
};

constexpr std::array<std::string_view, 145> french_prefixes{
    "A", "A.C.N", "A.M", "B", "B.P", "C", "C.N", "C.N.S", "C.P.I", "C.Q.F.D", "C.S", "D", "E", "E.V", "F", "G", "H", "I",
    "J", "K", "L", "L.D", "LL.AA", "LL.AA.II", "LL.AA.RR", "LL.AA.SS", "LL.EE", "LL.MM", "LL.MM.II.RR", "M", "MM", "N",
    "N.B", "N.D", "N.D.A", "N.D.L.R", "N.D.T", "N.P.A.I", "N.S", "NN.SS", "O", "P", "P.S", "Q", "R", "R.-V", "R.A.S",
    "R.I.P", "R.P", "S", "S.A", "S.A.I", "S.A.R", "S.A.S", "S.E", "S.M", "S.M.I.R", "S.S", "SS", "T", "T.S.V.P", "U", "V",
    "W", "X", "X.O", "Y", "Z", "Z.I", "a", "al", "ann", "apr", "art", "auj", "av", "b", "boul", "c", "c.-à-d", "ca", "cf",
    "ch.-l", "chap", "contr", "d", "dir", "e", "e.g", "env", "etc", "ex", "f", "fasc", "fig", "fr", "fém", "g", "h", "hab",
    "i", "i.e", "ibid", "id", "inf", "j", "k", "l", "lib", "loc.cit", "m", "masc", "ms", "n", "n/réf", "o", "p", "p.c.c",
    "p.ex", "p.j", "pl", "pp", "q", "r", "s", "sec", "sect", "sing", "sq", "sqq", "suiv", "sup", "suppl", "t", "tél", "u",
    "v", "vb", "vol", "vs", "w", "x", "y", "z", "éd",
};

constexpr std::array<std::string_view, 298> german_prefixes{
    "1", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "2", "20", "21", "22", "23", "24", "25", "26", "27",
    "28", "29", "3", "30", "31", "32", "33", "34", "35", "36", "37", "38", "39", "4", "40", "41", "42", "43", "44", "45",
    "46", "47", "48", "49", "5", "50", "51", "52", "53", "54", "55", "56", "57", "58", "59", "6", "60", "61", "62", "63",
    "64", "65", "66", "67", "68", "69", "7", "70", "71", "72", "73", "74", "75", "76", "77", "78", "79", "8", "80", "81",
    "82", "83", "84", "85", "86", "87", "88", "89", "9", "90", "91", "92", "93", "94", "95", "96", "97", "98", "99", "A",
    "Adj", "Adm", "Adv", "Art", "Asst", "B", "BSE", "Bart", "Bldg", "Brig", "Bros", "Buchst", "C", "Ca", "Capt", "Chr",
    "Cmdr", "Co", "Col", "Comdr", "Con", "Corp", "Cpl", "D", "D.h", "DR", "Dkr", "Dr", "E", "Ens", "F", "G", "Gen", "Gov",
    "H", "Hon", "Hosp", "I", "I.F", "II", "III", "IV", "IX", "Insp", "J", "K", "L", "Lt", "Ltd", "M", "MM", "MR", "MRS",
    "MS", "Maj", "Messrs", "Mio", "Mlle", "Mme", "Mr", "Mrd", "Mrs", "Ms", "Msgr", "MwSt", "N", "No", "Nos", "Nr", "O",
    "Op", "Ord", "P", "Pfc", "Ph", "Prof", "Pvt", "Q", "R", "Rep", "Reps", "Res", "Rev", "Rt", "S", "SA", "Sen", "Sens",
    "Sfc", "Sgt", "Sr", "St", "Std", "Supt", "Surg", "T", "U", "V", "VI", "VII", "VIII", "W", "X", "XI", "XII", "XIII",
    "XIV", "XIX", "XV", "XVI", "XVII", "XVIII", "XX", "Y", "Z", "Zt", "a", "b", "b.A", "bzgl", "bzw", "c", "c.-à-d", "ca",
    "d", "d.J", "d.h", "dergl", "dgl", "e", "etc", "evtl", "f", "ff", "g", "g.U", "g.g.A", "ggf", "h", "i", "i.H.v", "ii",
    "iii", "iv", "ix", "j", "jun", "k", "k.o", "l", "m", "m.E", "n", "o", "o.ä", "p", "pp", "q", "r", "s", "s.p.a", "sen",
    "sog", "sogen", "spp", "t", "u", "u.E", "u.U", "u.a", "u.s.w", "u.ä", "usf", "usw", "v", "vgl", "vi", "vii", "viii",
    "vs", "w", "x", "xi", "xii", "xiii", "xiv", "xix", "xv", "xvi", "xvii", "xviii", "xx", "y", "z", "z.B", "z.T", "z.Zt",
    "zzt",
};

constexpr std::array<std::string_view, 247> russian_prefixes{
    "0г", "0га", "0гг", "0дм", "0кг", "0км", "0л", "0м", "0мг", "0мм", "0см", "0т", "1г", "1га", "1гг", "1дм", "1кг", "1км",
    "1л", "1м", "1мг", "1мм", "1см", "1т", "2г", "2га", "2гг", "2дм", "2кг", "2км", "2л", "2м", "2мг", "2мм", "2см", "2т",
    "3г", "3га", "3гг", "3дм", "3кг", "3км", "3л", "3м", "3мг", "3мм", "3см", "3т", "4г", "4га", "4гг", "4дм", "4кг", "4км",
    "4л", "4м", "4мг", "4мм", "4см", "4т", "5г", "5га", "5гг", "5дм", "5кг", "5км", "5л", "5м", "5мг", "5мм", "5см", "5т",
    "6г", "6га", "6гг", "6дм", "6кг", "6км", "6л", "6м", "6мг", "6мм", "6см", "6т", "7г", "7га", "7гг", "7дм", "7кг", "7км",
    "7л", "7м", "7мг", "7мм", "7см", "7т", "8г", "8га", "8гг", "8дм", "8кг", "8км", "8л", "8м", "8мг", "8мм", "8см", "8т",
    "9г", "9га", "9гг", "9дм", "9кг", "9км", "9л", "9м", "9мг", "9мм", "9см", "9т", "A", "B", "C", "Cв", "Cвв", "D", "E",
    "F", "G", "H", "I", "Iв", "Iвв", "J", "K", "L", "Lв", "Lвв", "M", "Mв", "Mвв", "N", "O", "P", "Q", "R", "S", "T", "U",
    "V", "Vв", "Vвв", "W", "X", "Xв", "Xвв", "Y", "Z", "Исп", "Тел", "бульв", "в", "вв", "г", "га", "гг", "гл", "гос", "д",
    "дм", "доп", "др", "е", "ед", "зам", "и", "инд", "исп", "к", "кап", "кв", "кг", "кл", "км", "кол", "комн", "коп", "куб",
    "л", "лиц", "лл", "м", "макс", "мг", "мин", "мл", "млн", "млрд", "мм", "н", "наб", "нач", "неуд", "ном", "о", "обл",
    "обр", "общ", "ок", "ост", "отл", "п", "пер", "перераб", "пл", "пос", "пр", "просп", "проф", "р", "ред", "руб", "с",
    "сб", "св", "см", "соч", "ср", "ст", "стр", "т", "тел", "тех", "тт", "туп", "тыс", "уд", "ул", "уч", "физ", "х", "хор",
    "ч", "чел", "шт", "э", "экз",
};

constexpr std::array<std::string_view, 110> spanish_prefixes{
    "A", "A.C", "Apdo", "Av", "B", "Bco", "C", "CC.AA", "D", "Da", "Dep", "Dn", "Dr", "Dra", "E", "EE.UU", "Excmo", "F",
    "FF.CC", "Fil", "G", "Gral", "H", "I", "J", "J.C", "K", "L", "Let", "Lic", "M", "N", "N.B", "O", "P", "P.D", "P.V.P",
    "Prof", "Pts", "Q", "R", "Rte", "S", "S.A", "S.A.R", "S.E", "S.L", "S.R.C", "Sr", "Sra", "Srta", "Sta", "Sto", "T",
    "T.V.E", "Tel", "U", "Ud", "Uds", "V", "V.B", "V.E", "Vd", "Vds", "W", "X", "Y", "Z", "a/c", "adj", "admón", "afmo",
    "apdo", "av", "c", "c.f", "c.g", "cap", "cm", "cta", "dcha", "doc", "ej", "entlo", "esq", "etc", "f.c", "gr", "grs",
    "izq", "kg", "km", "mg", "mm", "nÃºm", "núm", "p", "p.a", "p.ej", "ptas", "pÃ¡g", "pÃ¡gs", "pág", "págs", "q.e.g.e",
    "q.e.s.m", "s", "s.s.s", "vid", "vol",
};

}  // namespace bakeoff::meteor
