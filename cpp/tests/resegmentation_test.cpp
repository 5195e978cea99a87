#include "bakeoff/resegmentation.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "../src/cost_column.hpp"
#include "check.hpp"
#include "random_texts.hpp"

using namespace bakeoff;

namespace {

using Stream = std::vector<std::vector<Segment>>;  // segments, each with its references

struct Cell {
    std::int64_t cost;
    std::size_t begin;
};

/// One reference word further, for every number of words used up, by mwerSegmenter's rule among equal costs.
std::vector<Cell> naive_step(const std::vector<Cell>& before, const Segment& words, TokenId word) {
    std::vector<Cell> after{{before[0].cost + 1, before[0].begin}};
    for (std::size_t i = 1; i < before.size(); ++i) {
        const std::int64_t substitution = before[i - 1].cost + (words[i - 1] != word);
        const std::int64_t deletion = before[i].cost + 1;
        const std::int64_t insertion = after[i - 1].cost + 1;
        if (substitution < deletion && substitution < insertion) after.push_back({substitution, before[i - 1].begin});
        else if (substitution >= deletion && deletion <= insertion) after.push_back({deletion, before[i].begin});
        else after.push_back({insertion, after[i - 1].begin});
    }
    return after;
}

/// The complete table: begin, best reference and, before a charge, cost of each segment for each end; then the way back.
std::vector<std::int64_t> naive_rows(const Segment& words, const Stream& segments, LeadingEmptySegments leading) {
    struct End {
        Cell cell;
        std::size_t reference;
    };
    std::vector<std::vector<End>> ends;
    std::vector<std::vector<std::int64_t>> starts{std::vector<std::int64_t>(words.size() + 1)};
    std::iota(starts[0].begin(), starts[0].end(), 0);
    for (const auto& references : segments) {
        std::vector<End> best;
        for (std::size_t r = 0; r < references.size(); ++r) {
            std::vector<Cell> column;
            for (std::size_t i = 0; i <= words.size(); ++i) column.push_back({starts.back()[i], ends.empty() ? 0 : i});
            for (const TokenId word : references[r]) column = naive_step(column, words, word);
            for (std::size_t i = 0; i < column.size(); ++i) {
                if (r == 0) best.push_back({column[i], 0});
                else if (column[i].cost < best[i].cell.cost) best[i] = {column[i], r};
            }
        }
        ends.push_back(best);
        starts.emplace_back();
        for (const End& end : best) starts.back().push_back(end.cell.cost);
        if (leading == LeadingEmptySegments::charged) ++starts.back()[0];
    }
    std::vector<std::int64_t> rows(segments.size() * resegmentation_columns);
    std::size_t end = words.size();
    for (std::size_t s = segments.size(); s-- > 0;) {
        const End& found = ends[s][end];
        rows[s * 3] = static_cast<std::int64_t>(end);
        rows[s * 3 + 1] = static_cast<std::int64_t>(found.reference);
        rows[s * 3 + 2] = found.cell.cost - starts[s][found.cell.begin];
        end = found.cell.begin;
    }
    return rows;
}

Stream random_stream(std::mt19937& random, std::size_t segments, std::size_t longest, TokenId words) {
    Stream stream(segments);
    for (auto& references : stream) {
        references.resize(1 + random() % 3);
        for (Segment& reference : references) reference = random_segment(random, longest, words);
    }
    return stream;
}

/// Words that follow the references, with errors.
Segment spoken(const Stream& stream, std::mt19937& random, TokenId words) {
    Segment said;
    for (const auto& references : stream) {
        const Segment& chosen = references[random() % references.size()];
        for (const TokenId word : chosen) {
            if (random() % 8 != 0) said.push_back(random() % 6 == 0 ? static_cast<TokenId>(random() % words) : word);
        }
    }
    return said;
}

std::vector<std::int64_t> rows_of(const std::vector<Segment>& words, const std::vector<Stream>& streams,
                                  LeadingEmptySegments leading, unsigned threads) {
    std::vector<Segment> rows;
    std::vector<std::size_t> references, segments;
    for (const Stream& stream : streams) {
        segments.push_back(stream.size());
        for (const auto& own : stream) {
            references.push_back(own.size());
            rows.insert(rows.end(), own.begin(), own.end());
        }
    }
    const Tokens tokens = tokens_of(rows);
    return resegment(tokens_of(words), {tokens, references, segments}, leading, threads);
}

void check_stream(const Segment& words, const Stream& stream) {
    for (const auto leading : {LeadingEmptySegments::free, LeadingEmptySegments::charged}) {
        CHECK(rows_of({words}, {stream}, leading, 1) == naive_rows(words, stream, leading));
    }
}

}  // namespace

