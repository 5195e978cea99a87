#include "bakeoff/network_alignment.hpp"

#include <random>
#include <string>
#include <vector>

#include "check.hpp"
#include "random_texts.hpp"

using namespace bakeoff;

namespace {

using Texts = std::vector<std::string>;

WordNetworks networks(const Texts& texts, NetworkWords& words, EmptyAlternative empty = EmptyAlternative::refuse) {
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    return networks_of_texts(views, empty, words);
}

std::string kinds(const std::string& reference, const std::string& hypothesis, const WordRules& rules = {}) {
    NetworkWords words(rules);
    const auto ours = networks({reference}, words), theirs = networks({hypothesis}, words);
    std::string letters;
    for (const AlignmentStep& step : align_networks(ours, theirs, words, true, 1).steps) {
        letters += static_cast<char>(step.kind);
    }
    return letters;
}

std::string random_text(std::mt19937& random, int depth) {
    std::string text;
    for (std::size_t word = random() % 6; word > 0; --word) {
        if (depth > 0 && random() % 4 == 0) {
            text += "{ w";
            for (std::size_t branch = random() % 4; branch > 0; --branch) text += " " + random_text(random, depth - 1) + " / @";
            text += " } ";
        } else {
            text += one_of<std::string>(random, {"a ", "b ", "c ", "(a) ", "(b-) ", "a- ", "-bc ", "abc ", "@ ", "b;t ", "c* "});
        }
    }
    return text;
}

/// Whether the counts are those of the steps.
bool agree(const NetworkAlignments& result) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < result.step_counts.size(); ++i) {
        std::int64_t counted[alignment_columns]{};
        for (std::int64_t step = 0; step < result.step_counts[i]; ++step) {
            const auto kind = static_cast<char>(result.steps[at++].kind);
            const std::size_t column = std::string("CSDIdi").find(kind);
            ++counted[column];
            counted[0] += column >= 4;
        }
        for (std::size_t c = 0; c < alignment_columns; ++c) {
            if (counted[c] != result.counts[i * alignment_columns + c]) return false;
        }
    }
    return at == result.steps.size();
}

}  // namespace

TEST(network_alignment_follows_the_rules) {
    CHECK(kinds("here", "hear after") == "IS");
    CHECK(kinds("a { b / c d } e", "a c d e") == "CCCC");
    CHECK(kinds("a { b / @ } e", "a e") == "CC");
    CHECK(kinds("(a) b", "b") == "DC");
    CHECK(kinds("(a) b", "b (c)", {.optional_words = true}) == "dCi");
    CHECK(kinds("wor- -ord", "word word", {.fragments = true}) == "CC");
    CHECK(kinds("", "") == "");
    CHECK(kinds("a;x b* A", "a b a") == "CCC");
    CHECK(kinds("ab-c", "abc", {.split = CharacterSplit::all, .drop_hyphens = true}) == "CCC");
}

TEST(random_networks_align_the_same_for_any_number_of_threads) {
    std::mt19937 random(41);
    Texts reference, hypothesis;
    for (int i = 0; i < 400; ++i) {
        reference.push_back(random_text(random, 3));
        hypothesis.push_back(random_text(random, i % 3));
    }
    for (const bool optional : {false, true}) {
        NetworkWords words({.optional_words = optional, .fragments = !optional});
        const auto ours = networks(reference, words, EmptyAlternative::ignore);
        const auto theirs = networks(hypothesis, words, EmptyAlternative::ignore);
        const auto one = align_networks(ours, theirs, words, true, 1), three = align_networks(ours, theirs, words, true, 3);
        CHECK(one.counts == three.counts);
        CHECK(one.counts == align_networks(ours, theirs, words, false, 2).counts);
        CHECK(agree(one) && agree(three));
        const auto same = align_networks(ours, ours, words, false, 1);
        for (std::size_t i = 0; i < ours.size(); ++i) {
            CHECK(same.counts[i * alignment_columns + 1] + same.counts[i * alignment_columns + 3] == 0);
        }
    }
}

TEST(texts_that_are_no_networks_are_refused) {
    for (const char* text : {"a { b", "{ a / }", "{ }", "x{ a }", "{ a / { } }"}) {
        NetworkWords words({});
        bool refused = false;
        try {
            networks({"a", text}, words);
        } catch (const NetworkError& error) {
            refused = error.utterance == 1;
        }
        CHECK(refused);
    }
}
