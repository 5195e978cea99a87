#include "bakeoff/vocabulary.hpp"

#include <algorithm>

namespace bakeoff {

std::string_view Vocabulary::copy_of(std::string_view text) {
    char* const copy = static_cast<char*>(texts_.allocate(text.size(), 1));
    std::copy(text.begin(), text.end(), copy);
    return {copy, text.size()};
}

}  // namespace bakeoff
