#include "bakeoff/meteor.hpp"

#include <array>
#include <cmath>
#include <stdexcept>

#include "bakeoff/parallel.hpp"
#include "meteor_matches.hpp"
#include "meteor_search.hpp"

namespace bakeoff {

namespace {

/// Matches of one hypothesis with one reference and the alignment that is chosen of them.
class MeteorAligner {
public:
    MeteorAligner(const MeteorLexicon& lexicon, const Paraphrases* paraphrases, std::span<const MeteorModule> modules)
        : matches_(lexicon, paraphrases, modules), search_(modules) {}

    std::span<const MeteorMatch> align(std::span<const TokenId> hypothesis, std::span<const TokenId> reference) {
        matches_.collect(hypothesis, reference);
        return search_.align(matches_, hypothesis.size(), reference.size());
    }

private:
    MeteorMatches matches_;
    MeteorSearch search_;
};

std::size_t count_chunks(std::span<const MeteorMatch> alignment) {
    std::size_t chunks = 0;
    for (std::size_t i = 0; i < alignment.size(); ++i) {
        const bool continues = i > 0 &&
                               alignment[i - 1].hypothesis_start + alignment[i - 1].hypothesis_length == alignment[i].hypothesis_start &&
                               alignment[i - 1].reference_start + alignment[i - 1].reference_length == alignment[i].reference_start;
        chunks += !continues;
    }
    return chunks;
}

/// Writes the rows of segments and returns how good they are.
class MeteorCounter {
public:
    MeteorCounter(const MeteorLexicon& lexicon, const MeteorOptions& options) : lexicon_(lexicon), options_(options) {}

    void count(std::span<const TokenId> hypothesis, std::span<const TokenId> reference, std::span<const MeteorMatch> alignment,
               std::span<double> row) const {
        std::fill(row.begin(), row.end(), 0.0);
        std::size_t hypothesis_matches = 0;
        std::size_t reference_matches = 0;
        for (const MeteorMatch& match : alignment) {
            double* const counts = row.data() + match.module * meteor_columns_by_module;
            tally(hypothesis.subspan(match.hypothesis_start, match.hypothesis_length), counts);
            tally(reference.subspan(match.reference_start, match.reference_length), counts + 2);
            hypothesis_matches += match.hypothesis_length;
            reference_matches += match.reference_length;
        }
        double* const further = row.data() + options_.modules.size() * meteor_columns_by_module;
        tally(hypothesis, further);
        tally(reference, further + 2);
        const std::size_t chunks = count_chunks(alignment);
        const bool perfect = chunks == 1 && hypothesis_matches == hypothesis.size() && reference_matches == reference.size();
        further[4] = perfect && !options_.counts_perfect_chunks ? 0.0 : static_cast<double>(chunks);
    }

    /// The score of a row, 0 to 1. O(modules).
    double score(std::span<const double> row) const {
        std::array<double, 2> weighted{};
        std::array<double, 2> matched{};
        for (std::size_t m = 0; m < options_.modules.size(); ++m) {
            const double* const counts = row.data() + m * meteor_columns_by_module;
            for (std::size_t side = 0; side < 2; ++side) {
                weighted[side] += options_.weights[m] * value(counts + 2 * side);
                matched[side] += counts[2 * side] + counts[2 * side + 1];
            }
        }
        const double* const further = row.data() + options_.modules.size() * meteor_columns_by_module;
        const double precision = weighted[0] / value(further);
        const double recall = weighted[1] / value(further + 2);
        const double mean = 1.0 / ((1.0 - options_.alpha) / precision + options_.alpha / recall);
        const double fragmentation = perfect(further, matched) ? 0.0 : further[4] / ((matched[0] + matched[1]) / 2);
        const double result = mean * (1.0 - options_.gamma * std::pow(fragmentation, options_.beta));
        return std::isnan(result) ? 0.0 : result;
    }

private:
    static bool perfect(const double* further, const std::array<double, 2>& matched) {
        return further[4] <= 1 && matched[0] == further[0] + further[1] && matched[1] == further[2] + further[3];
    }

    double value(const double* counts) const { return options_.delta * counts[0] + (1.0 - options_.delta) * counts[1]; }

    void tally(std::span<const TokenId> words, double* counts) const {
        for (const TokenId word : words) ++counts[lexicon_[word].is_function_word];
    }

    const MeteorLexicon& lexicon_;
    const MeteorOptions& options_;
};

}  // namespace

std::vector<double> meteor_statistics(const Tokens& hypothesis, References references, const MeteorLexicon& lexicon,
                                      const Paraphrases* paraphrases, const MeteorOptions& options, unsigned threads) {
    require_comparable(hypothesis, references);
    if (options.weights.size() != options.modules.size()) throw std::invalid_argument("expected a weight for each module");
    lexicon.require_known(hypothesis);
    for (const Tokens* reference : references) lexicon.require_known(*reference);
    const std::size_t columns = options.modules.size() * meteor_columns_by_module + meteor_further_columns;
    std::vector<double> rows(hypothesis.size() * columns);
    const MeteorCounter counter(lexicon, options);
    for_each_index(hypothesis.size(), threads, [&] {
        return [&, aligner = MeteorAligner(lexicon, paraphrases, options.modules),
                row = std::vector<double>(columns)](std::size_t i) mutable {
            double best = -1;
            for (const Tokens* reference : references) {
                counter.count(hypothesis[i], (*reference)[i], aligner.align(hypothesis[i], (*reference)[i]), row);
                const double score = counter.score(row);
                if (options.last_reference_wins ? score < best : score <= best) continue;
                best = score;
                std::copy(row.begin(), row.end(), rows.begin() + static_cast<std::ptrdiff_t>(i * columns));
            }
        };
    });
    return rows;
}

std::vector<std::int64_t> meteor_alignment(const Tokens& hypothesis, const Tokens& reference, const MeteorLexicon& lexicon,
                                           const Paraphrases* paraphrases, std::span<const MeteorModule> modules,
                                           unsigned threads) {
    const Tokens* const references[] = {&reference};
    require_comparable(hypothesis, references);
    lexicon.require_known(hypothesis);
    lexicon.require_known(reference);
    std::vector<std::int64_t> places(hypothesis.ids().size(), -1);
    for_each_index(hypothesis.size(), threads, [&] {
        return [&, aligner = MeteorAligner(lexicon, paraphrases, modules)](std::size_t i) mutable {
            for (const MeteorMatch& match : aligner.align(hypothesis[i], reference[i])) {
                for (std::uint32_t w = 0; w < std::min(match.hypothesis_length, match.reference_length); ++w) {
                    places[hypothesis.offset(i) + match.hypothesis_start + w] = match.reference_start + w;
                }
            }
        };
    });
    return places;
}

}  // namespace bakeoff
