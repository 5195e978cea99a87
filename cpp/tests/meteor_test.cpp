#include "bakeoff/meteor.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "check.hpp"
#include "random_texts.hpp"

using namespace bakeoff;

namespace {

constexpr TokenId words = 12;

/// Words w0, w1 …; three to a stem, every word with a few synsets, every fourth a function word.
void fill(MeteorLexicon& lexicon, std::mt19937& random) {
    std::vector<TokenId> ids(words);
    std::iota(ids.begin(), ids.end(), TokenId{0});
    std::vector<std::string> texts;
    std::vector<std::string> stems;
    std::vector<std::int64_t> starts{0};
    std::vector<std::int32_t> synsets;
    bool functions[words];
    for (const TokenId id : ids) {
        texts.push_back("w" + std::to_string(id));
        stems.push_back("s" + std::to_string(id / 3));
        functions[id] = id % 4 == 0;
        for (std::uint32_t i = 0; i < random() % 3; ++i) synsets.push_back(static_cast<std::int32_t>(random() % 9));
        starts.push_back(static_cast<std::int64_t>(synsets.size()));
    }
    const std::vector<std::string_view> text_views(texts.begin(), texts.end());
    const std::vector<std::string_view> stem_views(stems.begin(), stems.end());
    lexicon.add(ids, text_views, functions, stem_views, starts, synsets);
}

/// Single words and pairs of them, each with up to four paraphrases.
Paraphrases random_paraphrases(std::mt19937& random) {
    std::vector<std::int64_t> word_starts{0};
    std::vector<std::int32_t> phrase_words;
    std::vector<std::int64_t> partner_starts{0};
    std::vector<std::int32_t> partners;
    constexpr std::int32_t phrases = 40;
    for (std::int32_t p = 0; p < phrases; ++p) {
        phrase_words.push_back(p % static_cast<std::int32_t>(words));
        for (std::int32_t i = 0; i < p / static_cast<std::int32_t>(words); ++i) phrase_words.push_back(static_cast<std::int32_t>(random() % words));
        word_starts.push_back(static_cast<std::int64_t>(phrase_words.size()));
        for (std::uint32_t i = 0; i < random() % 5; ++i) partners.push_back(static_cast<std::int32_t>(random() % phrases));
        partner_starts.push_back(static_cast<std::int64_t>(partners.size()));
    }
    return {word_starts, phrase_words, partner_starts, partners};
}

const MeteorOptions full{
    {MeteorModule::exact, MeteorModule::stem, MeteorModule::synonym, MeteorModule::paraphrase}, {1, 0.6, 0.8, 0.6}, 0.85, 0.2, 0.6, 0.75};

}  // namespace

TEST(java_hashes_are_those_of_java) {
    CHECK(java_hash("") == 0);
    CHECK(java_hash("Aa") == 2112 && java_hash("BB") == 2112);
    CHECK(java_hash("hello") == 99162322);
    CHECK(java_hash("\xF0\x9F\x98\x80") == 31u * 0xD83D + 0xDE00);
}

TEST(meteor_counts_are_consistent_and_do_not_depend_on_threads) {
    std::mt19937 random(7);
    MeteorLexicon lexicon(nullptr);
    fill(lexicon, random);
    const Paraphrases paraphrases = random_paraphrases(random);
    std::vector<Segment> columns[3];
    for (auto& column : columns) {
        for (int i = 0; i < 120; ++i) column.push_back(random_segment(random, one_of<std::size_t>(random, {3, 20, 70, 140}), words));
    }
    const Tokens hypothesis = tokens_of(columns[0]);
    const Tokens references[] = {tokens_of(columns[1]), tokens_of(columns[2])};
    const Tokens* const pointers[] = {&references[0], &references[1]};
    const auto rows = meteor_statistics(hypothesis, pointers, lexicon, &paraphrases, full, 1);
    CHECK(rows == meteor_statistics(hypothesis, pointers, lexicon, &paraphrases, full, 3));
    const std::size_t width = 21;
    CHECK(rows.size() == width * hypothesis.size());
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        const double* row = rows.data() + i * width;
        double matched[2]{};
        for (std::size_t m = 0; m < 4; ++m) {
            for (std::size_t side = 0; side < 2; ++side) matched[side] += row[4 * m + 2 * side] + row[4 * m + 2 * side + 1];
        }
        CHECK(row[16] + row[17] == static_cast<double>(hypothesis.length(i)));
        CHECK(matched[0] <= row[16] + row[17]);
        CHECK(matched[1] <= row[18] + row[19]);
        CHECK(row[20] <= std::min(matched[0], matched[1]));
    }
}

TEST(meteor_aligns_every_reference_word_at_most_once) {
    std::mt19937 random(8);
    MeteorLexicon lexicon(nullptr);
    fill(lexicon, random);
    const Tokens hypothesis = tokens_of({random_segment(random, 200, words), {}, random_segment(random, 9, words)});
    const Tokens reference = tokens_of({random_segment(random, 200, words), {1}, random_segment(random, 9, words)});
    const auto places = meteor_alignment(hypothesis, reference, lexicon, nullptr, std::span(full.modules).first(3), 2);
    CHECK(places.size() == hypothesis.ids().size());
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        std::vector<bool> used(reference.length(i));
        for (std::size_t w = hypothesis.offset(i); w < hypothesis.offset(i) + hypothesis.length(i); ++w) {
            if (places[w] < 0) continue;
            CHECK(places[w] < static_cast<std::int64_t>(used.size()) && !used[static_cast<std::size_t>(places[w])]);
            used[static_cast<std::size_t>(places[w])] = true;
        }
    }
}
