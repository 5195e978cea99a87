#include "bakeoff/count_resampling.hpp"

#include "bakeoff/parallel.hpp"
#include "bakeoff/random_stream.hpp"

namespace bakeoff {

std::vector<std::int64_t> resampled_counts(const SparseUnits& units, const Samples& samples, unsigned threads) {
    std::vector<std::int64_t> counts(samples.count * units.columns);
    const std::size_t count = units.starts.empty() ? 0 : units.starts.size() - 1;
    const auto make_worker = [&] {
        return [&, times = std::vector<std::int64_t>()](std::size_t s) mutable {
            RandomStream stream(samples.key, samples.first + s);
            // Units are counted first: reading them in order is quicker than reading them as they are drawn.
            times.assign(count, 0);
            for (std::size_t i = 0; i < count; ++i) ++times[stream.below(static_cast<std::uint32_t>(count))];
            std::int64_t* own = counts.data() + s * units.columns;
            for (std::size_t u = 0; u < count; ++u) {
                if (times[u] == 0) continue;
                for (auto c = units.starts[u]; c < units.starts[u + 1]; ++c) {
                    own[units.cells[static_cast<std::size_t>(c)]] += times[u];
                }
            }
        };
    };
    for_each_index(samples.count, threads, make_worker, 1);
    return counts;
}

}  // namespace bakeoff
