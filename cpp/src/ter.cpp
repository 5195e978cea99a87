#include "bakeoff/ter.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "bakeoff/parallel.hpp"
#include "bakeoff/token_index.hpp"
#include "ter_alignment.hpp"
#include "ter_bit_matrix.hpp"
#include "ter_limits.hpp"
#include "ter_shifts.hpp"

namespace bakeoff {

namespace {

using namespace ter;

constexpr std::size_t most_words = std::size_t{1} << 28;  // so that costs, up to the words of both texts, stay below "none"

struct Counts {
    int edits = 0;
    int shifts = 0;
    int insertions = 0;
    int deletions = 0;
    int substitutions = 0;
};

/// Scores pairs of segments one after the other; keeps its memory between them.
class Scorer {
public:
    explicit Scorer(TerRules rules) : rules_(rules) {}

    /// Counts against one reference; where the edits are surely no fewer than `limit`, only some such number of edits.
    Counts score(std::span<const TokenId> hypothesis, std::span<const TokenId> reference, int limit);

private:
    struct Choice {
        int distance;
        Swap swap;
    };

    int number(std::span<const TokenId> hypothesis, std::span<const TokenId> reference);
    void align(int kept);
    bool shift_once();
    template <class DistanceAfter>
    Choice choose(DistanceAfter&& distance_after) const;
    void apply(Swap swap);
    int plain_distance_after(Swap swap, int limit);
    int distance_after(Swap swap, int limit);
    bool trace_plain();

    int hypothesis_size() const { return static_cast<int>(words_.size()); }
    int reference_size() const { return static_cast<int>(reference_.size()); }

    TerRules rules_;
    TokenIndex tokens_;
    std::vector<Word> reference_;
    std::vector<int> left_;  // by word: how often the reference has it beyond the hypothesis, while both are numbered
    ReferenceBits bits_;
    Occurrences occurrences_;
    ShiftCandidates candidates_;
    std::vector<Word> words_;  // the hypothesis as shifted so far
    BitMatrix matrix_;         // of `words_`
    ShiftWindow window_;       // of `words_`, for long references
    int plain_distance_ = 0;   // of `words_`
    Alignment alignment_;      // of `words_`, as the tool sees it
    int tried_ = 0;

