#pragma once

#include <nanobind/nanobind.h>

// One function for each area of kernels; module.cpp calls them all.
void bind_edits(nanobind::module_& m);
void bind_tokens(nanobind::module_& m);
void bind_ngrams(nanobind::module_& m);
void bind_lattices(nanobind::module_& m);
void bind_gtm(nanobind::module_& m);
void bind_text_columns(nanobind::module_& m);
void bind_speech_rows(nanobind::module_& m);
void bind_networks(nanobind::module_& m);
void bind_ter(nanobind::module_& m);
void bind_meteor(nanobind::module_& m);
void bind_resampling(nanobind::module_& m);
void bind_comparisons(nanobind::module_& m);
void bind_score_pairs(nanobind::module_& m);
void bind_resegmentation(nanobind::module_& m);
