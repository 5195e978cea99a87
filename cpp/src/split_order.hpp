#pragma once

#include <cstdint>
#include <vector>

namespace bakeoff {

/// A word of a network with alternatives, between two nodes; `arcs` of it follow one another from `first`.
struct NetworkWord {
    std::uint32_t from, to;
    std::size_t first, arcs;
    bool replaced;  ///< whether taking words apart changes this one
    bool optional;
};

/// Whether sclite never ends on these words: it takes apart again and again where two optional words start. O(words).
bool is_endless(const std::vector<NetworkWord>& words);

/// The arcs of a network in an order in which the arcs into a node are as sclite leaves them when it has taken words
/// apart; each still comes after the arcs that lead to it. Words must be in this order. O(arcs · log arcs).
///
/// sclite visits nodes depth first, from the last alternative to the first, and puts in place of a word, at the end of what
/// leaves its first node and of what enters its last, the characters. So words that stay as they are come first, and
/// the others in the order of the visit. An optional word is replaced even by itself, and each time that it is met.
std::vector<std::size_t> split_order(const std::vector<NetworkWord>& words, std::size_t nodes);

}  // namespace bakeoff
