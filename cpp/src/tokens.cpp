#include "bakeoff/tokens.hpp"

#include <algorithm>

#include "bakeoff/parallel.hpp"

namespace bakeoff {

std::vector<std::string> tokenize_lines(std::span<const std::string_view> texts, Tokenizer tokenizer, unsigned threads) {
    std::vector<std::string> lines(texts.size());
    for_each_index(texts.size(), threads, [&] {
        return [&](std::size_t i) { tokenizer(texts[i], lines[i]); };
    });
    return lines;
}

namespace {

/// Some segments as lines of tokens in one string, a blank behind each line and enough of them behind the last for
/// `hashed_until_blank`.
struct Part {
    std::string lines;
    std::vector<std::size_t> ends;

    void tokenize(std::span<const std::string_view> texts, Tokenizer tokenizer) {
        lines.clear();
        ends.clear();
        for (const std::string_view text : texts) {
            tokenizer(text, lines);
            ends.push_back(lines.size());
            lines += ' ';
        }
        lines.append(8, ' ');
    }

    void intern(Vocabulary& vocabulary, Tokens& tokens) const {
        const char* next = lines.data();
        for (const std::size_t end : ends) {
            while (next < lines.data() + end) {
                const HashedWord word = hashed_until_blank(next);
                if (!word.text.empty()) tokens.append(vocabulary.intern(word));
                next += word.text.size() + 1;
            }
            next = lines.data() + end + 1;
            tokens.close_segment();
        }
    }
};

}  // namespace

Tokens tokenize(std::span<const std::string_view> texts, Tokenizer tokenizer, Vocabulary& vocabulary, unsigned threads) {
    // Small parts stay in the cache until they are interned; interning is sequential, so ids are the same for any thread count.
    constexpr std::size_t part_size = 256;
    Tokens tokens(vocabulary.identity());
    const std::size_t most_parts = (texts.size() + part_size - 1) / part_size;
    std::vector<Part> parts(threads <= 1 ? 1 : std::min(most_parts, std::size_t{8} * threads));
    const std::lock_guard lock(vocabulary.guard);
    while (!texts.empty()) {
        const std::size_t used = std::min(parts.size(), (texts.size() + part_size - 1) / part_size);
        const auto part_of = [&](std::size_t i) {
            return texts.subspan(i * part_size, std::min(part_size, texts.size() - i * part_size));
        };
        for_each_index(
            used, threads, [&] { return [&](std::size_t i) { parts[i].tokenize(part_of(i), tokenizer); }; }, 1);
        for (std::size_t i = 0; i < used; ++i) parts[i].intern(vocabulary, tokens);
        texts = texts.subspan(std::min(texts.size(), used * part_size));
    }
    return tokens;
}

}  // namespace bakeoff
