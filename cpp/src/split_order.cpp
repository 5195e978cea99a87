#include "split_order.hpp"

#include <algorithm>
#include <iterator>
#include <list>

namespace bakeoff {

namespace {

using WordNumbers = std::list<std::size_t>;

void move_to_end(WordNumbers& list, std::size_t word) {
    list.splice(list.end(), list, std::find(list.begin(), list.end(), word));
}

/// Takes the words apart that leave a node. A word that was moved behind the one at hand is met again.
void split_leaving(WordNumbers& leaving, const std::vector<NetworkWord>& words, std::vector<WordNumbers>& entering,
                   std::vector<bool>& done) {
    for (auto at = leaving.begin(); at != leaving.end();) {
        const std::size_t number = *at;
        const NetworkWord& word = words[number];
        const auto next = std::next(at);
        if (word.optional || (word.replaced && !done[number])) {
            leaving.splice(leaving.end(), leaving, at);
            // Of a word that is in pieces only the first one leaves the node.
            if (!done[number] || word.arcs == 1) move_to_end(entering[word.to], number);
            done[number] = true;
        }
        at = next;
    }
}

}  // namespace

bool is_endless(const std::vector<NetworkWord>& words) {
    std::vector<std::uint32_t> starts;
    for (const NetworkWord& word : words) {
        if (word.optional) starts.push_back(word.from);
    }
    std::ranges::sort(starts);
    return std::ranges::adjacent_find(starts) != starts.end();
}

std::vector<std::size_t> split_order(const std::vector<NetworkWord>& words, std::size_t nodes) {
    std::vector<WordNumbers> leaving(nodes), entering(nodes);
    // How far a node is from the first, at most.
    std::vector<std::size_t> depth(nodes);
    std::size_t arcs = 0;
    for (std::size_t number = 0; number < words.size(); ++number) {
        const NetworkWord& word = words[number];
        leaving[word.from].push_back(number);
        entering[word.to].push_back(number);
        depth[word.to] = std::max(depth[word.to], depth[word.from] + 1);
        arcs += word.arcs;
    }
    std::vector<bool> seen(nodes), done(words.size());
    std::vector<std::uint32_t> waiting{0};
    seen[0] = true;
    while (!waiting.empty()) {
        const std::uint32_t node = waiting.back();
        waiting.pop_back();
        for (const std::size_t number : leaving[node]) {
            const std::uint32_t to = words[number].to;
            if (!seen[to]) waiting.push_back(to);
            seen[to] = true;
        }
        split_leaving(leaving[node], words, entering, done);
    }
    std::vector<std::uint32_t> by_depth;
    for (std::uint32_t node = 0; node < nodes; ++node) by_depth.push_back(node);
    std::ranges::stable_sort(by_depth, {}, [&](std::uint32_t node) { return depth[node]; });
    std::vector<std::size_t> order;
    order.reserve(arcs);
    for (const std::uint32_t node : by_depth) {
        for (const std::size_t number : entering[node]) {
            for (std::size_t arc = 0; arc < words[number].arcs; ++arc) order.push_back(words[number].first + arc);
        }
    }
    return order;
}

}  // namespace bakeoff
