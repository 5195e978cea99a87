#include "bakeoff/references.hpp"

#include <stdexcept>
#include <string>

namespace bakeoff {

void require_references(std::size_t references) {
    if (references == 0) throw std::invalid_argument("expected at least one reference, found none");
}

void require_same_segments(std::size_t hypothesis_segments, std::size_t segments, std::size_t reference) {
    if (segments == hypothesis_segments) return;
    throw std::invalid_argument("number of segments: expected " + std::to_string(hypothesis_segments) +
                                " as in the hypothesis, found " + std::to_string(segments) + " in reference " +
                                std::to_string(reference + 1));
}

void require_comparable(const Tokens& hypothesis, References references) {
    require_references(references.size());
    for (std::size_t r = 0; r < references.size(); ++r) {
        require_same_segments(hypothesis.size(), references[r]->size(), r);
        if (references[r]->vocabulary() == hypothesis.vocabulary()) continue;
        throw std::invalid_argument("vocabulary: expected that of the hypothesis, found another one in reference " +
                                    std::to_string(r + 1));
    }
}

double mean_length(References references, std::size_t segment) {
    std::size_t total = 0;
    for (const Tokens* reference : references) total += reference->length(segment);
    return static_cast<double>(total) / static_cast<double>(references.size());
}

}  // namespace bakeoff
