#include "bakeoff/ngrams.hpp"

#include "ngram_rows.hpp"

namespace bakeoff {

std::size_t reference_length(std::size_t hypothesis, std::span<const Symbols> references, LengthRule rule) {
    std::size_t best = references.front().size();
    auto distance = [&](std::size_t length) { return length > hypothesis ? length - hypothesis : hypothesis - length; };
    for (const Symbols reference : references.subspan(1)) {
        const std::size_t length = reference.size();
        const bool closer = rule == LengthRule::closest && distance(length) != distance(best);
        if (closer ? distance(length) < distance(best) : length < best) best = length;
    }
    return best;
}

std::vector<double> bleu_statistics(const Tokens& hypothesis, References references, std::size_t orders, LengthRule rule,
                                    unsigned threads) {
    const auto weights_of = [](std::size_t) { return [](std::size_t, std::size_t, std::size_t) { return 1; }; };
    const auto length_of = [&](std::size_t segment, std::span<const Symbols> texts) {
        return reference_length(hypothesis.length(segment), texts, rule);
    };
    return ngram_rows(hypothesis, references, orders, threads, weights_of, length_of);
}

}  // namespace bakeoff
