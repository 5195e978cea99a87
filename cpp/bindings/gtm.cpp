#include "bakeoff/gtm.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "areas.hpp"
#include "arrays.hpp"
#include "options.hpp"
#include "texts.hpp"

using namespace nb::literals;
using bakeoff::Tokens;

namespace {

double require_exponent(double exponent) {
    if (std::isfinite(exponent) && exponent >= 1) return exponent;
    throw std::invalid_argument("expected an exponent of 1 or more, found " + std::to_string(exponent));
}

Matrix<double> gtm_statistics(const Tokens& hypothesis, const TokensSequence& references, double exponent, std::int64_t threads) {
    const TokensOfReferences tokens(references);
    const double power = require_exponent(exponent);
    const unsigned count = thread_count(threads);
    return computed_matrix(bakeoff::gtm_columns, [&] { return bakeoff::gtm_statistics(hypothesis, tokens, power, count); });
}

}  // namespace

void bind_gtm(nb::module_& m) {
    m.def("gtm_statistics", &gtm_statistics, "hypothesis"_a, "references"_a, nb::kw_only(), "exponent"_a = 1.0, "threads"_a = 1,
          "For each segment the size of the match of General Text Matcher 1.4, hypothesis words and mean reference words.");
}
