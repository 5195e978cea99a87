#include "bakeoff/ngrams.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "bakeoff/nist.hpp"
#include "check.hpp"
#include "random_texts.hpp"

using namespace bakeoff;

namespace {

using Counts = std::map<Segment, std::size_t>;

void count_ngrams(const Segment& segment, std::size_t order, Counts& counts) {
    for (std::size_t i = 0; i + order <= segment.size(); ++i) {
        const auto begin = segment.begin() + static_cast<std::ptrdiff_t>(i);
        ++counts[Segment(begin, begin + static_cast<std::ptrdiff_t>(order))];
    }
}

/// The n-grams of a hypothesis that match, each as often as it counts.
Counts matches(const Segment& hypothesis, const std::vector<Segment>& references, std::size_t order) {
    Counts matched, most;
    count_ngrams(hypothesis, order, matched);
    for (const Segment& reference : references) {
        Counts counts;
        count_ngrams(reference, order, counts);
        for (const auto& [gram, count] : counts) most[gram] = std::max(most[gram], count);
    }
    for (auto& [gram, count] : matched) count = std::min(count, most[gram]);
    return matched;
}

/// A hypothesis (the first) and its references.
struct Corpus {
    std::vector<std::vector<Segment>> texts;
    std::vector<Tokens> tokens;
    std::vector<const Tokens*> references;

    Corpus(std::mt19937& random, std::size_t segments) {
        texts.resize(2 + random() % 4);
        for (std::size_t i = 0; i < segments; ++i) {
            const auto longest = one_of<std::size_t>(random, {0, 1, 5, 12, 40});
            const auto words = one_of<TokenId>(random, {1, 2, 5, 30});
            for (auto& text : texts) text.push_back(random_segment(random, longest, words));
        }
        for (const auto& text : texts) tokens.push_back(tokens_of(text));
        for (std::size_t r = 1; r < tokens.size(); ++r) references.push_back(&tokens[r]);
    }

    std::vector<Segment> references_of(std::size_t segment) const {
        std::vector<Segment> found;
        for (std::size_t r = 1; r < texts.size(); ++r) found.push_back(texts[r][segment]);
        return found;
    }
};

/// By order; all n-grams of all references.
std::vector<Counts> all_counts(const Corpus& corpus, std::size_t orders) {
    std::vector<Counts> counts(orders + 1);
    for (std::size_t r = 1; r < corpus.texts.size(); ++r) {
        for (const Segment& segment : corpus.texts[r]) {
            counts[0][{}] += segment.size();
            for (std::size_t order = 1; order <= orders; ++order) count_ngrams(segment, order, counts[order]);
        }
    }
    return counts;
}

double information(const Segment& gram, const std::vector<Counts>& counts, TokenId zero) {
    Segment history(gram.begin(), gram.end() - 1);
    if (history == Segment{zero}) history.clear();
    return std::log2(static_cast<double>(counts[history.size()].at(history)) / static_cast<double>(counts[gram.size()].at(gram)));
}

}  // namespace

TEST(bleu_statistics_equal_a_count_by_map) {
    std::mt19937 random(41);
    for (std::size_t orders = 1; orders <= 9; ++orders) {
        const Corpus corpus(random, 120);
        const auto rows = bleu_statistics(corpus.tokens[0], corpus.references, orders, LengthRule::closest, 1);
        CHECK(rows == bleu_statistics(corpus.tokens[0], corpus.references, orders, LengthRule::closest, 3));
        for (std::size_t i = 0; i < 120; ++i) {
            const double* const row = rows.data() + i * (2 * orders + 1);
            const Segment& hypothesis = corpus.texts[0][i];
            for (std::size_t order = 1; order <= orders; ++order) {
                std::size_t sum = 0;
                for (const auto& [gram, count] : matches(hypothesis, corpus.references_of(i), order)) sum += count;
                CHECK(row[order - 1] == static_cast<double>(sum));
                CHECK(row[orders + order - 1] == static_cast<double>(std::max(hypothesis.size() + 1, order) - order));
            }
        }
    }
}

TEST(nist_statistics_equal_a_count_by_map) {
    std::mt19937 random(42);
    for (std::size_t orders = 1; orders <= 9; ++orders) {
        const Corpus corpus(random, 60);
        const TokenId zero = 1;
        const NgramCounts counted(corpus.references, orders);
        const std::vector<double> rows = nist_statistics(corpus.tokens[0], counted, zero, 1);
        CHECK(rows == nist_statistics(corpus.tokens[0], counted, zero, 3));
        const std::vector<Counts> counts = all_counts(corpus, orders);
        for (std::size_t i = 0; i < 60; ++i) {
            for (std::size_t order = 1; order <= orders; ++order) {
                double sum = 0;
                for (const auto& [gram, count] : matches(corpus.texts[0][i], corpus.references_of(i), order)) {
                    if (count > 0) sum += static_cast<double>(count) * information(gram, counts, zero);
                }
                CHECK(std::abs(rows[i * (2 * orders + 1) + order - 1] - sum) < 1e-9);
            }
        }
    }
}

TEST(reference_length_is_the_closest_and_of_equally_close_ones_the_shorter) {
    const Segment words(9);
    const std::vector<Symbols> references{{words.data(), 8}, {words.data(), 4}, {words.data(), 2}};
    const std::size_t expected[] = {2, 2, 2, 2, 4, 4, 4, 8, 8, 8};
    for (std::size_t h = 0; h < 10; ++h) CHECK(reference_length(h, references, LengthRule::closest) == expected[h]);
    CHECK(reference_length(9, references, LengthRule::shortest) == 2);
}
