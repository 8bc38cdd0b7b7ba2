#pragma once

// What every reader of an RDF syntax gives to whoever reads: one quad after the other, in the order of the document.
//
// The terms look into the reader's buffers and live until the callback returns. Blank node labels are as written, so
// their scope is the file; nodes without a label have labels that the file cannot hold (loader/rdf/blank_labels.hpp).

#include <optional>

#include "base/term.hpp"

namespace quadrille {

struct QuadView {
  TermView subject;
  TermView predicate;
  TermView object;
  std::optional<TermView> graph;  // nullopt: the default graph

  // True: surely the same term as in the quad before, of the same reader. False: not known, compare if it matters.
  bool same_subject = false;
  bool same_predicate = false;
};

class QuadSink {
 public:
  virtual ~QuadSink() = default;
  virtual void quad(const QuadView& quad) = 0;
};

}  // namespace quadrille
