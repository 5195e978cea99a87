#include "bakeoff/tokenizers.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "check.hpp"
#include "random_texts.hpp"

using namespace bakeoff;

namespace {

std::string line_of(std::string_view name, std::string_view text) {
    std::string line;
    find_tokenizer(name)(text, line);
    return line;
}

bool is_clean(const std::string& line) {
    return line.empty() || (line.front() != ' ' && line.back() != ' ' && line.find("  ") == std::string::npos);
}

bool is_utf8(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        const auto first = static_cast<unsigned char>(text[at++]);
        const int more = first < 0x80 ? 0 : first < 0xC0 ? -1 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
        if (more < 0) return false;
        for (int i = 0; i < more; ++i, ++at) {
            if (at == text.size() || (text[at] & 0xC0) != 0x80) return false;
        }
    }
    return true;
}

/// Tokenisers that neither decode entities nor separate or remove anything by its neighbours.
constexpr std::array stable = {"blank", "char", "gtm", "plain", "sacrebleu-tercom", "tercom"};

}  // namespace

TEST(tokenizers_separate_tokens_by_single_blanks) {
    std::mt19937 random(11);
    for (int round = 0; round < 1500; ++round) {
        const std::string text = utf8(random_characters(random, random() % 60));
        for (const std::string_view name : tokenizer_names()) {
            const std::string line = line_of(name, text);
            CHECK(is_clean(line));
            CHECK(is_utf8(line));
            std::string longer = "before ";
            find_tokenizer(name)(text, longer);
            CHECK(longer == "before " + line);
        }
    }
}

TEST(tokenizers_that_only_split_keep_their_own_lines) {
    std::mt19937 random(12);
    for (int round = 0; round < 1500; ++round) {
        const std::string text = utf8(random_characters(random, random() % 60));
        for (const std::string_view name : stable) {
            const std::string line = line_of(name, text);
            CHECK(line_of(name, line) == line);
        }
    }
}

TEST(tokenizers_take_long_runs_in_their_stride) {
    for (const char32_t c : {U'.', U',', U'-', U'\'', U'&', U' ', U'\n', U'7', U'\0', U'x', U'\u0130', U'\u3042', U'\u4E2D'}) {
        const std::string run = utf8(std::u32string(20'000, c));
        for (const std::string_view name : tokenizer_names()) {
            for (const std::string& text : {run, "1" + run, run + "1", "a " + run + " b"}) CHECK(is_clean(line_of(name, text)));
        }
    }
}

TEST(tokenizers_have_names_in_order_and_no_others) {
    const std::vector<std::string_view> names = tokenizer_names();
    CHECK(std::is_sorted(names.begin(), names.end()));
    CHECK(find_tokenizer("no such tokeniser") == nullptr);
    CHECK(find_tokenizer("") == nullptr);
    for (const std::string_view name : stable) CHECK(find_tokenizer(name) != nullptr);
}

TEST(tokenizers_split_as_their_names_say) {
    using namespace std::string_literals;
    CHECK(line_of("blank", " a\tb  c ") == "a\tb c");
    CHECK(line_of("plain", "a\tb\u3000c") == "a b c");
    CHECK(line_of("plain", "a\0b c"s) == "a\0b c"s);
    CHECK(line_of("char", "ab \u4E2D") == "a b \u4E2D");
    CHECK(line_of("13a", "It's 3,000 km.") == "It's 3,000 km .");
    CHECK(line_of("mteval-intl-nocase", "\u0130A") == "i\u0307a");
    CHECK(line_of("tercom-nopunct", ".") == "\t");
}
