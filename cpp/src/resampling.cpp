#include "bakeoff/resampling.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "bakeoff/parallel.hpp"
#include "bakeoff/random_stream.hpp"
#include "wide.hpp"

namespace bakeoff {

namespace {

// A byte says how often each of a few rows is drawn: eight rows that are drawn or not, or four that are drawn up to three times.
// The sums that the 256 bytes stand for are worked out once, so that a sample adds one row of a table for several rows of
// statistics. Four tables and the sums of two lines of the cache stay in the caches next to the processor.
constexpr std::size_t codes = 256;
constexpr std::size_t tables = 4;
template <class Number>
constexpr std::size_t width = 128 / sizeof(Number);

/// Sums in some columns, placed so that no load crosses two lines of the cache.
template <class Number>
struct alignas(64) Tile : std::array<Number, width<Number>> {};
template <class Number>
using Table = std::array<Tile<Number>, codes>;
template <class Number>
using Tables = std::array<Table<Number>, tables>;

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

/// The sums that all bytes stand for, of the rows from `first` on in some columns; rows that do not exist count as zero. O(codes).
template <class Number>
void fill(Table<Number>& table, const Rows& rows, Code code, std::size_t first, std::span<const std::size_t> columns) {
    table[0] = {};
    for (std::size_t digit = 0, place = 1; digit < code.digits; ++digit, place *= code.base) {
        Tile<Number> row{};
        if (first + digit < rows.count) {
            const double* values = &rows.values[(first + digit) * rows.columns];
            for (std::size_t c = 0; c < columns.size(); ++c) row[c] = static_cast<Number>(values[columns[c]]);
        }
        for (std::size_t byte = place; byte < place * code.base; ++byte) {
            for (std::size_t c = 0; c < row.size(); ++c) table[byte][c] = table[byte - place][c] + row[c];
        }
    }
}

/// Adds what one block of rows gives to the sums of every sample. O(samples).
template <class Number>
[[gnu::always_inline]] inline void add(std::vector<Tile<Number>>& sums, const Tables<Number>& from, const std::uint8_t* byte,
                                       std::size_t stride) {
    static_assert(tables == 4);
    for (Tile<Number>& sum : sums) {
        const Tile<Number>& a = from[0][byte[0]];
        const Tile<Number>& b = from[1][byte[1]];
        const Tile<Number>& c = from[2][byte[2]];
        const Tile<Number>& d = from[3][byte[3]];
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += (a[i] + b[i]) + (c[i] + d[i]);
        byte += stride;
    }
}

BAKEOFF_WIDE void add_block(std::vector<Tile<double>>& sums, const Tables<double>& from, const std::uint8_t* byte,
                            std::size_t stride) {
    add(sums, from, byte, stride);
}

BAKEOFF_WIDE void add_block(std::vector<Tile<float>>& sums, const Tables<float>& from, const std::uint8_t* byte,
                            std::size_t stride) {
    add(sums, from, byte, stride);
}

/// Which columns hold counts so small that single precision adds any draw of them without rounding, and which do not.
struct ColumnKinds {
    std::vector<std::size_t> counts;
    std::vector<std::size_t> numbers;
};

/// O(rows · columns).
ColumnKinds kinds_of(const Rows& rows) {
    const double exact = std::exp2(std::numeric_limits<float>::digits);
    const double largest = exact / static_cast<double>(std::max<std::size_t>(rows.count, 1));
    std::vector<char> is_count(rows.columns, true);
    for (std::size_t i = 0; i < rows.count; ++i) {
        for (std::size_t c = 0; c < rows.columns; ++c) {
            const double value = rows.values[i * rows.columns + c];
            if (!(std::abs(value) <= largest) || value != std::trunc(value)) is_count[c] = false;
        }
    }
    ColumnKinds kinds;
    for (std::size_t c = 0; c < rows.columns; ++c) (is_count[c] ? kinds.counts : kinds.numbers).push_back(c);
    return kinds;
}

/// Writes the sums of what was drawn in some columns to `sums` (columns × samples). O(samples · rows · columns / digits).
template <class Number>
void write_sums(std::vector<double>& sums, const Rows& rows, const Drawn& drawn, std::span<const std::size_t> chosen,
                unsigned threads) {
    const std::size_t samples = drawn.surplus.size();
    const auto make_worker = [&] {
        return [&, from = std::vector<Tables<Number>>(1), own = std::vector<Tile<Number>>()](std::size_t t) mutable {
            const auto columns = chosen.subspan(t * width<Number>, std::min(width<Number>, chosen.size() - t * width<Number>));
            own.assign(samples, Tile<Number>{});
            for (std::size_t b = 0; b < drawn.blocks; ++b) {
                for (std::size_t k = 0; k < tables; ++k) {
                    fill(from[0][k], rows, drawn.code, b * drawn.rows_of_block() + k * drawn.code.digits, columns);
                }
                add_block(own, from[0], drawn.bytes.data() + b * tables, drawn.blocks * tables);
            }
            for (std::size_t s = 0; s < samples; ++s) {
                for (const Surplus& more : drawn.surplus[s]) {
                    const double* row = &rows.values[more.row * rows.columns];
                    for (std::size_t c = 0; c < columns.size(); ++c) {
                        own[s][c] += static_cast<Number>(more.times * row[columns[c]]);
                    }
                }
            }
            for (std::size_t c = 0; c < columns.size(); ++c) {
                double* sum = sums.data() + columns[c] * samples;
                for (std::size_t s = 0; s < samples; ++s) sum[s] = static_cast<double>(own[s][c]);
            }
        };
    };
    for_each_index((chosen.size() + width<Number> - 1) / width<Number>, threads, make_worker, 1);
}

/// Sums of what was drawn: (columns × samples). O(samples · rows · columns / digits).
std::vector<double> sums_of(const Rows& rows, const Drawn& drawn, unsigned threads) {
    std::vector<double> sums(rows.columns * drawn.surplus.size());
    const ColumnKinds kinds = kinds_of(rows);
    write_sums<float>(sums, rows, drawn, kinds.counts, threads);
    write_sums<double>(sums, rows, drawn, kinds.numbers, threads);
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
