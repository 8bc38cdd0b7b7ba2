#pragma once

// A Graph is a part of a projected graph: the adjacency lists of the vertices that one group of images owns. With one
// group it is the whole graph. Its arrays are shared by the images of the group and live in their arenas.
//
//   slot      0 ... own-1         own ... own+ghosts-1
//            | own vertices      | ghosts: vertices of other groups that own lists refer to                  |
//            | ascend by HURI    | those of group 0, then of group 1, ... ; each ascends by HURI              |
//
// G1  A vertex has one owner: the group that owner_of_vertex() computes from its HURI. 64 neighbouring ids have the
//     same owner.
// G2  Lists exist for own vertices. A list ascends by the HURI of the neighbours (with one group: by slot).
// G3  Without parallel = separate a list has each neighbour at most once. A self loop is in the list once.
// G4  If the direction is `both`, out() and in() are the same lists.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "analytics/shared_bits.hpp"
#include "analytics/vertex_numbers.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

// Adjacency lists of rows 0 .. rows()-1.
class Lists {
 public:
  Lists() = default;
  // offsets.size() is the number of rows plus one; weights are empty or parallel to targets.
  Lists(std::span<const std::uint64_t> offsets, std::span<const Slot> targets, std::span<const double> weights)
      : offsets_(offsets), targets_(targets), weights_(weights) {}

  bool exist() const { return !offsets_.empty(); }
  std::size_t rows() const { return offsets_.empty() ? 0 : offsets_.size() - 1; }
  std::uint64_t edges() const { return targets_.size(); }
  bool has_weights() const { return !weights_.empty(); }
  std::uint64_t begin_of(Slot row) const { return offsets_[row]; }
  std::uint64_t end_of(Slot row) const { return offsets_[row + 1]; }
  std::uint64_t degree(Slot row) const { return offsets_[row + 1] - offsets_[row]; }
  std::span<const Slot> of(Slot row) const { return targets_.subspan(offsets_[row], degree(row)); }
  // The weights of of(row); empty if the lists have none.
  std::span<const double> weights_of(Slot row) const {
    return weights_.empty() ? weights_ : weights_.subspan(offsets_[row], degree(row));
  }
  std::span<const std::uint64_t> offsets() const { return offsets_; }
  std::span<const Slot> targets() const { return targets_; }
  std::span<const double> weights() const { return weights_; }

 private:
  std::span<const std::uint64_t> offsets_;
  std::span<const Slot> targets_;
  std::span<const double> weights_;
};

// The own vertices that one other group has as ghosts: a bit for each own vertex, and the number of bits before each
// word. The k-th of them is the k-th ghost of this group there.
struct MirroredVertices {
  ConstBitWords bits;
  std::span<const std::uint32_t> before;
  std::uint32_t count = 0;

  bool has(Slot own) const { return test_bit(bits, own); }
  // The place of a vertex that the other group has.
  std::uint32_t place_of(Slot own) const {
    const std::uint64_t below = bits[own / 64] & ((std::uint64_t{1} << (own % 64)) - 1);
    return before[own / 64] + static_cast<std::uint32_t>(std::popcount(below));
  }
};

class Graph {
 public:
  // The result of a projection.
  struct Parts {
    VertexNumbers numbers;
    std::span<const Huri> huris;                 // by slot
    std::size_t own = 0;                         // of the slots
    Lists out, in;                               // may be missing
    bool undirected = false;                     // G4
    std::span<const std::uint32_t> out_degrees;  // by own slot, if there are no out-lists and they are needed
    std::uint64_t vertices = 0, edges = 0;       // of all groups; each edge counts once
    std::span<const Slot> ghost_begins;          // by group its first ghost, and slots() at the end
    std::span<const MirroredVertices> mirrored;  // by group; this group's is empty. Without other groups: empty
  };

  Graph() = default;
  explicit Graph(const Parts& parts) : parts_(parts) {}
  const Parts& parts() const { return parts_; }

  std::size_t own() const { return parts_.own; }
  std::size_t ghosts() const { return parts_.huris.size() - parts_.own; }
  std::size_t slots() const { return parts_.huris.size(); }
  bool is_own(Slot slot) const { return slot < parts_.own; }
  Huri huri(Slot slot) const { return parts_.huris[slot]; }
  std::span<const Huri> huris() const { return parts_.huris; }
  // True if slot a's HURI is less. With one group, or if both are own, compare the slots instead.
  bool precedes(Slot a, Slot b) const { return parts_.huris[a] < parts_.huris[b]; }
  // Local. The slot of a vertex, own or ghost; kNoSlot if this group has none.
  Slot find(Huri vertex) const { return parts_.numbers.find(vertex); }

  const Lists& out() const { return parts_.out; }
  const Lists& in() const { return parts_.in; }
  bool has_out_degrees() const { return parts_.out.exist() || !parts_.out_degrees.empty() || own() == 0; }
  // Of an own slot. Needs out-lists or out-degrees (NeededLists).
  std::uint64_t out_degree(Slot slot) const {
    return parts_.out.exist() ? parts_.out.degree(slot) : parts_.out_degrees[slot];
  }
  bool is_undirected() const { return parts_.undirected; }
  bool has_weights() const { return parts_.out.has_weights() || parts_.in.has_weights(); }
  std::uint64_t vertices() const { return parts_.vertices; }  // of all groups
  // Of all groups, after parallel edges were united. An undirected edge counts once.
  std::uint64_t edges() const { return parts_.edges; }

  // The same graph with each edge in the other direction, on the same arrays.
  Graph reversed() const {
    Parts parts = parts_;
    std::swap(parts.out, parts.in);
    return Graph(parts);
  }

  // Several groups. The slots of the ghosts that `group` owns.
  Range ghosts_of(int group) const {
    const auto place = static_cast<std::size_t>(group);
    return {parts_.ghost_begins[place], parts_.ghost_begins[place + 1]};
  }
  const MirroredVertices& mirrored_by(int group) const { return parts_.mirrored[static_cast<std::size_t>(group)]; }
  // The group that owns the vertex of `slot`.
  int owner_of(Slot slot) const;

 private:
  Parts parts_;
};

// Local. The rows of piece `piece` of the lists, if they are cut into `pieces` with about as much work each; a row
// counts one, and so does each of its edges. A row is not cut.
Range rows_of_piece(const Lists& lists, std::size_t piece, std::size_t pieces);

// Local. The number of pieces with about Workers::kTaskEdges rows and edges each.
inline std::size_t pieces_of(const Lists& lists) {
  return (lists.rows() + lists.edges()) / Workers::kTaskEdges + 1;
}

// Collective in the group. Calls f(rows) for ranges of rows with about Workers::kTaskEdges edges, each on the image
// that is free, with Workers::check() before each. A row is not cut: if a list may be longer, f calls check() too.
template <class F>
void for_each_row_range(Workers& workers, const Lists& lists, F&& f) {
  const std::size_t pieces = pieces_of(lists);
  workers.for_each_task(pieces, 1, [&](std::size_t piece, std::size_t) {
    const Range rows = rows_of_piece(lists, piece, pieces);
    if (rows.size() > 0) f(rows);
  });
}

}  // namespace quadrille::analytics
