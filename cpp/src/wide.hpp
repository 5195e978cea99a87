#pragma once

// The same work in wider registers where the processor has them. The sanitizers start after the choice would be made.
#if defined(__x86_64__) && defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
#define BAKEOFF_WIDE [[gnu::target_clones("avx2", "default")]]
#else
#define BAKEOFF_WIDE
#endif
