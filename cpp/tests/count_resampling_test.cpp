#include "bakeoff/count_resampling.hpp"

#include <vector>

#include "bakeoff/random_stream.hpp"
#include "check.hpp"

using namespace bakeoff;

TEST(resampled_counts_are_those_of_the_naive_twin) {
    const std::vector<std::int64_t> starts{0, 2, 2, 5, 6};
    const std::vector<std::int32_t> cells{0, 3, 1, 1, 2, 3};
    const SparseUnits units{starts, cells, 4};
    std::vector<std::int64_t> expected(6 * 4);
    for (std::size_t s = 0; s < 6; ++s) {
        RandomStream stream(5, 2 + s);
        for (int i = 0; i < 4; ++i) {
            const std::size_t unit = stream.below(4);
            for (auto c = starts[unit]; c < starts[unit + 1]; ++c) ++expected[s * 4 + static_cast<std::size_t>(cells[static_cast<std::size_t>(c)])];
        }
    }
    for (const unsigned threads : {1u, 3u}) CHECK(resampled_counts(units, {5, 2, 6}, threads) == expected);
}

TEST(no_units_have_no_cells) {
    const std::vector<std::int64_t> starts{0};
    CHECK(resampled_counts({starts, {}, 3}, {1, 0, 2}, 1) == std::vector<std::int64_t>(6));
}
