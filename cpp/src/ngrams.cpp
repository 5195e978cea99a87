#include "bakeoff/ngrams.hpp"

#include "bakeoff/parallel.hpp"

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
    require_comparable(hypothesis, references);
    const std::size_t columns = 2 * orders + 1;
    std::vector<double> rows(hypothesis.size() * columns);
    for_each_index(hypothesis.size(), threads, [&] {
        return [&, matcher = NgramMatcher{}, texts = std::vector<Symbols>(references.size())](std::size_t segment) mutable {
            const Symbols words = hypothesis[segment];
            for (std::size_t r = 0; r < references.size(); ++r) texts[r] = (*references[r])[segment];
            double* row = rows.data() + segment * columns;
            matcher.match(words, texts, {row, orders}, [](std::size_t, std::size_t, std::size_t) { return 1; });
            for (std::size_t order = 1; order <= orders; ++order)
                row[orders + order - 1] = static_cast<double>(ngrams_of(words.size(), order));
            row[2 * orders] = static_cast<double>(reference_length(words.size(), texts, rule));
        };
    });
    return rows;
}

}  // namespace bakeoff
