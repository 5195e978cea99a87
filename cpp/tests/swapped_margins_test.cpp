#include "bakeoff/swapped_margins.hpp"

#include <random>
#include <vector>

#include "check.hpp"

using namespace bakeoff;

namespace {

/// Swaps the scores and sums again.
std::vector<std::int32_t> naive(const std::vector<double>& all, const std::vector<double>& swapped, std::size_t systems,
                                std::size_t signs, const std::vector<MetricPair>& pairs) {
    std::vector<std::int32_t> counts;
    const auto sum = [&](std::size_t own, std::size_t other, std::size_t system, std::size_t sign) {
        const auto place = [&](std::size_t metric) { return (metric * systems + system) * signs + sign; };
        return all[place(own)] - swapped[place(own)] + swapped[place(other)];
    };
    for (const MetricPair pair : pairs) {
        const auto a = static_cast<std::size_t>(pair.first), b = static_cast<std::size_t>(pair.second);
        for (const auto& [own, other] : {std::pair{a, b}, std::pair{b, a}}) {
            for (std::size_t i = 0; i < systems; ++i) {
                for (std::size_t j = i + 1; j < systems; ++j) {
                    std::int32_t count = 0;
                    for (std::size_t sign = 0; sign < signs; ++sign) {
                        count += sum(own, other, i, sign) - sum(own, other, j, sign) >= -0.25;
                    }
                    counts.push_back(count);
                }
            }
        }
    }
    return counts;
}

}  // namespace

TEST(orders_after_swap_are_those_of_swapped_sums) {
    std::mt19937 random(1);
    std::uniform_int_distribution<int> number(-4, 4);  // whole numbers: sums are exact, and many are equal
    for (const std::size_t systems : {0, 1, 2, 5}) {
        for (const std::size_t signs : {0, 1, 7, 64}) {
            std::vector<double> all(3 * systems * signs), swapped(all.size());
            for (double& each : all) each = number(random);
            for (double& each : swapped) each = number(random);
            const std::vector<MetricPair> pairs{{0, 1}, {2, 0}, {1, 1}};
            const auto expected = naive(all, swapped, systems, signs, pairs);
            for (const unsigned threads : {1U, 3U}) {
                CHECK(count_orders_after_swap({all, swapped, systems, signs}, pairs, 0.25, threads) == expected);
            }
        }
    }
}
