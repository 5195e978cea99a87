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
    const std::size_t workers = std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(chunks, 1));
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
    pool.reserve(workers - 1);
    try {
        while (pool.size() + 1 < workers) pool.emplace_back(run);
    } catch (const std::exception&) {
        // The system gives no more threads; the existing ones do the work.
    }
    run();
    for (auto& thread : pool) thread.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace bakeoff
