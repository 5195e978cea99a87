#pragma once

#include <string>
#include <string_view>

// The tokenisers behind the names in tokenizers.cpp. Each takes time linear in the text.
namespace bakeoff {

/// Splits at ASCII blanks only.
void tokenize_blank(std::string_view text, std::string& line);
/// Splits at white space as Python's `str.split()` does.
void tokenize_plain(std::string_view text, std::string& line);
/// Splits at blank, tab and the ends of lines and pages, as General Text Matcher does.
void tokenize_gtm(std::string_view text, std::string& line);
/// Every character that is not white space is a token.
void tokenize_char(std::string_view text, std::string& line);

/// METEOR 1.5's normaliser (`-norm`) by language: punctuation separated and unified, lower case.
void tokenize_meteor_cs(std::string_view text, std::string& line);
void tokenize_meteor_de(std::string_view text, std::string& line);
void tokenize_meteor_en(std::string_view text, std::string& line);
void tokenize_meteor_es(std::string_view text, std::string& line);
void tokenize_meteor_fr(std::string_view text, std::string& line);
void tokenize_meteor_ru(std::string_view text, std::string& line);

/// sacreBLEU's `13a`.
void tokenize_13a(std::string_view text, std::string& line);
/// sacreBLEU's `zh`.
void tokenize_zh(std::string_view text, std::string& line);
/// sacreBLEU's `intl`.
void tokenize_intl(std::string_view text, std::string& line);

/// mteval-v13a's default tokenisation, with case kept (`-c`) or ASCII letters lower-cased.
void tokenize_mteval_13a(std::string_view text, std::string& line);
void tokenize_mteval_13a_nocase(std::string_view text, std::string& line);
/// mteval-v13a's international tokenisation, with case kept (`-c`) or all letters lower-cased.
void tokenize_mteval_intl(std::string_view text, std::string& line);
void tokenize_mteval_intl_nocase(std::string_view text, std::string& line);

/// tercom's words: `normalized` is its option `-N`, `asian` `-A`, `nopunct` `-P`. Where Java's `split` makes an empty word
/// (nothing but punctuation was removed, or it was in front), the line has a tab, which no other word contains.
template <bool normalized, bool asian, bool nopunct>
void tokenize_tercom(std::string_view text, std::string& line);
/// sacreBLEU's tokeniser for TER with the same options.
template <bool normalized, bool asian, bool nopunct>
void tokenize_sacrebleu_tercom(std::string_view text, std::string& line);

}  // namespace bakeoff
