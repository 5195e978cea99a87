#include "bakeoff/resampling.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "bakeoff/parallel.hpp"
#include "bakeoff/random_stream.hpp"

namespace bakeoff {

namespace {

// A byte says how often each of a few rows is drawn: eight rows that are drawn or not, or four that are drawn up to three times.
// The sums that the 256 bytes stand for are worked out once, so that a sample adds one row of a table for several rows of
// statistics. Four tables and the sums of sixteen columns stay in the caches next to the processor.
constexpr std::size_t codes = 256;
constexpr std::size_t tables = 4;
constexpr std::size_t width = 16;

/// Sums in some columns, placed so that no load crosses two lines of the cache.
struct alignas(64) Tile : std::array<double, width> {};
using Table = std::array<Tile, codes>;

/// How rows are written in a byte: `digits` rows, each drawn less than `base` times.
struct Code {
    std::size_t base;
    std::size_t digits;
};
constexpr Code coin_code{2, 8};
constexpr Code count_code{4, 4};

/// A row that is drawn more often than its digit can say.
struct Surplus {
    std::size_t row;
    double times;
};

/// What was drawn for each sample.
struct Drawn {
    Drawn(const Rows& rows, std::size_t samples, Code code_)
        : code(code_), blocks((rows.count + rows_of_block() - 1) / rows_of_block()), bytes(samples * blocks * tables),
          surplus(samples) {}

    std::size_t rows_of_block() const { return code.digits * tables; }
    std::span<std::uint8_t> bytes_of(std::size_t sample) {
        return {bytes.data() + sample * blocks * tables, blocks * tables};
    }

    Code code;
    std::size_t blocks;
    std::vector<std::uint8_t> bytes;
    std::vector<std::vector<Surplus>> surplus;
};

/// The sums that all bytes stand for, of the rows from `first` on in the columns from `column` on; rows that do not exist count
/// as zero. O(codes).
void fill(Table& table, const Rows& rows, Code code, std::size_t first, std::size_t column) {
    const std::size_t columns = std::min(width, rows.columns - column);
    table[0] = {};
    for (std::size_t digit = 0, place = 1; digit < code.digits; ++digit, place *= code.base) {
        const double* row = first + digit < rows.count ? &rows.values[(first + digit) * rows.columns + column] : nullptr;
        for (std::size_t byte = place; byte < place * code.base; ++byte) {
            table[byte] = table[byte - place];
            if (!row) continue;
            for (std::size_t c = 0; c < columns; ++c) table[byte][c] += row[c];
        }
    }
}

/// Adds what one block of rows gives to the sums of every sample. O(samples).
void add_block(std::vector<Tile>& sums, const std::array<Table, tables>& from, const std::uint8_t* byte, std::size_t stride) {
    static_assert(tables == 4);
    for (Tile& sum : sums) {
        const Tile& a = from[0][byte[0]];
        const Tile& b = from[1][byte[1]];
        const Tile& c = from[2][byte[2]];
        const Tile& d = from[3][byte[3]];
        for (std::size_t i = 0; i < width; ++i) sum[i] += (a[i] + b[i]) + (c[i] + d[i]);
        byte += stride;
    }
}

/// Sums of what was drawn: (samples × columns). O(samples · rows · columns / digits).
std::vector<double> sums_of(const Rows& rows, const Drawn& drawn, unsigned threads) {
    const std::size_t samples = drawn.surplus.size();
    std::vector<double> sums(samples * rows.columns);
    const auto make_worker = [&] {
        return [&, from = std::vector<std::array<Table, tables>>(1), own = std::vector<Tile>()](std::size_t t) mutable {
            const std::size_t column = t * width;
            const std::size_t columns = std::min(width, rows.columns - column);
            own.assign(samples, Tile{});
            for (std::size_t b = 0; b < drawn.blocks; ++b) {
                for (std::size_t k = 0; k < tables; ++k) {
                    fill(from[0][k], rows, drawn.code, b * drawn.rows_of_block() + k * drawn.code.digits, column);
                }
                add_block(own, from[0], drawn.bytes.data() + b * tables, drawn.blocks * tables);
            }
            for (std::size_t s = 0; s < samples; ++s) {
                for (const Surplus& more : drawn.surplus[s]) {
                    const double* row = &rows.values[more.row * rows.columns + column];
                    for (std::size_t c = 0; c < columns; ++c) own[s][c] += more.times * row[c];
                }
                std::copy_n(own[s].begin(), columns, &sums[s * rows.columns + column]);
            }
        };
    };
    for_each_index((rows.columns + width - 1) / width, threads, make_worker, 1);
    return sums;
}

}  // namespace

std::vector<double> bootstrap_sums(const Rows& rows, const Samples& samples, unsigned threads) {
    Drawn drawn(rows, samples.count, count_code);
    const auto make_worker = [&] {
        return [&, counts = std::vector<std::uint32_t>()](std::size_t s) mutable {
            RandomStream stream(samples.key, samples.first + s);
            counts.assign(rows.count, 0);
            for (std::size_t i = 0; i < rows.count; ++i) ++counts[stream.below(static_cast<std::uint32_t>(rows.count))];
            const auto bytes = drawn.bytes_of(s);
            for (std::size_t i = 0; i < rows.count; ++i) {
                const std::uint32_t said = std::min<std::uint32_t>(counts[i], count_code.base - 1);
                bytes[i / count_code.digits] |= static_cast<std::uint8_t>(said << (2 * (i % count_code.digits)));
                if (counts[i] > said) drawn.surplus[s].push_back({i, static_cast<double>(counts[i] - said)});
            }
        };
    };
    for_each_index(samples.count, threads, make_worker);
    return sums_of(rows, drawn, threads);
}

std::vector<double> coin_sums(const Rows& rows, const Samples& samples, unsigned threads) {
    Drawn drawn(rows, samples.count, coin_code);
    const auto make_worker = [&] {
        return [&](std::size_t s) {
            RandomStream stream(samples.key, samples.first + s);
            std::uint64_t bits = 0;
            std::size_t left = 0;
            for (std::uint8_t& byte : drawn.bytes_of(s)) {
                if (left == 0) bits = stream.bits(), left = sizeof(bits);
                byte = static_cast<std::uint8_t>(bits);
                bits >>= 8, --left;
            }
        };
    };
    for_each_index(samples.count, threads, make_worker);
    return sums_of(rows, drawn, threads);
}

}  // namespace bakeoff
