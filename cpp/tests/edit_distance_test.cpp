#include "bakeoff/edit_distance.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "bakeoff/bag_distance.hpp"
#include "check.hpp"
#include "random_texts.hpp"

using namespace bakeoff;

namespace {

/// The textbook recurrence.
std::size_t naive_distance(const Segment& hypothesis, const Segment& reference) {
    std::vector<std::size_t> row(reference.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t h = 0; h < hypothesis.size(); ++h) {
        std::size_t diagonal = row[0]++;
        for (std::size_t r = 0; r < reference.size(); ++r) {
            const std::size_t cost = std::min({row[r] + 1, row[r + 1] + 1, diagonal + (hypothesis[h] != reference[r])});
            diagonal = row[r + 1];
            row[r + 1] = cost;
        }
    }
    return row.back();
}

/// Whether the edits lead from one end of both texts to the other and call equal words, and only them, a match.
bool is_alignment(const std::vector<Edit>& edits, const Segment& hypothesis, const Segment& reference) {
    std::size_t h = 0, r = 0;
    for (const Edit edit : edits) {
        const bool pair = edit == Edit::match || edit == Edit::substitution;
        if (pair && (h == hypothesis.size() || r == reference.size())) return false;
        if (pair && (hypothesis[h] == reference[r]) != (edit == Edit::match)) return false;
        h += edit != Edit::deletion;
        r += edit != Edit::insertion;
    }
    return h == hypothesis.size() && r == reference.size();
}

std::size_t naive_intersection(Segment first, Segment second) {
    std::sort(first.begin(), first.end());
    std::sort(second.begin(), second.end());
    Segment common;
    std::set_intersection(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(common));
    return common.size();
}

void check_pair(EditDistance& pair, const Segment& hypothesis, const Segment& reference) {
    const std::size_t expected = naive_distance(hypothesis, reference);
    CHECK(pair.distance(hypothesis, reference) == expected);
    const EditCounts counts = pair.count(hypothesis, reference);
    CHECK(counts.errors() == expected);
    const std::vector<Edit> edits = pair.align(hypothesis, reference);
    CHECK(is_alignment(edits, hypothesis, reference));
    CHECK(std::count(edits.begin(), edits.end(), Edit::substitution) == static_cast<std::ptrdiff_t>(counts.substitutions));
    CHECK(std::count(edits.begin(), edits.end(), Edit::deletion) == static_cast<std::ptrdiff_t>(counts.deletions));
    CHECK(std::count(edits.begin(), edits.end(), Edit::insertion) == static_cast<std::ptrdiff_t>(counts.insertions));
}

}  // namespace

TEST(edit_distance_equals_the_textbook_recurrence) {
    std::mt19937 random(31);
    EditDistance pair;  // one object, so that what a long pair leaves behind meets a short one
    for (int round = 0; round < 800; ++round) {
        const auto longest = one_of<std::size_t>(random, {3, 20, 66, 130, 300});
        const auto words = one_of<TokenId>(random, {1, 2, 5, 60, 5000});
        const Segment reference = random_segment(random, longest, words);
        const bool related = random() % 2;
        check_pair(pair, related ? disturbed(reference, random, words) : random_segment(random, longest, words), reference);
    }
}

TEST(edit_distance_at_the_edges_of_blocks) {
    std::mt19937 random(32);
    EditDistance pair;
    for (const std::size_t length : {0, 1, 63, 64, 65, 127, 128, 129, 192, 300}) {
        for (const std::size_t other : {0, 1, 63, 64, 65, 128, 129, 300}) {
            Segment hypothesis(length), reference(other);
            for (TokenId& id : hypothesis) id = static_cast<TokenId>(random() % 4);
            for (TokenId& id : reference) id = static_cast<TokenId>(random() % 4);
            check_pair(pair, hypothesis, reference);
            check_pair(pair, Segment(length, 7), Segment(other, 9));
            check_pair(pair, Segment(length, 7), Segment(other, 7));
        }
    }
}

TEST(error_statistics_take_the_reference_with_the_fewest_errors) {
    std::mt19937 random(33);
    std::vector<Segment> texts[3];
    for (auto& text : texts) {
        for (int i = 0; i < 300; ++i) text.push_back(random_segment(random, one_of<std::size_t>(random, {0, 8, 70}), 6));
    }
    const Tokens hypothesis = tokens_of(texts[0]), first = tokens_of(texts[1]), second = tokens_of(texts[2]);
    const std::vector<const Tokens*> both{&first, &second};
    const std::vector<double> words = word_error_statistics(hypothesis, both, 1);
    const std::vector<double> bags = bag_error_statistics(hypothesis, both, 1);
    CHECK(words == word_error_statistics(hypothesis, both, 3));
    CHECK(bags == bag_error_statistics(hypothesis, both, 3));
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        const Segment &h = texts[0][i], &a = texts[1][i], &b = texts[2][i];
        const std::size_t word_errors[] = {naive_distance(h, a), naive_distance(h, b)};
        const double* row = words.data() + i * word_error_columns;
        CHECK(row[0] + row[1] + row[2] == static_cast<double>(std::min(word_errors[0], word_errors[1])));
        CHECK(row[3] == static_cast<double>(word_errors[1] < word_errors[0] ? b.size() : a.size()));
        CHECK(row[4] * 2 == static_cast<double>(a.size() + b.size()));
        const std::size_t matches[] = {naive_intersection(h, a), naive_intersection(h, b)};
        const bool takes_second = std::max(h.size(), b.size()) - matches[1] < std::max(h.size(), a.size()) - matches[0];
        row = bags.data() + i * bag_error_columns;
        CHECK(row[0] == static_cast<double>(matches[takes_second]));
        CHECK(row[2] == static_cast<double>(takes_second ? b.size() : a.size()));
    }
}
