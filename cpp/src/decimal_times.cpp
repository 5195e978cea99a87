#include "bakeoff/decimal_times.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <system_error>

namespace bakeoff {

namespace {

constexpr std::int64_t nanosecond_digits = 9;
constexpr std::int64_t most = most_seconds * 1'000'000'000;
constexpr std::int64_t far = 1'000'000;  // an exponent beyond which nothing changes any more

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A decimal number taken apart; the text is sign, digits with at most one point among them, exponent.
struct Decimal {
    bool negative = false;
    std::string_view whole, fraction;
    std::int64_t exponent = 0;
    std::size_t exponent_digits = 0;

    /// Digit `at` of all, from the left. O(1).
    int digit(std::size_t at) const { return (at < whole.size() ? whole[at] : fraction[at - whole.size()]) - '0'; }
    std::size_t digits() const { return whole.size() + fraction.size(); }
};

std::optional<Decimal> taken_apart(std::string_view text) {
    Decimal number;
    const char* at = text.data();
    const char* const end = at + text.size();
    const auto digits = [&] {
        const char* const begin = at;
        while (at != end && is_digit(*at)) ++at;
        return std::string_view(begin, at);
    };
    if (at != end && (*at == '+' || *at == '-')) number.negative = *at++ == '-';
    number.whole = digits();
    if (at != end && *at == '.') {
        ++at;
        number.fraction = digits();
    }
    if (number.whole.empty() && number.fraction.empty()) return std::nullopt;
    if (at != end && (*at == 'e' || *at == 'E')) {
        ++at;
        bool small = false;
        if (at != end && (*at == '+' || *at == '-')) small = *at++ == '-';
        const std::string_view exponent = digits();
        if (exponent.empty()) return std::nullopt;
        number.exponent_digits = exponent.size();
        for (const char c : exponent) number.exponent = std::min(far, number.exponent * 10 + (c - '0'));
        if (small) number.exponent = -number.exponent;
    }
    return at == end ? std::optional(number) : std::nullopt;
}

/// Up to seven digits, perhaps a point and up to nine more: what nearly all times are. None for any other.
std::optional<std::int64_t> plain_nanoseconds(std::string_view text) {
    constexpr std::int64_t units[] = {1'000'000'000, 100'000'000, 10'000'000, 1'000'000, 100'000, 10'000, 1'000, 100, 10, 1};
    std::size_t at = 0;
    std::int64_t value = 0;
    while (at < text.size() && is_digit(text[at])) value = value * 10 + (text[at++] - '0');
    if (at == 0 || at > 7) return std::nullopt;
    std::size_t decimals = 0;
    if (at < text.size() && text[at] == '.') {
        const std::size_t first = ++at;
        if (text.size() - first > nanosecond_digits) return std::nullopt;
        while (at < text.size() && is_digit(text[at])) value = value * 10 + (text[at++] - '0');
        decimals = at - first;
    }
    value *= units[decimals];
    if (at < text.size() || value > most) return std::nullopt;
    return value;
}

}  // namespace

Nanoseconds nanoseconds_of(std::string_view seconds) {
    if (seconds.size() <= 17) {
        if (const auto value = plain_nanoseconds(seconds)) return {*value, NumberFault::none};
    }
    const std::optional<Decimal> number = taken_apart(seconds);
    if (!number || number->exponent_digits > 3) return {0, NumberFault::not_a_number};
    std::size_t first = 0;
    while (first < number->digits() && number->digit(first) == 0) ++first;
    if (first == number->digits()) return {};
    // The number of digits before the point, from the first that is not 0, when nanoseconds are counted.
    const std::int64_t kept =
        static_cast<std::int64_t>(number->whole.size()) + number->exponent + nanosecond_digits - static_cast<std::int64_t>(first);
    if (kept > 16) return {0, NumberFault::too_large};
    std::int64_t value = 0;
    std::size_t at = first;
    for (std::int64_t i = 0; i < kept; ++i, ++at) value = value * 10 + (at < number->digits() ? number->digit(at) : 0);
    bool more = false;  // whether anything but zeros follows the first digit that is left out
    int next = 0;
    if (kept >= 0 && at < number->digits()) {
        next = number->digit(at++);
        while (at < number->digits() && !more) more = number->digit(at++) != 0;
    }
    if (value > most || (value == most && (next != 0 || more))) return {0, NumberFault::too_large};
    if (next > 5 || (next == 5 && (more || value % 2 != 0))) ++value;
    return {number->negative ? -value : value, NumberFault::none};
}

namespace {

/// The value of a number; none where it is out of range. O(length).
std::optional<double> in_range(std::string_view text) {
    double value = 0;
#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 200000
    // libc++, which macOS has, reads no fractions by from_chars before LLVM 20. Python leaves the locale of numbers at C.
    errno = 0;
    value = std::strtod(std::string(text).c_str(), nullptr);
    if (errno == ERANGE && (value == 0 || !std::isfinite(value))) return std::nullopt;
#else
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc::result_out_of_range) return std::nullopt;
#endif
    return value;
}

}  // namespace

std::optional<double> number_of(std::string_view text) {
    const std::optional<Decimal> number = taken_apart(text);
    if (!number) return std::nullopt;
    if (text.front() == '+') text.remove_prefix(1);
    if (const std::optional<double> value = in_range(text)) return value;
    // Out of range at either end: too large is refused, too small is 0.
    std::size_t first = 0;
    while (first < number->digits() && number->digit(first) == 0) ++first;
    const std::int64_t magnitude = static_cast<std::int64_t>(number->whole.size()) - static_cast<std::int64_t>(first) + number->exponent;
    if (magnitude > 0) return std::nullopt;
    return number->negative ? -0.0 : 0.0;
}

}  // namespace bakeoff
