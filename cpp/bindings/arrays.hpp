#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace nb = nanobind;

template <class T>
using Matrix = nb::ndarray<nb::numpy, T, nb::ndim<2>, nb::c_contig>;

/// A (rows × columns) array that owns the values. O(1): nothing is copied.
template <class T>
Matrix<T> as_matrix(std::vector<T>&& values, std::size_t columns) {
    auto owned = std::make_unique<std::vector<T>>(std::move(values));
    T* data = owned->data();
    const std::size_t rows = columns == 0 ? 0 : owned->size() / columns;
    nb::capsule owner(owned.release(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return Matrix<T>(data, {rows, columns}, owner);
}

template <class T>
using Vector = nb::ndarray<nb::numpy, T, nb::ndim<1>, nb::c_contig>;

/// A one-dimensional array that owns the values. O(1): nothing is copied.
template <class T>
Vector<T> as_vector(std::vector<T>&& values) {
    auto owned = std::make_unique<std::vector<T>>(std::move(values));
    T* data = owned->data();
    const std::size_t size = owned->size();
    nb::capsule owner(owned.release(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return Vector<T>(data, {size}, owner);
}

/// A one-dimensional array that is only looked at.
template <class T>
using GivenColumn = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Its values. O(1).
template <class T>
std::span<const T> span_of(const GivenColumn<T>& column) {
    return {column.data(), column.size()};
}

/// What `compute` gives, called without the GIL, as rows of a number of columns. O(compute).
template <class Compute>
auto computed_matrix(std::size_t columns, Compute&& compute) {
    auto values = [&] {
        nb::gil_scoped_release release;
        return compute();
    }();
    return as_matrix(std::move(values), columns);
}
