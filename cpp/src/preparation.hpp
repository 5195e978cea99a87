#pragma once

#include <string>
#include <string_view>

namespace bakeoff {

/// mteval's first steps: without `<skipped>` and hyphens at line ends, lines joined, entities decoded. `scratch` holds the
/// result where it differs from the text. O(length).
std::string_view prepared_as_mteval(std::string_view text, std::string& scratch);

/// The same steps of mteval's international tokenisation, where a line ends at U+2028 and `&apos;` is known. O(length).
std::string_view prepared_as_mteval_international(std::string_view text, std::string& scratch);

/// sacreBLEU's first steps for TER: `<skipped>` is kept and hyphens go at the start of lines. O(length).
std::string_view prepared_as_sacrebleu_ter(std::string_view text, std::string& scratch);

}  // namespace bakeoff
