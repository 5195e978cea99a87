#include "bakeoff/tokenizers.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "tokenizer_list.hpp"

namespace bakeoff {

namespace {

using Row = std::pair<std::string_view, Tokenizer>;

constexpr std::array table{
    Row{"13a", tokenize_13a},
    Row{"blank", tokenize_blank},
    Row{"char", tokenize_char},
    Row{"gtm", tokenize_gtm},
    Row{"intl", tokenize_intl},
    Row{"meteor-cs", tokenize_meteor_cs},
    Row{"meteor-de", tokenize_meteor_de},
    Row{"meteor-en", tokenize_meteor_en},
    Row{"meteor-es", tokenize_meteor_es},
    Row{"meteor-fr", tokenize_meteor_fr},
    Row{"meteor-ru", tokenize_meteor_ru},
    Row{"mteval-13a", tokenize_mteval_13a},
    Row{"mteval-13a-nocase", tokenize_mteval_13a_nocase},
    Row{"mteval-intl", tokenize_mteval_intl},
    Row{"mteval-intl-nocase", tokenize_mteval_intl_nocase},
    Row{"plain", tokenize_plain},
    Row{"sacrebleu-tercom", tokenize_sacrebleu_tercom<false, false, false>},
    Row{"sacrebleu-tercom-asian-nopunct", tokenize_sacrebleu_tercom<false, true, true>},
    Row{"sacrebleu-tercom-nopunct", tokenize_sacrebleu_tercom<false, false, true>},
    Row{"sacrebleu-tercom-normalized", tokenize_sacrebleu_tercom<true, false, false>},
    Row{"sacrebleu-tercom-normalized-asian", tokenize_sacrebleu_tercom<true, true, false>},
    Row{"sacrebleu-tercom-normalized-asian-nopunct", tokenize_sacrebleu_tercom<true, true, true>},
    Row{"sacrebleu-tercom-normalized-nopunct", tokenize_sacrebleu_tercom<true, false, true>},
    Row{"tercom", tokenize_tercom<false, false, false>},
    Row{"tercom-asian-nopunct", tokenize_tercom<false, true, true>},
    Row{"tercom-nopunct", tokenize_tercom<false, false, true>},
    Row{"tercom-normalized", tokenize_tercom<true, false, false>},
    Row{"tercom-normalized-asian", tokenize_tercom<true, true, false>},
    Row{"tercom-normalized-asian-nopunct", tokenize_tercom<true, true, true>},
    Row{"tercom-normalized-nopunct", tokenize_tercom<true, false, true>},
    Row{"zh", tokenize_zh},
};

}  // namespace

Tokenizer find_tokenizer(std::string_view name) {
    const auto found = std::find_if(table.begin(), table.end(), [&](const Row& row) { return row.first == name; });
    return found == table.end() ? nullptr : found->second;
}

std::vector<std::string_view> tokenizer_names() {
    std::vector<std::string_view> names;
    for (const Row& row : table) names.push_back(row.first);
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace bakeoff
