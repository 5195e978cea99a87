#include "bakeoff/resampling.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "bakeoff/random_stream.hpp"
#include "check.hpp"

using namespace bakeoff;

namespace {

/// Counts of which every third column has large ones; sums of all of them are exact in double precision.
std::vector<double> some_rows(std::size_t count, std::size_t columns) {
    RandomStream stream(7, count * 1000 + columns);
    std::vector<double> values(count * columns);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<double>(stream.below(100)) * (i % columns % 3 == 1 ? 16'777'259.0 : 1.0);
    }
    return values;
}

/// The sums row by row, from the same draws. O(samples · rows · columns).
std::vector<double> naive_bootstrap(const Rows& rows, const Samples& samples) {
    std::vector<double> sums(samples.count * rows.columns);
    for (std::size_t s = 0; s < samples.count; ++s) {
        RandomStream stream(samples.key, samples.first + s);
        for (std::size_t i = 0; i < rows.count; ++i) {
            const std::size_t drawn = stream.below(static_cast<std::uint32_t>(rows.count));
            for (std::size_t c = 0; c < rows.columns; ++c) {
                sums[c * samples.count + s] += rows.values[drawn * rows.columns + c];
            }
        }
    }
    return sums;
}

std::vector<double> naive_coins(const Rows& rows, const Samples& samples) {
    std::vector<double> sums(samples.count * rows.columns);
    for (std::size_t s = 0; s < samples.count; ++s) {
        RandomStream stream(samples.key, samples.first + s);
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < rows.count; ++i, bits >>= 1) {
            if (i % 64 == 0) bits = stream.bits();
            if (!(bits & 1)) continue;
            for (std::size_t c = 0; c < rows.columns; ++c) sums[c * samples.count + s] += rows.values[i * rows.columns + c];
        }
    }
    return sums;
}

}  // namespace

TEST(resampled_sums_are_those_of_the_naive_twin) {
    for (const std::size_t count : {1, 2, 7, 8, 31, 32, 33, 100}) {
        for (const std::size_t columns : {1, 3, 16, 17, 130}) {
            const auto values = some_rows(count, columns);
            const Rows rows{values, count, columns};
            for (const std::size_t drawn : {1, 15, 16, 37}) {
                const Samples samples{99, 5, drawn};
                CHECK(bootstrap_sums(rows, samples, 2) == naive_bootstrap(rows, samples));
                CHECK(coin_sums(rows, samples, 2) == naive_coins(rows, samples));
            }
        }
    }
}

TEST(a_sample_depends_on_its_number_alone) {
    std::vector<double> values = some_rows(50, 20);
    for (double& value : values) value /= 7;
    const Rows rows{values, 50, 20};
    const auto whole = bootstrap_sums(rows, {3, 0, 100}, 1);
    const auto tossed = coin_sums(rows, {3, 0, 100}, 1);
    for (const unsigned threads : {1u, 2u, 5u}) {
        CHECK(bootstrap_sums(rows, {3, 0, 100}, threads) == whole);
        CHECK(coin_sums(rows, {3, 0, 100}, threads) == tossed);
    }
    const auto later = bootstrap_sums(rows, {3, 41, 10}, 1);
    const auto tossed_later = coin_sums(rows, {3, 41, 10}, 1);
    for (std::ptrdiff_t column = 0; column < 20; ++column) {
        CHECK(std::equal(&later[0] + column * 10, &later[0] + (column + 1) * 10, whole.begin() + column * 100 + 41));
        CHECK(std::equal(&tossed_later[0] + column * 10, &tossed_later[0] + (column + 1) * 10, tossed.begin() + column * 100 + 41));
    }
    CHECK(bootstrap_sums(rows, {4, 0, 100}, 1) != whole);
}

TEST(nothing_to_draw_gives_nothing) {
    const std::vector<double> none;
    CHECK(bootstrap_sums({none, 0, 3}, {1, 0, 2}, 1) == std::vector<double>(6));
    CHECK(coin_sums({none, 0, 3}, {1, 0, 2}, 1) == std::vector<double>(6));
    CHECK(coin_sums({none, 0, 0}, {1, 0, 2}, 1).empty());
    const auto values = some_rows(4, 2);
    CHECK(bootstrap_sums({values, 4, 2}, {1, 0, 0}, 1).empty());
}

TEST(numbers_below_a_limit_are_equally_frequent) {
    RandomStream stream(1, 2);
    std::array<int, 7> counts{};
    for (int i = 0; i < 70'000; ++i) ++counts[stream.below(7)];
    double chi_square = 0;
    for (const int count : counts) chi_square += (count - 10'000.0) * (count - 10'000.0) / 10'000.0;
    CHECK(chi_square < 22.46);  // the 0.1 % point of six degrees of freedom
}
