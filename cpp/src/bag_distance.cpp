#include "bakeoff/bag_distance.hpp"

#include <algorithm>
#include <limits>

#include "bakeoff/parallel.hpp"

namespace bakeoff {

std::size_t BagIntersection::size(std::span<const TokenId> hypothesis, std::span<const TokenId> reference) {
    tokens_.clear();
    left_.assign(reference.size() + 1, 0);
    for (const TokenId token : reference) ++left_[tokens_.add(token)];
    std::size_t matches = 0;
    for (const TokenId token : hypothesis) {
        std::uint32_t& left = left_[tokens_.find(token)];
        if (left == 0) continue;
        --left;
        ++matches;
    }
    return matches;
}

std::vector<double> bag_error_statistics(const Tokens& hypothesis, References references, unsigned threads) {
    require_comparable(hypothesis, references);
    std::vector<double> rows(hypothesis.size() * bag_error_columns);
    for_each_index(hypothesis.size(), threads, [&] {
        return [&, bags = BagIntersection{}](std::size_t i) mutable {
            const std::size_t length = hypothesis.length(i);
            std::size_t fewest = std::numeric_limits<std::size_t>::max();
            std::size_t matches = 0;
            std::size_t words = 0;
            for (const Tokens* reference : references) {
                const std::size_t found = bags.size(hypothesis[i], (*reference)[i]);
                const std::size_t errors = std::max(length, reference->length(i)) - found;
                if (errors >= fewest) continue;
                fewest = errors;
                matches = found;
                words = reference->length(i);
            }
            double* row = rows.data() + i * bag_error_columns;
            row[0] = static_cast<double>(matches);
            row[1] = static_cast<double>(length);
            row[2] = static_cast<double>(words);
            row[3] = static_cast<double>(length > words ? length - words : 0);
            row[4] = mean_length(references, i);
        };
    });
    return rows;
}

}  // namespace bakeoff
