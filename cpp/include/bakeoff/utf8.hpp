#pragma once

#include <string_view>

namespace bakeoff {

/// Whether bytes are UTF-8 as Unicode defines it: no byte astray, nothing longer than need be, no surrogates. O(length).
bool is_utf8(std::string_view bytes);

}  // namespace bakeoff
