#include "bakeoff/gtm.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>
#include <vector>

#include "check.hpp"
#include "random_texts.hpp"

using namespace bakeoff;

namespace {

constexpr TokenId border = 1'000'000;

/// Every run of every length at every pair of equal words, tried one after the other.
double naive_size(const Segment& hypothesis, const std::vector<Segment>& references, double exponent) {
    Segment joined;
    double words = 0;
    for (const Segment& reference : references) {
        joined.insert(joined.end(), reference.begin(), reference.end());
        joined.push_back(border);
        words += static_cast<double>(reference.size());
    }
    std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> runs;
    for (std::size_t h = 0; h < hypothesis.size(); ++h) {
        for (std::size_t r = 0; r < joined.size(); ++r) {
            for (std::size_t n = 0; h + n < hypothesis.size() && r + n < joined.size() && hypothesis[h + n] == joined[r + n]; ++n) {
                runs.emplace_back(n + 1, h, r);
            }
        }
    }
    std::sort(runs.begin(), runs.end(), std::greater{});
    std::vector<bool> used_hypothesis(hypothesis.size()), used_joined(joined.size());
    double budget = std::min(static_cast<double>(hypothesis.size()), words / static_cast<double>(references.size()));
    double sum = 0;
    for (const auto& [length, h, r] : runs) {
        if (budget <= 0) break;
        const double taken = std::min(static_cast<double>(length), budget);
        const auto size = static_cast<std::size_t>(std::ceil(taken));
        bool free = true;
        for (std::size_t k = 0; k < size; ++k) free = free && !used_hypothesis[h + k] && !used_joined[r + k];
        if (!free) continue;
        for (std::size_t k = 0; k < size; ++k) used_hypothesis[h + k] = used_joined[r + k] = true;
        sum += std::pow(taken, exponent);
        budget -= taken;
    }
    return std::pow(sum, 1 / exponent);
}

}  // namespace

TEST(gtm_equals_trying_every_run) {
    std::mt19937 random(41);
    for (int round = 0; round < 60; ++round) {
        const auto words = one_of<TokenId>(random, {1, 2, 3, 8, 200});
        const auto longest = one_of<std::size_t>(random, {4, 15, 40});
        const std::size_t count = 1 + random() % 3;
        std::vector<std::vector<Segment>> texts(count + 1);
        for (int i = 0; i < 12; ++i) {
            texts[0].push_back(random_segment(random, longest, words));
            for (std::size_t t = 1; t <= count; ++t) {
                texts[t].push_back(random() % 2 ? disturbed(texts[0].back(), random, words) : random_segment(random, longest, words));
            }
        }
        std::vector<Tokens> tokens;
        for (const auto& text : texts) tokens.push_back(tokens_of(text));
        std::vector<const Tokens*> references;
        for (std::size_t t = 1; t <= count; ++t) references.push_back(&tokens[t]);
        for (const double exponent : {1.0, 1.5, 2.0, 7.0}) {
            const std::vector<double> rows = gtm_statistics(tokens[0], references, exponent, 1);
            CHECK(rows == gtm_statistics(tokens[0], references, exponent, 3));
            for (std::size_t i = 0; i < texts[0].size(); ++i) {
                std::vector<Segment> segments;
                for (std::size_t t = 1; t <= count; ++t) segments.push_back(texts[t][i]);
                const double expected = naive_size(texts[0][i], segments, exponent);
                CHECK(std::abs(rows[i * gtm_columns] - expected) <= 1e-12 * expected);
            }
        }
    }
}
