#include "bakeoff/references.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bakeoff/bag_distance.hpp"
#include "bakeoff/chrf.hpp"
#include "bakeoff/edit_distance.hpp"
#include "bakeoff/ngrams.hpp"
#include "bakeoff/nist.hpp"
#include "bakeoff/ter.hpp"
#include "check.hpp"
#include "random_texts.hpp"

using namespace bakeoff;

namespace {

/// What each kernel says to these texts, if it refuses them.
std::vector<std::string> refusals(const Tokens& hypothesis, const std::vector<const Tokens*>& references) {
    const auto refusal = [](auto&& compute) -> std::string {
        try {
            compute();
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "";
    };
    return {
        refusal([&] { bleu_statistics(hypothesis, references, 4, LengthRule::closest, 1); }),
        refusal([&] { nist_statistics(hypothesis, NgramCounts(references, 5), 0, 1); }),
        refusal([&] { word_error_statistics(hypothesis, references, 1); }),
        refusal([&] { bag_error_statistics(hypothesis, references, 1); }),
        refusal([&] { ter_statistics(hypothesis, references, TerRules::tercom, 1); }),
    };
}

bool all_say(const std::vector<std::string>& found, const std::string& expected) {
    return found == std::vector<std::string>(found.size(), expected);
}

}  // namespace

TEST(texts_that_cannot_be_compared_are_refused_by_every_kernel) {
    const Tokens one = tokens_of({{1, 2}}), two = tokens_of({{1}, {2}});
    Vocabulary vocabulary;
    Tokens other(vocabulary.identity());
    other.close_segment();
    CHECK(all_say(refusals(one, {&one, &one}), ""));
    CHECK(all_say(refusals(one, {}), "expected at least one reference, found none"));
    CHECK(all_say(refusals(one, {&one, &two}),
                  "number of segments: expected 1 as in the hypothesis, found 2 in reference 2"));
    CHECK(all_say(refusals(one, {&other}), "vocabulary: expected that of the hypothesis, found another one in reference 1"));
}

TEST(a_vocabulary_is_told_from_one_that_is_gone) {
    auto gone = std::make_unique<Vocabulary>();
    const Tokens tokens(gone->identity());
    gone.reset();
    const Vocabulary next;
    CHECK(tokens.vocabulary() != next.identity());
}
