#include "bakeoff/nist.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "bakeoff/hash_factor.hpp"
#include "ngram_rows.hpp"

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

void require_32_bits(std::size_t number) {
    constexpr auto most = std::numeric_limits<std::uint32_t>::max();
    if (number > most) throw std::length_error("the references have more n-grams than 32 bits can number");
}

std::vector<Occurrence> words_with_places(const NgramCounts& counts) {
    std::vector<Occurrence> words;
    words.reserve(counts.words());
    for (std::size_t r = 0; r < counts.references().size(); ++r) {
        const Tokens& text = *counts.references()[r];
        for (std::size_t segment = 0; segment < text.size(); ++segment) {
            std::size_t place = counts.place(r, segment);
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

NgramCounts::NgramCounts(References references, std::size_t orders)
    : references_(references.begin(), references.end()), orders_(orders) {
    require_references(references.size());
    first_place_.push_back(0);
    for (const Tokens* text : references) {
        words_ += text->ids().size();
        first_place_.push_back(first_place_.back() + text->ids().size() + text->size());
    }
    const std::size_t places = first_place_.back();
    require_32_bits(places);
    starts_.assign(places + 1, 0);

    std::vector<Occurrence> list = words_with_places(*this);
    std::vector<std::vector<std::uint32_t>> counts_by_order;
    std::size_t repeated = 0;
    for (std::size_t order = 1; order <= orders && !list.empty(); ++order) {
        counts_by_order.push_back(count_repeated(list, order == 1));
        for (const Occurrence& o : list) ++starts_[o.place + 1];
        require_32_bits(repeated += list.size());
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

std::vector<double> nist_statistics(const Tokens& hypothesis, const NgramCounts& counts, TokenId zero, unsigned threads) {
    const References references = counts.references();
    const auto weights_of = [&](std::size_t segment) {
        return [&, segment](std::size_t order, std::size_t r, std::size_t position) {
            const std::size_t place = counts.place(r, segment) + position;
            const bool no_history = order == 1 || (order == 2 && (*references[r])[segment][position] == zero);
            const double history = no_history ? static_cast<double>(counts.words()) : counts.count(place, order - 1);
            return std::log2(history / counts.count(place, order));
        };
    };
    const auto length_of = [&](std::size_t segment, std::span<const Symbols>) { return mean_length(references, segment); };
    return ngram_rows(hypothesis, references, counts.orders(), threads, weights_of, length_of);
}

}  // namespace bakeoff
