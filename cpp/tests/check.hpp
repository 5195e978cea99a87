#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

// The smallest harness that serves: a test is a function that calls CHECK; the program fails if any check does.
namespace bakeoff {

struct Checks {
    std::vector<std::pair<std::string, std::function<void()>>> tests;
    int failures = 0;
};

inline Checks& checks() {
    static Checks all;
    return all;
}

inline bool add_test(std::string name, std::function<void()> test) {
    checks().tests.emplace_back(std::move(name), std::move(test));
    return true;
}

inline int run_checks() {
    for (const auto& [name, test] : checks().tests) {
        std::printf("%s\n", name.c_str());
        test();
    }
    std::printf("%zu tests, %d failed checks\n", checks().tests.size(), checks().failures);
    return checks().failures == 0 ? 0 : 1;
}

}  // namespace bakeoff

#define CHECK(condition)                                                              \
    do {                                                                              \
        if (!(condition)) {                                                           \
            ++bakeoff::checks().failures;                                             \
            std::printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);     \
        }                                                                             \
    } while (false)

#define TEST(name)                                                                    \
    static void name();                                                               \
    static const bool name##_is_known = bakeoff::add_test(#name, name);               \
    static void name()
