#include "bakeoff/chrf.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>

#include "bakeoff/ngrams.hpp"
#include "bakeoff/parallel.hpp"
#include "bakeoff/references.hpp"
#include "bakeoff/word_table.hpp"
#include "unicode.hpp"

namespace bakeoff {

namespace {

bool is_punctuation(char c) {
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

/// One segment as numbered symbols.
struct Segment {
    std::vector<TokenId> characters;
    std::vector<TokenId> words;
};

class Reader {
public:
    explicit Reader(const ChrfOptions& options) : options_(options) {}

    void start_segment() { words_.clear(); }

    void read(std::string_view text, Segment& segment) {
        segment.characters.clear();
        segment.words.clear();
        std::size_t word = 0;
        for (std::size_t at = 0; at < text.size();) {
            const auto [code, length] = unicode::decode_at(text, at);
            const bool space = unicode::is_python_space(code);
            if (!space || options_.keep_whitespace) segment.characters.push_back(static_cast<TokenId>(code));
            if (space) {
                add_word(text.substr(word, at - word), segment);
                word = at + length;
            }
            at += length;
        }
        add_word(text.substr(word), segment);
    }

private:
    /// Parts one punctuation mark from a word: the last character or else the first (never both, as sacreBLEU has it).
    void add_word(std::string_view word, Segment& segment) {
        if (word.empty() || options_.word_orders == 0) return;
        std::size_t cut = 0;
        if (word.size() > 1 && is_punctuation(word.back())) cut = word.size() - 1;
        else if (word.size() > 1 && is_punctuation(word.front())) cut = 1;
        if (cut > 0) segment.words.push_back(number(word.substr(0, cut)));
        segment.words.push_back(number(word.substr(cut)));
    }

    TokenId number(std::string_view word) { return words_.number(hashed(word), std::identity{}); }

    const ChrfOptions& options_;
    WordTable words_;  // of one segment: cheaper than a vocabulary and without a lock
};

/// Compares one segment with one reference after another.
class Comparison {
public:
    explicit Comparison(const ChrfOptions& options)
        : options_(options), reader_(options), row_(3 * (options.character_orders + options.word_orders)) {}

    void start(std::string_view hypothesis) {
        reader_.start_segment();
        reader_.read(hypothesis, hypothesis_);
    }

    std::span<const double> against(std::string_view reference) {
        reader_.read(reference, reference_);
        fill(hypothesis_.characters, reference_.characters, 0, options_.character_orders);
        fill(hypothesis_.words, reference_.words, options_.character_orders, options_.word_orders);
        return row_;
    }

private:
    void fill(Symbols hypothesis, Symbols reference, std::size_t first, std::size_t orders) {
        const std::size_t all = row_.size() / 3;
        for (std::size_t n = 0; n < orders; ++n) {
            const std::size_t in_reference = ngrams_of(reference.size(), n + 1);
            row_[first + n] = in_reference == 0 ? 0.0 : static_cast<double>(ngrams_of(hypothesis.size(), n + 1));
            row_[all + first + n] = static_cast<double>(in_reference);
        }
        matcher_.match(hypothesis, {&reference, 1}, std::span(row_).subspan(2 * all + first, orders),
                       [](std::size_t, std::size_t, std::size_t) { return 1; });
    }

    const ChrfOptions& options_;
    Reader reader_;
    NgramMatcher matcher_;
    Segment hypothesis_, reference_;
    std::vector<double> row_;
};

}  // namespace

double chrf_score(std::span<const double> row, double beta) {
    const double factor = beta * beta;
    const std::size_t all = row.size() / 3;
    double precision = 0, recall = 0;
    int orders = 0;
    for (std::size_t n = 0; n < all; ++n) {
        if (row[n] <= 0 || row[all + n] <= 0) continue;
        precision += row[2 * all + n] / row[n];
        recall += row[2 * all + n] / row[all + n];
        ++orders;
    }
    if (orders == 0) return 0;
    precision /= orders;
    recall /= orders;
    if (precision + recall == 0) return 0;
    return 100 * ((1 + factor) * precision * recall / (factor * precision + recall));
}

std::vector<double> chrf_statistics(std::span<const std::string_view> hypothesis,
                                    std::span<const std::span<const std::string_view>> references, const ChrfOptions& options,
                                    unsigned threads) {
    require_references(references.size());
    for (std::size_t r = 0; r < references.size(); ++r) require_same_segments(hypothesis.size(), references[r].size(), r);
    const std::size_t columns = 3 * (options.character_orders + options.word_orders);
    std::vector<double> rows(hypothesis.size() * columns);
    for_each_index(hypothesis.size(), threads, [&] {
        return [&, comparison = Comparison(options)](std::size_t segment) mutable {
            comparison.start(hypothesis[segment]);
            double best = -1;
            for (const auto& reference : references) {
                const std::span<const double> row = comparison.against(reference[segment]);
                const double score = references.size() == 1 ? 0 : chrf_score(row, options.beta);
                if (score <= best) continue;
                best = score;
                std::copy(row.begin(), row.end(), rows.begin() + static_cast<std::ptrdiff_t>(segment * columns));
            }
        };
    });
    return rows;
}

}  // namespace bakeoff
