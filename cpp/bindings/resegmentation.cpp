#include "bakeoff/resegmentation.hpp"

#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "areas.hpp"
#include "arrays.hpp"
#include "options.hpp"

using namespace nb::literals;

namespace {

bakeoff::LeadingEmptySegments leading_from(std::string_view rule) {
    if (rule == "free") return bakeoff::LeadingEmptySegments::free;
    if (rule == "charged") return bakeoff::LeadingEmptySegments::charged;
    throw std::invalid_argument("leading empty segments: expected free or charged, found " + std::string(rule));
}

Matrix<std::int64_t> resegment(const bakeoff::Tokens& words, const bakeoff::Tokens& references,
                               const std::vector<std::size_t>& references_of_segments,
                               const std::vector<std::size_t>& segments_of_streams, std::string_view leading_empty_segments,
                               std::int64_t threads) {
    const bakeoff::SegmentReferences divided{references, references_of_segments, segments_of_streams};
    const bakeoff::LeadingEmptySegments leading = leading_from(leading_empty_segments);
    const unsigned count = thread_count(threads);
    return computed_matrix(bakeoff::resegmentation_columns, [&] { return bakeoff::resegment(words, divided, leading, count); });
}

}  // namespace

void bind_resegmentation(nb::module_& m) {
    m.def("resegment", &resegment, "words"_a, "references"_a, nb::kw_only(), "references_of_segments"_a,
          "segments_of_streams"_a, "leading_empty_segments"_a = "free", "threads"_a = 1,
          "Each stream of words cut into segments with the fewest errors; references are a row each. For each segment the "
          "position after its last word in the stream, its best reference (from 0) and its errors.");
}
