#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace bakeoff {

/// Calls `make_worker()` once per thread and the returned callable with every index of [0, count), in chunks handed out as
/// threads become free; each index writes its own result, so the outcome does not depend on the number of threads. O(count).
template <class MakeWorker>
void for_each_index(std::size_t count, unsigned threads, MakeWorker&& make_worker, std::size_t chunk = 32) {
    const std::size_t chunks = (count + chunk - 1) / chunk;
    const auto workers = static_cast<unsigned>(std::min<std::size_t>(std::max(threads, 1u), std::max<std::size_t>(chunks, 1)));
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failure_guard;

    auto run = [&] {
        try {
            auto worker = make_worker();
            for (std::size_t c = next++; c < chunks; c = next++) {
                const std::size_t end = std::min(count, (c + 1) * chunk);
                for (std::size_t i = c * chunk; i < end; ++i) worker(i);
            }
        } catch (...) {
            const std::lock_guard lock(failure_guard);
            if (!failure) failure = std::current_exception();
            next = chunks;
        }
    };

    std::vector<std::thread> pool;
    for (unsigned t = 1; t < workers; ++t) pool.emplace_back(run);
    run();
    for (auto& thread : pool) thread.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace bakeoff
