#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace bakeoff {

/// One stream of random bits for each pair of key and number (xoshiro256++, seeded through splitmix64), so that what is drawn
/// for a sample depends neither on the samples before it nor on the thread that draws it.
class RandomStream {
public:
    RandomStream(std::uint64_t key, std::uint64_t number) {
        std::uint64_t seed = scrambled(scrambled(key) ^ (number * 0xD1B54A32D192ED03u));
        for (std::uint64_t& word : state_) word = scrambled(seed += golden);
    }

    /// 64 random bits. O(1).
    std::uint64_t bits() {
        const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    /// A number of [0, limit), each as probable as any other (Lemire 2019). O(1) on average.
    std::uint32_t below(std::uint32_t limit) {
        std::uint64_t product = (bits() >> 32) * limit;
        if (static_cast<std::uint32_t>(product) < limit) {
            const std::uint32_t unfair = static_cast<std::uint32_t>(-limit) % limit;
            while (static_cast<std::uint32_t>(product) < unfair) product = (bits() >> 32) * limit;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

private:
    static constexpr std::uint64_t golden = 0x9E3779B97F4A7C15u;

    static constexpr std::uint64_t scrambled(std::uint64_t x) {
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
        return x ^ (x >> 31);
    }

    std::array<std::uint64_t, 4> state_{};
};

}  // namespace bakeoff
