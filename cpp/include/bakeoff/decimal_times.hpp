#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace bakeoff {

/// How a text that should be a number is wrong.
enum class NumberFault { none, not_a_number, too_large };

struct Nanoseconds {
    std::int64_t value = 0;
    NumberFault fault = NumberFault::none;
};

/// Seconds up to which times are taken, either side of zero: 104 days, where a double still holds every nanosecond.
inline constexpr std::int64_t most_seconds = 9'000'000;

/// Decimal seconds such as 12.34, -.5 or 1e-3 (an exponent of up to three digits) as nanoseconds; what is beyond the ninth
/// decimal is rounded, half to even. O(length).
Nanoseconds nanoseconds_of(std::string_view seconds);

/// A decimal number, exponents included, as the nearest double; none where the text is no number or has no finite double.
/// O(length).
std::optional<double> number_of(std::string_view text);

}  // namespace bakeoff
