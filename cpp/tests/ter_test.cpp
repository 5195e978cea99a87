#include "bakeoff/ter.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "check.hpp"

using bakeoff::TerRules;
using bakeoff::TokenId;
using bakeoff::Tokens;

namespace {

using Segment = std::vector<TokenId>;

Tokens tokens_of(const std::vector<Segment>& segments) {
    Tokens tokens;
    for (const Segment& segment : segments) {
        for (const TokenId id : segment) tokens.append(id);
        tokens.close_segment();
    }
    return tokens;
}

Segment random_segment(std::mt19937& random, std::size_t longest, TokenId words) {
    Segment segment(random() % (longest + 1));
    for (TokenId& id : segment) id = static_cast<TokenId>(random() % words);
    return segment;
}

/// Some spans moved, some words replaced.
Segment disturbed(Segment segment, std::mt19937& random, TokenId words) {
    for (int move = 0; move < 5 && segment.size() > 1; ++move) {
        std::size_t places[3] = {random() % segment.size(), random() % segment.size(), random() % segment.size()};
        std::sort(std::begin(places), std::end(places));
        const auto at = [&](std::size_t place) { return segment.begin() + static_cast<std::ptrdiff_t>(place); };
        std::rotate(at(places[0]), at(places[1]), at(places[2]));
    }
    for (std::size_t edit = 0; edit < segment.size() / 6; ++edit) {
        segment[random() % segment.size()] = static_cast<TokenId>(random() % words);
    }
    return segment;
}

void check_random_segments(std::size_t segments, std::size_t longest, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<Segment> hypotheses, references, others;
    for (std::size_t k = 0; k < segments; ++k) {
        const TokenId words = std::vector<TokenId>{2, 7, 40, 500}[random() % 4];
        references.push_back(random_segment(random, longest, words));
        others.push_back(random_segment(random, longest, words));
        hypotheses.push_back(random() % 2 ? disturbed(references.back(), random, words) : random_segment(random, longest, words));
    }
    const Tokens hypothesis = tokens_of(hypotheses);
    const Tokens first = tokens_of(references);
    const Tokens second = tokens_of(others);
    const std::vector<const Tokens*> both{&first, &second};
    for (const TerRules rules : {TerRules::tercom, TerRules::sacrebleu}) {
        const std::vector<double> rows = bakeoff::ter_statistics(hypothesis, both, rules, 1);
        CHECK(rows == bakeoff::ter_statistics(hypothesis, both, rules, 3));
        CHECK(rows.size() == segments * bakeoff::ter_columns);
        for (std::size_t k = 0; k < segments; ++k) {
            const double* const row = rows.data() + k * bakeoff::ter_columns;
            CHECK(row[0] == row[2] + row[3] + row[4] + row[5]);
            CHECK(row[0] <= static_cast<double>(std::max({hypotheses[k].size(), references[k].size(), others[k].size()})));
            CHECK(row[1] * 2 == static_cast<double>(references[k].size() + others[k].size()));
        }
    }
}

}  // namespace

TEST(ter_of_short_segments) { check_random_segments(3000, 20, 1); }
TEST(ter_of_segments_at_the_edge_of_a_block) { check_random_segments(300, 66, 2); }
TEST(ter_of_segments_of_several_blocks) { check_random_segments(40, 200, 3); }
