#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace bakeoff {

struct ChrfOptions {
    std::size_t character_orders = 6;
    std::size_t word_orders = 0;
    double beta = 2;
    bool keep_whitespace = false;
};

/// The F score, in percent, of a row of statistics, with the operations of sacreBLEU in its order, so that ties between
/// references fall alike. O(orders).
double chrf_score(std::span<const double> row, double beta);

/// For each segment the n-grams of the hypothesis by order (characters, then words), those of the reference and the matches,
/// with the reference that scores best, the first of several. As in sacreBLEU the hypothesis has no n-grams in an order in
/// which the reference has none. Texts are UTF-8; all have the same number of segments.
/// Expected O(references × orders × total length).
std::vector<double> chrf_statistics(std::span<const std::string_view> hypothesis,
                                    std::span<const std::span<const std::string_view>> references, const ChrfOptions& options,
                                    unsigned threads);

}  // namespace bakeoff
