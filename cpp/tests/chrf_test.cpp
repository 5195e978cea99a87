#include "bakeoff/chrf.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "random_texts.hpp"

using namespace bakeoff;

namespace {

using Text = std::u32string;

bool is_space(char32_t c) { return Text(U" \t\n\r\x1C\u0085\u00A0\u2003\u2028\u3000").find(c) != Text::npos; }

bool is_punctuation(char32_t c) { return Text(U"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~").find(c) != Text::npos; }

Text without_space(Text text) {
    std::erase_if(text, is_space);
    return text;
}

std::vector<Text> words_of(const Text& text) {
    std::vector<Text> words;
    Text word;
    for (const char32_t c : text + U' ') {
        if (!is_space(c)) {
            word += c;
            continue;
        }
        const bool last = word.size() > 1 && is_punctuation(word.back());
        const bool first = word.size() > 1 && !last && is_punctuation(word.front());
        const std::size_t cut = last ? word.size() - 1 : first ? 1 : 0;
        if (cut > 0) words.push_back(word.substr(0, cut));
        if (!word.empty()) words.push_back(word.substr(cut));
        word.clear();
    }
    return words;
}

/// N-grams of the hypothesis, of the reference, and matches, as the statistics have them.
template <class Sequence>
void count(const Sequence& hypothesis, const Sequence& reference, std::size_t order, double* row, std::size_t all) {
    std::map<Sequence, std::size_t> in_hypothesis, in_reference;
    const auto collect = [&](const Sequence& symbols, auto& counts) {
        for (std::size_t i = 0; i + order <= symbols.size(); ++i) {
            const auto begin = symbols.begin() + static_cast<std::ptrdiff_t>(i);
            ++counts[Sequence(begin, begin + static_cast<std::ptrdiff_t>(order))];
        }
    };
    collect(hypothesis, in_hypothesis);
    collect(reference, in_reference);
    for (const auto& [gram, n] : in_hypothesis) row[0] += in_reference.empty() ? 0.0 : static_cast<double>(n);
    for (const auto& [gram, n] : in_reference) row[all] += static_cast<double>(n);
    for (const auto& [gram, n] : in_hypothesis) {
        const auto found = in_reference.find(gram);
        if (found != in_reference.end()) row[2 * all] += static_cast<double>(std::min(n, found->second));
    }
}

std::vector<double> naive_row(const Text& hypothesis, const Text& reference, const ChrfOptions& options) {
    const std::size_t all = options.character_orders + options.word_orders;
    std::vector<double> row(3 * all);
    const auto characters = [&](const Text& text) { return options.keep_whitespace ? text : without_space(text); };
    for (std::size_t n = 0; n < options.character_orders; ++n) {
        count(characters(hypothesis), characters(reference), n + 1, row.data() + n, all);
    }
    for (std::size_t n = 0; n < options.word_orders; ++n) {
        count(words_of(hypothesis), words_of(reference), n + 1, row.data() + options.character_orders + n, all);
    }
    return row;
}

}  // namespace

TEST(chrf_statistics_equal_a_count_by_map) {
    std::mt19937 random(51);
    for (const ChrfOptions& options : {ChrfOptions{}, {6, 2, 2, false}, {3, 0, 1, true}, {0, 4, 3, false}, {9, 1, 2, true}}) {
        constexpr std::size_t segments = 60;
        std::vector<Text> texts[3];
        std::vector<std::string> encoded[3];
        std::vector<std::string_view> views[3];
        for (int t = 0; t < 3; ++t) {
            for (std::size_t i = 0; i < segments; ++i) {
                texts[t].push_back(random_characters(random, random() % 50));
                encoded[t].push_back(utf8(texts[t].back()));
            }
            views[t].assign(encoded[t].begin(), encoded[t].end());
        }
        const std::vector<std::span<const std::string_view>> references{views[1], views[2]};
        const std::vector<double> rows = chrf_statistics(views[0], references, options, 1);
        CHECK(rows == chrf_statistics(views[0], references, options, 3));
        const std::size_t columns = 3 * (options.character_orders + options.word_orders);
        for (std::size_t i = 0; i < segments; ++i) {
            const std::vector<double> first = naive_row(texts[0][i], texts[1][i], options);
            const std::vector<double> second = naive_row(texts[0][i], texts[2][i], options);
            const bool takes_second = chrf_score(second, options.beta) > chrf_score(first, options.beta);
            CHECK(std::ranges::equal(takes_second ? second : first, std::span(rows).subspan(i * columns, columns)));
        }
    }
}

TEST(chrf_of_a_long_segment_leaves_nothing_behind) {
    const std::string text(50'000, 'x'), words = [] {
        std::string line;
        for (int i = 0; i < 3000; ++i) line += "w" + std::to_string(i) + " ";
        return line;
    }();
    const std::vector<std::string_view> hypothesis{"a b", text, words, "a b", ""}, reference{"a b", text, words, "a b", ""};
    const std::vector<double> rows = chrf_statistics(hypothesis, {{reference}}, {2, 2, 2, false}, 1);
    CHECK(std::ranges::equal(std::span(rows).subspan(0, 12), std::span(rows).subspan(36, 12)));
    CHECK(rows[12] == 50'000 && rows[20] == 50'000);
    CHECK(rows[24 + 2] == 3000 && rows[24 + 10] == 3000);
    CHECK(chrf_score(std::span(rows).subspan(48, 12), 2) == 0);
}
