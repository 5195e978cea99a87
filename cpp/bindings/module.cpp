#include "areas.hpp"

NB_MODULE(_kernels, m) {
    m.doc() = "Kernels: tokenisation, n-grams, edit distances, resampling. Every call releases the GIL.";
    bind_tokens(m);
    bind_edits(m);
    bind_lattices(m);
    bind_ngrams(m);
    bind_gtm(m);
    bind_text_columns(m);
    bind_speech_rows(m);
    bind_networks(m);
    bind_ter(m);
    bind_meteor(m);
    bind_resampling(m);
    bind_comparisons(m);
    bind_score_pairs(m);
    bind_resegmentation(m);
}
