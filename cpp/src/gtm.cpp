#include "bakeoff/gtm.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>

#include "bakeoff/parallel.hpp"
#include "bakeoff/token_index.hpp"

namespace bakeoff {

namespace {

using Number = std::uint32_t;
// What stands for a word that is taken or never was one: neither equals anything on the other side.
constexpr Number no_word = 0;
constexpr Number no_reference_word = std::numeric_limits<Number>::max();

/// Where a run starts: the greater of two comes first.
constexpr std::uint64_t start_of(std::size_t hypothesis, std::size_t reference) {
    return std::uint64_t{hypothesis} << 32 | reference;
}

/// The matching of one segment after the other; the buffers only grow.
///
/// The tool tries every run of every length. Only runs that cannot be lengthened are kept here, by length: when the turn comes to
/// a length, every longer run has been taken or broken, so the free runs of that length are just the ones in its list.
/// A run that has lost words in the meantime is broken into what is left of it, which is shorter and whose turn is yet to come.
class Matcher {
public:
    explicit Matcher(double exponent) : exponent_(exponent) {}

    /// The size of the match of a segment.
    double size(const Tokens& hypothesis, References references, std::size_t segment, double budget) {
        read(hypothesis, references, segment);
        budget_ = budget;
        sum_ = 0;
        // Under exponent 1 only the number of words counts, and that is the same however they are matched: see take_words.
        if (exponent_ > 1) {
            collect_runs();
            take_runs();
        }
        take_words();
        if (sum_ == 0) return 0;
        return std::min(first_ * std::pow(sum_, 1 / exponent_), budget);  // rounding must not lift it above the words
    }

private:
    /// Words as numbers, with something that equals nothing at both ends of the hypothesis and around each reference.
    void read(const Tokens& hypothesis, References references, std::size_t segment) {
        tokens_.clear();
        reference_.assign(1, no_reference_word);
        for (const Tokens* reference : references) {
            for (const TokenId token : (*reference)[segment]) reference_.push_back(tokens_.add(token));
            reference_.push_back(no_reference_word);
        }
        hypothesis_.assign(1, no_word);
        for (const TokenId token : hypothesis[segment]) hypothesis_.push_back(tokens_.find(token));
        hypothesis_.push_back(no_word);
    }

    /// How many words two places have in common from there on, up to a limit.
    std::size_t common_length(std::size_t h, std::size_t r, std::size_t limit) const {
        std::size_t length = 0;
        while (length < limit && hypothesis_[h + length] == reference_[r + length]) ++length;
        return length;
    }

    void collect_runs() {
        for (; longest_run_ > 0; --longest_run_) starts_[longest_run_].clear();
        last_.assign(tokens_.size() + 1, 0);
        earlier_.resize(reference_.size());
        for (std::size_t r = 1; r < reference_.size(); ++r) {
            if (reference_[r] == no_reference_word) continue;
            earlier_[r] = last_[reference_[r]];
            last_[reference_[r]] = static_cast<std::uint32_t>(r);
        }
        for (std::size_t h = hypothesis_.size() - 1; h > 0; --h) {
            for (std::size_t r = last_[hypothesis_[h]]; r != 0; r = earlier_[r]) {
                if (hypothesis_[h - 1] == reference_[r - 1]) continue;
                add_run(h, r, common_length(h, r, std::numeric_limits<std::size_t>::max()));
            }
        }
    }

    /// Single words are left out: take_words needs no list of them.
    void add_run(std::size_t h, std::size_t r, std::size_t length) {
        if (length < 2) return;
        if (starts_.size() <= length) starts_.resize(length + 1);
        longest_run_ = std::max(longest_run_, length);
        starts_[length].push_back(start_of(h, r));
    }

    void take_runs() {
        for (std::size_t length = longest_run_; length > 1; --length) {
            auto& starts = starts_[length];
            // What is left of broken runs came after the others.
            if (!std::is_sorted(starts.begin(), starts.end(), std::greater{})) {
                std::sort(starts.begin(), starts.end(), std::greater{});
            }
            for (const std::uint64_t start : starts) {
                const std::size_t h = start >> 32;
                const std::size_t r = start & std::numeric_limits<std::uint32_t>::max();
                const std::size_t free = common_length(h, r, length);
                if (free < length) {
                    break_run(h, r, free, length);
                } else if (static_cast<double>(length) >= budget_) {
                    // A cut run, too: the tool cuts any run of at least this length, and there is one that is free.
                    add(budget_, 1);
                    budget_ = 0;
                    return;
                } else {
                    add(static_cast<double>(length), 1);
                    budget_ -= static_cast<double>(length);
                    std::fill_n(hypothesis_.begin() + static_cast<std::ptrdiff_t>(h), length, no_word);
                    std::fill_n(reference_.begin() + static_cast<std::ptrdiff_t>(r), length, no_reference_word);
                }
            }
        }
    }

    /// Keeps the free part of a run: its first words are free and the next is not.
    void break_run(std::size_t h, std::size_t r, std::size_t free, std::size_t length) {
        add_run(h, r, free);
        for (std::size_t k = free + 1; k < length; k += free + 1) {
            free = common_length(h + k, r + k, length - k);
            add_run(h + k, r + k, free);
        }
    }

    /// Takes single words, in no order: where every word matches every equal one, as many find a partner however one proceeds.
    void take_words() {
        left_.assign(tokens_.size() + 1, 0);
        for (const Number word : reference_) {
            if (word != no_reference_word) ++left_[word];
        }
        double words = 0;
        for (const Number word : hypothesis_) {
            if (left_[word] == 0) continue;
            --left_[word];
            ++words;
        }
        const double whole = std::floor(budget_);
        if (words > 0 && whole > 0) add(1, std::min(words, whole));
        if (words > whole && budget_ > whole) add(budget_ - whole, 1);
    }

    /// Adds runs to the sum, each in terms of the first, which is the longest: so no power grows beyond all numbers.
    void add(double length, double times) {
        if (sum_ == 0) first_ = length;
        sum_ += times * std::pow(length / first_, exponent_);
    }

    double exponent_;
    double budget_ = 0;
    double first_ = 0;
    double sum_ = 0;
    TokenIndex tokens_;
    std::vector<Number> hypothesis_, reference_;  // taken words become words that equal nothing
    std::vector<std::uint32_t> last_;             // by number: the last place in the references
    std::vector<std::uint32_t> earlier_;          // by place in the references: the place of the same word before it
    std::vector<std::vector<std::uint64_t>> starts_;  // by length
    std::size_t longest_run_ = 0;
    std::vector<std::uint32_t> left_;
};

}  // namespace

std::vector<double> gtm_statistics(const Tokens& hypothesis, References references, double exponent, unsigned threads) {
    require_comparable(hypothesis, references);
    std::vector<double> rows(hypothesis.size() * gtm_columns);
    for_each_index(hypothesis.size(), threads, [&] {
        return [&, matcher = Matcher(exponent)](std::size_t i) mutable {
            const auto words = static_cast<double>(hypothesis.length(i));
            const double reference_words = mean_length(references, i);
            double* row = rows.data() + i * gtm_columns;
            row[0] = matcher.size(hypothesis, references, i, std::min(words, reference_words));
            row[1] = words;
            row[2] = reference_words;
        };
    });
    return rows;
}

}  // namespace bakeoff
