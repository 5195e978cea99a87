#include "preparation.hpp"
#include "split_characters.hpp"
#include "tokenizer_list.hpp"

namespace bakeoff {

namespace {

struct SacrebleuRules : BasicRules {
    static constexpr Kinds kinds = western_kinds(unicode::is_python_space);
    static constexpr Kind kind_of(char32_t c) { return unicode::is_wide_space(c) ? Kind::space : Kind::word; }
};

struct MtevalRules : SacrebleuRules {
    static constexpr Kinds kinds = western_kinds(unicode::is_perl_space);
};

struct MtevalNocaseRules : MtevalRules {
    static constexpr unsigned char written(unsigned char byte) { return ascii_lower(byte); }
};

}  // namespace

void tokenize_13a(std::string_view text, std::string& line) {
    std::string scratch;
    // sacreBLEU hands over segments without white space at the end, so a hyphen before a closing line end stays.
    text = unicode::without_trailing_space(text);
    split_characters<SacrebleuRules>(prepared_as_mteval(text, scratch), line);
}

void tokenize_mteval_13a(std::string_view text, std::string& line) {
    std::string scratch;
    split_characters<MtevalRules>(prepared_as_mteval(text, scratch), line);
}

void tokenize_mteval_13a_nocase(std::string_view text, std::string& line) {
    std::string scratch;
    split_characters<MtevalNocaseRules>(prepared_as_mteval(text, scratch), line);
}

}  // namespace bakeoff