TEST(resegmentation_equals_the_whole_table) {
    std::mt19937 random(71);
    for (int round = 0; round < 600; ++round) {
        const auto words = one_of<TokenId>(random, {1, 2, 4, 30});
        const Stream stream = random_stream(random, 1 + random() % 9, one_of<std::size_t>(random, {1, 4, 12}), words);
        check_stream(random() % 3 ? spoken(stream, random, words) : random_segment(random, 20, words), stream);
    }
}

TEST(resegmentation_of_long_streams_and_long_references) {
    std::mt19937 random(72);
    for (int round = 0; round < 12; ++round) {
        const auto words = one_of<TokenId>(random, {3, 20, 200});
        const auto longest = one_of<std::size_t>(random, {20, 150});
        const Stream stream = random_stream(random, one_of<std::size_t>(random, {2, 40}), longest, words);
        check_stream(spoken(stream, random, words), stream);
        check_stream(random_segment(random, 300, words), stream);
    }
}

TEST(resegmentation_of_so_many_segments_that_columns_are_computed_again) {
    std::mt19937 random(73);
    const TokenId words = 3000;
    const Stream stream = random_stream(random, 7000, 8, words);
    const Segment said = spoken(stream, random, words);
    CHECK(stream.size() * said.size() / 4 > std::size_t{1} << 25);  // bytes of all columns, more than are kept
    // Cut in the middle at a segment end of the complete stream, both halves are cut as before.
    const auto rows = rows_of({said}, {stream}, LeadingEmptySegments::free, 1);
    const auto middle = static_cast<std::ptrdiff_t>(stream.size() / 2);
    const auto word = static_cast<std::ptrdiff_t>(rows[static_cast<std::size_t>(middle - 1) * 3]);
    const auto halves = rows_of({{said.begin(), said.begin() + word}, {said.begin() + word, said.end()}},
                                {{stream.begin(), stream.begin() + middle}, {stream.begin() + middle, stream.end()}},
                                LeadingEmptySegments::free, 2);
    const auto errors = [](const std::vector<std::int64_t>& table) {
        std::int64_t sum = 0;
        for (std::size_t i = 2; i < table.size(); i += resegmentation_columns) sum += table[i];
        return sum;
    };
    CHECK(errors(rows) == errors(halves));
    CHECK(std::equal(rows.begin(), rows.begin() + middle * 3, halves.begin()));
}

TEST(streams_are_independent_of_each_other_and_of_threads) {
    std::mt19937 random(74);
    std::vector<Segment> words;
    std::vector<Stream> streams;
    std::vector<std::int64_t> expected;
    for (int i = 0; i < 30; ++i) {
        streams.push_back(random_stream(random, 1 + random() % 12, 10, 8));
        words.push_back(spoken(streams.back(), random, 8));
        const auto own = rows_of({words.back()}, {streams.back()}, LeadingEmptySegments::charged, 1);
        expected.insert(expected.end(), own.begin(), own.end());
    }
    CHECK(rows_of(words, streams, LeadingEmptySegments::charged, 1) == expected);
    CHECK(rows_of(words, streams, LeadingEmptySegments::charged, 3) == expected);
}

TEST(streams_without_words_or_segments) {
    const auto leading = LeadingEmptySegments::charged;
    CHECK((rows_of({{}}, {{{{1, 2}, {3}}, {{4}}}}, leading, 1) == std::vector<std::int64_t>{0, 1, 1, 0, 0, 1}));
    CHECK((rows_of({{1, 2}}, {{{{}}, {{}}}}, LeadingEmptySegments::free, 1) == std::vector<std::int64_t>{2, 0, 2, 2, 0, 0}));
    CHECK(rows_of({{}}, {{}}, leading, 1).empty());
    bool refused = false;
    try {
        rows_of({{1}}, {{}}, leading, 1);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    CHECK(refused);
}

TEST(the_smaller_of_two_cost_columns) {
    std::mt19937 random(75);
    for (int round = 0; round < 200; ++round) {
        const std::size_t words = random() % 200;
        CostColumn columns[2] = {CostColumn(words), CostColumn(words)};
        for (CostColumn& column : columns) {
            column.first = static_cast<std::int64_t>(random() % 6);
            for (std::size_t b = 0; b < (words + block_size - 1) / block_size; ++b) {
                const std::uint64_t up = (std::uint64_t{random()} << 32) | random();
                const std::uint64_t down = (std::uint64_t{random()} << 32) | random();
                column.blocks()[b] = {up & ~down, down & ~up};
            }
        }
        CostColumn smaller = columns[0];
        smaller.take_smaller(columns[1], (words + block_size - 1) / block_size);
        for (std::size_t i = 0; i <= words; ++i) CHECK(smaller.at(i) == std::min(columns[0].at(i), columns[1].at(i)));
    }
}
