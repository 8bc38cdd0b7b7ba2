#pragma once

// A Dataset is a set of quads of terms, in the order of their lines in N-Quads.
//
//   rank     0               1 .. first_blank() - 1           first_blank() ..
//   term     default graph   literals, then IRIs              blank nodes
//                            in the order of their texts      in the order of their labels
//
// No term is the start of another but for literals and labels, where the character that follows the shorter one in a
// line, a space, is less than all that can follow in the longer one. So the order of quads by ranks is the order of
// their lines by bytes, which is that by code points; and texts are compared once for each term, not for each quad.
// Memory for a quad: 16 bytes.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "loader/canonical/term_numbers.hpp"

namespace quadrille::canonical {

// Four terms, by their numbers or ranks.
struct RankedQuad {
  std::uint32_t subject, predicate, object, graph;

  auto operator<=>(const RankedQuad&) const = default;
};

class Dataset {
 public:
  // Sorts; equal quads become one. `quads` has numbers of `terms`.
  Dataset(std::unique_ptr<TermNumbers> terms, std::vector<RankedQuad> quads);

  std::span<const RankedQuad> quads() const { return quads_; }
  std::span<RankedQuad> quads() { return quads_; }

  bool is_blank(std::uint32_t rank) const { return rank >= first_blank_; }
  std::uint32_t first_blank() const { return first_blank_; }
  std::uint32_t blank_nodes() const { return static_cast<std::uint32_t>(texts_.size()) + 1 - first_blank_; }
  // Of a rank that is not 0.
  std::string_view text(std::uint32_t rank) const { return texts_[rank - 1]; }

 private:
  std::unique_ptr<TermNumbers> terms_;  // has the bytes
  std::vector<std::string_view> texts_;
  std::vector<RankedQuad> quads_;
  std::uint32_t first_blank_ = 0;
};

// Appends the line of a quad. append_blank(out, rank) appends "_:" and a label.
template <class AppendBlank>
void append_line(std::string& out, const RankedQuad& quad, const Dataset& dataset, const AppendBlank& append_blank) {
  const auto append = [&](std::uint32_t rank) {
    if (dataset.is_blank(rank)) {
      append_blank(out, rank);
    } else {
      out += dataset.text(rank);
    }
    out += ' ';
  };
  append(quad.subject);
  append(quad.predicate);
  append(quad.object);
  if (quad.graph != 0) append(quad.graph);
  out += ".\n";
}

// The blank nodes of a quad, each once, by their ranks less first_blank().
template <class OnBlank>
void for_each_blank(const RankedQuad& quad, std::uint32_t first_blank, const OnBlank& on_blank) {
  const auto [subject, predicate, object, graph] = quad;
  if (subject >= first_blank) on_blank(subject - first_blank);
  if (object >= first_blank && object != subject) on_blank(object - first_blank);
  if (graph >= first_blank && graph != subject && graph != object) on_blank(graph - first_blank);
}

}  // namespace quadrille::canonical
