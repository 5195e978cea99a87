#include "bakeoff/nist.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "bakeoff/hash_factor.hpp"
#include "bakeoff/ngrams.hpp"
#include "bakeoff/parallel.hpp"

namespace bakeoff {

namespace {

struct Occurrence {
    std::uint32_t place;
    std::uint32_t id;
};

/// Gives equal names equal ids, counted up from 0, and counts them.
class Counter {
public:
    explicit Counter(std::size_t most)
        : slots_(std::bit_ceil(most + most / 2 + 2), none), shift_(64 - std::countr_zero(slots_.size())) {}

    std::uint32_t add(std::uint64_t name) {
        std::size_t at = (name * hash_factor) >> shift_;
        while (slots_[at] != none && names_[slots_[at]] != name) at = (at + 1) & (slots_.size() - 1);
        if (slots_[at] == none) {
            slots_[at] = static_cast<std::uint32_t>(names_.size());
            names_.push_back(name);
            counts_.push_back(0);
        }
        ++counts_[slots_[at]];
        return slots_[at];
    }

    std::uint32_t count(std::uint32_t id) const { return counts_[id]; }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    std::vector<std::uint32_t> slots_;
    int shift_;
    std::vector<std::uint64_t> names_;
    std::vector<std::uint32_t> counts_;
};

/// The place of each reference's first word, and the place behind the last. Between two segments one place stays free, so
/// that no n-gram reaches from one into the next.
std::vector<std::size_t> first_places(std::span<const Tokens* const> references) {
    std::vector<std::size_t> places{0};
    for (const Tokens* text : references) places.push_back(places.back() + text->ids().size() + text->size());
    return places;
}

/// Every word of the references with its place.
std::vector<Occurrence> words_of(std::span<const Tokens* const> references, std::span<const std::size_t> first_place,
                                 std::size_t count) {
    std::vector<Occurrence> words;
    words.reserve(count);
    for (std::size_t r = 0; r < references.size(); ++r) {
        const Tokens& text = *references[r];
        for (std::size_t segment = 0; segment < text.size(); ++segment) {
            std::size_t place = first_place[r] + text.offset(segment) + segment;
            for (const TokenId word : text[segment]) words.push_back({static_cast<std::uint32_t>(place++), word});
        }
    }
    return words;
}

/// Counts the n-grams of the list, made of (n−1)-grams that overlap, and keeps those that occur more than once.
std::vector<std::uint32_t> count_repeated(std::vector<Occurrence>& list, bool words) {
    Counter counter(list.size());
    std::size_t size = 0;
    if (words) {
        for (Occurrence& o : list) o.id = counter.add(o.id);
        size = list.size();
    } else {
        for (std::size_t k = 0; k + 1 < list.size(); ++k) {
            const Occurrence left = list[k], right = list[k + 1];
            if (right.place != left.place + 1) continue;
            list[size++] = {left.place, counter.add(std::uint64_t{left.id} << 32 | right.id)};
        }
    }
    std::vector<std::uint32_t> counts;
    counts.reserve(size);
    std::size_t kept = 0;
    for (std::size_t k = 0; k < size; ++k) {
        const std::uint32_t count = counter.count(list[k].id);
        if (count == 1) continue;
        list[kept++] = list[k];
        counts.push_back(count);
    }
    list.resize(kept);
    return counts;
}

}  // namespace

NgramCounts::NgramCounts(std::span<const Tokens* const> references, std::size_t orders) : orders_(orders) {
    first_place_ = first_places(references);
    for (const Tokens* text : references) words_ += text->ids().size();
    const std::size_t places = first_place_.back();
    starts_.assign(places + 1, 0);

    std::vector<Occurrence> list = words_of(references, first_place_, words_);
    std::vector<std::vector<std::uint32_t>> counts_by_order;
    for (std::size_t order = 1; order <= orders && !list.empty(); ++order) {
        counts_by_order.push_back(count_repeated(list, order == 1));
        for (const Occurrence& o : list) ++starts_[o.place + 1];
    }
    std::vector<Occurrence>().swap(list);
    for (std::size_t place = 0; place < places; ++place) starts_[place + 1] += starts_[place];

    counts_.resize(starts_.back());
    for (std::size_t n = 0; n < counts_by_order.size(); ++n) {
        auto next = counts_by_order[n].begin();
        for (std::size_t place = 0; place < places; ++place)
            if (starts_[place] + n < starts_[place + 1]) counts_[starts_[place] + n] = *next++;
        std::vector<std::uint32_t>().swap(counts_by_order[n]);
    }
}

bool NgramCounts::counted(std::span<const Tokens* const> references) const { return first_places(references) == first_place_; }

std::vector<double> nist_statistics(const Tokens& hypothesis, std::span<const Tokens* const> references,
                                    const NgramCounts& counts, TokenId zero, unsigned threads) {
    const std::size_t orders = counts.orders(), columns = 2 * orders + 1;
    std::vector<double> rows(hypothesis.size() * columns);
    for_each_index(hypothesis.size(), threads, [&] {
        return [&, matcher = NgramMatcher{}, texts = std::vector<Symbols>(references.size())](std::size_t segment) mutable {
            const Symbols words = hypothesis[segment];
            std::size_t reference_words = 0;
            for (std::size_t r = 0; r < references.size(); ++r) {
                texts[r] = (*references[r])[segment];
                reference_words += texts[r].size();
            }
            double* row = rows.data() + segment * columns;
            matcher.match(words, texts, {row, orders}, [&](std::size_t order, std::size_t r, std::size_t position) {
                const std::size_t place = counts.place(r, *references[r], segment) + position;
                const bool no_history = order == 1 || (order == 2 && texts[r][position] == zero);
                const double history = no_history ? static_cast<double>(counts.words()) : counts.count(place, order - 1);
                return std::log2(history / counts.count(place, order));
            });
            for (std::size_t order = 1; order <= orders; ++order)
                row[orders + order - 1] = static_cast<double>(ngrams_of(words.size(), order));
            row[2 * orders] = static_cast<double>(reference_words) / static_cast<double>(references.size());
        };
    });
    return rows;
}

}  // namespace bakeoff