    std::vector<Word> shifted_;  // a candidate in doubt
    LimitedMatrix limited_;
};

Counts Scorer::score(std::span<const TokenId> hypothesis, std::span<const TokenId> reference, int limit) {
    if (std::max(hypothesis.size(), reference.size()) > most_words) throw std::length_error("a segment has more than 2^28 words");
    if (reference.empty()) {
        const auto insertions = static_cast<int>(hypothesis.size());
        return {.edits = insertions, .insertions = insertions};
    }
    const int common = number(hypothesis, reference);
    // Shifts change no word, so the words without a partner remain wrong.
    const int fewest = std::max(hypothesis_size(), reference_size()) - common;
    if (fewest >= limit) return {.edits = fewest};
    bits_.assign(reference_);
    occurrences_.assign(reference_, tokens_.size());
    tried_ = 0;
    align(0);
    int shifts = 0;
    while (alignment_.edits > fewest && shift_once()) ++shifts;
    return {.edits = alignment_.edits + shifts,
            .shifts = shifts,
            .insertions = alignment_.insertions,
            .deletions = alignment_.deletions,
            .substitutions = alignment_.substitutions};
}

/// Numbers the words of both and gives how many they share, each as often as both have it.
int Scorer::number(std::span<const TokenId> hypothesis, std::span<const TokenId> reference) {
    tokens_.clear();
    reference_.clear();
    words_.clear();
    left_.assign(reference.size() + 1, 0);
    for (const TokenId token : reference) {
        reference_.push_back(tokens_.add(token));
        ++left_[reference_.back()];
    }
    int common = 0;
    for (const TokenId token : hypothesis) {
        words_.push_back(tokens_.find(token));
        common += left_[words_.back()]-- > 0;
    }
    return common;
}

void Scorer::align(int kept) {
    plain_distance_ = matrix_.fill(bits_, words_, kept);
    if (trace_plain()) return;
    limited_.fill(rules_, words_, reference_);
    trace(
        hypothesis_size(), reference_size(), [&](int j, int i) { return limited_.operation(j, i); }, alignment_);
}

/// Aligns by plain distances; false where the tool's limits might lead it elsewhere.
bool Scorer::trace_plain() {
    bool sure = true;
    int cost = plain_distance_;
    const bool check = !within_limits(rules_, hypothesis_size(), reference_size(), plain_distance_);
    const auto operation_at = [&](int j, int i) {
        if (check && sure) sure = keeps_cell(rules_, matrix_, hypothesis_size(), reference_size(), j, i, cost);
        const Operation operation = matrix_.operation(bits_, words_, j, i);
        cost -= operation != Operation::match;
        return operation;
    };
    trace(hypothesis_size(), reference_size(), operation_at, alignment_);
    return sure;
}

/// Makes the shift that the tool would make next; false if there is none.
bool Scorer::shift_once() {
    if (!candidates_.collect(rules_, words_, reference_, occurrences_, alignment_, tried_)) return false;
    if (bits_.blocks() > 1) window_.assign(bits_, words_, matrix_, alignment_.edits);
    // The tool's distances are never lower than the plain ones. So if the shift that is best by plain distances keeps its
    // distance under the tool's limits, the tool chooses it too. (But tercom's stop rule holds for plain distances only where
    // the present one is plain.)
    const bool stop_rule_is_idle = rules_ == TerRules::sacrebleu || alignment_.edits == plain_distance_;
    const Choice plain = choose([&](Swap swap, int limit) { return plain_distance_after(swap, limit); });
    if (plain.distance == alignment_.edits) return false;
    if (stop_rule_is_idle) {
        apply(plain.swap);
        if (alignment_.edits == plain.distance) return true;
        apply({plain.swap.first, plain.swap.first + plain.swap.last - plain.swap.middle, plain.swap.last});
    }
    const Choice choice = choose([&](Swap swap, int limit) { return distance_after(swap, limit); });
    if (choice.distance == alignment_.edits) return false;
    apply(choice.swap);
    return true;
}

/// The first of the shifts that lower the edits most, longest spans first.
template <class DistanceAfter>
Scorer::Choice Scorer::choose(DistanceAfter&& distance_after) const {
    const int edits = alignment_.edits;
    Choice best{edits, {}};
    for (int length = longest_shift; length > 0; --length) {
        for (const Swap swap : candidates_.of(length)) {
            // tercom's own rule; it differs from the bound below where the beam has made the present distance too high.
            if (rules_ == TerRules::tercom && best.distance < edits && edits - best.distance - 1 >= 2 * length) break;
            // Moving k words over n others is min(k, n) deletions and as many insertions.
            const int most_repaired = 2 * std::min(swap.middle - swap.first, swap.last - swap.middle);
            if (plain_distance_ - most_repaired >= best.distance) continue;
            const int distance = distance_after(swap, best.distance);
            if (distance < best.distance) best = {distance, swap};
        }
    }
    return best;
}

void Scorer::apply(Swap swap) {
    std::rotate(words_.begin() + swap.first, words_.begin() + swap.middle, words_.begin() + swap.last);
    align(swap.first);
}

/// The plain distance after a shift, or some value >= `limit` where it is no less than `limit`.
int Scorer::plain_distance_after(Swap swap, int limit) {
    if (bits_.blocks() > 1) return window_.distance_after(bits_, words_, matrix_, swap, limit);
    return matrix_.distance_after(bits_, words_, swap, limit);
}

/// The tool's distance after a shift, or some value >= `limit` where it is no less than `limit`.
int Scorer::distance_after(Swap swap, int limit) {
    const int plain_distance = plain_distance_after(swap, limit);
    if (plain_distance >= limit) return plain_distance;
    if (within_limits(rules_, hypothesis_size(), reference_size(), plain_distance)) return plain_distance;
    shifted_ = words_;
    std::rotate(shifted_.begin() + swap.first, shifted_.begin() + swap.middle, shifted_.begin() + swap.last);
    return limited_.fill(rules_, shifted_, reference_);
}

}  // namespace

std::vector<double> ter_statistics(const Tokens& hypothesis, References references, TerRules rules, unsigned threads) {
    require_comparable(hypothesis, references);
    std::vector<double> rows(hypothesis.size() * ter_columns);
    for_each_index(hypothesis.size(), threads, [&] {
        return [&, scorer = Scorer(rules)](std::size_t segment) mutable {
            Counts best{.edits = std::numeric_limits<int>::max()};
            for (const Tokens* reference : references) {
                const Counts counts = scorer.score(hypothesis[segment], (*reference)[segment], best.edits);
                if (counts.edits < best.edits) best = counts;
            }
            double* const row = rows.data() + segment * ter_columns;
            row[0] = best.edits;
            row[1] = mean_length(references, segment);
            row[2] = best.shifts;
            row[3] = best.insertions;
            row[4] = best.deletions;
            row[5] = best.substitutions;
        };
    });
    return rows;
}

}  // namespace bakeoff
