#include "bakeoff/parallel.hpp"

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"

using namespace bakeoff;

TEST(parallel_work_reaches_every_index_once) {
    for (const std::size_t count : {0, 1, 31, 32, 33, 1000}) {
        for (const unsigned threads : {0u, 1u, 2u, 7u}) {
            for (const std::size_t chunk : {1, 32, 5000}) {
                std::vector<int> visits(count);
                for_each_index(count, threads, [&] { return [&](std::size_t i) { ++visits[i]; }; }, chunk);
                CHECK(visits == std::vector<int>(count, 1));
            }
        }
    }
}

TEST(parallel_workers_keep_their_own_state) {
    std::atomic<int> workers{0};
    std::atomic<std::size_t> calls{0};
    for_each_index(10'000, 4, [&] {
        ++workers;
        return [&calls, own = std::size_t{0}](std::size_t) mutable {
            ++own;
            ++calls;
        };
    });
    CHECK(calls == 10'000);
    CHECK(workers >= 1 && workers <= 4);
}

TEST(parallel_work_passes_an_exception_on_and_stops) {
    for (const unsigned threads : {1u, 4u}) {
        std::atomic<std::size_t> done{0};
        std::string message;
        try {
            for_each_index(1'000'000, threads, [&] {
                return [&](std::size_t i) {
                    if (i == 5) throw std::runtime_error("segment 5");
                    ++done;
                };
            });
        } catch (const std::runtime_error& error) {
            message = error.what();
        }
        CHECK(message == "segment 5");
        CHECK(done < 1'000'000 - 1);
    }
}

TEST(parallel_work_passes_on_that_no_worker_could_be_made) {
    int caught = 0;
    try {
        for_each_index(100, 3, [&]() -> void (*)(std::size_t) { throw std::length_error("no memory"); });
    } catch (const std::length_error&) {
        ++caught;
    }
    CHECK(caught == 1);
}
