#pragma once

// Functions that sort rows of HURIs for the index step. Rows have the columns subject, predicate, object(, graph);
// `order` lists the columns to sort by, the most significant first (positions(Permutation::pos) = predicate, object,
// subject).
//
//   sort_rows        by any columns: least-significant-digit radix sort over the bits that vary; stable
//   stable_sort_by   by one column, keeping the order of rows that agree in it: PSO from SPO, POS from OPS, GSPO
//                    from SPOG
//
// Both need `scratch`, working memory of the caller with the length of `rows`; its contents are undefined afterwards.
// The sorted rows are in `rows`. Local.
//
// Cost, one core, 2 M rows of 3 columns: 20 M rows/s for sort_rows, 100 M rows/s for stable_sort_by.
// Source: CGE21 6.2; digits as in Knuth, TAOCP 3, 5.2.5, only over bits in which some rows differ.

#include <cstddef>
#include <span>

#include "quadstore/permutation.hpp"
#include "quadstore/quad.hpp"

namespace quadrille {

template <int kColumns>
void sort_rows(std::span<Row<kColumns>> rows, std::span<Row<kColumns>> scratch, std::span<const Position> order);

template <int kColumns>
void stable_sort_by(std::span<Row<kColumns>> rows, std::span<Row<kColumns>> scratch, Position position) {
  sort_rows<kColumns>(rows, scratch, std::span(&position, 1));
}

// Keeps the first of equal neighbours; returns the number of rows that remain, at the front of `rows`.
template <int kColumns>
std::size_t remove_duplicates(std::span<Row<kColumns>> rows);

extern template void sort_rows<3>(std::span<Row<3>>, std::span<Row<3>>, std::span<const Position>);
extern template void sort_rows<4>(std::span<Row<4>>, std::span<Row<4>>, std::span<const Position>);
// Four columns, and two more that are moved with them.
extern template void sort_rows<6>(std::span<Row<6>>, std::span<Row<6>>, std::span<const Position>);
extern template std::size_t remove_duplicates<3>(std::span<Row<3>>);
extern template std::size_t remove_duplicates<4>(std::span<Row<4>>);

}  // namespace quadrille
