#pragma once

// A QuadSink receives the quads of a document, one at a time, in their order in the document.
//
// The terms point into the reader's buffers and are valid until the callback returns. Blank node labels are as written,
// so their scope is the file; nodes without a label get labels that the file cannot contain
// (loader/rdf/blank_labels.hpp).

#include <optional>

#include "base/term.hpp"

namespace quadrille {

struct QuadView {
  TermView subject;
  TermView predicate;
  TermView object;
  std::optional<TermView> graph;  // nullopt: the default graph

  // True: the term equals that of the reader's previous quad. False: not known.
  bool same_subject = false;
  bool same_predicate = false;
};

class QuadSink {
 public:
  virtual ~QuadSink() = default;
  virtual void quad(const QuadView& quad) = 0;
};

}  // namespace quadrille
