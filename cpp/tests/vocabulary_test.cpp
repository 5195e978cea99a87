#include "bakeoff/vocabulary.hpp"

#include <map>
#include <string>
#include <vector>

#include "bakeoff/tokens.hpp"
#include "check.hpp"
#include "random_texts.hpp"

using namespace bakeoff;

namespace {

/// Words of all lengths round the eight bytes that a hash holds, of few different bytes, so that many share a beginning.
std::string random_word(std::mt19937& random) {
    std::string word(random() % (random() % 4 ? 12 : 40), '\0');
    for (char& c : word) c = one_of<char>(random, {'\0', 'a', 'b', '\x80', '\xFF', '!', '\x21', '\x1F'});
    return word;
}

}  // namespace

TEST(vocabulary_gives_equal_tokens_equal_ids_in_order_of_first_sight) {
    std::mt19937 random(21);
    Vocabulary vocabulary;
    std::map<std::string, TokenId> known;
    for (int i = 0; i < 60'000; ++i) {
        const std::string word = random_word(random);
        const auto [entry, is_new] = known.try_emplace(word, static_cast<TokenId>(known.size()));
        CHECK(vocabulary.intern(word) == entry->second);
        CHECK(vocabulary.size() == known.size());
    }
    for (const auto& [word, id] : known) CHECK(vocabulary.intern(word) == id);
}

TEST(vocabulary_keeps_tokens_whose_text_is_gone) {
    Vocabulary vocabulary;
    {
        std::string text = "a token of more than eight bytes";
        vocabulary.intern(text);
        text.assign(text.size(), 'x');
    }
    CHECK(vocabulary.intern("a token of more than eight bytes") == 0);
    CHECK(vocabulary.intern("") == 1);
    CHECK(vocabulary.intern(std::string_view("\0", 1)) == 2);
}

TEST(hash_of_a_word_in_a_line_is_that_of_the_word_alone) {
    std::mt19937 random(22);
    for (int i = 0; i < 20'000; ++i) {
        const std::string word = random_word(random);
        const std::string line = word + " " + random_word(random) + std::string(8, ' ');
        const auto found = hashed_until_blank(line.data());
        CHECK(found.text == word);
        CHECK(found.hash == hashed(word).hash);
    }
}

TEST(word_table_starts_anew_after_clear) {
    WordTable table;
    std::vector<std::string> words;
    for (int i = 0; i < 5000; ++i) words.push_back("word" + std::to_string(i));
    for (int round = 0; round < 3; ++round) {
        for (std::uint32_t i = 0; i < words.size(); ++i) CHECK(table.number(hashed(words[i]), std::identity{}) == i);
        table.clear();
        CHECK(table.size() == 0);
    }
}

TEST(tokens_are_those_of_the_lines_for_any_number_of_threads) {
    std::mt19937 random(23);
    std::vector<std::string> texts;
    for (int i = 0; i < 3000; ++i) texts.push_back(utf8(random_characters(random, random() % 40)));
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    for (const char* const name : {"13a", "char", "tercom-nopunct"}) {
        const auto tokenizer = find_tokenizer(name);
        Vocabulary vocabulary, other;
        const Tokens tokens = tokenize(views, tokenizer, vocabulary, 1);
        CHECK(tokens.ids() == tokenize(views, tokenizer, other, 3).ids());
        CHECK(tokens.vocabulary() == vocabulary.identity());
        CHECK(tokens.vocabulary() != other.identity());
        const std::vector<std::string> lines = tokenize_lines(views, tokenizer, 2);
        CHECK(tokens.size() == lines.size());
        for (std::size_t i = 0; i < lines.size(); ++i) {
            std::string line;
            tokenizer(views[i], line);
            CHECK(lines[i] == line);
            std::size_t begin = 0;
            for (const TokenId id : tokens[i]) {
                const std::size_t end = std::min(line.find(' ', begin), line.size());
                CHECK(vocabulary.intern(line.substr(begin, end - begin)) == id);
                begin = end + 1;
            }
            CHECK(begin == (line.empty() ? 0 : line.size() + 1));
        }
    }
}
