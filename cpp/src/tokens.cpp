#include "bakeoff/tokens.hpp"

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
void intern_line(std::string_view line, Vocabulary& vocabulary, Tokens& tokens) {
    std::size_t begin = 0;
    while (begin < line.size()) {
        std::size_t end = line.find(' ', begin);
        if (end == std::string_view::npos) end = line.size();
        if (end > begin) tokens.append(vocabulary.intern(line.substr(begin, end - begin)));
        begin = end + 1;
    }
    tokens.close_segment();
}
}  // namespace

Tokens tokenize(std::span<const std::string_view> texts, Tokenizer tokenizer, Vocabulary& vocabulary, unsigned threads) {
    Tokens tokens;
    // Blocks bound the memory that tokenised lines take; interning is sequential, so ids are the same for any thread count.
    constexpr std::size_t block = 1u << 14;
    const std::lock_guard lock(vocabulary.guard);
    for (std::size_t begin = 0; begin < texts.size(); begin += block) {
        const auto part = texts.subspan(begin, std::min(block, texts.size() - begin));
        for (const std::string& line : tokenize_lines(part, tokenizer, threads)) intern_line(line, vocabulary, tokens);
    }
    return tokens;
}

}  // namespace bakeoff
