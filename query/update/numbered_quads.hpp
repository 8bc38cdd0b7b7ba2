#pragma once

// NumberedQuads holds quads that each image has read before they are stored, as numbers of terms: each different term
// of an image is there once. The reader is above this room (server/) and supplies them.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/term.hpp"
#include "dictionary/huri.hpp"
#include "quadstore/quad.hpp"

namespace quadrille::query {

// For one image. Equal labels of blank nodes are one node on all images.
class NumberedQuads {
 public:
  virtual ~NumberedQuads() = default;
  virtual std::uint64_t terms() const = 0;
  // Local. Calls take(term) for the terms in the order of their numbers; the views are valid as long as this object.
  virtual void for_each_term(const std::function<void(const TermView&)>& take) = 0;
  // Local, at most once. Appends the quads with `huris` (by number) in place of terms, and frees its memory.
  virtual void take_quads(std::span<const Huri> huris, std::vector<Quad>& out) = 0;
};

}  // namespace quadrille::query
