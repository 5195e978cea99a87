#include <limits>
#include <stdexcept>
#include <string>

#include "areas.hpp"
#include "arrays.hpp"
#include "bakeoff/resampling.hpp"
#include "options.hpp"

using namespace nb::literals;

namespace {

using RowsArray = nb::ndarray<const double, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Kernel = std::vector<double> (*)(const bakeoff::Rows&, const bakeoff::Samples&, unsigned);

template <Kernel kernel>
Matrix<double> resampled(const RowsArray& rows, std::uint64_t key, std::uint64_t first, std::int64_t samples,
                         std::int64_t threads) {
    if (samples < 0) throw std::invalid_argument("expected 0 samples or more, found " + std::to_string(samples));
    if (rows.shape(0) > std::numeric_limits<std::uint32_t>::max()) throw std::invalid_argument("expected fewer than 2^32 rows");
    const unsigned count = thread_count(threads);
    const bakeoff::Rows table{{rows.data(), rows.size()}, rows.shape(0), rows.shape(1)};
    const bakeoff::Samples drawn{key, first, static_cast<std::size_t>(samples)};
    return computed_matrix(drawn.count, [&] { return kernel(table, drawn, count); });
}

}  // namespace

void bind_resampling(nb::module_& m) {
    m.def("bootstrap_sums", &resampled<&bakeoff::bootstrap_sums>, "rows"_a, nb::kw_only(), "key"_a, "first"_a, "samples"_a,
          "threads"_a = 1,
          "For each sample the sum of as many rows as there are, drawn with replacement: (columns × samples).");
    m.def("coin_sums", &resampled<&bakeoff::coin_sums>, "rows"_a, nb::kw_only(), "key"_a, "first"_a, "samples"_a,
          "threads"_a = 1, "For each sample the sum of the rows that fair coins pick: (columns × samples).");
}
