#include "bakeoff/ter.hpp"

#include <algorithm>
#include <vector>

#include "check.hpp"
#include "random_texts.hpp"

using namespace bakeoff;

namespace {

void check_random_segments(std::size_t segments, std::size_t longest, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<Segment> hypotheses, references, others;
    for (std::size_t k = 0; k < segments; ++k) {
        const auto words = one_of<TokenId>(random, {2, 7, 40, 500});
        references.push_back(random_segment(random, longest, words));
        others.push_back(random_segment(random, longest, words));
        hypotheses.push_back(random() % 2 ? disturbed(references.back(), random, words) : random_segment(random, longest, words));
    }
    const Tokens hypothesis = tokens_of(hypotheses);
    const Tokens first = tokens_of(references);
    const Tokens second = tokens_of(others);
    const std::vector<const Tokens*> both{&first, &second};
    for (const TerRules rules : {TerRules::tercom, TerRules::sacrebleu}) {
        const std::vector<double> rows = ter_statistics(hypothesis, both, rules, 1);
        CHECK(rows == ter_statistics(hypothesis, both, rules, 3));
        CHECK(rows.size() == segments * ter_columns);
        for (std::size_t k = 0; k < segments; ++k) {
            const double* const row = rows.data() + k * ter_columns;
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
