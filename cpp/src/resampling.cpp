#include "bakeoff/resampling.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "bakeoff/parallel.hpp"
#include "bakeoff/random_stream.hpp"

namespace bakeoff {

namespace {

// Samples that pass over the rows together, and columns at a time: their sums stay in the nearest cache.
constexpr std::size_t group = 16;
constexpr std::size_t width = 128;

/// How often each row is drawn in each sample of a group, row by row. O(samples · rows).
void draw_counts(std::vector<std::uint32_t>& counts, std::size_t rows, const Samples& samples) {
    counts.assign(rows * group, 0);
    for (std::size_t s = 0; s < samples.count; ++s) {
        RandomStream stream(samples.key, samples.first + s);
        for (std::size_t i = 0; i < rows; ++i) ++counts[stream.below(static_cast<std::uint32_t>(rows)) * group + s];
    }
}

void add_weighted(double* sums, const double* row, double weight, std::size_t columns) {
    for (std::size_t c = 0; c < columns; ++c) sums[c] += weight * row[c];
}

}  // namespace

std::vector<double> bootstrap_sums(const Rows& rows, const Samples& samples, unsigned threads) {
    std::vector<double> sums(samples.count * rows.columns);
    const auto make_worker = [&] {
        return [&, counts = std::vector<std::uint32_t>()](std::size_t g) mutable {
            const std::size_t first = g * group;
            const std::size_t size = std::min(group, samples.count - first);
            draw_counts(counts, rows.count, {samples.key, samples.first + first, size});
            for (std::size_t c = 0; c < rows.columns; c += width) {
                const std::size_t columns = std::min(width, rows.columns - c);
                for (std::size_t i = 0; i < rows.count; ++i) {
                    const double* row = &rows.values[i * rows.columns + c];
                    for (std::size_t s = 0; s < size; ++s) {
                        const std::uint32_t weight = counts[i * group + s];
                        if (weight) add_weighted(&sums[(first + s) * rows.columns + c], row, weight, columns);
                    }
                }
            }
        };
    };
    for_each_index((samples.count + group - 1) / group, threads, make_worker, 1);
    return sums;
}

namespace {

// Eight coins pick one of 256 subsets of eight rows. All subsets are summed once, so that a sample adds one row of a table for
// eight rows of statistics.
constexpr std::size_t coins = 8;
constexpr std::size_t subsets = std::size_t{1} << coins;
constexpr std::size_t tables = 4;
constexpr std::size_t tile = 16;

using Tile = std::array<double, tile>;
using Table = std::array<Tile, subsets>;

/// One bit for each row of each sample, in whole numbers of four bytes; bits beyond the last row are never looked at, since
/// rows that do not exist count as zero. O(samples · rows / 64).
std::vector<std::uint8_t> draw_coins(std::size_t stride, const Samples& samples, unsigned threads) {
    std::vector<std::uint8_t> drawn(samples.count * stride);
    for_each_index(samples.count, threads, [&] {
        return [&](std::size_t s) {
            RandomStream stream(samples.key, samples.first + s);
            std::uint64_t bits = 0;
            for (std::size_t i = 0; i < stride; ++i, bits >>= coins) {
                if (i % sizeof(bits) == 0) bits = stream.bits();
                drawn[s * stride + i] = static_cast<std::uint8_t>(bits);
            }
        };
    });
    return drawn;
}

/// Sums of all subsets of eight rows, in the columns of a tile. O(subsets).
void fill(Table& table, const Rows& rows, std::size_t first_row, std::size_t first_column) {
    const std::size_t columns = std::min(tile, rows.columns - first_column);
    table[0] = {};
    for (std::size_t subset = 1; subset < subsets; ++subset) {
        const std::size_t last = static_cast<std::size_t>(std::bit_width(subset)) - 1;
        table[subset] = table[subset - (std::size_t{1} << last)];
        if (first_row + last >= rows.count) continue;
        const double* row = &rows.values[(first_row + last) * rows.columns + first_column];
        for (std::size_t c = 0; c < columns; ++c) table[subset][c] += row[c];
    }
}

void add_tables(Tile& sums, const std::array<Table, tables>& from, const std::uint8_t* picked) {
    static_assert(tables == 4);
    const Tile& a = from[0][picked[0]];
    const Tile& b = from[1][picked[1]];
    const Tile& c = from[2][picked[2]];
    const Tile& d = from[3][picked[3]];
    for (std::size_t i = 0; i < tile; ++i) sums[i] += (a[i] + b[i]) + (c[i] + d[i]);
}

}  // namespace

std::vector<double> coin_sums(const Rows& rows, const Samples& samples, unsigned threads) {
    constexpr std::size_t block = coins * tables;
    const std::size_t blocks = (rows.count + block - 1) / block;
    const std::size_t stride = blocks * tables;
    const std::vector<std::uint8_t> drawn = draw_coins(stride, samples, threads);
    std::vector<double> sums(samples.count * rows.columns);
    const auto make_worker = [&] {
        return [&, from = std::vector<std::array<Table, tables>>(1), own = std::vector<Tile>()](std::size_t t) mutable {
            own.assign(samples.count, Tile{});
            for (std::size_t b = 0; b < blocks; ++b) {
                for (std::size_t k = 0; k < tables; ++k) fill(from[0][k], rows, b * block + k * coins, t * tile);
                for (std::size_t s = 0; s < samples.count; ++s) add_tables(own[s], from[0], &drawn[s * stride + b * tables]);
            }
            const std::size_t columns = std::min(tile, rows.columns - t * tile);
            for (std::size_t s = 0; s < samples.count; ++s) {
                std::copy_n(own[s].begin(), columns, &sums[s * rows.columns + t * tile]);
            }
        };
    };
    for_each_index((rows.columns + tile - 1) / tile, threads, make_worker, 1);
    return sums;
}

}  // namespace bakeoff
