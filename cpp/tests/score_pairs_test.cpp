#include "bakeoff/score_pairs.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "check.hpp"

using namespace bakeoff;

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

ScoreGroups groups(const std::vector<double>& values, std::size_t size) { return {values, values.size() / size, size}; }

}  // namespace

TEST(pairs_are_counted_by_order_and_ties) {
    const std::vector<double> human{1, 2, 2, 3, missing, 1, 1, 2}, metric{5, 6, 6, 6, 1, 2, 3, 1};
    const std::vector<std::int64_t> expected{3, 0, 0, 2, 1, 0, 2, 1, 0, 0};
    CHECK(count_score_pairs(groups(human, 4), groups(metric, 4), 1) == expected);
    CHECK(count_score_pairs(groups(human, 4), groups(metric, 4), 3) == expected);
}

TEST(the_smallest_of_the_best_thresholds_is_chosen) {
    const std::vector<double> human{1, 1, 2, 2}, metric{0, 0.5, 2, 2.25}, one{1};
    const TieThreshold best = best_tie_threshold(groups(human, 4), groups(metric, 4), one);
    CHECK(best.threshold == 0.5);
    CHECK(best.right == 6);
    CHECK(best_tie_threshold({{}, 0, 4}, {{}, 0, 4}, {}).right == 0);
}

TEST(effects_add_up_to_the_difference_after_swapping) {
    const std::vector<double> human{1, 2, 2};
    const std::vector<double> scores{1, 2, 3, 3, 1, 1}, thresholds{0.5, 0};
    const std::vector<MetricPair> pairs{{0, 1}};
    const std::vector<float> effects = swap_effects(groups(human, 3), {scores, thresholds}, pairs, HumanTies::count, 1);
    CHECK(effects.size() == 7);
    CHECK(effects[0] == 1);  // the first has two right, the second only the tie
    float all = 0;
    for (const float effect : effects) all += effect;
    CHECK(all == -1);
}
