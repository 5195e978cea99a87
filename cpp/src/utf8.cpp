#include "bakeoff/utf8.hpp"

#include <cstddef>
#include <cstdint>

#include "bakeoff/word_table.hpp"

namespace bakeoff {

bool is_utf8(std::string_view bytes) {
    constexpr std::uint64_t high_bits = 0x8080808080808080;
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]); };
    for (std::size_t at = 0; at < bytes.size();) {
        while (at + 8 <= bytes.size() && (load_bytes(bytes.data() + at) & high_bits) == 0) at += 8;
        if (at == bytes.size()) return true;
        const unsigned char first = byte(at);
        if (first < 0x80) {
            ++at;
            continue;
        }
        const std::size_t size = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        if (first < 0xC2 || first > 0xF4 || at + size > bytes.size()) return false;
        // Which second bytes there are says whether a character could be written shorter, is a surrogate or none at all.
        const unsigned char lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        const unsigned char highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        if (byte(at + 1) < lowest || byte(at + 1) > highest) return false;
        for (std::size_t i = 2; i < size; ++i) {
            if ((byte(at + i) & 0xC0) != 0x80) return false;
        }
        at += size;
    }
    return true;
}

}  // namespace bakeoff
